import { nichtGefunden, ungueltig } from "../../kern/ablehnung.ts";
import { parseTag } from "../../kern/kalender/tag.ts";
import { inMomentaufnahme } from "../../technik/database/momentaufnahme.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { summiere } from "../eingabe/summen.ts";
import { teileEin } from "./abschnitte.ts";
import { findAbdeckungskonto, listBuchungen, listGeltendeFaelligkeiten } from "./queries.ts";
import type { Abdeckung, AbdeckungBuchung, AbdeckungFilter } from "./schema.ts";

/**
 * Which days of an account are billed, open, cancelled or missing, with the documents.
 *
 * @throws Ablehnung nichtGefunden, or ungueltig where `bis` lies before `von`
 */
export function leseAbdeckung(sql: Sql, pachtkontoId: number, filter: AbdeckungFilter): Promise<Abdeckung> {
  return inMomentaufnahme(sql, async (tx) => {
    const konto = await findAbdeckungskonto(tx, pachtkontoId);
    if (!konto) throw nichtGefunden("Ein Pachtkonto mit der id", pachtkontoId);
    const faelligkeiten = await listGeltendeFaelligkeiten(tx, pachtkontoId);
    const alle = await listBuchungen(tx, pachtkontoId);
    const zeiten = [...faelligkeiten, ...alle];
    const von = filter.von ?? frueheste([konto.ersterTag, ...zeiten.map(({ zeitraumVon }) => zeitraumVon)]);
    const bis = filter.bis ?? spaeteste([von, ...zeiten.map(({ zeitraumBis }) => zeitraumBis)]);
    if (bis < von) throw ungueltig("bis", "vor_von", "bis liegt vor von.");
    const buchungen = alle.filter(({ zeitraumVon, zeitraumBis }) => zeitraumVon <= bis && von <= zeitraumBis);
    const abschnitte = teileEin(konto, faelligkeiten, buchungen, von, bis);
    const tage = { gebucht: 0, offen: 0, storniert: 0, fehlend: 0, ausserhalb: 0 };
    for (const abschnitt of abschnitte) tage[abschnitt.status] += parseTag(abschnitt.bis) - parseTag(abschnitt.von) + 1;
    return { ...konto, von, bis, tage, summen: summenVon(buchungen), abschnitte };
  });
}

const frueheste = (tage: string[]): string => tage.reduce((a, b) => (a < b ? a : b));
const spaeteste = (tage: string[]): string => tage.reduce((a, b) => (a > b ? a : b));

/** Each Storno beside what it cancels. */
const summenVon = (buchungen: readonly AbdeckungBuchung[]): Abdeckung["summen"] => {
  const dokumente = buchungen.flatMap((buchung) => buchung.dokumente);
  const { anzahlDokumente: _, ...summen } = summiere(dokumente.map((d) => ({ ...d, belegart: d.grundart })));
  return summen;
};
