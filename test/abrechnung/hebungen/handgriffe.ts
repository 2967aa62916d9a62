import { afterAll, beforeAll, expect } from "vitest";
import type { Hebung } from "../../../src/abrechnung/hebungen/schema.ts";
import type { PachtkontoDetail, PachtkontoPosition } from "../../../src/stammdaten/pachtkonten/schema.ts";
import { starteDienst, type Testdienst } from "../../hilfe/dienst.ts";
import { saeKonto, saeStammdaten } from "../../hilfe/saat.ts";

export const heute = "2026-11-20";
export let dienst: Testdienst;

/** A service for the tests of one file, with the master data that increases need. */
export const mitDienst = (): void => {
  beforeAll(async () => {
    dienst = await starteDienst(heute);
    await saeStammdaten(dienst.owner);
    // Type 3 does not follow increases.
    await dienst.owner`
      insert into positionsart (name, kuerzel, steuersatz_bp, steuerbefreiung_grund, erhoehbar)
      values ('Umlage', 'U', 0, '§ 4 Nr. 12 UStG', false)`;
  });
  afterAll(async () => {
    expect(dienst.fehler).toEqual([]);
    await dienst.beende();
  });
};

type Positionen = NonNullable<Parameters<typeof saeKonto>[2]>["positionen"];

export const verwalter = () => dienst.als("verwalter");
export const mitarbeiter = () => dienst.als("mitarbeiter");
export const konto = (positionen?: Positionen, mehr: Parameters<typeof saeKonto>[2] = {}) =>
  saeKonto(dienst.owner, heute, { ...mehr, ...(positionen ? { positionen } : {}) });
export const prozent = { art: "prozent", wertBp: 1000, wirksamAb: "2027-04-01" };
export const plane = (pachtkontoId: number, felder: object = {}) =>
  mitarbeiter().post<Hebung & { code: string }>("/abrechnung/hebungen", { pachtkontoId, ...prozent, ...felder });
export const geplant = async (pachtkontoId: number, felder: object = {}): Promise<Hebung> => {
  const antwort = await plane(pachtkontoId, felder);
  expect(antwort.status, antwort.text).toBe(201);
  return antwort.json;
};
export const setze = (id: number, felder: object, kopf?: Record<string, string>) =>
  verwalter().put<Hebung & { code: string; detail: string }>(`/abrechnung/hebungen/${id}`, felder, kopf);
export const aktiv = async (pachtkontoId: number, felder: object = {}): Promise<Hebung> => {
  const { id } = await geplant(pachtkontoId, felder);
  const antwort = await setze(id, { status: "aktiv" });
  expect(antwort.status, antwort.text).toBe(200);
  return antwort.json;
};
export const abgeschlossen = async (pachtkontoId: number, felder: object = {}): Promise<Hebung> => {
  const { id } = await aktiv(pachtkontoId, felder);
  const antwort = await setze(id, { status: "abgeschlossen" });
  expect(antwort.status, antwort.text).toBe(200);
  return antwort.json;
};
export const positionenVon = async (id: number): Promise<PachtkontoPosition[]> =>
  (await mitarbeiter().get<PachtkontoPosition[]>(`/pachtkonten/${id}/positionen`)).json;
export const kontoVon = (id: number) => mitarbeiter().get<PachtkontoDetail>(`/pachtkonten/${id}`);
/** [amount, from, to] of every version, position by position. */
export const fassungen = async (id: number) =>
  (await positionenVon(id)).map(({ betragCent, gueltigVon, gueltigBis }) => [betragCent, gueltigVon, gueltigBis]);
export const audit = async (ressource: string, id: number) =>
  dienst.owner<{ aktion: string; werte: string; benutzerName: string }[]>`
    select aktion, werte, benutzer_name from auditlog
    where ressource = ${ressource} and ressource_id = ${String(id)} order by id`;
