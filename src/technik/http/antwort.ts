import type { Context } from "hono";
import type { Seitentext } from "../database/anweisung/suche.ts";
import { sha256Von } from "../sha256.ts";
import type { Env } from "./app.ts";
import { anordnung } from "./dateien/dateiantwort.ts";
import { alsListe, type Seite } from "./schema.ts";

/**
 * The ETag of a record: its version.
 *
 * @param berechnet what is shown with it and changes without it: behind the version, where `If-Match` does not look
 */
export function etagVon({ version }: { version: number }, berechnet: readonly unknown[] = []): string {
  if (berechnet.length === 0) return `"${version}"`;
  return `"${version}-${sha256Von(JSON.stringify(berechnet)).slice(0, 8)}"`;
}

/** Sets the ETag of a record, see {@link etagVon}, and passes the record on. */
export function mitETag<T extends { version: number }>(
  c: Context<Env>,
  datensatz: T,
  berechnet: readonly unknown[] = [],
): T {
  c.header("ETag", etagVon(datensatz, berechnet));
  return datensatz;
}

/** The header of a 202: where the job is. */
export function zumAuftrag(basis: string, { auftragId }: { auftragId: number | null }): { Location?: string } {
  return auftragId === null ? {} : { Location: `${basis}/betrieb/auftraege/${auftragId}` };
}

/** The list envelope round rows that are JSON already. */
export function alsSeite({ total, zeilen }: Seitentext, seite: Seite): Response {
  return new Response(`{"data":${zeilen},"pagination":${JSON.stringify(alsListe([], total, seite).pagination)}}`, {
    headers: { "Content-Type": "application/json" },
  });
}

/** A PDF to be shown. @param name without its ending */
export function alsPdf(inhalt: Uint8Array, name: string): Response {
  return new Response(new Uint8Array(inhalt), {
    headers: { "Content-Type": "application/pdf", "Content-Disposition": anordnung("inline", `${name}.pdf`) },
  });
}
