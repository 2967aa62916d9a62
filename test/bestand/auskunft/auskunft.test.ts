import { beforeAll, describe, expect, test } from "vitest";
import { hebungspfad } from "../../../src/bestand/auskunft/uebersicht.ts";
import { schreibeZip } from "../../../src/bestand/auskunft/zip.ts";
import type { Kontakt } from "../../../src/stammdaten/kontakte/schema.ts";
import { belegeVon, buche } from "../../hilfe/abrechnung.ts";
import { dienst, heute, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { entpacke } from "./entpacke.ts";

mitDienst({ stammdaten: true });

const hole = async (id: number) => {
  const antwort = await verwalter().get(`/kontakte/${id}/auskunft`);
  return { ...antwort, dateien: await entpacke(antwort.bytes) };
};
/** As somebody might try whom the page is opened by. */
const bemerkung = '<a href="javascript:alert(1)">ruft\ngern an';
const abrufe = () => dienst.owner`select ressource_id from auditlog where aktion = 'auskunft'`;

describe("Auskunft an eine Person", () => {
  let id: number;
  let beleg: { id: number; belegnummer: string };

  beforeAll(async () => {
    const { json } = await verwalter().post<Kontakt>("/kontakte", {
      typ: "person",
      vorname: "Ida",
      nachname: 'Jürgensen & <Sohn> "Hof"',
      plz: "25813",
      ort: "Husum",
      iban: "DE89370400440532013000",
      bankBestaetigtAm: "2026-01-31",
      umsatzsteuerStatus: "nicht_steuerbar",
    });
    id = json.id;
    await verwalter().put(`/kontakte/${id}`, { bemerkung });
    const { json: alter } = await verwalter().post<Kontakt>("/kontakte", { typ: "person", nachname: "Jürgens" });
    await verwalter().post("/duplikate/kontakte/zusammenfuehrung", { bleibt: id, geht: alter.id });
    // She shares the lease with Bernd Schulze (2); its lessor is Dora Wolf (4).
    const pachtkonto = await konto({
      paechter: [
        [id, 1, 2],
        [2, 1, 2],
      ],
      pachtbeginn: "2025-10-01",
      pachtende: "2026-06-30",
    });
    await buche(heute, [pachtkonto]);
    beleg = (await belegeVon(pachtkonto)).find((einer) => einer.kontaktId === id) as typeof beleg;
    const formular = new FormData();
    formular.set("datei", new File(["%PDF-1.7 Vertrag"], "Vertrag Fläche.pdf"));
    expect((await verwalter().post(`/pachtkonten/${pachtkonto}/dokumente`, formular)).status).toBe(201);
  });

  test("ein Archiv mit Übersicht, Daten, Briefen und Uploads", async () => {
    const { kopf, dateien } = await hole(id);
    expect(kopf.get("content-type")).toBe("application/zip");
    expect(kopf.get("content-disposition")).toBe(`attachment; filename="auskunft-${id}-${heute}.zip"`);
    const namen = [...dateien.keys()];
    expect(namen.slice(0, 3)).toEqual(["uebersicht.html", "daten.json", `briefe/${beleg.belegnummer}.pdf`]);
    expect(namen.slice(3)).toEqual([expect.stringMatching(/^uploads\/\d+-Vertrag Fläche\.pdf$/)]);
    const brief = await verwalter().get(`/abrechnung/archiv/${beleg.id}/pdf`);
    expect(dateien.get(`briefe/${beleg.belegnummer}.pdf`)?.equals(brief.bytes)).toBe(true);
    expect(dateien.get(String(namen.at(-1)))?.toString()).toBe("%PDF-1.7 Vertrag");
  });

  test("alles über sie, auch unter dem Namen, der in ihr aufgegangen ist", async () => {
    const { dateien } = await hole(id);
    const daten = JSON.parse(String(dateien.get("daten.json")));
    expect(daten).toMatchObject({
      stand: heute,
      verantwortlich: { firma: "Treuhand Muster GmbH" },
      kontakt: { vorname: "Ida", iban: "DE89370400440532013000", bemerkung },
      aufgegangene: [{ nachname: "Jürgens" }],
      beteiligungen: [{ rolle: "paechter", anteilZaehler: 1, anteilNenner: 2 }],
      belege: [
        { belegnummer: beleg.belegnummer, empfaenger: { ort: "Husum" }, zeilen: [{ zeitraumBis: "2026-06-30" }] },
      ],
      uploads: [{ dateiname: "Vertrag Fläche.pdf" }],
      bemerkungen: [{ bemerkung }],
    });
    expect(daten.protokoll.map(({ aktion }: { aktion: string }) => aktion)).toEqual(
      expect.arrayContaining(["anlegen", "aendern", "zusammenfuehren", "auskunft"]),
    );
    expect(daten.aufbewahrung).toContainEqual(
      expect.objectContaining({ gruppe: "belege", aufbewahrtBis: "2034-12-31" }),
    );
  });

  test("nichts über andere, und kein Name eines Mitarbeiters", async () => {
    const { dateien } = await hole(id);
    for (const name of ["uebersicht.html", "daten.json"])
      for (const fremdes of ["Schulze", "Wolf", "Wulkenzin", "Test verwalter", "benutzer"])
        expect(String(dateien.get(name)), name).not.toContain(fremdes);
  });

  test("die Übersicht sagt Zwecke, Fristen und Rechte, und was sie nennt, ist Text und kein HTML", async () => {
    const text = String((await hole(id)).dateien.get("uebersicht.html"));
    for (const wort of [
      "Art. 6 Abs. 1",
      "Art. 77",
      "§ 147 Abs. 1 Nr. 4",
      "31.12.2034",
      "&#60;a href=&#34;javascript:alert(1)&#34;&#62;ruft<br>gern an",
      "25813",
      "<td>Zahlungsart</td><td>Überweisung</td>",
      "<td>Zahlungsmoral</td><td>nicht bewertet</td>",
      "<td>Bankverbindung bestätigt am</td><td>31.01.2026</td>",
      "<td>Umsatzsteuer</td><td>nicht steuerbar</td>",
    ])
      expect(text).toContain(wort);
    expect(text).toContain("J\u00fcrgensen &#38; &#60;Sohn&#62; &#34;Hof&#34;");
    expect(text).toContain(`<a href="briefe/${beleg.belegnummer}.pdf">`);
    expect(text).toMatch(/<a href="uploads\/\d+-Vertrag%20Fl%C3%A4che\.pdf">/);
  });

  test("der Umsatzsteuerstatus steht als Wort da", async () => {
    expect((await verwalter().put(`/kontakte/${id}`, { umsatzsteuerStatus: "kleinunternehmer" })).status).toBe(200);
    const text = String((await hole(id)).dateien.get("uebersicht.html"));
    expect(text).toContain("<td>Umsatzsteuer</td><td>Kleinunternehmer</td>");
  });

  test("jeder Abruf steht im Audit-Log, ein HEAD nicht; wer aufgegangen ist, 410", async () => {
    const vorher = (await abrufe()).length;
    expect((await dienst.frage("verwalter", "head", `/kontakte/${id}/auskunft`)).bytes).toHaveLength(0);
    expect(await abrufe()).toHaveLength(vorher);
    await hole(id);
    expect(await abrufe()).toHaveLength(vorher + 1);
    const [alter] = await dienst.owner<{ id: number }[]>`select id from kontakt where aufgegangen_in = ${id}`;
    expect((await verwalter().get(`/kontakte/${alter?.id}/auskunft`)).status).toBe(410);
  });
});

test("das Archiv lässt sich lesen, auch leer, mit leeren Dateien und Umlauten im Namen", async () => {
  const packe = async (dateien: Record<string, string>): Promise<Map<string, string>> => {
    const eintraege = async function* () {
      for (const [name, text] of Object.entries(dateien)) yield { name, inhalt: new TextEncoder().encode(text) };
    };
    const stuecke: Uint8Array[] = [];
    for await (const stueck of schreibeZip(eintraege(), new Date("2026-11-20T10:00:01Z"))) stuecke.push(stueck);
    const gelesen = await entpacke(Buffer.concat(stuecke));
    return new Map([...gelesen].map(([name, inhalt]) => [name, inhalt.toString()]));
  };
  expect(await packe({})).toEqual(new Map());
  const dateien = { "leer.txt": "", "ordner/Müßig €.txt": "äöü", "groß.bin": "x".repeat(300_000) };
  expect(await packe(dateien)).toEqual(new Map(Object.entries(dateien)));
});

test("zwei Schreiben über Erhöhungen haben nie denselben Pfad, auch zum selben Tag oder bei ähnlichen Kontonummern", () => {
  const wirksamAb = "2027-10-01";
  const pfade = [
    { hebungId: 7, kontonummer: "Föhr-1", wirksamAb },
    { hebungId: 8, kontonummer: "Föhr-1", wirksamAb },
    { hebungId: 9, kontonummer: "Fähr-1", wirksamAb },
  ].map(hebungspfad);
  expect(pfade).toEqual([
    "briefe/Hebung-F_hr-1-2027-10-01-7.pdf",
    "briefe/Hebung-F_hr-1-2027-10-01-8.pdf",
    "briefe/Hebung-F_hr-1-2027-10-01-9.pdf",
  ]);
});
