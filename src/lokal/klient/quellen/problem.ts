import type { Problem } from "./openapi.ts";
import { type Problemcode, type Probleme, problemcodes } from "./vertrag.ts";

/** The body of a refusal with this code, with the fields that only this one has. */
export type ProblemVon<C extends Problemcode> = Probleme[C] & { code: C };

/** A refusal (RFC 9457) as an error to be thrown; its message is the German sentence for people. */
export class Problemfehler<C extends Problemcode = Problemcode> extends Error {
  override name = "Problemfehler";
  readonly status: number;
  readonly code: C | undefined;
  /** Undefined where something in between answered, a proxy for instance. */
  readonly problem: ProblemVon<C> | undefined;

  constructor(status: number, problem: ProblemVon<C> | undefined) {
    super(problem?.detail ?? `Der Dienst hat mit ${status} geantwortet.`);
    this.status = status;
    this.problem = problem;
    this.code = problem?.code;
  }
}

const alsProblem = (koerper: unknown): ProblemVon<Problemcode> | undefined => {
  if (koerper === null || typeof koerper !== "object") return undefined;
  const { code } = koerper as Partial<Problem>;
  return (problemcodes as readonly unknown[]).includes(code) ? (koerper as ProblemVon<Problemcode>) : undefined;
};

type Antwort<T> = { data?: T; error?: unknown; response: Response };

/**
 * The body of a successful answer.
 *
 * @example const konto = ergebnis(await klient.GET("/pachtkonten/{id}", { params: { path: { id } } }));
 * @throws Problemfehler for any other answer
 */
export function ergebnis<T>({ data, error, response }: Antwort<T>): T {
  if (!response.ok) throw new Problemfehler(response.status, alsProblem(error));
  return data as T;
}

/** Whether what was thrown is a refusal, of one of these codes if some are named. */
export function istProblem<C extends Problemcode>(fehler: unknown, ...codes: C[]): fehler is Problemfehler<C> {
  return (
    fehler instanceof Problemfehler &&
    (codes.length === 0 || (codes as (Problemcode | undefined)[]).includes(fehler.code))
  );
}

/**
 * What is wrong with which field, for the place beside it: its path in the body (parts joined by dots) or the parameter,
 * with the German sentence. Empty for any other failure.
 */
export function feldfehler(fehler: unknown): Record<string, string> {
  const { errors = [] }: Partial<Problem> = (istProblem(fehler) && fehler.problem) || {};
  return Object.fromEntries(errors.map(({ path, message }) => [path, message]));
}
