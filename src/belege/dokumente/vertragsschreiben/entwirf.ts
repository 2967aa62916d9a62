import { ladePositionenAm } from "../../../abrechnung/hebungen/wirkung.ts";
import { konflikt } from "../../../kern/ablehnung.ts";
import { deutschesDatum } from "../../../kern/kalender/tag.ts";
import { leseKontostand } from "../../../stammdaten/pachtkonten/pflege.ts";
import type { Sql } from "../../../technik/database/pool.ts";
import { setzeEntwurf } from "../../briefe/satz/wasserzeichen.ts";
import { findHeutigenAussteller, verlangeAussteller } from "../aussteller.ts";
import { findHeutigesLogo } from "../logos.ts";
import { zeichneVerlangt } from "../zeichneVerlangt.ts";
import { angabenVonVertragsschreiben, layoutVertragsschreiben } from "./layout.ts";
import { listParteien } from "./queries.ts";
import type { Schreibenart } from "./schema.ts";
import { schreibe } from "./worte.ts";

/**
 * A letter about the contract as it stands, marked ENTWURF: a clerk reads and signs it, the service keeps and sends none.
 *
 * @throws Ablehnung nichtGefunden, or konflikt where the contract gives no such letter or its parts are missing
 */
export async function entwirfVertragsschreiben(
  sql: Sql,
  id: number,
  art: Schreibenart,
  am: string,
): Promise<{ inhalt: Uint8Array; kontonummer: string }> {
  const konto = await leseKontostand(sql, id);
  const stichtag = am < konto.pachtbeginn ? konto.pachtbeginn : am;
  const [parteien, positionen, aussteller, logo] = await Promise.all([
    listParteien(sql, id, stichtag),
    ladePositionenAm(sql, id, stichtag),
    findHeutigenAussteller(sql),
    findHeutigesLogo(sql),
  ]);
  const mit = (gesucht: string) => parteien.filter(({ rolle }) => rolle === gesucht);
  const lage = { konto, am, stichtag, positionen, paechter: mit("paechter"), verpaechter: mit("verpaechter") };
  if (lage.paechter.length === 0)
    throw konflikt("kein_paechter", `Am ${deutschesDatum(stichtag)} hat das Pachtkonto keinen Pächter.`);
  if (lage.verpaechter.length === 0)
    throw konflikt("kein_verpaechter", `Am ${deutschesDatum(stichtag)} hat das Pachtkonto keinen Verpächter.`);
  const text = schreibe[art](lage);
  verlangeAussteller(aussteller);
  const schreiben = { ...lage, ...text, aussteller, logo };
  const blaetter = layoutVertragsschreiben(schreiben);
  setzeEntwurf(blaetter);
  return {
    inhalt: await zeichneVerlangt(blaetter, angabenVonVertragsschreiben(schreiben), "eingetragen"),
    kontonummer: konto.kontonummer,
  };
}
