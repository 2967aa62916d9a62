import { beforeAll, expect } from "vitest";
import type { Hebung } from "../../../src/abrechnung/hebungen/schema.ts";
import type { PachtkontoPosition } from "../../../src/stammdaten/pachtkonten/positionen/schema.ts";
import type { PachtkontoDetail } from "../../../src/stammdaten/pachtkonten/schema.ts";
import { dienst, konto, mitarbeiter, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import type { Kontosaat } from "../../hilfe/saat.ts";

/** The service with master data and position type 3, which does not follow increases. */
export function mitUmlage(): void {
  mitDienst({ stammdaten: true });
  beforeAll(
    () => dienst.owner`
      insert into positionsart (name, kuerzel, steuersatz_bp, steuerbefreiung_grund, erhoehbar)
      values ('Umlage', 'U', 0, '§ 4 Nr. 12 UStG', false)`,
  );
}

export const prozent = { art: "prozent", wertBp: 1000, wirksamAb: "2027-04-01" };
/** An account with these positions. */
export function kontoMit(positionen: Kontosaat["positionen"]) {
  return konto({ positionen });
}
export function plane(pachtkontoId: number, felder: object = {}) {
  return mitarbeiter().post<Hebung & { code: string }>("/abrechnung/hebungen", { pachtkontoId, ...prozent, ...felder });
}
export async function geplant(pachtkontoId: number, felder: object = {}): Promise<Hebung> {
  const antwort = await plane(pachtkontoId, felder);
  expect(antwort.status, antwort.text).toBe(201);
  return antwort.json;
}
export function setze(id: number, felder: object, kopf?: Record<string, string>) {
  return verwalter().put<Hebung & { code: string; detail: string }>(`/abrechnung/hebungen/${id}`, felder, kopf);
}
export async function aktiv(pachtkontoId: number, felder: object = {}): Promise<Hebung> {
  const { id } = await geplant(pachtkontoId, felder);
  const antwort = await setze(id, { status: "aktiv" });
  expect(antwort.status, antwort.text).toBe(200);
  return antwort.json;
}
export async function abgeschlossen(pachtkontoId: number, felder: object = {}): Promise<Hebung> {
  const { id } = await aktiv(pachtkontoId, felder);
  const antwort = await setze(id, { status: "abgeschlossen" });
  expect(antwort.status, antwort.text).toBe(200);
  return antwort.json;
}
export async function positionenVon(id: number): Promise<PachtkontoPosition[]> {
  return (await mitarbeiter().get<PachtkontoPosition[]>(`/pachtkonten/${id}/positionen`)).json;
}
export function kontoVon(id: number) {
  return mitarbeiter().get<PachtkontoDetail>(`/pachtkonten/${id}`);
}
/** [amount, from, to] of every version, position by position. */
export async function fassungen(id: number) {
  return (await positionenVon(id)).map(({ betragCent, gueltigVon, gueltigBis }) => [
    betragCent,
    gueltigVon,
    gueltigBis,
  ]);
}
export const audit = async (ressource: string, id: number) =>
  dienst.owner<{ aktion: string; werte: string; benutzerName: string }[]>`
    select aktion, werte, benutzer_name from auditlog left join auditwert on auditlog_id = id
    where ressource = ${ressource} and ressource_id = ${String(id)} order by id`;
