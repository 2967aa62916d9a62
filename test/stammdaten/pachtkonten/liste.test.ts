import { describe, expect, test } from "vitest";
import type { Pachtkonto } from "../../../src/stammdaten/pachtkonten/schema.ts";
import { dienst, mitarbeiter } from "../../hilfe/mitDienst.ts";
import { anlegen, mitParteien } from "./handgriffe.ts";

mitParteien();

describe("Liste", () => {
  test("die neun Filter, jeder für sich", async () => {
    const { json: konto } = await anlegen({
      kontonummer: "F-1",
      pachtbeginn: "2019-03-15",
      pachtende: "2029-05-31",
      istVorauszahlend: null,
      hebemonat: "07",
      bemerkung: "Zaun fällig",
    });
    await dienst.owner`
      update pachtkonto set letzte_hebung = '2024-02-29', schlussabrechnung = '2026-01-31' where id = ${konto.id}`;
    await dienst.owner`
      insert into patchobjekt (bezeichnung, objektart, gemarkung, flur, flurstueck_zaehler, pachtkonto_id)
      values ('Wiese am Deich', 'gruenland', 'Öland', '7', '114', ${konto.id})`;
    const findet = async (anfrage: string) => {
      const { json } = await mitarbeiter().get<{ data: Pachtkonto[]; pagination: { total: number } }>(
        `/pachtkonten?limit=5000&${anfrage}`,
      );
      expect(json.pagination.total).toBe(json.data.length);
      return json.data.some(({ id }) => id === konto.id);
    };
    const ja = [
      "search=f-1",
      "search=zaun%20faellig",
      "search=jurgensen",
      "search=Kirchengemeinde%20Uebersee%20F-1",
      "search=oland%20114",
      "status=alle,inaktiv",
      "status=aktiv,inaktiv",
      "pachtbeginnMonat=2019-03",
      "pachtendeMonat=2029-05",
      "schlussabrechnung=vorhanden",
      "schlussabrechnung=alle",
      "schlussabrechnungMonat=2026-01",
      "istVorauszahlend=unbekannt",
      "hebemonat=01,07",
      "letzteHebungMonat=2024-02",
    ];
    const nein = [
      "search=f-1%20petersen",
      "status=inaktiv",
      "pachtbeginnMonat=2019-04",
      "pachtendeMonat=2029-06",
      "schlussabrechnung=nicht_vorhanden",
      "schlussabrechnungMonat=2026-02",
      "istVorauszahlend=nein",
      "hebemonat=01,02",
      "letzteHebungMonat=2024-03",
    ];
    for (const anfrage of ja) expect(await findet(anfrage), anfrage).toBe(true);
    for (const anfrage of nein) expect(await findet(anfrage), anfrage).toBe(false);
    for (const falsch of [
      "hebemonat=7",
      "status=offen",
      "pachtbeginnMonat=2019-13",
      "limit=5001",
      "farbe=rot",
      "pachtbeginnMonat=0000-01",
      "status=aktiv&status=inaktiv",
    ])
      expect((await mitarbeiter().get(`/pachtkonten?${falsch}`)).status, falsch).toBe(400);
    expect((await mitarbeiter().get("/pachtkonten?pachtbeginnMonat=1899-12")).text).toContain("Monat vor 1900");
  });
});
