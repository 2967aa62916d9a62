import { beforeAll, describe, expect, test } from "vitest";
import { zaehleUeberfaelligeHebungen } from "../../../src/abrechnung/hebungen/naechsteHebung.ts";
import type { DashboardSummary } from "../../../src/betrieb/dashboard/schema.ts";
import { buche, sendeBuchung } from "../../hilfe/abrechnung.ts";
import { dienst, heute, mitDienst, pruefer, verwalter } from "../../hilfe/mitDienst.ts";
import { saeKonto } from "../../hilfe/saat.ts";

const ids: Record<string, number> = {};
const hebungen: Record<string, number> = {};

const hebung = async (pachtkontoId: number, wirksamAb: string, bezeichnung?: string): Promise<number> => {
  const { json } = await verwalter().post<{ id: number }>("/abrechnung/hebungen", {
    pachtkontoId,
    art: "prozent",
    wertBp: 250,
    wirksamAb,
    bezeichnung,
  });
  return json.id;
};

mitDienst({ stammdaten: true });

beforeAll(async () => {
  const { owner } = dienst;
  const monatlich = { zahlungsrhythmus: "monatlich", istVorauszahlend: true };
  ids.monatlich = await saeKonto(owner, heute, { kontonummer: "T-1", pachtbeginn: "2026-10-01", ...monatlich });
  ids.jaehrlich = await saeKonto(owner, heute, {
    kontonummer: "T-2",
    pachtbeginn: "2026-01-15",
    pachtende: "2026-12-31",
  });
  ids.gekuendigt = await saeKonto(owner, heute, {
    kontonummer: "T-3",
    pachtbeginn: "2026-10-01",
    status: "gekuendigt",
    pachtende: "2027-09-30",
  });
  ids.inaktiv = await saeKonto(owner, heute, { kontonummer: "T-4", status: "inaktiv", ...monatlich });
  hebungen.alt = await hebung(ids.gekuendigt, "2026-10-01", "Vertragsklausel § 3");
  hebungen.neu = await hebung(ids.monatlich, "2027-02-01");
  // Nobody is asked to activate these: the account is not billed, or settled for good.
  await hebung(ids.inaktiv, "2026-10-01");
  ids.abgerechnet = await saeKonto(owner, heute, { kontonummer: "T-6", pachtbeginn: "2026-10-01" });
  await hebung(ids.abgerechnet, "2026-10-01");
  await owner`
    update pachtkonto set pachtende = '2026-10-31', schlussabrechnung = '2026-11-01', status = 'ausgelaufen'
    where id = ${ids.abgerechnet}`;
  await owner`update pachtkonto set hebemonat = '02', naechste_hebung = '2027-02-01' where id = ${ids.gekuendigt}`;
  await owner`update pachtkonto set naechste_hebung = '2027-02-01' where id = ${ids.inaktiv}`;
});

type Termin = { art: string; datum: string; kontonummer: string; text: string; hebungId: number | null };
type Liste = { data: Termin[]; pagination: { total: number; totalPages: number } };

const termine = async (abfrage = ""): Promise<Liste> => {
  const { status, json } = await pruefer().get<Liste>(`/abrechnung/naechste-termine${abfrage}`);
  expect(status).toBe(200);
  return json;
};
const kurz = ({ data }: Liste) => data.map(({ datum, art, kontonummer }) => `${datum} ${art} ${kontonummer}`);

describe("die nächsten Termine", () => {
  test("zeigt, was in 90 Tagen kommt, nach Tagen, und was überfällig ist", async () => {
    const liste = await termine();
    expect(kurz(liste)).toEqual([
      "2026-10-01 hebung_ueberfaellig T-3",
      "2026-12-01 faelligkeit T-1",
      "2026-12-31 pachtende T-2",
      "2027-01-01 faelligkeit T-1",
      "2027-01-01 faelligkeit T-2",
      "2027-02-01 faelligkeit T-1",
      "2027-02-01 pachtpruefung T-1",
      "2027-02-01 pachtpruefung T-3",
    ]);
    expect(liste.data.map(({ text }) => text)).toEqual([
      "Die geplante Hebung „Vertragsklausel § 3“ sollte am 01.10.2026 wirksam werden und ist nicht aktiviert.",
      "Pacht vom 01.12.2026 bis 31.12.2026 wird fällig.",
      "Die Pacht endet.",
      "Pacht vom 01.01.2027 bis 31.01.2027 wird fällig.",
      "Schlussabrechnung vom 01.10.2026 bis 31.12.2026 wird fällig.",
      "Pacht vom 01.02.2027 bis 28.02.2027 wird fällig.",
      "Die geplante Hebung soll wirksam werden.",
      "Die jährliche Pachtprüfung steht an.",
    ]);
    expect(liste.data.map(({ hebungId }) => hebungId)).toEqual([
      hebungen.alt,
      null,
      null,
      null,
      null,
      null,
      hebungen.neu,
      null,
    ]);
  });

  test("so weit voraus wie verlangt, beide Tage eingeschlossen", async () => {
    expect(kurz(await termine("?tage=11&art=faelligkeit"))).toEqual(["2026-12-01 faelligkeit T-1"]);
    expect(kurz(await termine("?tage=10&art=faelligkeit"))).toEqual([]);
    const fern = kurz(await termine("?tage=730&art=pachtende,faelligkeit&limit=100"));
    expect(fern).toContain("2027-09-30 pachtende T-3");
    expect(fern).toContain("2027-10-01 faelligkeit T-3");
    const gekuendigt = (await termine("?tage=730&art=pachtende")).data.at(-1);
    expect(gekuendigt?.text).toBe("Die gekündigte Pacht endet.");
  });

  test("eine Art oder mehrere", async () => {
    expect(kurz(await termine("?art=hebung_ueberfaellig"))).toEqual(["2026-10-01 hebung_ueberfaellig T-3"]);
    expect((await termine("?art=pachtende,pachtpruefung")).pagination.total).toBe(3);
  });

  test("Seite für Seite dieselbe Liste", async () => {
    const ganz = await termine();
    const seiten = await Promise.all([1, 2, 3, 4].map((page) => termine(`?limit=3&page=${page}`)));
    expect(seiten.flatMap(kurz)).toEqual(kurz(ganz));
    expect(seiten[0]?.pagination).toMatchObject({ total: 8, totalPages: 3 });
    expect(seiten[3]?.pagination.total).toBe(8);
  });

  test("überfällig ist keine Hebung eines Kontos, das inaktiv oder schlussabgerechnet ist", async () => {
    expect(kurz(await termine("?art=hebung_ueberfaellig"))).toEqual(["2026-10-01 hebung_ueberfaellig T-3"]);
    expect(await zaehleUeberfaelligeHebungen(dienst.sql, heute)).toBe(1);
    const { json } = await pruefer().get<DashboardSummary>("/dashboard/summary");
    expect(json.hebungen).toEqual({ geplant: 4, aktiv: 0, ueberfaellig: 1 });
  });

  test("aktiviert nichts", async () => {
    const [zeile] = await dienst.owner`select status from hebung where id = ${Number(hebungen.alt)}`;
    expect(zeile).toEqual({ status: "geplant" });
  });

  test.each(["?tage=0", "?tage=731", "?tage=1.5", "?art=termin", "?art=", "?limit=0", "?limit=501", "?tag=1"])(
    "400 bei %s",
    async (abfrage) => {
      expect((await verwalter().get(`/abrechnung/naechste-termine${abfrage}`)).status).toBe(400);
    },
  );
});

describe("eine Schlussabrechnung, die nur schon Gebuchtes berichtigt", () => {
  let id: number;

  beforeAll(async () => {
    id = await saeKonto(dienst.owner, heute, { kontonummer: "T-5", pachtbeginn: "2026-10-01", istVorauszahlend: true });
    await buche(heute, [id]);
    expect((await verwalter().put(`/pachtkonten/${id}`, { pachtende: "2027-01-31" })).status).toBe(200);
  });

  test("ist am Tag nach dem Pachtende ein Termin", async () => {
    const liste = await termine("?art=schlussabrechnung");
    expect(liste.data).toEqual([
      {
        art: "schlussabrechnung",
        datum: "2027-02-01",
        pachtkontoId: id,
        kontonummer: "T-5",
        text: "Schlussabrechnung zum 31.01.2027 wird fällig; bis dahin ist alles gebucht.",
        faelligkeitId: null,
        hebungId: null,
        zeitraumVon: null,
        zeitraumBis: null,
      },
    ]);
    expect(kurz(await termine()).filter((zeile) => zeile.endsWith("T-5"))).toEqual([
      "2027-01-31 pachtende T-5",
      "2027-02-01 schlussabrechnung T-5",
    ]);
  });

  test("so weit voraus wie verlangt, beide Tage eingeschlossen", async () => {
    expect(kurz(await termine("?tage=73&art=schlussabrechnung"))).toEqual(["2027-02-01 schlussabrechnung T-5"]);
    expect(kurz(await termine("?tage=72&art=schlussabrechnung"))).toEqual([]);
  });

  test("und der Tag, auf den verwiesen wird, wer sie heute schon buchen will", async () => {
    const { status, json } = await sendeBuchung({ datum: heute, auswahl: [id] });
    expect([status, json.detail]).toEqual([
      409,
      "Für dieses Datum und diese Auswahl gibt es nichts zu buchen. Als Nächstes wird am 01.02.2027 etwas fällig.",
    ]);
  });
});
