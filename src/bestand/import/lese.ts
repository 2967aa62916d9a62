import { Buffer } from "node:buffer";
import { nichtGefunden } from "../../kern/ablehnung.ts";
import type { Db } from "../../technik/database/pool.ts";
import { alsListe, type Liste } from "../../technik/http/schema.ts";
import type { Befund, Quelle } from "../format/blaetter.ts";
import { blattnamen } from "../format/blattnamen.ts";
import { countBefunde, deleteAlteImporte, findImport, type Importzeile, listBefunde, listStuecke } from "./queries.ts";
import type { BefundFilter, Import } from "./schema.ts";

/** Whether its job has come to nothing: failed, or gone from the queue. */
const istGescheitert = ({ auftragStatus }: Importzeile): boolean =>
  auftragStatus === "fehlgeschlagen" || auftragStatus === "abgebrochen";

/** A job that failed has written nothing: what it was to do is open again. */
export function statusVon(zeile: Importzeile): Import["status"] {
  if (!istGescheitert(zeile)) return zeile.status;
  if (zeile.status === "wird_geprueft") return "fehlgeschlagen";
  return zeile.status === "wird_ausgefuehrt" ? "geprueft" : zeile.status;
}

const alsImport = (zeile: Importzeile): Import => ({
  id: zeile.id,
  dateiname: zeile.dateiname,
  groesse: zeile.groesse,
  art: zeile.blatt,
  status: statusVon(zeile),
  ursache: istGescheitert(zeile) ? zeile.ursache : null,
  zeilen: zeile.zeilen,
  blaetter: blattnamen.flatMap((blatt) => {
    const zahlen = zeile.zaehlung[blatt];
    return zahlen ? [{ blatt, ...zahlen }] : [];
  }),
  fehler: zeile.fehler,
  hinweise: zeile.hinweise,
  ueberschreiben: zeile.ueberschreiben,
  auftragId: zeile.auftragId,
  angelegtVon: zeile.benutzerName,
  angelegtAm: zeile.angelegtAm,
  geprueftAm: zeile.geprueftAm,
  ausgefuehrtAm: zeile.ausgefuehrtAm,
});

/** @throws Ablehnung nichtGefunden */
export async function leseImport(sql: Db, id: number): Promise<Import> {
  const zeile = await findImport(sql, id);
  if (!zeile) throw nichtGefunden("Einen Import mit der id", id);
  return alsImport(zeile);
}

/** @throws Ablehnung nichtGefunden */
export async function listeBefunde(sql: Db, id: number, filter: BefundFilter): Promise<Liste<Befund>> {
  await leseImport(sql, id);
  const [zeilen, total] = await Promise.all([listBefunde(sql, id, filter), countBefunde(sql, id, filter)]);
  return alsListe([...zeilen], total, filter);
}

/** Forgets files that were uploaded 30 days ago, with their rows and findings; what they wrote stays. @returns how many */
export async function vergissAlteImporte(sql: Db, jetzt: Date): Promise<number> {
  return (await deleteAlteImporte(sql, jetzt.toISOString())).count;
}

/** The uploaded file, whole: up to 50 MiB. */
export async function leseDatei(sql: Db, id: number): Promise<Quelle> {
  const lauf = await findImport(sql, id);
  const bytes = Buffer.concat((await listStuecke(sql, id)).map(({ inhalt }) => inhalt));
  return { bytes, art: lauf?.blatt ?? undefined };
}
