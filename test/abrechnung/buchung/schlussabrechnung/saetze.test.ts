import { describe, expect, test } from "vitest";
import { belegeVon } from "../../../hilfe/abrechnung.ts";
import { liesPdf } from "../../../hilfe/liesPdf.ts";
import { administrator, dienst, heute, mitDienst, verwalter } from "../../../hilfe/mitDienst.ts";
import { type Beleg, beende, gebucht, konto, kontoVon, kurz, versucheZuBuchen, zeilenVon } from "./handgriffe.ts";

// 1,200.00 a year from 1 October, billed yearly, fee 5 %, unless stated.
mitDienst({ stammdaten: true });

test("zwei Pächter, ein Verpächter, der im April kam: jeder bekommt den Unterschied seines Anteils", async () => {
  const id = await konto({
    paechter: [
      [1, 1, 3],
      [2, 2, 3],
    ],
    positionen: [
      { positionsartId: 1, betragCent: 120_000 },
      { positionsartId: 2, betragCent: 12_000 },
    ],
  });
  await dienst.owner`
    update pachtkonto_beteiligter set gueltig_bis = '2026-03-31' where pachtkonto_id = ${id} and kontakt_id = 4`;
  await dienst.owner`
    insert into pachtkonto_beteiligter (pachtkonto_id, kontakt_id, rolle, gueltig_von)
    values (${id}, 5, 'verpaechter', '2026-04-01')`;
  const vorher = await belegeVon(id, (await gebucht(id, "2025-10-01")).id);
  expect(kurz(vorher)).toEqual([
    // 40.00 and 80.00 of the kept position carry 19 % VAT
    "rechnung 1 44000 44760",
    "rechnung 2 88000 89520",
    "gutschrift 4 60000 60000 56430",
    "gebuehrenrechnung 4 3000 3570",
    "gutschrift 5 60000 60000 56430",
    "gebuehrenrechnung 5 3000 3570",
  ]);
  await beende(id, "2026-06-30");
  const belege = await belegeVon(id, (await gebucht(id)).id);
  expect(kurz(belege)).toEqual([
    "schlussrechnung 1 -11000 -11190",
    "schlussrechnung 2 -22000 -22380",
    "gutschrift 5 -30000 -30000 -28215",
    "gebuehrenrechnung 5 -1500 -1785",
  ]);
  const zeilen = await zeilenVon(belege[1]);
  expect(zeilen.map(({ herleitung }) => herleitung.korrektur?.belegnummer)).toEqual([
    vorher[1]?.belegnummer,
    vorher[1]?.belegnummer,
  ]);
});

describe("Gebühr und Berechnungsart sind inzwischen andere: berichtigt wird nach dem, was gebucht war", () => {
  const jahr = { pachtbeginn: "2026-01-01", pachtjahrBeginn: "01-01" };
  const setzeGebuehrensteuer = async (verwaltungsgebuehrSteuersatzBp: number) => {
    const { status, text } = await administrator().put("/einstellungen/firmendaten", {
      verwaltungsgebuehrSteuersatzBp,
    });
    expect(status, text).toBe(200);
  };
  const schliesse = async (id: number, mehr: object): Promise<Beleg[]> => {
    const antwort = await verwalter().put(`/pachtkonten/${id}`, { pachtende: "2026-09-30", ...mehr });
    expect(antwort.status, antwort.text).toBe(200);
    await setzeGebuehrensteuer(700);
    const belege = await belegeVon(id, (await gebucht(id)).id);
    await setzeGebuehrensteuer(1900);
    return belege;
  };

  test("5 % und 19 % monatsgenau gebucht, jetzt 10 %, 7 % und tagesgenau: 15,00 + 2,85 von 60,00 + 11,40 zurück", async () => {
    const id = await konto(jahr);
    expect(kurz(await belegeVon(id, (await gebucht(id, "2026-01-01")).id))).toEqual([
      "rechnung 1 120000 120000",
      "gutschrift 4 120000 120000 112860",
      "gebuehrenrechnung 4 6000 7140",
    ]);
    const belege = await schliesse(id, { verwaltungsgebuehrBp: 1000, berechnungsart: "tagesgenau" });
    expect(kurz(belege)).toEqual([
      "schlussrechnung 1 -30000 -30000",
      "gutschrift 4 -30000 -30000 -28215",
      "gebuehrenrechnung 4 -1500 -1785",
    ]);
  });

  test("ohne Gebühr gebucht, jetzt 5 %: keine zurück", async () => {
    const id = await konto({ ...jahr, verwaltungsgebuehrBp: null });
    await gebucht(id, "2026-01-01");
    expect(kurz(await schliesse(id, { verwaltungsgebuehrBp: 500 }))).toEqual([
      "schlussrechnung 1 -30000 -30000",
      "gutschrift 4 -30000 -30000 -30000",
    ]);
  });

  test("zwei Vierteljahre mit zwei Gebühren: eine Gebührenrechnung mit zwei Zeilen und zwei Sätzen, auch auf Papier", async () => {
    const id = await konto({ ...jahr, zahlungsrhythmus: "vierteljaehrlich" });
    await gebucht(id, "2026-07-01");
    await setzeGebuehrensteuer(700);
    await verwalter().put(`/pachtkonten/${id}`, { verwaltungsgebuehrBp: 1000 });
    await gebucht(id, "2026-10-01");
    await setzeGebuehrensteuer(1900);
    await beende(id, "2026-08-31");
    const belege = await belegeVon(id, (await gebucht(id)).id);
    // 5 % of -100.00 at 19 %, 10 % of -300.00 at 7 %
    expect(kurz(belege)).toEqual([
      "schlussrechnung 1 -40000 -40000",
      `gutschrift 4 -40000 -40000 ${-40_000 + 3500 + 95 + 210}`,
      `gebuehrenrechnung 4 -3500 ${-3500 - 95 - 210}`,
    ]);
    const { bytes } = await verwalter().get(`/abrechnung/archiv/${belege[2]?.id}/pdf`);
    const brief = (await liesPdf(bytes)).blaetter.flat().join(" ");
    expect(brief).toContain("5 % von −100,00 € netto");
    expect(brief).toContain("10 % von −300,00 € netto");
  });
});

test("ist nichts zu berichtigen, gibt es keinen Beleg, und das Konto ist trotzdem abgeschlossen", async () => {
  const id = await konto();
  await gebucht(id, "2025-10-01");
  await beende(id, "2026-09-30");
  const lauf = await gebucht(id);
  expect(lauf).toMatchObject({ anzahlKonten: 1, anzahlDokumente: 0, paechterBruttoCent: 0 });
  expect(await belegeVon(id, lauf.id)).toEqual([]);
  expect(await kontoVon(id)).toMatchObject({ status: "ausgelaufen", schlussabrechnung: heute });
  expect(await beende(id, "2026-10-31")).toMatchObject({ status: 409, json: { code: "schlussabgerechnet" } });
  expect((await versucheZuBuchen(id)).status).toBe(409);
});

test("ein offenes Vierteljahr vor einem gebuchten: 200,00 berechnet, 300,00 zurück", async () => {
  const id = await konto({ pachtbeginn: "2026-04-01", pachtjahrBeginn: "01-01", zahlungsrhythmus: "vierteljaehrlich" });
  const lauf = await gebucht(id, "2026-07-01");
  await dienst.owner.begin(async (tx) => {
    const [erste] = await tx<{ id: number }[]>`
      update faelligkeit set status = 'offen', buchungslauf_id = null
      where pachtkonto_id = ${id} and zeitraum_von = '2026-04-01' returning id`;
    await tx`
      update gebuchter_zeitraum set storniert_am = now()
      where faelligkeit_id = ${Number(erste?.id)} and buchungslauf_id = ${lauf.id}`;
  });
  await beende(id, "2026-05-31");
  const schluss = await gebucht(id);
  const [schlussrechnung] = await belegeVon(id, schluss.id);
  const zeilen = await zeilenVon(schlussrechnung);
  expect(zeilen.map((z) => [z.zeitraumVon, z.zeitraumBis, z.nettoCent])).toEqual([
    ["2026-04-01", "2026-05-31", 20_000],
    ["2026-07-01", "2026-09-30", -30_000],
  ]);
  expect(kurz([schlussrechnung as Beleg])).toEqual(["schlussrechnung 1 -10000 -10000"]);
});

test("drei Läufe zugleich rechnen ein Konto einmal ab", async () => {
  const id = await konto();
  await gebucht(id, "2025-10-01");
  await beende(id, "2026-06-30");
  const antworten = await Promise.all([versucheZuBuchen(id), versucheZuBuchen(id), versucheZuBuchen(id)]);
  expect(antworten.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(await dienst.owner`select from schlussabrechnung where pachtkonto_id = ${id}`).toHaveLength(1);
});

test("ein gescheiterter Lauf lässt das Konto offen", async () => {
  const id = await konto();
  await gebucht(id, "2025-10-01");
  await beende(id, "2026-06-30");
  await dienst.owner`
    create function stoere() returns trigger language plpgsql as $$
    begin raise exception 'Störung' using errcode = 'check_violation'; end $$`;
  await dienst.owner`create trigger stoerung before insert on schlussabrechnung execute function stoere()`;
  expect((await versucheZuBuchen(id)).status).toBe(500);
  await dienst.owner`drop function stoere() cascade`;
  dienst.fehler.length = 0;
  expect(await kontoVon(id)).toMatchObject({ schlussabrechnung: null });
  expect(await dienst.owner`select from stapel_schlussabrechnung`).toHaveLength(0);
  expect((await gebucht(id)).anzahlDokumente).toBe(3);
});

describe("Der Steuerstatus des Verpächters ist inzwischen ein anderer: der Beleg ist, was der gebuchte war", () => {
  const setzeStatus = (status: string) => dienst.owner`
    update kontakt set umsatzsteuer_status = ${status}, steuernummer = '19/815/08155' where id = 4`;
  const schluss = async (damals: string, jetzt: string) => {
    await setzeStatus(damals);
    const id = await konto({ verpaechter: [[4, null, null]] });
    await gebucht(id, "2025-10-01");
    await setzeStatus(jetzt);
    await beende(id, "2026-06-30");
    const einzeln = await verwalter().get(`/abrechnung/vorschau?datum=${heute}&pachtkontoId=${id}`);
    expect(einzeln.status, einzeln.text).toBe(200);
    const belege = await belegeVon(id, (await gebucht(id)).id);
    const beleg = belege.find(({ belegart }) => belegart === "gutschrift");
    const xml = await verwalter().get(`/abrechnung/archiv/${beleg?.id}/xml`);
    return { titel: beleg?.titel, status: beleg?.empfaenger.umsatzsteuerStatus, xml: xml.status };
  };

  test("eine Gutschrift wird durch eine Gutschrift berichtigt", async () => {
    expect(await schluss("regelbesteuert", "nicht_steuerbar")).toEqual({
      titel: "Gutschrift",
      status: "regelbesteuert",
      xml: 200,
    });
  });

  test("eine Auszahlungsmitteilung durch eine Auszahlungsmitteilung, ohne E-Rechnung", async () => {
    expect(await schluss("nicht_steuerbar", "regelbesteuert")).toEqual({
      titel: "Auszahlungsmitteilung",
      status: "nicht_steuerbar",
      xml: 409,
    });
  });
});
