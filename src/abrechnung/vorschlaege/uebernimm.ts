import { konflikt } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { sperrePachtkonten, verlangeKeineVeroeffentlichung } from "../../stammdaten/faelligkeiten/sperre.ts";
import type { Sql, Tx } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import { planeVorgeschlagene, type Vorgeschlagene } from "../hebungen/planeVorgeschlagene.ts";
import { leereHebung } from "../hebungen/schema.ts";
import { pruefeAuswahl } from "../vorschau/auswahl.ts";
import { neuerGesamtabdruck } from "./abdruck.ts";
import { herkunftVon, werteVon } from "./alsHebung.ts";
import { type Ermittelt, ermittleVorschlaege } from "./ermittle.ts";
import { findGemeinte } from "./gehalten/queries.ts";
import { ladeAbweichung } from "./gehalten/stand.ts";
import { hoechstensJeUebernahme, type Uebernahme, type UebernehmenBody } from "./schema.ts";
import { begruendungVon, bezeichnungVon } from "./worte.ts";

/**
 * Plans the increases that clauses ask for, all in one transaction. What is planned is no longer proposed, so that a second
 * call plans nothing.
 *
 * @throws Ablehnung ungueltig for an unknown account, konflikt `vorschlag_veraltet` where the proposals are no longer those
 *   that the hash is of
 */
export async function uebernimmVorschlaege(
  sql: Sql,
  kontext: Kontext,
  { bis, auswahl, vorschlagHash }: UebernehmenBody,
): Promise<Uebernahme> {
  const gewaehlt = await pruefeAuswahl(sql, auswahl, hoechstensJeUebernahme);
  return schreibe(sql, kontext, async (tx) => {
    // A hash is of all proposals, whichever are taken over.
    const vorher = await findGemeinte(tx, await ladeAbweichung(tx), bis, gewaehlt);
    if (vorschlagHash !== undefined && vorher.hash !== vorschlagHash) throw veraltet();
    const { ids } = vorher;
    await verlangeKeineVeroeffentlichung(tx, ids);
    await sperrePachtkonten(tx, ids);
    // Only what is computed behind the locks stands.
    const { hash, vorgeschlagene, ...summen } = await sammle(tx, bis, ids);
    if (vorschlagHash !== undefined && hash !== vorher.gemeintHash) throw veraltet();
    const hebungIds = await planeVorgeschlagene(tx, kontext, vorgeschlagene);
    return { anzahl: hebungIds.length, hebungIds, ...summen };
  });
}

const veraltet = () =>
  konflikt("vorschlag_veraltet", "Die Vorschläge haben sich geändert, seit sie gelesen wurden. Bitte neu laden.");

/** The increases that are proposed for these accounts. */
const sammle = async (tx: Tx, bis: string, ids: number[]) => {
  const abdruck = neuerGesamtabdruck();
  const vorgeschlagene: Vorgeschlagene[] = [];
  const summen = { altJahrCent: 0, neuJahrCent: 0 };
  for await (const { ermittelte } of ermittleVorschlaege(tx, bis, ids))
    for (const eines of ermittelte) {
      abdruck.nimm(eines);
      vorgeschlagene.push(alsVorgeschlagene(eines));
      summen.altJahrCent += eines.vorschlag.altJahrCent;
      summen.neuJahrCent += eines.vorschlag.neuJahrCent;
    }
  return { hash: abdruck.hex(), vorgeschlagene, ...summen };
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
