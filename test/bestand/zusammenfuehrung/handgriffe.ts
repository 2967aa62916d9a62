import { expect } from "vitest";
import type { Hindernis, Zusammenfuehrung } from "../../../src/bestand/zusammenfuehrung/schema.ts";
import type { PachtkontoDetail } from "../../../src/stammdaten/pachtkonten/schema.ts";
import { dienst, verwalter } from "../../hilfe/mitDienst.ts";

/** A contact like one of `saeStammdaten`, written straight into the table. @returns its id */
export async function saeKontakt(felder: Record<string, string | number | boolean | null> = {}): Promise<number> {
  const zeile = {
    typ: "person",
    vorname: "Berta",
    nachname: "Schulze",
    plz: "17034",
    ort: "Neubrandenburg",
    ...felder,
  };
  const [neu] = await dienst.owner<{ id: number }[]>`insert into kontakt ${dienst.owner(zeile)} returning id`;
  return Number(neu?.id);
}

/** Asks to merge, whatever becomes of it. */
export function sendeZusammenfuehrung(bleibt: number, geht: number, mehr: object = {}, query = "") {
  return verwalter().post<Zusammenfuehrung>(`/duplikate/kontakte/zusammenfuehrung${query}`, { bleibt, geht, ...mehr });
}

export async function fuehreZusammen(bleibt: number, geht: number, mehr: object = {}): Promise<Zusammenfuehrung> {
  const { status, json, text } = await sendeZusammenfuehrung(bleibt, geht, mehr);
  expect(status, text).toBe(201);
  return json;
}

/** What is said where nothing is undone. */
type Absage = { code: string; hindernisse: Hindernis[] };

/** Asks to undo a merging of contacts or of objects, whatever becomes of it. */
export function sendeRuecknahme(id: number | null) {
  return verwalter().post<Zusammenfuehrung & Absage>(`/duplikate/zusammenfuehrungen/${id}/ruecknahme`);
}

/** Parties of an account as [contact, role, numerator, denominator]. */
export async function parteienVon(pachtkontoId: number) {
  const { json } = await verwalter().get<PachtkontoDetail>(`/pachtkonten/${pachtkontoId}`);
  return json.beteiligte.map((b) => [b.kontaktId, b.rolle, b.anteilZaehler, b.anteilNenner]);
}

/** All that is archived, as one hash. */
export async function archivHash(): Promise<string> {
  const [zeile] = await dienst.owner<{ hash: string }[]>`
    select md5(string_agg(t, '|' order by t)) hash
    from (
      select b::text t from archiv_beleg b union all select z::text from archiv_zeile z
      union all select s::text from archiv_steuer s union all select a::text from archivkonto a
      union all select p.beleg_id || p.sha256 from archiv_pdf p
    ) alles`;
  return String(zeile?.hash);
}
