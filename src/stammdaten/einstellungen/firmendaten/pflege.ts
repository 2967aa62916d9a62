import { ungueltig } from "../../../kern/ablehnung.ts";
import type { Schreibkontext } from "../../../kern/kontext.ts";
import { protokolliere, type Urheber } from "../../../technik/auditlog/protokolliere.ts";
import { istUnveraendert, pruefeVersion, uebernimm } from "../../../technik/database/aendern.ts";
import type { Db, Sql, Tx } from "../../../technik/database/pool.ts";
import { schreibe } from "../../../technik/database/schreibe.ts";
import { pruefePlz } from "../../kontakte/plz.ts";
import * as q from "./queries.ts";
import { type Firmendaten, schreibbareFelder, type UpdateFirmendatenBody } from "./schema.ts";
import { fehlendeAngaben } from "./vollstaendigkeit.ts";

export { findFirmendatenGesperrt } from "./queries.ts";

/** The company data with the version that stands in their ETag. */
export type FirmendatenFassung = Firmendaten & { version: number };

const alsFassung = (zeile: q.FirmendatenZeile): FirmendatenFassung => {
  const fehlt = fehlendeAngaben(zeile);
  return { ...zeile, vollstaendig: fehlt.length === 0, fehlendeAngaben: fehlt };
};

export async function leseFirmendaten(sql: Db): Promise<FirmendatenFassung> {
  return alsFassung(await q.findFirmendaten(sql));
}

type Firmenwerte = Pick<Firmendaten, (typeof schreibbareFelder)[number]>;

/** @throws Ablehnung ungueltig where fields do not go together */
export function pruefeFirmendaten(werte: Firmenwerte): void {
  pruefePlz(werte);
  pruefeSteuerbefreiung(werte);
}

const pruefeSteuerbefreiung = (
  werte: Pick<Firmendaten, "verwaltungsgebuehrSteuersatzBp" | "verwaltungsgebuehrSteuerbefreiungGrund">,
): void => {
  if (werte.verwaltungsgebuehrSteuersatzBp === 0 && werte.verwaltungsgebuehrSteuerbefreiungGrund === null)
    throw ungueltig(
      "verwaltungsgebuehrSteuerbefreiungGrund",
      "fehlt",
      "Der Satz 0 auf die Verwaltungsgebühr braucht den Grund der Steuerbefreiung.",
    );
};

/** @param alt as they are, locked */
export async function schreibeFirmendaten(
  tx: Tx,
  urheber: Urheber,
  alt: q.FirmendatenZeile,
  werte: Firmenwerte,
): Promise<FirmendatenFassung> {
  const neu = await q.updateFirmendaten(tx, werte);
  await protokolliere(tx, urheber, { aktion: "aendern", ressource: "firmendaten", ressourceId: null, alt, neu });
  return alsFassung(neu);
}

export function aendereFirmendaten(
  sql: Sql,
  kontext: Schreibkontext,
  body: UpdateFirmendatenBody,
): Promise<FirmendatenFassung> {
  return schreibe(sql, kontext, async (tx) => {
    const alt = await q.findFirmendatenGesperrt(tx);
    pruefeVersion(kontext, alt.version);
    const fassung = alsFassung(alt);
    const werte = uebernimm(fassung, body, schreibbareFelder);
    if (istUnveraendert(fassung, werte, schreibbareFelder)) return fassung;
    pruefeFirmendaten(werte);
    return schreibeFirmendaten(tx, kontext, alt, werte);
  });
}
