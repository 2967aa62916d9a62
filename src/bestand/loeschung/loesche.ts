import { sperreLaeufe } from "../../abrechnung/buchung/laeufe/lese.ts";
import { vergissSammeldateien } from "../../belege/sammeldateien/vergiss.ts";
import { konflikt } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { vergissKontakt } from "../../stammdaten/duplikate/pflege.ts";
import { leseAufbewahrung } from "../../stammdaten/einstellungen/aufbewahrung/pflege.ts";
import { leereKontakte, listAufgegangeneGesperrt } from "../../stammdaten/kontakte/leere.ts";
import { sperreAuchGeloeschten } from "../../stammdaten/kontakte/pflege.ts";
import type { Kontaktstand } from "../../stammdaten/kontakte/schema.ts";
import { loescheDokumenteVon } from "../../stammdaten/pachtkonten/dokumente/pflege.ts";
import { leereBemerkungen } from "../../technik/auditlog/bemerkung.ts";
import { loescheWerte, protokolliere } from "../../technik/auditlog/protokolliere.ts";
import type { Sql, Tx } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import { vergissImporte } from "../import/vergiss.ts";
import { vergissZusammenfuehrungen } from "../zusammenfuehrung/vergiss.ts";
import { type Bestand, bildeLoeschung, freieKonten, freieNennungen } from "./lage.ts";
import { leseBestand } from "./lese.ts";
import * as q from "./queries.ts";
import type { Loeschung, LoeschungBody } from "./schema.ts";
import { schwaerzeAntworten } from "./schwaerze.ts";
import { leseWoerter } from "./woerter.ts";

const loescheVonKonten = async (
  tx: Tx,
  kontext: Kontext,
  { konten, nennungen }: Bestand,
  offeneJahre: readonly number[],
): Promise<void> => {
  const { papiere, werte } = freieKonten(konten, offeneJahre, kontext.heute);
  const genannte = freieNennungen(nennungen, offeneJahre, kontext.heute);
  const verschwundene = genannte.filter(({ istDa }) => !istDa).map(({ pachtkontoId }) => pachtkontoId);
  await loescheDokumenteVon(tx, kontext, papiere);
  await loescheWerte(tx, kontext, [
    ...(await q.listEintraegeVonKonten(tx, werte)),
    ...(await q.listEintraegeVonUploads(tx, [...new Set([...papiere, ...verschwundene])])),
    ...genannte.map(({ id }) => id),
  ]);
};

/**
 * Erases what may go of a contact, in one transaction: afterwards he is called "gelöscht" wherever he is pointed to. What
 * the law keeps stays as it is. Of a deleted contact goes what is still kept of him elsewhere, and what he was is taken
 * from the entry of his deletion.
 *
 * @returns what was found before, that is what went and what stayed
 * @throws Ablehnung nichtGefunden, also where he was deleted and erased; aufgehoben where he was merged into another; or
 *   konflikt `nicht_loeschbar` with everything that stands against it
 */
export function loeschePersonendaten(
  sql: Sql,
  kontext: Kontext,
  kontaktId: number,
  { grund }: LoeschungBody,
): Promise<Loeschung> {
  return schreibe(sql, kontext, async (tx) => {
    const gewesener = await sperreAuchGeloeschten(tx, kontaktId);
    const { kontakt } = gewesener;
    const kontakte: [Kontaktstand, ...Kontaktstand[]] = [kontakt, ...(await listAufgegangeneGesperrt(tx, kontaktId))];
    const ids = kontakte.map(({ id }) => id);
    const { offeneJahre } = await leseAufbewahrung(tx);
    await q.sperreKontenMit(tx, ids);
    // A payment file that is being made, or the storno of a settlement, comes before this or finds him erased.
    await sperreLaeufe(tx, await q.listLaeufeMit(tx, ids));
    // Before the values go by which he was called otherwise.
    const woerter = await leseWoerter(tx, kontakte);
    const bestand = await leseBestand(tx, gewesener, ids, woerter);
    const loeschung = bildeLoeschung(bestand, offeneJahre, kontext.heute);
    const { hindernisse } = loeschung;
    if (hindernisse.length > 0)
      throw konflikt("nicht_loeschbar", hindernisse.map(({ text }) => text).join(" "), { hindernisse });

    await vergissZusammenfuehrungen(tx, ids);
    await vergissKontakt(tx, kontakt);
    const leer = await leereKontakte(tx, kontakte);
    await leereBemerkungen(tx, "kontakt", ids);
    await loescheVonKonten(tx, kontext, bestand, offeneJahre);
    await loescheWerte(tx, kontext, await q.listEintraege(tx, ids));
    await vergissSammeldateien(tx, ids);
    await vergissImporte(tx, ids, [...woerter.namen, ...woerter.eigene]);
    await schwaerzeAntworten(tx, ids, woerter, leer);
    await protokolliere(tx, kontext, {
      aktion: "personendaten_loeschen",
      ressource: "kontakt",
      ressourceId: kontaktId,
      neu: { grund, geloescht: Object.fromEntries(loeschung.gruppen.map((g) => [g.gruppe, g.loeschbar])) },
    });
    return loeschung;
  });
}
