import { ungueltig } from "../../../kern/ablehnung.ts";
import type { Schreibkontext } from "../../../kern/kontext.ts";
import { protokolliere } from "../../../technik/auditlog/protokolliere.ts";
import { istUnveraendert, pruefeVersion, uebernimm } from "../../../technik/database/aendern.ts";
import type { Db, Sql } from "../../../technik/database/pool.ts";
import { schreibe } from "../../../technik/database/schreibe.ts";
import { pruefePlz } from "../../kontakte/plz.ts";
import * as q from "./queries.ts";
import { type Firmendaten, schreibbareFelder, type UpdateFirmendatenBody } from "./schema.ts";
import { fehlendeAngaben } from "./vollstaendigkeit.ts";

/** The company data with the version that stands in their ETag. */
export type FirmendatenFassung = Firmendaten & { version: number };

const alsFassung = (zeile: q.FirmendatenZeile): FirmendatenFassung => {
  const fehlt = fehlendeAngaben(zeile);
  return { ...zeile, vollstaendig: fehlt.length === 0, fehlendeAngaben: fehlt };
};

export const leseFirmendaten = async (sql: Db): Promise<FirmendatenFassung> => alsFassung(await q.findFirmendaten(sql));

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

export const aendereFirmendaten = (
  sql: Sql,
  kontext: Schreibkontext,
  body: UpdateFirmendatenBody,
): Promise<FirmendatenFassung> =>
  schreibe(sql, kontext, async (tx) => {
    const alt = await q.findFirmendatenGesperrt(tx);
    pruefeVersion(kontext, alt.version);
    const fassung = alsFassung(alt);
    const werte = uebernimm(fassung, body, schreibbareFelder);
    if (istUnveraendert(fassung, werte, schreibbareFelder)) return fassung;
    pruefePlz(werte);
    pruefeSteuerbefreiung(werte);
    const neu = await q.updateFirmendaten(tx, werte);
    await protokolliere(tx, kontext, { aktion: "aendern", ressource: "firmendaten", ressourceId: null, alt, neu });
    return alsFassung(neu);
  });
