import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { HebungsbriefDaten } from "../../../src/belege/dokumente/hebungsbrief/daten.ts";
import { layoutHebungsbriefe } from "../../../src/belege/dokumente/hebungsbrief/layout.ts";
import { rechenweg, rechnung } from "../../../src/belege/dokumente/hebungsbrief/worte.ts";
import { liesPdf } from "../../hilfe/liesPdf.ts";
import { dienst, heute, mitarbeiter, mitDienst, pruefer, verwalter } from "../../hilfe/mitDienst.ts";
import { aussteller, person, texte } from "../../hilfe/musterbrief.ts";
import { saeKonto } from "../../hilfe/saat.ts";
import { verletztePdfuaRegeln } from "../briefe/pdf/pdfuaRegeln.ts";

mitDienst({ stammdaten: true });

const pfad = (hebungId: number) => `/abrechnung/hebung-abschluss/pdf?hebungId=${hebungId}`;

const planeHebung = async (pachtkontoId: number, mehr: object = {}): Promise<number> => {
  const { json, status, text } = await verwalter().post<{ id: number }>("/abrechnung/hebungen", {
    pachtkontoId,
    art: "index",
    indexBasis: "105.1",
    indexNeu: "119.3",
    indexBasisjahr: 2020,
    wirksamAb: "2027-10-01",
    ...mehr,
  });
  expect(status, text).toBe(201);
  return json.id;
};

const schliesseAb = async (hebungId: number): Promise<void> => {
  for (const status of ["aktiv", "abgeschlossen"])
    expect((await verwalter().put(`/abrechnung/hebungen/${hebungId}`, { status })).status).toBe(200);
};

describe("das Schreiben zu einer abgeschlossenen Hebung", () => {
  test("schreibt jedem Pächter des Tages, was sich ändert und wie gerechnet wird", async () => {
    const konto = await saeKonto(dienst.owner, heute, {
      kontonummer: "B-1",
      paechter: [
        [1, 1, 2],
        [2, 1, 2],
      ],
      positionen: [
        { positionsartId: 1, betragCent: 413_835 },
        { positionsartId: 2, betragCent: 1_000, intervall: "monatlich" },
      ],
    });
    const hebung = await planeHebung(konto, {
      bezeichnung: "Wertsicherung § 4",
      begruendung: "Der Index ist gestiegen.",
    });
    await schliesseAb(hebung);
    const { status, kopf, bytes } = await pruefer().get(pfad(hebung));
    expect([status, kopf.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(kopf.get("content-disposition")).toContain("Pachtanpassung_B-1_2027-10-01.pdf");
    const { blaetter } = await liesPdf(bytes);
    expect(blaetter).toHaveLength(2);
    const [anna = "", bernd = ""] = blaetter.map((blatt) => blatt.join(" "));
    expect(anna).toContain("Anna Müller");
    expect(anna).not.toContain("Schulze");
    expect(bernd).toContain("Bernd Schulze");
    for (const text of [
      "Anpassung der Pacht zum 01.10.2027",
      "gelten ab dem 01.10.2027 neue Beträge",
      "Wertsicherung § 4",
      "Seite 1 von 1",
      "4.138,35",
      "4.697,48",
      "+559,13",
      "10,00",
      "11,35",
      "monatlich",
      "4.138,35 € × 119,3 ÷ 105,1 = 4.697,48 €",
      "Basisjahr 2020 = 100",
      "um 13,51 % gestiegen: bisher 105,1, jetzt 119,3",
      "Der Index ist gestiegen.",
      "Ihr Anteil",
      "Treuhand Muster GmbH",
    ])
      expect(anna.replace(/\s+/g, " "), text).toContain(text);
  });

  test("heißt bei einer Miete nicht nach der Pacht", async () => {
    const konto = await saeKonto(dienst.owner, heute, { kontonummer: "B-9" });
    await dienst.owner`update pachtkonto set vertragsart = 'miete' where id = ${konto}`;
    const hebung = await planeHebung(konto);
    const entwurf = await pruefer().get(`/abrechnung/hebungen/${hebung}/entwurf`);
    await schliesseAb(hebung);
    for (const { bytes } of [entwurf, await pruefer().get(pfad(hebung))]) {
      const woerter = (await liesPdf(bytes)).blaetter.flat().join(" ");
      expect(woerter).toContain("Anpassung der Miete zum 01.10.2027");
      expect(woerter).not.toMatch(/der Pacht\b|Pächter/);
    }
  });

  test("wird einmal erstellt, abgelegt und bleibt", async () => {
    const hebung = await planeHebung(await saeKonto(dienst.owner, heute, { kontonummer: "B-2" }));
    await schliesseAb(hebung);
    const gleichzeitig = await Promise.all([1, 2, 3].map(() => mitarbeiter().get(pfad(hebung))));
    const erste = gleichzeitig[0]?.bytes ?? new Uint8Array();
    expect(await verletztePdfuaRegeln(erste)).toEqual([]);
    await dienst.owner`update kontakt set nachname = 'Anders' where id = 1`;
    const spaeter = await mitarbeiter().get(pfad(hebung));
    await dienst.owner`update kontakt set nachname = 'Müller' where id = 1`;
    const summe = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
    expect(new Set([...gleichzeitig, spaeter].map(({ bytes }) => summe(bytes)))).toEqual(new Set([summe(erste)]));
    const [zeile] = await dienst.owner`select sha256, layout_version from hebung_brief where hebung_id = ${hebung}`;
    expect(zeile).toEqual({ sha256: summe(erste), layoutVersion: 8 });
    for (const befehl of [
      "update hebung_brief set layout_version = 3",
      "delete from hebung_brief",
      "truncate hebung_brief",
    ]) {
      await expect(dienst.sql.unsafe(befehl), befehl).rejects.toMatchObject({ code: "42501" });
      await expect(dienst.owner.unsafe(befehl), befehl).rejects.toThrow("unveränderlich");
    }
  });

  test("400, 404, und 409 vor dem Abschluss", async () => {
    expect((await verwalter().get("/abrechnung/hebung-abschluss/pdf")).status).toBe(400);
    expect((await verwalter().get("/abrechnung/hebung-abschluss/pdf?hebungId=x")).status).toBe(400);
    expect((await verwalter().get(pfad(987_654))).status).toBe(404);
    const hebung = await planeHebung(await saeKonto(dienst.owner, heute));
    expect(await verwalter().get(pfad(hebung))).toMatchObject({
      status: 409,
      json: {
        code: "nicht_abgeschlossen",
        detail: "Die Hebung ist geplant; ein Schreiben gibt es nach dem Abschluss.",
      },
    });
  });

  test("409 ohne Pächter oder Absender; abgelegt wird nichts", async () => {
    const konto = await saeKonto(dienst.owner, heute, { paechter: [] });
    const hebung = await planeHebung(konto);
    await schliesseAb(hebung);
    expect(await verwalter().get(pfad(hebung))).toMatchObject({
      status: 409,
      json: { code: "kein_paechter" },
    });
    await dienst.owner`
      insert into pachtkonto_beteiligter (pachtkonto_id, kontakt_id, rolle) values (${konto}, 3, 'paechter')`;
    await dienst.owner`update firmendaten set ort = null`;
    expect(await verwalter().get(pfad(hebung))).toMatchObject({
      status: 409,
      json: { code: "firmendaten_unvollstaendig", detail: "In den Firmendaten fehlen: Ort." },
    });
    await dienst.owner`update firmendaten set ort = 'Neubrandenburg'`;
    expect((await verwalter().get(pfad(hebung))).status).toBe(200);
  });
});

const muster: HebungsbriefDaten = {
  hebungId: 1,
  kontonummer: "PK-000001",
  vertragsart: null,
  bezeichnung: null,
  art: "prozent",
  wertBp: 250,
  betragCent: null,
  indexBasis: null,
  indexNeu: null,
  indexBasisjahr: null,
  weitergabeBp: null,
  obergrenzeBp: null,
  verkettung: null,
  wirksamAb: "2027-04-01",
  begruendung: null,
  datum: "2027-02-01",
  positionen: [
    { bezeichnung: "Pacht", intervall: "jaehrlich", betragAltCent: 120_000, betragNeuCent: 123_000 },
    { bezeichnung: "Jagd", intervall: "vierteljaehrlich", betragAltCent: 10_000, betragNeuCent: 10_250 },
  ],
  aussteller,
  logo: null,
  empfaenger: [person],
};

/** 1,600.00 a year by the month are 133.33, which is 1,599.96. */
const monatlich: HebungsbriefDaten["positionen"] = [
  { bezeichnung: "Pacht", intervall: "monatlich", betragAltCent: 12_345, betragNeuCent: 13_333 },
];

describe("die Rechnung in Worten", () => {
  test.each<[Partial<HebungsbriefDaten>, string]>([
    [{}, "Die Beträge steigen um 2,5 %. Jeder neue Betrag ist der bisherige mal 1,025, "],
    [{ wertBp: -500 }, "Die Beträge sinken um 5 %. Jeder neue Betrag ist der bisherige mal 0,95, "],
    [{ wertBp: 0 }, "Die Beträge bleiben gleich."],
    [
      { art: "betrag", betragCent: 8_000 },
      "Die Jahressumme der betroffenen Positionen steigt um 80,00 €, von 1.600,00 € auf 1.680,00 €. Sie ist im Verhältnis",
    ],
    [{ art: "betrag", betragCent: -8_000 }, "Positionen sinkt um 80,00 €, von 1.600,00 € auf 1.520,00 €."],
    [{ art: "betrag", betragCent: 0 }, "Positionen bleibt gleich."],
    [
      { art: "neuer_betrag", betragCent: 200_000 },
      "Die Jahressumme der betroffenen Positionen beträgt künftig 2.000,00 €, bisher 1.600,00 €.",
    ],
    [
      { art: "neuer_betrag", betragCent: 160_000, positionen: monatlich },
      "beträgt künftig 1.600,00 €, bisher 1.481,40 €. Sie ist im Verhältnis der bisherigen Jahresbeträge auf die Positionen verteilt, kaufmännisch auf ganze Cent gerundet. Mit der Rundung ergeben die neuen Beträge zusammen 1.599,96 € im Jahr.",
    ],
    [
      { art: "betrag", betragCent: 11_860, positionen: monatlich },
      "steigt um 118,60 €, von 1.481,40 € auf 1.600,00 €. Sie ist im Verhältnis der bisherigen Jahresbeträge auf die Positionen verteilt, kaufmännisch auf ganze Cent gerundet. Mit der Rundung ergeben die neuen Beträge zusammen 1.599,96 € im Jahr.",
    ],
    [
      { art: "index", indexBasis: "119.3", indexNeu: "105.1" },
      "Der maßgebliche Index ist um 11,9 % gefallen: bisher 119,3, jetzt 105,1.",
    ],
    [
      { art: "index", indexBasis: "105.1", indexNeu: "119.3", weitergabeBp: 5000 },
      "jetzt 119,3. Nach der Vereinbarung werden davon 50 % weitergegeben. Jeder neue Betrag ist der bisherige mal (1 + 50 % × (119,3 ÷ 105,1 \u2212 1)), ",
    ],
    [
      { art: "index", indexBasis: "105.1", indexNeu: "119.3", obergrenzeBp: 1000 },
      "Nach der Vereinbarung ändern sich die Beträge um höchstens 10 %. Jeder neue Betrag ist der bisherige mal 1,1, ",
    ],
    [
      { art: "index", indexBasis: "119.3", indexNeu: "105.1", obergrenzeBp: 500 },
      "höchstens 5 %. Jeder neue Betrag ist der bisherige mal 0,95, ",
    ],
    [
      { art: "index", indexBasis: "105.1", indexNeu: "95.0", verkettung: { alt: "127.2", neu: "100.3" } },
      "ist um 14,63 % gestiegen: bisher 105,1, jetzt 95,0. Der frühere Index endete bei 127,2; der Index, der ihn fortführt, stand im selben Monat bei 100,3. Jeder neue Betrag ist der bisherige mal (95,0 × 127,2) ÷ (105,1 × 100,3), ",
    ],
    [{ art: "index", indexBasis: "100.0", indexNeu: "100.0" }, "Der maßgebliche Index ist praktisch unverändert"],
  ])("%o", (mehr, satz) => {
    expect(rechenweg({ ...muster, ...mehr })).toContain(satz);
  });

  test("einer Position", () => {
    const [, jagd] = muster.positionen;
    if (!jagd) throw new Error("Muster");
    expect(rechnung(muster, jagd)).toBe("100,00 € × 1,025 = 102,50 €");
    expect(rechnung({ ...muster, art: "betrag" }, jagd)).toBe("bisher im Jahr 400,00 € von zusammen 1.600,00 €");
  });
});

test("die Begründung behält die Zeilen und Absätze, in denen sie geschrieben ist", () => {
  const begruendung = "Vereinbart ist:\r\n1. der Index,\n2. die Staffel.\n\n  \nDer Gutachter hat zugestimmt.\n";
  const zeilen = texte(layoutHebungsbriefe({ ...muster, begruendung })[0]);
  const [erste = 0, zweite = 0, dritte = 0, absatz = 0] = [
    "Vereinbart ist:",
    "1. der Index,",
    "2. die Staffel.",
    "Der Gutachter hat zugestimmt.",
  ].map((zeile) => zeilen.find(({ text }) => text === zeile)?.y);
  expect(zweite - erste).toBeCloseTo(4.7);
  expect(dritte - zweite).toBeCloseTo(4.7);
  expect(absatz - dritte).toBeGreaterThan(6);
});

test("eine lange Liste geht über mehrere Blätter, jedes mit Kopf und Nummer", () => {
  const positionen = Array.from({ length: 80 }, (_, i) => ({
    bezeichnung: `Flurstück ${i + 1}`,
    intervall: "jaehrlich" as const,
    betragAltCent: 10_000,
    betragNeuCent: 10_250,
  }));
  const blaetter = layoutHebungsbriefe({ ...muster, positionen, empfaenger: [person, person] });
  const woerter = blaetter.map((blatt) => texte(blatt).map(({ text }) => text));
  const jeBrief = blaetter.length / 2;
  expect(jeBrief).toBeGreaterThan(2);
  expect(woerter[0]).toContain(`Seite 1 von ${jeBrief}`);
  expect(woerter[jeBrief]).toContain(`Seite 1 von ${jeBrief}`);
  for (const blatt of woerter) expect(blatt).toContain("Anpassung der Pacht zum 01.04.2027");
  for (const { elemente } of blaetter)
    for (const element of elemente) if (element.art === "text") expect(element.x + element.breite).toBeLessThan(192);
});
