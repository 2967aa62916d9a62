import { beforeAll, expect } from "vitest";
import type { Hebung } from "../../../src/abrechnung/hebungen/schema.ts";
import type { PachtkontoPosition } from "../../../src/stammdaten/pachtkonten/positionen/schema.ts";
import type { PachtkontoDetail } from "../../../src/stammdaten/pachtkonten/schema.ts";
import { dienst, konto, mitarbeiter, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import type { Kontosaat } from "../../hilfe/saat.ts";

/** The service with master data and position type 3, which does not follow increases. */
export const mitUmlage = (): void => {
  mitDienst({ stammdaten: true });
  beforeAll(
    () => dienst.owner`
      insert into positionsart (name, kuerzel, steuersatz_bp, steuerbefreiung_grund, erhoehbar)
      values ('Umlage', 'U', 0, '§ 4 Nr. 12 UStG', false)`,
  );
};

export const prozent = { art: "prozent", wertBp: 1000, wirksamAb: "2027-04-01" };
/** An account with these positions. */
export const kontoMit = (positionen: Kontosaat["positionen"]) => konto({ positionen });
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
    select aktion, werte, benutzer_name from auditlog left join auditwert on auditlog_id = id
    where ressource = ${ressource} and ressource_id = ${String(id)} order by id`;
