import { expect } from "vitest";
import type { HebungsvorschlagListe, Uebernahme } from "../../../src/abrechnung/vorschlaege/schema.ts";
import type { Indexreihe } from "../../../src/stammdaten/einstellungen/indexreihen/schema.ts";
import { dienst, konto, mitarbeiter, verwalter } from "../../hilfe/mitDienst.ts";
import type { Kontosaat } from "../../hilfe/saat.ts";

let nummer = 0;

/** A series whose values are entered on a day. @returns its id */
export async function legeReiheAn(
  werte: Record<string, string>,
  tag = "2026-10-12",
  basis = "2020 = 100",
): Promise<number> {
  nummer += 1;
  const { json } = await verwalter().post<Indexreihe>("/einstellungen/indexreihen", { name: `Reihe ${nummer}` });
  await fuegeFassungHinzu(json.id, werte, tag, basis);
  return json.id;
}

export async function fuegeFassungHinzu(
  reiheId: number,
  werte: Record<string, string>,
  tag = "2026-10-12",
  basis = "2020 = 100",
): Promise<void> {
  dienst.stelle(tag);
  const staende = Object.entries(werte).map(([monat, wert]) => ({ monat, wert }));
  const { status, text } = await verwalter().post(`/einstellungen/indexreihen/${reiheId}/fassungen`, {
    basis,
    staende,
  });
  dienst.stelle("2026-11-20");
  expect(status, text).toBe(201);
}

/** 10 % from March 2021 on, reached, exactly. */
export function indexklausel(reiheId: number, mehr: object = {}) {
  return {
    art: "index",
    reiheId,
    basisMonat: "2021-03",
    schwelleBp: 1000,
    vergleich: "erreicht",
    rundung: "exakt",
    ...mehr,
  };
}

/** An account with a clause; 1,200.00 a year from 1 October 2024 where nothing else is said. */
export async function kontoMitKlausel(wertsicherung: object, mehr: Kontosaat = {}): Promise<number> {
  const id = await konto(mehr);
  const { status, text } = await mitarbeiter().put(`/pachtkonten/${id}`, { wertsicherung });
  expect(status, text).toBe(200);
  return id;
}

export async function vorschlaege(anfrage = ""): Promise<HebungsvorschlagListe> {
  const { status, json, text } = await mitarbeiter().get<HebungsvorschlagListe>(
    `/abrechnung/hebungsvorschlaege?bis=2027-12-31${anfrage}`,
  );
  expect(status, text).toBe(200);
  return json;
}

/** The proposal for one account, if there is one. */
export async function vorschlagFuer(pachtkontoId: number) {
  return (await vorschlaege("&limit=500")).data.find((eines) => eines.pachtkontoId === pachtkontoId);
}

export function uebernimm(body: object = {}) {
  return mitarbeiter().post<Uebernahme & { code: string }>("/abrechnung/hebungsvorschlaege/uebernehmen", {
    bis: "2027-12-31",
    ...body,
  });
}

/** Takes over what is proposed for one account. @returns the id of the increase */
export async function uebernommen(pachtkontoId: number): Promise<number> {
  const { status, json, text } = await uebernimm({ auswahl: [pachtkontoId] });
  expect(status, text).toBe(200);
  expect(json.anzahl).toBe(1);
  return Number(json.hebungIds[0]);
}
