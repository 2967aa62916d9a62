import type { Klient } from "./klient.ts";
import type { paths } from "./openapi.ts";
import { ergebnis } from "./problem.ts";

type Liste<E> = { data: E[]; pagination: { page: number; totalPages: number } };
type Abruf<P extends keyof paths> = paths[P] extends { get: infer A } ? A : never;
type Inhalt<A> = A extends { responses: { 200: { content: { "application/json": infer I } } } } ? I : never;

/** The paths that answer with a page of a list. */
export type Listenpfad = {
  [P in keyof paths]: [Inhalt<Abruf<P>>] extends [never] ? never : Inhalt<Abruf<P>> extends Liste<unknown> ? P : never;
}[keyof paths];

/** What a list is of. */
export type Eintrag<P extends Listenpfad> = Inhalt<Abruf<P>> extends Liste<infer E> ? E : never;

type Parameter<P extends Listenpfad> =
  Abruf<P> extends { parameters: { query?: infer Q; path?: infer T } }
    ? { query?: Omit<NonNullable<Q>, "page"> } & ([T] extends [undefined] ? object : { path: T })
    : never;

type Hole = (
  pfad: string,
  wahl: { params: object; signal?: AbortSignal | undefined },
) => Promise<{ data?: Liste<unknown>; error?: unknown; response: Response }>;

/**
 * All entries of a list, page by page as they are asked for. What is written meanwhile may shift entries from one page
 * to another: for figures that must be right, take an export.
 *
 * @example for await (const konto of alle(klient, "/pachtkonten", { query: { status: ["aktiv"] } })) zeige(konto);
 * @throws Problemfehler
 */
export async function* alle<P extends Listenpfad>(
  klient: Klient,
  pfad: P,
  params: Parameter<P>,
  signal?: AbortSignal,
): AsyncGenerator<Eintrag<P>, void, void> {
  const hole = klient.GET as unknown as Hole;
  const { query, ...weitere } = params as { query?: object };
  for (let page = 1, letzte = 1; page <= letzte; page += 1) {
    const antwort = await hole(pfad, { params: { ...weitere, query: { limit: 100, ...query, page } }, signal });
    const { data, pagination } = ergebnis(antwort) as Liste<Eintrag<P>>;
    yield* data;
    letzte = pagination.totalPages;
  }
}
