import { beforeAll, describe, expect, test } from "vitest";
import type { Hebung } from "../../src/abrechnung/hebungen/schema.ts";
import type { TerminPaginatedList } from "../../src/abrechnung/termine/schema.ts";
import type { HebungsvorschlagListe, Uebernahme } from "../../src/abrechnung/vorschlaege/schema.ts";
import type { Pachtkonto } from "../../src/stammdaten/pachtkonten/schema.ts";
import { liesPdf } from "../hilfe/liesPdf.ts";
import { dienst, mitDienst, verwalter } from "../hilfe/mitDienst.ts";

/**
 * What a lease asks of a clerk beside billing, through the API alone. A field of 12,000.00 a year, billed by quarters in
 * advance from 1 January 2026, with an index clause: 10 % over 105.1 of January 2024, reached.
 *
 * 115.7 of April is entered on 10 May: from 1 July 12,000.00 x 115.7 / 105.1 = 13,210.28, a quarter 3,302.57.
 * The lessee gives notice on 31 October, the last day for 30 November: of the fourth quarter two months remain, 2,201.71,
 * so 1,100.86 go back.
 */
const netto = { q1: 300_000, q2: 300_000, q3: 330_257, q4: 330_257, schluss: -110_086 };

let feld: number;
let reihe: number;
let hebung: number;
const laeufe: string[] = [];

const sende = async <T extends object = { id: number }>(pfad: string, body: object, status = 201): Promise<T> => {
  const antwort = await verwalter().post<T>(pfad, body);
  expect(antwort.status, antwort.text).toBe(status);
  return antwort.json;
};

const setze = async <T>(pfad: string, body: object): Promise<T> => {
  const antwort = await verwalter().put<T>(pfad, body);
  expect(antwort.status, antwort.text).toBe(200);
  return antwort.json;
};

const lies = async <T>(pfad: string): Promise<T> => {
  const antwort = await verwalter().get<T>(pfad);
  expect(antwort.status, antwort.text).toBe(200);
  return antwort.json;
};

const schreiben = async (pfad: string): Promise<string> => {
  const { status, bytes, text } = await verwalter().get(pfad);
  expect(status, text.slice(0, 300)).toBe(200);
  return (await liesPdf(bytes)).blaetter.flat().join(" ").replace(/\s+/g, " ");
};

/** Books what is due and expects what the preview said. @returns net cents of the lessee */
const buche = async (tag: string): Promise<number> => {
  dienst.stelle(tag);
  const vorschau = await lies<{ vorschauHash: string; summen: { paechterNettoCent: number } }>(
    `/abrechnung/vorschau-gruppen?datum=${tag}`,
  );
  const { vorschauHash } = vorschau;
  const lauf = await sende<{ id: string; paechterNettoCent: number }>("/abrechnung/buchen", {
    datum: tag,
    vorschauHash,
  });
  expect(lauf.paechterNettoCent, `Vorschau = Buchung am ${tag}`).toBe(vorschau.summen.paechterNettoCent);
  laeufe.push(lauf.id);
  return lauf.paechterNettoCent;
};

/** What a write says of the notice, and not of the clause. */
const zurKuendigung = ({ hinweise = [] }: Pachtkonto): string[] =>
  hinweise.map(({ code }) => code).filter((code) => code.startsWith("kuendigung"));

mitDienst({ tag: "2026-01-01", stammdaten: true });

beforeAll(async () => {
  reihe = (await sende("/einstellungen/indexreihen", { name: "Verbraucherpreise", quelle: "Erfundene Zahlen" })).id;
  await sende(`/einstellungen/indexreihen/${reihe}/fassungen`, {
    basis: "2020 = 100",
    staende: [{ monat: "2024-01", wert: "105.1" }],
  });
  feld = (
    await sende("/pachtkonten", {
      pachtbeginn: "2024-01-01",
      abrechnungAb: "2026-01-01",
      zahlungsrhythmus: "vierteljaehrlich",
      istVorauszahlend: true,
      vertragsform: "schriftform",
      kuendigungsregel: { monate: 1, zum: "monat" },
      wertsicherung: {
        art: "index",
        reiheId: reihe,
        basisMonat: "2024-01",
        schwelleBp: 1000,
        vergleich: "erreicht",
        rundung: "amtlich",
      },
      beteiligte: [
        { kontaktId: 1, rolle: "paechter" },
        { kontaktId: 5, rolle: "verpaechter" },
      ],
    })
  ).id;
  await sende(`/pachtkonten/${feld}/positionen`, { positionsartId: 1, betragCent: 1_200_000, intervall: "jaehrlich" });
  await sende("/patchobjekte", { bezeichnung: "Feld am Weg", objektart: "acker", pachtkontoId: feld });
});

describe("das Jahr eines Pachtvertrags", () => {
  test("die ersten beiden Quartale kosten, was vereinbart ist; noch ist nichts anzupassen", async () => {
    expect(await buche("2026-01-01")).toBe(netto.q1);
    expect(await buche("2026-04-01")).toBe(netto.q2);
    const { data } = await lies<HebungsvorschlagListe>("/abrechnung/hebungsvorschlaege?bis=2026-12-31");
    expect(data).toEqual([]);
  });

  test("ein Monatswert überschreitet die Schwelle: ein Vorschlag, übernommen, sein Schreiben als Entwurf", async () => {
    dienst.stelle("2026-05-10");
    await setze(`/einstellungen/indexreihen/${reihe}/fassungen/1`, { staende: [{ monat: "2026-04", wert: "115.7" }] });
    const liste = await lies<HebungsvorschlagListe>("/abrechnung/hebungsvorschlaege?bis=2026-12-31");
    expect(liste.data).toMatchObject([
      { pachtkontoId: feld, wirksamAb: "2026-07-01", altJahrCent: 1_200_000, neuJahrCent: 1_321_028 },
    ]);
    const { vorschlagHash, summen } = liste;
    const { hebungIds, ...uebernommen } = await sende<Uebernahme>(
      "/abrechnung/hebungsvorschlaege/uebernehmen",
      { bis: "2026-12-31", vorschlagHash },
      200,
    );
    expect(uebernommen).toEqual(summen);
    hebung = Number(hebungIds[0]);
    const entwurf = await schreiben(`/abrechnung/hebungen/${hebung}/entwurf`);
    for (const wort of ["ENTWURF", "13.210,28", "105,1", "115,7", "01.07.2026"]) expect(entwurf).toContain(wort);
  });

  test("aktiviert, berechnet die nächste Buchung genau das, schließt sie ab, und ihr Schreiben steht fest", async () => {
    await sende("/abrechnung/hebungen/sammelaktion", { hebungIds: [hebung], aktion: "aktivieren" }, 200);
    expect(await buche("2026-07-01")).toBe(netto.q3);
    expect(await lies<Hebung>(`/abrechnung/hebungen/${hebung}`)).toMatchObject({
      status: "abgeschlossen",
      abschluss: [{ betragAltCent: 1_200_000, betragNeuCent: 1_321_028 }],
    });
    const brief = await schreiben(`/abrechnung/hebung-abschluss/pdf?hebungId=${hebung}`);
    expect(brief).toContain("13.210,28");
    expect(brief).not.toContain("ENTWURF");
    expect((await lies<HebungsvorschlagListe>("/abrechnung/hebungsvorschlaege?bis=2027-12-31")).data).toEqual([]);
    expect(await buche("2026-10-01")).toBe(netto.q4);
  });

  test("die Liste nennt den letzten Tag für eine Kündigung, der Entwurf dasselbe Ende", async () => {
    dienst.stelle("2026-10-05");
    const { fristen } = await lies<TerminPaginatedList>("/abrechnung/naechste-termine?tage=30&art=kuendigung");
    expect(fristen).toMatchObject([
      { pachtkontoId: feld, art: "kuendigung", tag: "2026-10-31", wirktZum: "2026-11-30", gesetz: "Vertrag" },
    ]);
    const { fristen: gezaehlt } = await lies<{ fristen: { kuendbar: object } }>("/dashboard/summary");
    expect(gezaehlt.kuendbar).toEqual({ in30Tagen: 1, in90Tagen: 1, in365Tagen: 1 });
    expect(await schreiben(`/pachtkonten/${feld}/schreiben/kuendigung`)).toContain("zum 30.11.2026");
    expect(await schreiben(`/pachtkonten/${feld}/schreiben/kuendigung?am=2026-11-01`)).toContain("zum 31.12.2026");
  });

  test("die rechtzeitige Kündigung wird ohne Hinweis eingetragen und bestätigt; ein Tag später gäbe es einen", async () => {
    dienst.stelle("2026-11-02");
    const kuendigung = { status: "gekuendigt", kuendigungZum: "2026-11-30" };
    const zuSpaet = await setze<Pachtkonto>(`/pachtkonten/${feld}`, { ...kuendigung, gekuendigtAm: "2026-11-02" });
    expect(zurKuendigung(zuSpaet)).toEqual(["kuendigung_verspaetet"]);
    await setze(`/pachtkonten/${feld}`, { status: "aktiv", pachtende: null, gekuendigtAm: null, kuendigungZum: null });
    const rechtzeitig = await setze<Pachtkonto>(`/pachtkonten/${feld}`, { ...kuendigung, gekuendigtAm: "2026-10-31" });
    expect(zurKuendigung(rechtzeitig)).toEqual([]);
    expect(rechtzeitig.pachtende).toBe("2026-11-30");
    expect(await schreiben(`/pachtkonten/${feld}/schreiben/kuendigungsbestaetigung`)).toContain(
      "Zugegangen ist sie am 31.10.2026, der Vertrag endet zum 30.11.2026.",
    );
    const { data, fristen } = await lies<TerminPaginatedList>("/abrechnung/naechste-termine?tage=60");
    expect(data.map(({ art, datum }) => `${datum} ${art}`)).toContain("2026-11-30 pachtende");
    expect(fristen).toEqual([]);
  });

  test("nach dem Ende gibt die Schlussabrechnung den Dezember zurück, und alle Summen stimmen", async () => {
    expect(await buche("2026-12-01")).toBe(netto.schluss);
    expect(await lies(`/pachtkonten/${feld}`)).toMatchObject({
      status: "ausgelaufen",
      schlussabrechnung: "2026-12-01",
    });
    type Abdeckung = {
      tage: Record<string, number>;
      summen: { paechterNettoCent: number; verpaechterBruttoCent: number };
    };
    const { tage, summen } = await lies<Abdeckung>(`/abrechnung/abdeckung/${feld}?von=2026-01-01&bis=2026-11-30`);
    expect(tage).toMatchObject({ gebucht: 334, offen: 0, fehlend: 0 });
    const zusammen = Object.values(netto).reduce((summe, cent) => summe + cent, 0);
    expect([summen.paechterNettoCent, summen.verpaechterBruttoCent]).toEqual([zusammen, zusammen]);
    expect(zusammen).toBe(2 * 300_000 + 330_257 + 220_171);
    expect(laeufe).toHaveLength(5);
  });
});
