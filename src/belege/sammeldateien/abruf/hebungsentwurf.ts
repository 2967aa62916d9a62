import { findEntwurfsauswahl } from "../../../abrechnung/hebungen/entwirf.ts";
import { leseAuswahl } from "../../../abrechnung/vorschau/auswahl.ts";
import type { Kontext } from "../../../kern/kontext.ts";
import type { Sql } from "../../../technik/database/pool.ts";
import { hebungsbriefLayout } from "../../dokumente/hebungsbrief/daten.ts";
import type { PdfHebungsentwurfFilter } from "../schema.ts";
import { angabenHebungsentwurf, ausHebungen } from "../zeichnung/quellen.ts";
import { verdichte } from "./besorge.ts";
import { holeAusAuftrag, type Lieferung, zeichneDirekt } from "./hole.ts";

/**
 * The letters of increases before their completion, by account number, marked ENTWURF.
 *
 * @param direktBis so many letters are drawn at once, more by the worker
 * @throws Ablehnung konflikt `keine_schreiben` or `pdf_nicht_erstellbar`
 */
export async function holeHebungsentwurf(
  sql: Sql,
  kontext: Kontext,
  { hebungIds, wirksamBis, teil }: PdfHebungsentwurfFilter,
  direktBis: number,
): Promise<Lieferung> {
  const { heute } = kontext;
  const { ids, stand } = await findEntwurfsauswahl(sql, { hebungIds: leseAuswahl(hebungIds), wirksamBis });
  const gefragt = [hebungIds && `hebungIds=${hebungIds}`, wirksamBis && `wirksamBis=${wirksamBis}`].filter(Boolean);
  const was = {
    name: `Entwurf-Pachtanpassungen-${heute}`,
    sonst: "Keine der gefragten Hebungen ist geplant oder aktiv.",
    nachweis: {
      ressource: "hebung_entwurf",
      ressourceId: null,
      neu: { art: "pdf-hebungsentwurf", hebungIds: hebungIds ?? "alle", wirksamBis: wirksamBis ?? null },
    },
    teil,
  };
  if (ids.length <= direktBis)
    return zeichneDirekt(sql, kontext, was, angabenHebungsentwurf(heute), ausHebungen(sql, ids, heute));
  return holeAusAuftrag(sql, kontext, was, {
    art: "hebungsentwurf",
    schluessel: verdichte(`${hebungIds ?? "alle"}|${wirksamBis ?? ""}`),
    stand: verdichte(`${stand}|${heute}|${hebungsbriefLayout}|${ids.join(",")}`),
    abruf: `/abrechnung/pdf-hebungsentwurf${gefragt.length > 0 ? `?${gefragt.join("&")}` : ""}`,
    buchungslaufId: null,
    datum: heute,
    heute,
    listIds: () => ids,
  });
}
