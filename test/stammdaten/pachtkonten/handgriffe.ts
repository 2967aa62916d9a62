import { beforeAll } from "vitest";
import type { Pachtkonto } from "../../../src/stammdaten/pachtkonten/schema.ts";
import { dienst, mitarbeiter, mitDienst } from "../../hilfe/mitDienst.ts";

export let paechter: number;
export let verpaechter: number;

/** The service with a lessee and a lessor. */
export function mitParteien(): void {
  mitDienst();
  beforeAll(async () => {
    await dienst.owner`
    insert into kontaktart (name, bezeichnung) values ('paechter', 'Pächter'), ('verpaechter', 'Verpächter')`;
    const kontakt = async (felder: object) => (await mitarbeiter().post<{ id: number }>("/kontakte", felder)).json.id;
    paechter = await kontakt({ typ: "paechter", nachname: "Jürgensen", vorname: "Ida", plz: "25813", ort: "Husum" });
    verpaechter = await kontakt({
      typ: "verpaechter",
      istOrganisation: true,
      firma: "Kirchengemeinde Übersee",
      plz: "83236",
      ort: "Übersee",
    });
  });
}

/** An account as a clerk enters it, yearly from 1 October 2025, billed afterwards. */
export function anlegen(felder: object = {}) {
  return mitarbeiter().post<Pachtkonto>("/pachtkonten", {
    pachtbeginn: "2025-10-01",
    pachtjahrBeginn: "10-01",
    zahlungsrhythmus: "jaehrlich",
    istVorauszahlend: false,
    beteiligte: [
      { kontaktId: paechter, rolle: "paechter" },
      { kontaktId: verpaechter, rolle: "verpaechter" },
    ],
    ...felder,
  });
}

export async function positionsart(): Promise<number> {
  const [art] = await dienst.owner<{ id: number }[]>`
    insert into positionsart (name, kuerzel, steuersatz_bp, steuerbefreiung_grund)
    values (${`Pacht ${Math.random()}`}, 'PA', 0, '§ 4 Nr. 12 Buchst. a UStG') returning id`;
  return Number(art?.id);
}
