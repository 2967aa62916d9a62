import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PachtkontoDetail } from "../../src/pachtkonten/schema.ts";
import { liesPdf } from "../dokumente/liesPdf.ts";
import { starteDienst, type Testdienst } from "../hilfe/dienst.ts";
import { saeKonto, saeStammdaten } from "./saat.ts";

// 1,200.00 a year from 1 October, billed yearly, fee 5 %, unless stated.
const heute = "2026-11-20";
let dienst: Testdienst;

beforeAll(async () => {
  dienst = await starteDienst(heute);
  await saeStammdaten(dienst.owner);
});
afterAll(async () => {
  expect(dienst.fehler).toEqual([]);
  await dienst.beende();
});

type Zeile = {
  zeitraumVon: string;
  zeitraumBis: string;
  nettoCent: number;
  herleitung: { methode: string; korrektur?: { belegnummer: string | null; gebuchtCent: number; richtigCent: number } };
};
type Beleg = {
  id: number;
  buchungslaufId: string;
  belegart: string;
  belegnummer: string;
  kontaktId: number;
  nettoCent: number;
  bruttoCent: number;
  auszahlungCent: number | null;
  zeitraumVon: string;
  zeitraumBis: string;
  faelligAm: string;
};
type Lauf = { id: string; code?: string; anzahlKonten: number; anzahlDokumente: number; paechterBruttoCent: number };

const verwalter = () => dienst.als("verwalter");
const konto = (mehr: Parameters<typeof saeKonto>[2] = {}) =>
  saeKonto(dienst.owner, heute, { istVorauszahlend: true, pachtbeginn: "2025-10-01", ...mehr });
const buche = (id: number, datum = heute) => verwalter().post<Lauf>("/abrechnung/buchen", { datum, auswahl: [id] });
const gebucht = async (id: number, datum = heute): Promise<Lauf> => {
  const { status, json, text } = await buche(id, datum);
  expect(status, text).toBe(201);
  return json;
};
const beende = async (id: number, pachtende: string) => {
  const antwort = await verwalter().put<PachtkontoDetail & { code?: string; belegnummer?: string }>(
    `/pachtkonten/${id}`,
    { pachtende },
  );
  return antwort;
};
const kontoVon = async (id: number) => (await verwalter().get<PachtkontoDetail>(`/pachtkonten/${id}`)).json;

/** Documents of a run: kind, contact, net, gross, payout; lessees first. */
const belegeVon = async (id: number, lauf: Lauf): Promise<Beleg[]> => {
  const { json } = await verwalter().get<{ data: { id: number }[] }>(
    `/abrechnung/archiv-konten?pachtkontoId=${id}&buchungslaufId=${lauf.id}`,
  );
  const [eintrag] = json.data;
  const detail = await verwalter().get<{ dokumente: Beleg[] }>(`/abrechnung/archiv-konten/${eintrag?.id}`);
  return detail.json.dokumente;
};
const kurz = (belege: Beleg[]) =>
  belege.map(({ belegart, kontaktId, nettoCent, bruttoCent, auszahlungCent }) =>
    [belegart, kontaktId, nettoCent, bruttoCent, ...(auszahlungCent === null ? [] : [auszahlungCent])].join(" "),
  );
const zeilenVon = async (beleg: Beleg | undefined): Promise<Zeile[]> =>
  (await verwalter().get<{ zeilen: Zeile[] }>(`/abrechnung/archiv/${beleg?.id}`)).json.zeilen;

type Gruppen = {
  vorschauHash: string;
  gruppen: { schluessel: string; summen: { paechterBruttoCent: number; anzahlKonten: number } }[];
  summen: Record<string, number>;
};
const vorschau = async (id: number, datum = heute): Promise<Gruppen> =>
  (await verwalter().get<Gruppen>(`/abrechnung/vorschau-gruppen?datum=${datum}&auswahl=${id}`)).json;

describe("a prepaid lease that ends inside a booked year", () => {
  let id: number;
  let rechnung: Beleg | undefined;
  let schluss: Lauf;

  beforeAll(async () => {
    id = await konto({ kontonummer: "SA-1" });
    [rechnung] = await belegeVon(id, await gebucht(id, "2025-10-01"));
    expect((await beende(id, "2026-06-30")).status).toBe(200);
  });

  test("is previewed as a group of its own, with the lines in full detail", async () => {
    const { gruppen, summen } = await vorschau(id);
    expect(gruppen).toMatchObject([
      {
        schluessel: "schlussabrechnung|2026-07-01|2025-10-01|2026-06-30",
        art: "schlussabrechnung",
        summen: { anzahlKonten: 1, paechterBruttoCent: -30_000 },
      },
    ]);
    expect(summen).toMatchObject({ anzahlDokumente: 3, gebuehrBruttoCent: -1_785, auszahlungCent: -28_215 });
    const { json } = await verwalter().get<{ data: { perioden: object[] }[] }>(
      `/abrechnung/vorschau?datum=${heute}&pachtkontoId=${id}`,
    );
    expect(json.data[0]).toMatchObject({
      anzahlPerioden: 1,
      paechterNettoCent: -30_000,
      perioden: [
        {
          faelligkeitId: null,
          art: "schlussabrechnung",
          belege: [
            { belegart: "schlussrechnung", zeilen: [{ herleitung: { korrektur: { gebuchtCent: 120_000 } } }] },
            { belegart: "gutschrift" },
            { belegart: "gebuehrenrechnung" },
          ],
        },
      ],
    });
    expect((await vorschau(id, "2026-06-30")).gruppen).toEqual([]);
  });

  test("gives back to the lessee, takes back from the lessor and from the fee", async () => {
    const { vorschauHash, summen } = await vorschau(id);
    const { status, json } = await verwalter().post<Lauf>("/abrechnung/buchen", {
      datum: heute,
      auswahl: [id],
      vorschauHash,
    });
    expect(status).toBe(201);
    expect(json).toMatchObject(summen);
    schluss = json;
    const belege = await belegeVon(id, schluss);
    expect(kurz(belege)).toEqual([
      "schlussrechnung 1 -30000 -30000",
      "gutschrift 4 -30000 -30000 -28215",
      "gebuehrenrechnung 4 -1500 -1785",
    ]);
    expect(belege[0]).toMatchObject({
      belegnummer: "SR-2026-000001",
      faelligAm: "2026-07-01",
      zeitraumVon: "2025-10-01",
      zeitraumBis: "2026-06-30",
    });
  });

  test("names the corrected document in each line, and says so on paper", async () => {
    const [schlussrechnung, gutschrift] = await belegeVon(id, schluss);
    const [zeile] = await zeilenVon(schlussrechnung);
    expect(zeile).toMatchObject({
      zeitraumVon: "2025-10-01",
      zeitraumBis: "2026-09-30",
      nettoCent: -30_000,
      herleitung: {
        methode: "korrektur",
        korrektur: {
          belegId: rechnung?.id,
          belegnummer: rechnung?.belegnummer,
          gebuchtCent: 120_000,
          richtigCent: 90_000,
          segmente: [{ segmentVon: "2025-10-01", segmentBis: "2026-06-30", bruchteil: "3/4", nettoCent: 90_000 }],
        },
      },
    });
    const text = async (beleg: Beleg | undefined) => {
      const { bytes } = await verwalter().get(`/abrechnung/archiv/${beleg?.id}/pdf`);
      return (await liesPdf(bytes)).seiten.flat().join(" ");
    };
    const brief = await text(schlussrechnung);
    expect(brief).toContain(`bereits berechnet mit ${rechnung?.belegnummer}: 1.200,00 €, richtig 900,00 €`);
    expect(brief).toContain("Das Guthaben von 300,00 €");
    expect(brief).not.toContain("Gutschrift");
    expect(await text(gutschrift)).toContain("bereits abgerechnet mit GS-2026-000001: 1.200,00 €");
  });

  test("is closed and billed no more; what was booked stays booked", async () => {
    expect(await kontoVon(id)).toMatchObject({
      status: "ausgelaufen",
      schlussabrechnung: heute,
      offeneFaelligkeiten: [],
    });
    expect(await buche(id, "2027-01-15")).toMatchObject({ status: 409, json: { code: "nichts_zu_buchen" } });
    const zeitraeume = await dienst.owner`
      select zeitraum_von, zeitraum_bis, storniert_am from gebuchter_zeitraum where pachtkonto_id = ${id}`;
    expect(zeitraeume).toEqual([{ zeitraumVon: "2025-10-01", zeitraumBis: "2026-09-30", storniertAm: null }]);
    const korrekturen = await dienst.owner`
      select k.faelligkeit_id, s.buchungslauf_id
      from schlussabrechnung s
      join schlussabrechnung_korrektur k using (archivkonto_id)
      where s.pachtkonto_id = ${id} and s.faelligkeit_id is null`;
    expect(korrekturen).toEqual([{ faelligkeitId: expect.any(Number), buchungslaufId: schluss.id }]);
    const audit = await dienst.owner`
      select aktion from auditlog where ressource = 'pachtkonto' and ressource_id = ${String(id)} order by id desc`;
    expect(audit[0]).toEqual({ aktion: "schlussabrechnen" });
  });

  test("neither moves its end nor loses the corrected booking while the settlement stands", async () => {
    const { belegnummer } = (await belegeVon(id, schluss))[0] ?? {};
    for (const pachtende of ["2026-05-31", "2026-08-31"])
      expect(await beende(id, pachtende)).toMatchObject({
        status: 409,
        json: { code: "schlussabgerechnet", detail: expect.stringContaining(String(belegnummer)) },
      });
    await expect(
      dienst.owner`update gebuchter_zeitraum set storniert_am = now() where pachtkonto_id = ${id}`,
    ).rejects.toThrow("schlussabgerechnet");
  });
});

test("postpaid: older quarters are ordinary bills, the cut last one is the settlement", async () => {
  const id = await konto({
    istVorauszahlend: false,
    pachtbeginn: "2026-01-01",
    pachtjahrBeginn: "01-01",
    zahlungsrhythmus: "vierteljaehrlich",
    pachtende: "2026-08-15",
  });
  expect((await vorschau(id)).gruppen.map(({ schluessel }) => schluessel)).toEqual([
    "regulaer|2026-04-01|2026-01-01|2026-03-31",
    "regulaer|2026-07-01|2026-04-01|2026-06-30",
    "schlussabrechnung|2026-08-16|2026-07-01|2026-08-15",
  ]);
  const belege = await belegeVon(id, await gebucht(id));
  // one month and 15 of 31 days of 100.00
  expect(kurz(belege.filter(({ kontaktId }) => kontaktId === 1))).toEqual([
    "rechnung 1 30000 30000",
    "rechnung 1 30000 30000",
    "schlussrechnung 1 14839 14839",
  ]);
  const [zeile] = await zeilenVon(belege.find(({ belegart }) => belegart === "schlussrechnung"));
  expect(zeile?.herleitung).toMatchObject({ methode: "monatsgenau" });
  const stand = await dienst.owner`
    select g.zeitraum_bis, s.zeitraum_bis schluss_bis
    from gebuchter_zeitraum g
    left join schlussabrechnung s on s.faelligkeit_id = g.faelligkeit_id
    where g.pachtkonto_id = ${id}
    order by g.zeitraum_bis`;
  expect(stand.map((zeile) => zeile.schlussBis)).toEqual([null, null, "2026-08-15"]);
});

test("nothing remains of months that begin after the end", async () => {
  const id = await konto({ pachtbeginn: "2026-08-01", pachtjahrBeginn: "01-01", zahlungsrhythmus: "monatlich" });
  await gebucht(id, "2026-11-01");
  await beende(id, "2026-09-15");
  const [schlussrechnung] = await belegeVon(id, await gebucht(id));
  expect(schlussrechnung).toMatchObject({ faelligAm: "2026-09-16", zeitraumVon: "2026-09-01", nettoCent: -25_000 });
  const zeilen = await zeilenVon(schlussrechnung);
  expect(zeilen.map((z) => [z.zeitraumVon, z.nettoCent, z.herleitung.korrektur?.richtigCent])).toEqual([
    ["2026-09-01", -5_000, 5_000],
    ["2026-10-01", -10_000, 0],
    ["2026-11-01", -10_000, 0],
  ]);
});

test("two lessees and a lessor who came in April: each gets the difference of the own share", async () => {
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
  const vorher = await belegeVon(id, await gebucht(id, "2025-10-01"));
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
  const belege = await belegeVon(id, await gebucht(id));
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

describe("fee and method are others by now: a correction goes by what was booked", () => {
  const jahr = { pachtbeginn: "2026-01-01", pachtjahrBeginn: "01-01" };
  const setzeGebuehrensteuer = async (verwaltungsgebuehrSteuersatzBp: number) => {
    const { status, text } = await dienst
      .als("administrator")
      .put("/einstellungen/firmendaten", { verwaltungsgebuehrSteuersatzBp });
    expect(status, text).toBe(200);
  };
  const schliesse = async (id: number, mehr: object): Promise<Beleg[]> => {
    const antwort = await verwalter().put(`/pachtkonten/${id}`, { pachtende: "2026-09-30", ...mehr });
    expect(antwort.status, antwort.text).toBe(200);
    await setzeGebuehrensteuer(700);
    const belege = await belegeVon(id, await gebucht(id));
    await setzeGebuehrensteuer(1900);
    return belege;
  };

  test("5 % and 19 % booked by months, then 10 %, 7 % and days: 15.00 + 2.85 of 60.00 + 11.40 come back", async () => {
    const id = await konto(jahr);
    expect(kurz(await belegeVon(id, await gebucht(id, "2026-01-01")))).toEqual([
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

  test("no fee booked, 5 % by now: none comes back", async () => {
    const id = await konto({ ...jahr, verwaltungsgebuehrBp: null });
    await gebucht(id, "2026-01-01");
    expect(kurz(await schliesse(id, { verwaltungsgebuehrBp: 500 }))).toEqual([
      "schlussrechnung 1 -30000 -30000",
      "gutschrift 4 -30000 -30000 -30000",
    ]);
  });

  test("two quarters under two fees: one fee document with two lines and two rates, on paper too", async () => {
    const id = await konto({ ...jahr, zahlungsrhythmus: "vierteljaehrlich" });
    await gebucht(id, "2026-07-01");
    await setzeGebuehrensteuer(700);
    await verwalter().put(`/pachtkonten/${id}`, { verwaltungsgebuehrBp: 1000 });
    await gebucht(id, "2026-10-01");
    await setzeGebuehrensteuer(1900);
    await beende(id, "2026-08-31");
    const belege = await belegeVon(id, await gebucht(id));
    // 5 % of -100.00 at 19 %, 10 % of -300.00 at 7 %
    expect(kurz(belege)).toEqual([
      "schlussrechnung 1 -40000 -40000",
      `gutschrift 4 -40000 -40000 ${-40_000 + 3500 + 95 + 210}`,
      `gebuehrenrechnung 4 -3500 ${-3500 - 95 - 210}`,
    ]);
    const { bytes } = await verwalter().get(`/abrechnung/archiv/${belege[2]?.id}/pdf`);
    const brief = (await liesPdf(bytes)).seiten.flat().join(" ");
    expect(brief).toContain("5 % von -100,00 € netto");
    expect(brief).toContain("10 % von -300,00 € netto");
  });
});

test("with nothing to settle there is no document, and the account is closed all the same", async () => {
  const id = await konto();
  await gebucht(id, "2025-10-01");
  await beende(id, "2026-09-30");
  const lauf = await gebucht(id);
  expect(lauf).toMatchObject({ anzahlKonten: 1, anzahlDokumente: 0, paechterBruttoCent: 0 });
  expect(await belegeVon(id, lauf)).toEqual([]);
  expect(await kontoVon(id)).toMatchObject({ status: "ausgelaufen", schlussabrechnung: heute });
  expect(await beende(id, "2026-10-31")).toMatchObject({ status: 409, json: { code: "schlussabgerechnet" } });
  expect((await buche(id)).status).toBe(409);
});

test("an open quarter before a booked one: the cut open one is billed, the booked one given back", async () => {
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
  const [schlussrechnung] = await belegeVon(id, schluss);
  const zeilen = await zeilenVon(schlussrechnung);
  expect(zeilen.map((z) => [z.zeitraumVon, z.zeitraumBis, z.nettoCent])).toEqual([
    ["2026-04-01", "2026-05-31", 20_000],
    ["2026-07-01", "2026-09-30", -30_000],
  ]);
  expect(kurz([schlussrechnung as Beleg])).toEqual(["schlussrechnung 1 -10000 -10000"]);
});

test("two runs at once settle an account once", async () => {
  const id = await konto();
  await gebucht(id, "2025-10-01");
  await beende(id, "2026-06-30");
  const antworten = await Promise.all([buche(id), buche(id), buche(id)]);
  expect(antworten.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(await dienst.owner`select from schlussabrechnung where pachtkonto_id = ${id}`).toHaveLength(1);
});

test("a run that fails leaves the account open", async () => {
  const id = await konto();
  await gebucht(id, "2025-10-01");
  await beende(id, "2026-06-30");
  await dienst.owner`
    create function stoere() returns trigger language plpgsql as $$
    begin raise exception 'Störung' using errcode = 'check_violation'; end $$`;
  await dienst.owner`create trigger stoerung before insert on schlussabrechnung execute function stoere()`;
  expect((await buche(id)).status).toBe(500);
  await dienst.owner`drop function stoere() cascade`;
  dienst.fehler.length = 0;
  expect(await kontoVon(id)).toMatchObject({ schlussabrechnung: null });
  expect(await dienst.owner`select from stapel_schlussabrechnung`).toHaveLength(0);
  expect((await gebucht(id)).anzahlDokumente).toBe(3);
});
