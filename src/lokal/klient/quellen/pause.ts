/** What `Retry-After` asks for, in milliseconds: it is a number of seconds or a point in time. */
export function warteMs(antwort: Response): number | undefined {
  const wert = antwort.headers.get("Retry-After");
  if (wert === null) return undefined;
  const ms = /^\d+$/.test(wert) ? Number(wert) * 1000 : Date.parse(wert) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** @throws the signal's reason as soon as it is aborted */
export function pause(ms: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((fertig, gescheitert) => {
    const brichAb = () => {
      clearTimeout(uhr);
      gescheitert(signal?.reason);
    };
    const uhr = setTimeout(() => {
      signal?.removeEventListener("abort", brichAb);
      fertig();
    }, ms);
    if (signal?.aborted) brichAb();
    else signal?.addEventListener("abort", brichAb, { once: true });
  });
}
