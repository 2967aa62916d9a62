import type { Klient } from "./klient.ts";
import type { Auftrag } from "./openapi.ts";
import { pause, warteMs } from "./pause.ts";
import { ergebnis } from "./problem.ts";

type Verfolgung<T> = {
  /** Hears of each stand, the last one included. */
  beiFortschritt?: (stand: T) => void;
  signal?: AbortSignal;
};

const laengsterAbstandMs = 5_000;

/**
 * Asks again and again until what is asked for is done: at first every half second, later every five.
 *
 * @param lies asks once   @throws the signal's reason as soon as it is aborted
 */
export async function verfolge<T>(
  lies: () => Promise<T>,
  istFertig: (stand: T) => boolean,
  { beiFortschritt, signal }: Verfolgung<T> = {},
): Promise<T> {
  for (let abstandMs = 500; ; abstandMs = Math.min(abstandMs * 1.5, laengsterAbstandMs)) {
    signal?.throwIfAborted();
    const stand = await lies();
    beiFortschritt?.(stand);
    if (istFertig(stand)) return stand;
    await pause(abstandMs, signal);
  }
}

/** The job that an answer with 202 names in its `Location`. */
export function auftragVon(antwort: Response): number | undefined {
  const [, id] = /\/betrieb\/auftraege\/(\d+)$/.exec(antwort.headers.get("Location") ?? "") ?? [];
  return id === undefined ? undefined : Number(id);
}

/** A job that has ended otherwise than well. */
export class Auftragsfehler extends Error {
  override name = "Auftragsfehler";
  readonly auftrag: Auftrag;

  constructor(auftrag: Auftrag) {
    super(auftrag.ursache ?? `Der Auftrag ${auftrag.id} ist ${auftrag.status}.`);
    this.auftrag = auftrag;
  }
}

const beendet = new Set<Auftrag["status"]>(["fertig", "fehlgeschlagen", "abgebrochen"]);

/**
 * Waits until a job of the service is done. Its `fortschritt` of `gesamt` is what a bar shows; where its result is to be
 * had, stands in `ergebnisUnter`.
 *
 * @param auftrag its id, or the answer with 202 that names it; its `Retry-After` is heeded
 * @throws Auftragsfehler where it failed, Problemfehler where it may not be read
 */
export async function warteAufAuftrag(
  klient: Klient,
  auftrag: number | Response,
  verfolgung: Verfolgung<Auftrag> = {},
): Promise<Auftrag> {
  const { signal } = verfolgung;
  const id = typeof auftrag === "number" ? auftrag : auftragVon(auftrag);
  if (id === undefined) throw new TypeError("Diese Antwort nennt keinen Auftrag.");
  if (auftrag instanceof Response) await pause(warteMs(auftrag) ?? 0, signal);
  const lies = async () =>
    ergebnis(
      await klient.GET("/betrieb/auftraege/{id}", {
        params: { path: { id } },
        ...(signal === undefined ? {} : { signal }),
      }),
    );
  const stand = await verfolge(lies, ({ status }) => beendet.has(status), verfolgung);
  if (stand.status !== "fertig") throw new Auftragsfehler(stand);
  return stand;
}
