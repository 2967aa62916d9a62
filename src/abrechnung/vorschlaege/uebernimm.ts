import { konflikt } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { sperrePachtkonten, verlangeKeineVeroeffentlichung } from "../../stammdaten/faelligkeiten/sperre.ts";
import type { Sql, Tx } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import { planeVorgeschlagene, type Vorgeschlagene } from "../hebungen/planeVorgeschlagene.ts";
import { leereHebung } from "../hebungen/schema.ts";
import { pruefeAuswahl } from "../vorschau/auswahl.ts";
import { neuerAbdruck } from "./abdruck.ts";
import { herkunftVon, werteVon } from "./alsHebung.ts";
import { type Ermittelt, ermittleVorschlaege } from "./ermittle.ts";
import { hoechstensJeUebernahme, type Uebernahme, type UebernehmenBody } from "./schema.ts";
import { begruendungVon, bezeichnungVon } from "./worte.ts";

/**
 * Plans the increases that clauses ask for, all in one transaction. What is planned is no longer proposed, so that a second
 * call plans nothing.
 *
 * @throws Ablehnung ungueltig for an unknown account, konflikt `vorschlag_veraltet` where the proposals are no longer those
 *   that the hash is of
 */
export const uebernimmVorschlaege = (
  sql: Sql,
  kontext: Kontext,
  { bis, auswahl, vorschlagHash }: UebernehmenBody,
): Promise<Uebernahme> =>
  schreibe(sql, kontext, async (tx) => {
    const gewaehlt = await pruefeAuswahl(sql, auswahl, hoechstensJeUebernahme);
    const vorher = await ermittleAlle(tx, bis, vorschlagHash === undefined ? gewaehlt : null);
    if (vorschlagHash !== undefined && abdruckVon(vorher) !== vorschlagHash) throw veraltet();
    const nur = gewaehlt && new Set(gewaehlt);
    const gemeint = vorher.filter(({ konto }) => nur?.has(konto.id) ?? true);
    const ids = gemeint.map(({ konto }) => konto.id);
    await verlangeKeineVeroeffentlichung(tx, ids);
    await sperrePachtkonten(tx, ids);
    // Only what is computed behind the locks stands.
    const jetzt = await ermittleAlle(tx, bis, ids);
    if (vorschlagHash !== undefined && abdruckVon(jetzt) !== abdruckVon(gemeint)) throw veraltet();
    const hebungIds = await planeVorgeschlagene(tx, kontext, jetzt.map(alsVorgeschlagene));
    const summe = (feld: "altJahrCent" | "neuJahrCent") =>
      jetzt.reduce((bisher, { vorschlag }) => bisher + vorschlag[feld], 0);
    return { anzahl: jetzt.length, hebungIds, altJahrCent: summe("altJahrCent"), neuJahrCent: summe("neuJahrCent") };
  });

const veraltet = () =>
  konflikt("vorschlag_veraltet", "Die Vorschläge haben sich geändert, seit sie gelesen wurden. Bitte neu laden.");

const ermittleAlle = async (tx: Tx, bis: string, auswahl: number[] | null): Promise<Ermittelt[]> => {
  const alle: Ermittelt[] = [];
  for await (const { ermittelte } of ermittleVorschlaege(tx, bis, { auswahl, filter: {} })) alle.push(...ermittelte);
  return alle;
};

const abdruckVon = (ermittelte: readonly Ermittelt[]): string => {
  const abdruck = neuerAbdruck();
  for (const eines of ermittelte) abdruck.nimm(eines);
  return abdruck.hex();
};

const alsVorgeschlagene = (ermittelt: Ermittelt): Vorgeschlagene => ({
  ...leereHebung,
  ...werteVon(ermittelt),
  pachtkontoId: ermittelt.konto.id,
  wirksamAb: ermittelt.vorschlag.hebung.wirksamAb,
  bezeichnung: bezeichnungVon(ermittelt),
  begruendung: begruendungVon(ermittelt),
  herkunft: herkunftVon(ermittelt),
});
