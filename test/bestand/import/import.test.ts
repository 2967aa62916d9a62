import { describe, expect, test } from "vitest";
import type { Hebung } from "../../../src/abrechnung/hebungen/schema.ts";
import { fuehreImportAus } from "../../../src/bestand/import/ausfuehrung.ts";
import type { PachtkontoDetail } from "../../../src/stammdaten/pachtkonten/schema.ts";
import { gestoppt, type Transaktion } from "../../bench/stoppuhr.ts";
import { dienst, heute, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import {
  auditzahl,
  befunde,
  importiere,
  kleineMappe,
  kurz,
  lies,
  type Mappe,
  mitKontaktarten,
  mitWorker,
  pruefe,
  tag,
  worker,
  zahlen,
} from "./handgriffe.ts";

mitDienst({ stammdaten: true });
mitWorker();
mitKontaktarten();

const kontoMit = async (nummer: string): Promise<PachtkontoDetail> => {
  const [zeile] = await dienst.owner<{ id: number }[]>`select id from pachtkonto where kontonummer = ${nummer}`;
  return (await verwalter().get<PachtkontoDetail>(`/pachtkonten/${zeile?.id}`)).json;
};

describe("Ein kleines Büro zieht ein", () => {
  test("die Prüfung sagt, was würde, und schreibt nichts", async () => {
    const lauf = await pruefe(kleineMappe());
    expect(await kurz(lauf.id)).toEqual([]);
    expect(lauf).toMatchObject({ status: "geprueft", fehler: 0 });
    for (const [blatt, soll] of Object.entries({
      Kontakte: "3 neu",
      Pachtkonten: "2 neu",
      Beteiligte: "5 neu",
      Positionen: "3 neu",
      Patchobjekte: "2 neu",
      Feldwerte: "1 neu",
    }))
      expect(zahlen(lauf, blatt), blatt).toBe(soll);
    const [zeile] = await dienst.owner`select count(*) anzahl from pachtkonto`;
    expect(zeile?.anzahl).toBe(0);
  });

  test("die Ausführung schreibt alles, mit Fälligkeiten und Einträgen im Audit-Log", async () => {
    const vorher = await auditzahl();
    const lauf = await importiere(kleineMappe());
    expect(lauf).toMatchObject({ status: "ausgefuehrt", fehler: 0, ursache: null });
    const konto = await kontoMit("PK-000001");
    expect(konto).toMatchObject({ bezeichnung: "Koppel", abrechnungAb: "2025-10-01", feldwerte: { Bodenpunkte: 42 } });
    expect(konto.beteiligte.map(({ anzeigename, rolle }) => `${rolle} ${anzeigename}`)).toEqual([
      "paechter Ida Jürgensen",
      "verpaechter Hinnerk Petersen",
    ]);
    expect(konto.objekte.map(({ bezeichnung }) => bezeichnung)).toEqual(["Koppel am Deich"]);
    expect(konto.positionen.map(({ betragCent, gueltigVon }) => [betragCent, gueltigVon])).toEqual([
      [120_000, null],
      [150_000, "2026-04-01"],
    ]);
    expect(new Set(konto.positionen.map(({ ursprungId }) => ursprungId)).size).toBe(1);
    expect(konto.offeneFaelligkeiten[0]).toMatchObject({
      zeitraumVon: "2025-10-01",
      zeitraumBis: "2026-09-30",
      faelligAm: "2026-10-01",
    });
    // 3 contacts, 2 accounts, own fields of one, 3 versions, 2 objects
    expect((await auditzahl()) - vorher).toBe(11);
  });

  test("dieselbe Datei noch einmal ändert nichts", async () => {
    const vorher = await auditzahl();
    const lauf = await importiere(kleineMappe());
    for (const [blatt, soll] of Object.entries({
      Kontakte: "3 unveraendert",
      Pachtkonten: "2 unveraendert",
      Beteiligte: "5 unveraendert",
      Positionen: "3 unveraendert",
      Patchobjekte: "2 unveraendert",
      Feldwerte: "1 unveraendert",
    }))
      expect(zahlen(lauf, blatt), blatt).toBe(soll);
    expect(await kurz(lauf.id, "hinweis")).toEqual([]);
    expect(await auditzahl()).toBe(vorher);
  });

  test("was sich in der Datei ändert, ändert sich im Bestand, und sonst nichts", async () => {
    const mappe = kleineMappe();
    Object.assign(mappe.Kontakte?.[1] ?? {}, { ort: "Schobüll" });
    Object.assign(mappe.Pachtkonten?.[1] ?? {}, { bezeichnung: "Acker am Hof" });
    Object.assign(mappe.Positionen?.[2] ?? {}, { betrag: 110 });
    const vorher = await auditzahl();
    const lauf = await importiere(mappe);
    expect(zahlen(lauf, "Kontakte")).toBe("1 geaendert, 2 unveraendert");
    expect((await auditzahl()) - vorher).toBe(3);
    expect((await kontoMit("A-77")).positionen[0]?.betragCent).toBe(11_000);
    await importiere(kleineMappe());
    expect((await auditzahl()) - vorher).toBe(6);
  });

  test("was jemand seither geändert hat, bleibt, wenn es nicht überschrieben werden soll", async () => {
    const konto = await kontoMit("A-77");
    await verwalter().put(`/pachtkonten/${konto.id}`, { bezeichnung: "Hofacker" });
    const vorher = await auditzahl();
    const lauf = await importiere(kleineMappe());
    expect(await kurz(lauf.id, "hinweis")).toEqual(["Pachtkonten 3 bezeichnung im_haus_geaendert"]);
    expect(await auditzahl()).toBe(vorher);
    expect((await kontoMit("A-77")).bezeichnung).toBe("Hofacker");
    await importiere(kleineMappe(), { ueberschreiben: true });
    expect((await kontoMit("A-77")).bezeichnung).toBe("Acker");
    expect((await auditzahl()) - vorher).toBe(1);
  });
});

describe("Fehler in der Datei", () => {
  test("jeder steht bei seiner Zeile, und ausführen lässt sie sich nicht", async () => {
    const mappe = kleineMappe();
    mappe.Kontakte?.push(
      { importSchluessel: "K4", typ: "paechter", nachname: "Ohne", plz: "123" },
      { importSchluessel: "K1", typ: "paechter", nachname: "Doppelt" },
      { importSchluessel: "K5", typ: "gibtesnicht", nachname: "Falsch" },
      { ...{ importSchluessel: "K6", typ: "paechter", nachname: "Morgen" }, bankBestaetigtAm: new Date("2099-01-01") },
    );
    mappe.Beteiligte?.push({ pachtkonto: "A-77", kontakt: "K99", rolle: "paechter" });
    Object.assign(mappe.Positionen?.[1] ?? {}, { gueltigVon: new Date("2026-03-01T00:00:00Z") });
    mappe.Positionen?.push({
      importSchluessel: "B9",
      pachtkonto: "P9",
      positionsart: "Pacht",
      betrag: 1,
      intervall: "jaehrlich",
    });
    const lauf = await pruefe(mappe);
    expect(await kurz(lauf.id)).toEqual([
      "Kontakte 5 plz ungueltig",
      "Kontakte 6 importSchluessel doppelt",
      "Kontakte 7 typ unbekannt",
      "Kontakte 8 bankBestaetigtAm zu_weit",
      "Beteiligte 7 kontakt unbekannt",
      "Positionen 2 gueltigVon ueberschneidung",
      "Positionen 5 pachtkonto unbekannt",
    ]);
    const { status, json } = await verwalter().post(`/import/${lauf.id}/ausfuehren`, {});
    expect([status, json.code]).toEqual([409, "import_fehlerhaft"]);
    expect((await befunde(lauf.id))[0]).toMatchObject({ wert: "123" });
  });

  test("Anteile, die nicht zusammen 1 ergeben, stehen beim ersten Beteiligten", async () => {
    const mappe = kleineMappe();
    Object.assign(mappe.Beteiligte?.[2] ?? {}, { anteilZaehler: 1, anteilNenner: 2 });
    expect(await kurz((await pruefe(mappe)).id)).toEqual(["Beteiligte 4 anteile"]);
  });
});

describe("Hebungen", () => {
  const hebungen = [
    {
      importSchluessel: "H1",
      pachtkonto: "P1",
      art: "prozent",
      wert: 2.5,
      wirksamAb: tag("2027-10-01"),
      positionen: "B1",
      status: null,
    },
    {
      importSchluessel: "H2",
      pachtkonto: "A-77",
      art: "neuer_betrag",
      betrag: 1300,
      wirksamAb: tag("2027-01-01"),
      status: "aktiv",
    },
  ];

  test("geplante und aktive kommen mit, und dieselbe Datei noch einmal ändert nichts", async () => {
    const lauf = await importiere({ ...kleineMappe(), Hebungen: hebungen });
    expect(zahlen(lauf, "Hebungen")).toBe("2 neu");
    const { json } = await verwalter().get<{ data: Hebung[] }>("/abrechnung/hebungen?sort=id");
    const [ursprung] = (await kontoMit("PK-000001")).positionen;
    expect(json.data).toMatchObject([
      { kontonummer: "PK-000001", status: "geplant", wertBp: 250, positionIds: [ursprung?.ursprungId] },
      { kontonummer: "A-77", status: "aktiv", betragCent: 130_000, positionIds: null },
    ]);
    expect((await kontoMit("PK-000001")).naechsteHebung).toBe("2027-10-01");
    const vorher = await auditzahl();
    const wieder = await importiere({ ...kleineMappe(), Hebungen: hebungen });
    expect(zahlen(wieder, "Hebungen")).toBe("2 unveraendert");
    expect(await auditzahl()).toBe(vorher);
  });

  test("zwanzig werden mit so vielen Anweisungen geschrieben wie zwei", async () => {
    const anweisungenFuer = async (anzahl: number, vorsatz: string): Promise<number> => {
      const viele = Array.from({ length: anzahl }, (_, nr) => ({
        ...{ importSchluessel: `${vorsatz}${nr}`, pachtkonto: "P1", art: "prozent", wert: 1 },
        ...{ wirksamAb: tag(`${2030 + nr}-01-01`), status: nr % 2 ? "aktiv" : "geplant" },
      }));
      const { id, fehler } = await pruefe({ ...kleineMappe(), Hebungen: viele });
      expect(fehler, (await kurz(id)).join("\n")).toBe(0);
      await verwalter().post(`/import/${id}/ausfuehren`, {});
      const transaktionen: Transaktion[] = [];
      await fuehreImportAus(gestoppt(worker, transaktionen), id, heute);
      expect(zahlen(await lies(id), "Hebungen")).toBe(`${anzahl} neu`);
      return transaktionen.flatMap(({ anweisungen }) => anweisungen).length;
    };
    await importiere(kleineMappe());
    expect(await anweisungenFuer(20, "V")).toBe(await anweisungenFuer(2, "W"));
  });

  test("was nicht bestehen kann, steht bei seiner Zeile", async () => {
    const mappe = kleineMappe();
    mappe.Pachtkonten?.push({ importSchluessel: "P3", pachtbeginn: tag("2027-01-01"), zahlungsrhythmus: "jaehrlich" });
    const falsche = [
      { importSchluessel: "F1", pachtkonto: "P3", art: "prozent", wert: 2, wirksamAb: tag("2028-01-01") },
      { importSchluessel: "F2", pachtkonto: "P3", art: "prozent", wert: 2, wirksamAb: tag("2026-01-01") },
      {
        importSchluessel: "F3",
        pachtkonto: "P1",
        art: "prozent",
        wert: 2,
        wirksamAb: tag("2028-01-01"),
        positionen: "B2",
      },
      {
        importSchluessel: "F4",
        pachtkonto: "P1",
        art: "prozent",
        wert: 2,
        wirksamAb: tag("2028-01-01"),
        positionen: "B7",
      },
      { importSchluessel: "F5", pachtkonto: "P1", art: "prozent", betrag: 2, wirksamAb: tag("2028-01-01") },
      {
        importSchluessel: "H2",
        pachtkonto: "A-77",
        art: "neuer_betrag",
        betrag: 1400,
        wirksamAb: tag("2027-01-01"),
        status: "aktiv",
      },
    ];
    expect(await kurz((await pruefe({ ...mappe, Hebungen: falsche })).id)).toEqual([
      "Hebungen 2 hebung_ohne_position",
      "Hebungen 3 wirksamAb vor_beginn",
      "Hebungen 4 positionen unbekannt",
      "Hebungen 5 positionen unbekannt",
      "Hebungen 6 wert fehlt",
      "Hebungen 7 nur_geplant_aenderbar",
    ]);
  });
});

describe("Listen und Firmendaten", () => {
  const listen = (): Mappe => ({
    Firmendaten: [
      { firma: "Landverwaltung Nord", zahlungszielTage: 30, "treuhandkonto.iban": "DE02120300000000202051" },
    ],
    Positionsarten: [
      { name: "pacht", kuerzel: "P", steuersatz: 0, steuerbefreiungGrund: "§ 4 Nr. 12 UStG" },
      { name: "Wegegeld", kuerzel: "WG", steuersatz: 19, steuerbefreiungGrund: null },
    ],
    Kontaktarten: [
      { name: "nachbar", bezeichnung: "Nachbar" },
      { name: "paechter", bezeichnung: "Pachtender" },
    ],
    Kontakte: [{ importSchluessel: "N1", typ: "nachbar", nachname: "Nissen" }],
    Positionen: [
      {
        importSchluessel: "W1",
        pachtkonto: "A-77",
        positionsart: "Wegegeld",
        betrag: 50,
        intervall: "jaehrlich",
        gueltigVon: new Date("2027-01-01T00:00:00Z"),
      },
    ],
  });

  test("was die Datei selbst mitbringt, gilt für ihre Zeilen; was es gibt, wird gefunden", async () => {
    const lauf = await pruefe(listen());
    expect(await kurz(lauf.id)).toEqual(["Firmendaten 2 keine_berechtigung"]);
    expect(await kurz(lauf.id, "hinweis")).toEqual([
      "Firmendaten 2 firma im_haus_geaendert",
      "Firmendaten 2 zahlungszielTage im_haus_geaendert",
      "Firmendaten 2 treuhandkonto.iban im_haus_geaendert",
      "Positionsarten 2 name im_haus_geaendert",
      "Kontaktarten 3 bezeichnung nicht_aenderbar",
    ]);
    expect(zahlen(lauf, "Positionsarten")).toBe("1 neu, 1 unveraendert");
    expect(zahlen(lauf, "Kontaktarten")).toBe("1 neu, 1 unveraendert");
  });

  test("ein Administrator bringt auch die Firmendaten mit", async () => {
    const vorher = await auditzahl();
    const lauf = await importiere(listen(), { ueberschreiben: true }, "administrator");
    expect(zahlen(lauf, "Firmendaten")).toBe("1 geaendert");
    // company data, two position types, a kind of contact, a contact, a position
    expect((await auditzahl()) - vorher).toBe(6);
    const { json } = await verwalter().get("/einstellungen/firmendaten");
    expect(json).toMatchObject({ firma: "Landverwaltung Nord", zahlungszielTage: 30, ort: "Neubrandenburg" });
    expect((await kontoMit("A-77")).positionen.map(({ positionsartName }) => positionsartName)).toContain("Wegegeld");
    const nachher = await auditzahl();
    const wieder = await importiere(listen(), {}, "administrator");
    expect(await auditzahl()).toBe(nachher);
    expect(zahlen(wieder, "Firmendaten")).toBe("1 unveraendert");
  });
});
