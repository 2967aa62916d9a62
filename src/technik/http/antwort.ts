import { createHash } from "node:crypto";
import type { Context } from "hono";
import type { Seitentext } from "../database/anweisung/suche.ts";
import type { Env } from "./app.ts";
import { anordnung } from "./dateien/dateiantwort.ts";
import { alsListe, type Seite } from "./schema.ts";

/**
 * Sets the ETag of a record, its version, and passes the record on.
 *
 * @param berechnet what is shown with it and changes without it: behind the version, where `If-Match` does not look
 */
export const mitETag = <T extends { version: number }>(
  c: Context<Env>,
  datensatz: T,
  berechnet: readonly unknown[] = [],
): T => {
  const zusatz = createHash("sha256").update(JSON.stringify(berechnet)).digest("hex").slice(0, 8);
  c.header("ETag", `"${datensatz.version}${berechnet.length > 0 ? `-${zusatz}` : ""}"`);
  return datensatz;
};

/** The header of a 202: where the job is. */
export const zumAuftrag = (basis: string, { auftragId }: { auftragId: number | null }): { Location?: string } =>
  auftragId === null ? {} : { Location: `${basis}/betrieb/auftraege/${auftragId}` };

/** The list envelope round rows that are JSON already. */
export const alsSeite = ({ total, zeilen }: Seitentext, seite: Seite): Response =>
  new Response(`{"data":${zeilen},"pagination":${JSON.stringify(alsListe([], total, seite).pagination)}}`, {
    headers: { "Content-Type": "application/json" },
  });

/** A PDF to be shown. @param name without its ending */
export const alsPdf = (inhalt: Uint8Array, name: string): Response =>
  new Response(new Uint8Array(inhalt), {
    headers: { "Content-Type": "application/pdf", "Content-Disposition": anordnung("inline", `${name}.pdf`) },
  });
