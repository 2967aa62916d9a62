import { beforeAll, describe, expect, test } from "vitest";
import { dienst, mitDienst, verwalter } from "../hilfe/mitDienst.ts";

/**
 * A clerk's year, through the API alone. Two accounts of one operator:
 *
 * Hof: 1,000.00 a month in advance, fee 5 %, lessors Anton and Berta by halves. Index 105.0 -> 107.1 from May: 1,020.00.
 * Anton sells his half to Carla on 16 July: July is 493.55 + 526.45, of which Anton 246.78, Berta 246.77 + 263.23, Carla 263.22.
 * Garten: 1,200.00 a year in advance, lessor Berta, no fee. The lessee leaves on 30 September: 900.00, so 300.00 back.
 *
 * The run of October is cancelled on the 5th and booked again on the 6th.
 */
let hof: number;
let garten: number;
const kontakt: Record<string, number> = {};
const laeufe: string[] = [];

const sende = async (pfad: string, body: object, status = 201): Promise<Record<string, unknown> & { id: number }> => {
  const antwort = await verwalter().post<Record<string, unknown> & { id: number }>(pfad, body);
  expect(antwort.status, antwort.text).toBe(status);
  return antwort.json;
};

const setze = async (pfad: string, body: object) => {
  const antwort = await verwalter().put(pfad, body);
  expect(antwort.status, antwort.text).toBe(200);
};

const buche = async (tag: string): Promise<Record<string, unknown>> => {
  dienst.stelle(tag);
  const vorschau = await verwalter().get<{ vorschauHash: string; summen: { paechterNettoCent: number } }>(
    `/abrechnung/vorschau-gruppen?datum=${tag}`,
  );
  const lauf = await sende("/abrechnung/buchen", { datum: tag, vorschauHash: vorschau.json.vorschauHash });
  expect(lauf.paechterNettoCent, `Vorschau = Buchung am ${tag}`).toBe(vorschau.json.summen.paechterNettoCent);
  laeufe.push(String(lauf.id));
  return lauf;
};

type Beleg = {
  id: number;
  belegart: string;
  kontaktId: number;
  pachtkontoId: number;
  stornoVonId: number | null;
  nettoCent: number;
  bruttoCent: number;
};

const alleBelege = async (): Promise<Beleg[]> => {
  const antwort = await verwalter().get<{ data: Beleg[] }>("/abrechnung/archiv?limit=500");
  return antwort.json.data;
};

/** Net cents of one kind of document for one contact, cancellations included. */
const netto = (belege: Beleg[], arten: string[], name?: string): number => {
  const artVon = new Map(belege.map(({ id, belegart }) => [id, belegart]));
  return belege
    .filter(({ belegart, stornoVonId }) =>
      arten.includes(stornoVonId === null ? belegart : (artVon.get(stornoVonId) ?? "")),
    )
    .filter(({ kontaktId }) => name === undefined || kontaktId === kontakt[name])
    .reduce((summe, { nettoCent }) => summe + nettoCent, 0);
};

const rechnungen = ["rechnung", "schlussrechnung"];

mitDienst({ tag: "2026-01-01" });

beforeAll(async () => {
  const administrator = dienst.als("administrator");
  await sende("/einstellungen/kontaktarten", { name: "partei", bezeichnung: "Vertragspartei" });
  const firma = await administrator.put("/einstellungen/firmendaten", {
    firma: "Treuhand Elbmarsch GmbH",
    strasse: "Deichstraße",
    hausnummer: "3",
    plz: "21423",
    ort: "Winsen",
    steuernummer: "50/123/45678",
    treuhandkonto: { iban: "DE02120300000000202051", bic: "BYLADEM1001", bank: "Musterbank" },
  });
  expect(firma.status, firma.text).toBe(200);
  for (const nachname of ["Anton", "Berta", "Carla", "Paula", "Quentin"])
    kontakt[nachname] = (await sende("/kontakte", { typ: "partei", nachname, plz: "17033", ort: "Neubrandenburg" })).id;
  const pacht = await sende("/einstellungen/positionsarten", {
    name: "Grundpacht",
    kuerzel: "GP",
    steuersatzBp: 0,
    steuerbefreiungGrund: "§ 4 Nr. 12 Buchst. a UStG",
  });
  const konto = async (felder: object, betragCent: number, intervall: string): Promise<number> => {
    const { id } = await sende("/pachtkonten", { pachtbeginn: "2026-01-01", istVorauszahlend: true, ...felder });
    await sende(`/pachtkonten/${id}/positionen`, { positionsartId: pacht.id, betragCent, intervall });
    return id;
  };
  hof = await konto(
    {
      bezeichnung: "Hof",
      zahlungsrhythmus: "monatlich",
      verwaltungsgebuehrBp: 500,
      beteiligte: [
        { kontaktId: kontakt.Paula, rolle: "paechter" },
        { kontaktId: kontakt.Anton, rolle: "verpaechter", anteilZaehler: 1, anteilNenner: 2 },
        { kontaktId: kontakt.Berta, rolle: "verpaechter", anteilZaehler: 1, anteilNenner: 2 },
      ],
    },
    100_000,
    "monatlich",
  );
  garten = await konto(
    {
      bezeichnung: "Garten",
      zahlungsrhythmus: "jaehrlich",
      beteiligte: [
        { kontaktId: kontakt.Quentin, rolle: "paechter" },
        { kontaktId: kontakt.Berta, rolle: "verpaechter" },
      ],
    },
    120_000,
    "jaehrlich",
  );
});

describe("ein Jahr", () => {
  test("Januar bis April: 1.000,00 im Monat, der Garten im Januar für das ganze Jahr", async () => {
    expect(await buche("2026-01-01")).toMatchObject({ paechterNettoCent: 220_000 });
    for (const monat of ["02", "03", "04"])
      expect(await buche(`2026-${monat}-01`)).toMatchObject({ paechterNettoCent: 100_000 });
  });

  test("Mai: die Indexerhöhung wird mit der ersten Buchung abgeschlossen", async () => {
    dienst.stelle("2026-04-10");
    const hebung = await sende("/abrechnung/hebungen", {
      pachtkontoId: hof,
      art: "index",
      indexBasis: "105.0",
      indexNeu: "107.1",
      wirksamAb: "2026-05-01",
    });
    await setze(`/abrechnung/hebungen/${hebung.id}`, { status: "aktiv" });
    expect(await buche("2026-05-01")).toMatchObject({ paechterNettoCent: 102_000 });
    const danach = await verwalter().get(`/abrechnung/hebungen/${hebung.id}`);
    expect(danach.json).toMatchObject({
      status: "abgeschlossen",
      abschluss: [{ betragAltCent: 100_000, betragNeuCent: 102_000 }],
    });
    await buche("2026-06-01");
  });

  test("Juli: Anton verkauft seinen Anteil zum 16. an Carla", async () => {
    dienst.stelle("2026-06-20");
    await setze(`/pachtkonten/${hof}`, {
      beteiligte: [
        { kontaktId: kontakt.Paula, rolle: "paechter" },
        { kontaktId: kontakt.Anton, rolle: "verpaechter", anteilZaehler: 1, anteilNenner: 2, gueltigBis: "2026-07-15" },
        { kontaktId: kontakt.Carla, rolle: "verpaechter", anteilZaehler: 1, anteilNenner: 2, gueltigVon: "2026-07-16" },
        { kontaktId: kontakt.Berta, rolle: "verpaechter", anteilZaehler: 1, anteilNenner: 2 },
      ],
    });
    expect(await buche("2026-07-01")).toMatchObject({ paechterNettoCent: 102_000, anzahlDokumente: 7 });
    const belege = await alleBelege();
    expect(netto(belege, ["gutschrift"], "Anton")).toBe(4 * 50_000 + 2 * 51_000 + 24_678);
    expect(netto(belege, ["gutschrift"], "Carla")).toBe(26_322);
    await buche("2026-08-01");
  });

  test("September: der Pächter des Gartens geht, im Oktober bekommt er ein Viertel zurück", async () => {
    dienst.stelle("2026-09-01");
    await setze(`/pachtkonten/${garten}`, { status: "gekuendigt", kuendigungZum: "2026-09-30" });
    await buche("2026-09-01");
    expect(await buche("2026-10-01")).toMatchObject({ paechterNettoCent: 102_000 - 30_000 });
    const konto = await verwalter().get(`/pachtkonten/${garten}`);
    expect(konto.json).toMatchObject({ status: "ausgelaufen", schlussabrechnung: "2026-10-01" });
  });

  test("Oktober: der Lauf wird storniert und am Tag darauf noch einmal gebucht", async () => {
    dienst.stelle("2026-10-05");
    const vorher = await alleBelege();
    const storno = await sende("/abrechnung/stornieren", { buchungslaufId: laeufe.at(-1), grund: "Falsches Datum" });
    expect(storno).toMatchObject({ anzahlKonten: 2, summen: { paechterNettoCent: -72_000 } });
    const konto = await verwalter().get(`/pachtkonten/${garten}`);
    expect(konto.json).toMatchObject({ status: "ausgelaufen", schlussabrechnung: null });
    expect(netto(await alleBelege(), rechnungen)).toBe(netto(vorher, rechnungen) - 72_000);
    expect(await buche("2026-10-06")).toMatchObject({ paechterNettoCent: 72_000 });
    await buche("2026-11-01");
    await buche("2026-12-01");
  });

  test("am Jahresende stimmen Belege, Abdeckung und Exporte auf den Cent", async () => {
    const belege = await alleBelege();
    expect(netto(belege, rechnungen, "Paula")).toBe(4 * 100_000 + 8 * 102_000);
    expect(netto(belege, rechnungen, "Quentin")).toBe(90_000);
    expect(netto(belege, ["gutschrift"], "Anton")).toBe(326_678);
    expect(netto(belege, ["gutschrift"], "Berta")).toBe(608_000 + 90_000);
    expect(netto(belege, ["gutschrift"], "Carla")).toBe(281_322);
    expect(netto(belege, ["gebuehrenrechnung"], "Anton")).toBe(16_334);
    expect(netto(belege, ["gebuehrenrechnung"], "Berta")).toBe(30_400);
    expect(netto(belege, ["gebuehrenrechnung"], "Carla")).toBe(14_066);

    type Abdeckung = {
      tage: Record<string, number>;
      abschnitte: { status: string; von: string; bis: string }[];
      summen: { paechterNettoCent: number; verpaechterBruttoCent: number; gebuehrBruttoCent: number };
    };
    const abdeckung = async (id: number, bis: string) =>
      (await verwalter().get<Abdeckung>(`/abrechnung/abdeckung/${id}?von=2026-01-01&bis=${bis}`)).json;
    const vomHof = await abdeckung(hof, "2026-12-31");
    const vomGarten = await abdeckung(garten, "2026-09-30");
    expect(vomHof.tage).toMatchObject({ gebucht: 365, offen: 0, storniert: 0, fehlend: 0, ausserhalb: 0 });
    expect(vomGarten.tage).toMatchObject({ gebucht: 273, offen: 0, storniert: 0, fehlend: 0 });
    expect(vomHof.summen.paechterNettoCent).toBe(netto(belege, rechnungen, "Paula"));
    expect(vomGarten.summen.paechterNettoCent).toBe(netto(belege, rechnungen, "Quentin"));
    expect(vomHof.summen.verpaechterBruttoCent + vomGarten.summen.verpaechterBruttoCent).toBe(
      netto(belege, ["gutschrift"]),
    );

    const exportiert = { paechter: 0, verpaechter: 0 };
    for (const seite of ["paechter", "verpaechter"] as const)
      for (const lauf of laeufe) {
        const { text, status } = await verwalter().get(`/abrechnung/export/${seite}?buchungslaufId=${lauf}`);
        expect(status).toBe(200);
        exportiert[seite] += summe(text, seite === "paechter" ? "Brutto" : "Auszahlung");
      }
    const brutto = (arten: string[]) => {
      const artVon = new Map(belege.map(({ id, belegart }) => [id, belegart]));
      return belege
        .filter(({ belegart, stornoVonId }) =>
          arten.includes(stornoVonId === null ? belegart : (artVon.get(stornoVonId) ?? "")),
        )
        .reduce((bisher, { bruttoCent }) => bisher + bruttoCent, 0);
    };
    expect(exportiert.paechter).toBe(brutto(rechnungen));
    expect(exportiert.verpaechter).toBe(brutto(["gutschrift"]) - brutto(["gebuehrenrechnung"]));
  });
});

/** Cents of one column of a CSV export. */
const summe = (csv: string, spalte: string): number => {
  const [kopf = "", ...zeilen] = csv
    .replace(/^\uFEFF/, "")
    .trim()
    .split("\r\n");
  const nr = kopf.split(";").indexOf(spalte);
  expect(nr).toBeGreaterThan(0);
  return zeilen.reduce((bisher, zeile) => bisher + Number((zeile.split(";")[nr] ?? "").replace(",", "")), 0);
};
