import { addiereMonate, ausDatum, datum, formatTag, plusTage, type Tag } from "../../kern/kalender/tag.ts";
import type { Tx } from "../../technik/database/pool.ts";
import { fuegeEin } from "./fuegeEin.ts";
import { type Plan, zeitpunktAm } from "./plan.ts";

/** Invented, but of a size that prices had: 2020 = 100 in the middle of each year; the coming years go on by 2.1 a year. */
const jahresmitte = [94.5, 95.0, 96.4, 98.1, 99.5, 100, 103.1, 110.2, 116.7, 119.3];
const erstesJahr = 2015;
export const ersterIndexmonat = ausDatum(erstesJahr, 1, 1);

const mitteVon = (jahr: number): number => {
  const nr = jahr - erstesJahr;
  return jahresmitte[nr] ?? (nr < 0 ? 94.5 + 0.8 * nr : 119.3 + 2.1 * (nr - jahresmitte.length + 1));
};

/** What the season adds, January to December, in tenths. */
const jahreszeit = [-2, 1, 2, 3, 2, 0, 2, 1, -1, -2, -4, -2];

/** The value of a month in tenths, between the middles of two years, with a little of the season. */
const zehntelIm = (tag: Tag): number => {
  const { jahr, monat } = datum(tag);
  const seitMitte = (monat - 6.5) / 12;
  const nachbar = mitteVon(jahr + Math.sign(seitMitte));
  const wert = mitteVon(jahr) + Math.abs(seitMitte) * (nachbar - mitteVon(jahr));
  return Math.round(wert * 10) + (jahreszeit[monat - 1] ?? 0);
};

const monatVon = (tag: Tag): string => formatTag(tag).slice(0, 7);

/** The 12th of the following month. */
const veroeffentlichtAm = (tag: Tag): Tag => plusTage(addiereMonate(tag, 1), 11);

/** A series that publishes its value in the middle of the next month, rebased once and calculated back. */
export async function schreibeIndexreihen(tx: Tx, plan: Plan): Promise<void> {
  const monate: Tag[] = [];
  for (let tag = ersterIndexmonat; veroeffentlichtAm(tag) <= plan.heute; tag = addiereMonate(tag, 1)) monate.push(tag);
  const zeitpunkt = zeitpunktAm(plusTage(plan.uebernahme, -90), 20);
  const zeiten = { erstellt_am: zeitpunkt, geaendert_am: zeitpunkt };
  await fuegeEin(tx, "indexreihe", [
    { id: 1, name: "Preisindex Musterland (erfundene Werte)", quelle: "Für die Demodaten erfunden", ...zeiten },
  ]);
  await fuegeEin(tx, "indexfassung", [
    { id: 1, reihe_id: 1, nr: 1, basis: "2015 = 100", ...zeiten },
    { id: 2, reihe_id: 1, nr: 2, basis: "2020 = 100", ...zeiten },
  ]);
  const umgestelltAm = ausDatum(2023, 2, 22);
  const stand = (fassung_id: number, tag: Tag, wert: number, eingegeben: Tag) => ({
    fassung_id,
    monat: monatVon(tag),
    wert: (wert / 10).toFixed(1),
    eingegeben_am: formatTag(eingegeben),
  });
  await fuegeEin(tx, "indexstand", [
    ...monate
      .filter((tag) => veroeffentlichtAm(tag) < umgestelltAm)
      .map((tag) =>
        stand(1, tag, Math.round((zehntelIm(tag) * 1000) / (mitteVon(erstesJahr) * 10)), veroeffentlichtAm(tag)),
      ),
    ...monate.map((tag) =>
      stand(2, tag, zehntelIm(tag), veroeffentlichtAm(tag) < umgestelltAm ? umgestelltAm : veroeffentlichtAm(tag)),
    ),
  ]);
}
