import { expect, test } from "vitest";
import { offeneFehlschlaege, sammleAnliegen } from "../../../src/betrieb/leitstand/seite/anliegen.js";

const jetzt = Date.parse("2026-11-20T12:00:00Z");

const ruhig = {
  prozesse: [{ art: "worker", rechner: "w1", zustand: "laeuft", gestartetAm: "2026-11-20T06:00:00Z" }],
  warteschlangen: [{ name: "pdf-lauf", wartend: 0, aeltesterSekunden: null }],
  schreiben: { gezeichnet: 10, fehlend: 2, fehlgeschlagen: 0 },
  siegel: { offen: 3, aeltesterSekunden: 1 },
  angehalteneUebergaben: [],
};
const keine = { data: [], pagination: { total: 0 } };

const fehlschlag = (id: number, art = "pdf-lauf", mehr: object = {}) => ({
  id,
  art,
  ursache: "Der Worker ist nicht fertig geworden; warum, ist nicht festgehalten.",
  beendetAm: "2026-11-20T08:00:00Z",
  wiederholtDurch: null,
  ...mehr,
});

const gesammelt = (mehr: object) =>
  sammleAnliegen({
    zustand: ruhig,
    fehlgeschlagene: [],
    zeitplaene: [],
    hebungen: keine,
    ungeklaerte: keine,
    abgewiesene: keine,
    ohneSchreiben: keine,
    jetzt,
    ...mehr,
  });
const titel = (mehr: object) => gesammelt(mehr).map((anliegen) => anliegen.titel);

test("geht alles seinen Gang, braucht niemand etwas zu tun", () => expect(gesammelt({})).toEqual([]));

test("ohne Worker ist das das Erste, und ein stiller Server wird genannt", () => {
  const still = { art: "server", rechner: "s1", zustand: "still", gestartetAm: "2026-11-20T06:00:00Z" };
  expect(titel({ zustand: { ...ruhig, prozesse: [still] } })).toEqual([
    "Kein Worker arbeitet",
    "Ein Server gibt kein Lebenszeichen",
  ]);
});

test("eine Lesekopie, die nicht folgt, wird genannt, und eine, die folgt, nicht", () => {
  const mit = (zustand: string) => titel({ zustand: { ...ruhig, lesekopie: { zustand, rueckstandSekunden: 9 } } });
  expect(mit("folgt")).toEqual([]);
  expect(mit("zurueck")).toEqual(["Die Lesekopie ist zu weit zurück"]);
  expect(mit("weg")).toEqual(["Die Lesekopie ist nicht erreichbar"]);
});

test("Dringendes steht vor dem, was warten kann", () => {
  const hebungen = {
    data: [{ hebungId: 7, kontonummer: "PK-000123", text: "Die geplante Hebung sollte wirksam werden." }],
    pagination: { total: 4 },
  };
  const ungeklaerte = {
    data: [{ id: 3, belegnummer: "RE-2026-000003", kontonummer: "PK-000005", ursache: "Keine Antwort." }],
    pagination: { total: 1 },
  };
  const zustand = {
    ...ruhig,
    warteschlangen: [{ name: "sammeldatei", wartend: 2, aeltesterSekunden: 1_000 }],
    schreiben: { ...ruhig.schreiben, fehlgeschlagen: 1 },
    siegel: { offen: 900, aeltesterSekunden: 4_000 },
  };
  expect(titel({ hebungen, ungeklaerte, zustand })).toEqual([
    "Sammeldatei: ein Auftrag wartet zu lange",
    "Ungeklärte Übergabe: RE-2026-000003",
    "1 Schreiben ließ sich nicht zeichnen",
    "Das Siegel des Audit-Logs ist zurück",
    "Überfällige Hebung auf PK-000123",
    "3 weitere überfällige Hebungen",
  ]);
});

test("ein fehlgeschlagener Auftrag lässt sich wiederholen; eine Sammeldatei entsteht beim nächsten Abruf", () => {
  const [auftrag, datei] = gesammelt({ fehlgeschlagene: [fehlschlag(9, "sammeldatei"), fehlschlag(8)] });
  expect(auftrag).toMatchObject({
    titel: "Schreiben eines Laufs: Auftrag 8 ist fehlgeschlagen",
    handlung: { pfad: "/betrieb/auftraege/8/wiederholen" },
  });
  expect(datei).toMatchObject({ titel: "1 Sammeldatei ist nicht entstanden", dringend: false });
  expect(datei).not.toHaveProperty("handlung");
});

test("eine angehaltene Übergabe ist dringend, sagt warum, und lässt sich von hier fortsetzen", () => {
  const angehalteneUebergaben = [{ id: 5, art: "export", ursache: "Die Anmeldung wird abgewiesen." }];
  expect(gesammelt({ zustand: { ...ruhig, angehalteneUebergaben } })).toMatchObject([
    {
      dringend: true,
      titel: "Die Übergabe an die Buchhaltung ist angehalten: Übergeben",
      text: "Die Anmeldung wird abgewiesen.",
      handlung: { wort: "Fortsetzen", pfad: "/extaccounting/jobs", koerper: { art: "export", fortsetzen: true } },
    },
  ]);
});

test("Schreiben, die sich nicht zeichnen ließen, nennt es beim Namen und bietet an, sie noch einmal zu zeichnen", () => {
  const zustand = { ...ruhig, schreiben: { ...ruhig.schreiben, fehlgeschlagen: 3 } };
  const ohneSchreiben = { data: [{ belegnummer: "RE-2026-000007" }], pagination: { total: 3 } };
  expect(gesammelt({ zustand, ohneSchreiben })).toMatchObject([
    {
      titel: "3 Schreiben ließen sich nicht zeichnen",
      text: "RE-2026-000007, 2 weitere. Ist die Ursache behoben, werden sie noch einmal gezeichnet.",
      handlung: { pfad: "/abrechnung/backfill-dokumente" },
    },
  ]);
});

test("wiederholt, überholt oder eine Woche alt: dann ist es erledigt", () => {
  const zeitplaene = [
    { name: "duplikate", laeufe: [{ auftragId: 30, status: "fertig" }] },
    { name: "aufraeumen", laeufe: [{ auftragId: 31, status: "fehlgeschlagen" }] },
  ];
  const alle = [
    fehlschlag(40),
    fehlschlag(39, "pdf-lauf", { wiederholtDurch: 41 }),
    fehlschlag(38, "pdf-lauf", { beendetAm: "2026-11-12T08:00:00Z" }),
    fehlschlag(31, "aufraeumen"),
    fehlschlag(29, "duplikate"),
  ];
  expect(offeneFehlschlaege(alle, zeitplaene, jetzt).map(({ id }: { id: number }) => id)).toEqual([40, 31]);
});
