import { leseAuswahl, pruefeUmfang } from "../../../abrechnung/vorschau/auswahl.ts";
import { hoechstensInAnfrage } from "../../../abrechnung/vorschau/schema.ts";
import type { Kontext } from "../../../kern/kontext.ts";
import type { Sql } from "../../../technik/database/pool.ts";
import { layoutVersion } from "../../briefe/daten.ts";
import { leseEntwurfsumfang } from "../entwurf/lade.ts";
import type { PdfEntwurfFilter } from "../schema.ts";
import { angabenEntwurf, ausVorschau } from "../zeichnung/quellen.ts";
import type { Schreiben } from "../zeichnung/teil.ts";
import { verdichte } from "./besorge.ts";
import { holeAusAuftrag, type Lieferung, zeichneDirekt } from "./hole.ts";

/**
 * The preview as letters, by account number, marked ENTWURF and without numbers.
 *
 * @param direktBis so many letters are drawn at once, more by the worker
 * @throws Ablehnung ungueltig for day or selection as the preview, konflikt `keine_schreiben` or `pdf_nicht_erstellbar`
 */
export async function holeEntwurf(
  sql: Sql,
  kontext: Kontext,
  { datum, auswahl, teil }: PdfEntwurfFilter,
  direktBis: number,
): Promise<Lieferung> {
  const { heute } = kontext;
  const umfang = await pruefeUmfang(sql, { datum, auswahl: leseAuswahl(auswahl) }, heute, hoechstensInAnfrage);
  const { ids, stand } = await leseEntwurfsumfang(sql, umfang);
  const gewaehlt = umfang.auswahl?.join(",") ?? "alle";
  const was = {
    name: `Entwurf-${datum}`,
    sonst:
      "Nichts Offenes ist bis dahin fällig, oder es ist nicht abrechenbar: Die Vorschau nennt unter `nichtAbrechenbar` die Gründe.",
    nachweis: {
      ressource: "abrechnung_entwurf",
      ressourceId: null,
      neu: { art: "pdf-entwurf", datum, auswahl: gewaehlt },
    },
    teil,
  };
  const gruppen = await sammle(sql, ids, datum, heute, direktBis);
  if (gruppen) return zeichneDirekt(sql, kontext, was, angabenEntwurf(datum, heute), gruppen);
  return holeAusAuftrag(sql, kontext, was, {
    art: "entwurf",
    schluessel: verdichte(`${datum}|${gewaehlt}`),
    stand: verdichte(`${stand}|${heute}|${layoutVersion}|${ids.join(",")}`),
    abruf: `/abrechnung/pdf-entwurf?datum=${datum}${umfang.auswahl ? `&auswahl=${gewaehlt}` : ""}`,
    buchungslaufId: null,
    datum,
    heute,
    listIds: () => ids,
  });
}

/** The letters if there are no more than `hoechstens`. */
const sammle = async (
  sql: Sql,
  ids: number[],
  datum: string,
  heute: string,
  hoechstens: number,
): Promise<Schreiben[][] | undefined> => {
  // Nearly every account has a letter: of so many nothing need be computed to know.
  if (ids.length > hoechstens) return undefined;
  const gruppen: Schreiben[][] = [];
  let anzahl = 0;
  for await (const gruppe of ausVorschau(sql, ids, datum, heute)) {
    anzahl += gruppe.length;
    if (anzahl > hoechstens) return undefined;
    gruppen.push(gruppe);
  }
  return gruppen;
};
