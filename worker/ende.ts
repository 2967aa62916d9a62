/** pg-boss aborts a job only when the time for stopping is over; a long one must leave off as soon as the stop begins. */
export function mitEnde(job: AbortSignal, ende: AbortSignal | undefined): AbortSignal {
  return ende ? AbortSignal.any([job, ende]) : job;
}
