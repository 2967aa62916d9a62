import { beforeAll, describe, expect, test } from "vitest";
import { belegeVon, sendeBuchung } from "../../../hilfe/abrechnung.ts";
import { liesPdf } from "../../../hilfe/liesPdf.ts";
import { dienst, heute, mitDienst, verwalter } from "../../../hilfe/mitDienst.ts";
import {
  type Beleg,
  beende,
  gebucht,
  konto,
  kontoVon,
  kurz,
  versucheZuBuchen,
  vorschau,
  zeilenVon,
} from "./handgriffe.ts";

// 1,200.00 a year from 1 October, billed yearly, fee 5 %, unless stated.
mitDienst({ stammdaten: true });

describe("eine vorausbezahlte Pacht, die am 30. Juni in einem gebuchten Jahr endet", () => {
  let id: number;
  let rechnung: Beleg | undefined;
  let schluss: { id: string };

  beforeAll(async () => {
    id = await konto({ kontonummer: "SA-1" });
    [rechnung] = await belegeVon(id, (await gebucht(id, "2025-10-01")).id);
    expect((await beende(id, "2026-06-30")).status).toBe(200);
  });

  test("steht in der Vorschau als eigene Gruppe, -300,00, mit allen Zeilen", async () => {
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

  test("gibt dem Pächter 300,00 zurück, dem Verpächter nimmt sie 300,00, der Gebühr 15,00 + 2,85", async () => {
    const { vorschauHash, summen } = await vorschau(id);
    const { status, json } = await sendeBuchung({ datum: heute, auswahl: [id], vorschauHash });
    expect(status).toBe(201);
    expect(json).toMatchObject(summen);
    schluss = json;
    const belege = await belegeVon(id, schluss.id);
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

  test("nennt in jeder Zeile den berichtigten Beleg, auch auf Papier", async () => {
    const [schlussrechnung, gutschrift] = await belegeVon(id, schluss.id);
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
      return (await liesPdf(bytes)).blaetter.flat().join(" ");
    };
    const brief = await text(schlussrechnung);
    expect(brief).toContain(`bereits berechnet mit ${rechnung?.belegnummer}: 1.200,00 €, richtig 900,00 €`);
    expect(brief).toContain("Guthaben von 300,00 €");
    expect(brief).not.toContain("Gutschrift");
    expect(await text(gutschrift)).toContain("bereits abgerechnet mit GS-2026-000001: 1.200,00 €");
  });

  test("ist ausgelaufen und wird nicht mehr abgerechnet; was gebucht ist, bleibt es", async () => {
    expect(await kontoVon(id)).toMatchObject({
      status: "ausgelaufen",
      schlussabrechnung: heute,
      offeneFaelligkeiten: [],
    });
    expect(await versucheZuBuchen(id, "2027-01-15")).toMatchObject({ status: 409, json: { code: "nichts_zu_buchen" } });
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

  test("behält ihr Ende und die berichtigte Buchung, solange die Schlussabrechnung steht", async () => {
    const { belegnummer } = (await belegeVon(id, schluss.id))[0] ?? {};
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

test("nachträglich bezahlt: zwei Vierteljahre zu 300,00, das geschnittene letzte, 148,39, ist die Schlussrechnung", async () => {
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
  const belege = await belegeVon(id, (await gebucht(id)).id);
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

test("von Monaten nach dem Ende bleibt nichts: Oktober und November ganz zurück, der September halb", async () => {
  const id = await konto({ pachtbeginn: "2026-08-01", pachtjahrBeginn: "01-01", zahlungsrhythmus: "monatlich" });
  await gebucht(id, "2026-11-01");
  await beende(id, "2026-09-15");
  const [schlussrechnung] = await belegeVon(id, (await gebucht(id)).id);
  expect(schlussrechnung).toMatchObject({ faelligAm: "2026-09-16", zeitraumVon: "2026-09-01", nettoCent: -25_000 });
  const zeilen = await zeilenVon(schlussrechnung);
  expect(zeilen.map((z) => [z.zeitraumVon, z.nettoCent, z.herleitung.korrektur?.richtigCent])).toEqual([
    ["2026-09-01", -5_000, 5_000],
    ["2026-10-01", -10_000, 0],
    ["2026-11-01", -10_000, 0],
  ]);
});

test("schlussabgerechnet steht keine Hebung mehr an, nach dem Storno wieder die des Hebemonats", async () => {
  const id = await konto({ kontonummer: "SA-NH" });
  await gebucht(id, "2025-10-01");
  expect((await verwalter().put(`/pachtkonten/${id}`, { hebemonat: "04" })).status).toBe(200);
  expect((await kontoVon(id)).naechsteHebung).toBe("2027-04-01");
  expect((await beende(id, "2026-06-30")).status).toBe(200);
  const { id: lauf } = await gebucht(id, heute);
  expect((await kontoVon(id)).naechsteHebung).toBeNull();
  const { json } = await verwalter().post("/abrechnung/sync-naechste-hebung");
  expect(json).toMatchObject({ geaendert: 0 });
  const storno = { buchungslaufId: lauf, pachtkontoIds: [id], grund: "Doch kein Ende" };
  expect((await verwalter().post("/abrechnung/stornieren", storno)).status).toBe(201);
  expect((await kontoVon(id)).naechsteHebung).toBe("2027-04-01");
});

test("vor ihrem Ende schlussabgerechnet bleibt eine Pacht ausgelaufen, auch wenn jemand etwas anderes an ihr ändert", async () => {
  const id = await konto({ status: "gekuendigt", pachtende: "2026-12-10" });
  await gebucht(id, "2026-12-31");
  const { status: vorher, ...rest } = await kontoVon(id);
  expect([vorher, rest.schlussabrechnung, rest.kuendigungZum]).toEqual(["ausgelaufen", "2026-12-31", "2026-12-10"]);
  await verwalter().put(`/pachtkonten/${id}`, { zahlungszielTage: 30 });
  expect(await kontoVon(id)).toMatchObject({
    status: "ausgelaufen",
    zahlungszielTage: 30,
    kuendigungZum: rest.kuendigungZum,
  });
});
