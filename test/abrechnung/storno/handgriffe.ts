import { afterAll, beforeAll, expect } from "vitest";
import { starteDienst, type Testdienst } from "../../hilfe/dienst.ts";
import { saeKonto, saeStammdaten } from "../../hilfe/saat.ts";

export const heute = "2026-11-20";
export let dienst: Testdienst;

export const konto = (mehr: Parameters<typeof saeKonto>[2] = {}) => saeKonto(dienst.owner, heute, mehr);
export const verwalter = () => dienst.als("verwalter");

export type Lauf = { id: string; status: string; code: string };
export type Beleg = {
  id: number;
  belegnummer: string;
  belegart: string;
  kontaktId: number;
  zeitraumVon: string;
  nettoCent: number;
  steuerCent: number;
  bruttoCent: number;
  auszahlungCent: number | null;
  gebuehrBelegId: number | null;
  stornoVonId: number | null;
  stornoVonBuchungslaufId: string | null;
  storniertDurchId: number | null;
  buchungslaufId: string;
};
export type Storno = {
  code: string;
  laeufe: { buchungslaufId: string; status: string }[];
  anzahlKonten: number;
  anzahlZeitraeume: number;
  anzahlBelege: number;
  konten: { pachtkontoId: number; zeitraeume: { art: string; zeitraumVon: string; faelligkeitId: number | null }[] }[];
  belege: { id: number; belegnummer: string; stornoVonId: number }[];
  belegnummern: string[];
  summen: Record<string, number>;
  extern: unknown[];
};

export const buche = async (datum: string, auswahl: number[]): Promise<Lauf> => {
  const { status, json } = await verwalter().post<Lauf>("/abrechnung/buchen", { datum, auswahl });
  expect(status, JSON.stringify(json)).toBe(201);
  return json;
};
export const storniere = (body: object, kopf?: Record<string, string>) =>
  verwalter().post<Storno>("/abrechnung/stornieren", { grund: "Falscher Stichtag", ...body }, kopf);

export const belegeVon = async (pachtkontoId: number): Promise<Beleg[]> => {
  const { json } = await verwalter().get<{ data: { id: number }[] }>(
    `/abrechnung/archiv-konten?pachtkontoId=${pachtkontoId}`,
  );
  const details = await Promise.all(
    json.data.map(({ id }) => verwalter().get<{ dokumente: Beleg[] }>(`/abrechnung/archiv-konten/${id}`)),
  );
  return details.flatMap((detail) => detail.json.dokumente);
};
export const laufstatus = async (id: string) => {
  const { json } = await verwalter().get<Lauf[]>("/abrechnung/buchungslaeufe");
  return json.find((lauf) => lauf.id === id)?.status;
};
export const faelligkeiten = async (id: number) =>
  (
    await dienst.owner<{ von: string; bis: string; status: string; art: string }[]>`
      select zeitraum_von von, zeitraum_bis bis, status, art from faelligkeit
      where pachtkonto_id = ${id} and status <> 'entfallen' and zeitraum_von <= ${heute} order by zeitraum_von`
  ).map(({ von, bis, status, art }) => [von, bis, status, art].join(" "));
export const stand = async (id: number) =>
  (await dienst.owner`select status, schlussabrechnung from pachtkonto where id = ${id}`)[0];

/** Per series: numbers 1 to n without a gap, and the counter right behind them. */
export const pruefeNummern = async () => {
  const reihen = await dienst.owner`
    select b.belegart, count(*) anzahl, max(right(b.belegnummer, 6)::bigint) hoechste,
      count(distinct b.belegnummer) verschieden, n.naechste
    from archiv_beleg b
    join nummernkreis n on n.belegart = b.belegart and n.jahr = extract(year from b.belegdatum)
    group by b.belegart, n.naechste`;
  expect(reihen.length).toBeGreaterThan(0);
  for (const { anzahl, hoechste, verschieden, naechste } of reihen)
    expect([hoechste, verschieden, naechste]).toEqual([anzahl, anzahl, anzahl + 1]);
};

/** Sums of the amount columns of an export. */
export const exportsumme = async (laufId: string, seite: string, spalten: string[]): Promise<number[]> => {
  const { text } = await verwalter().get(`/abrechnung/export/${seite}?buchungslaufId=${laufId}`);
  const [kopf = [], ...zeilen] = text
    .replace("\uFEFF", "")
    .split("\r\n")
    .filter(Boolean)
    .map((zeile) => zeile.split(";"));
  return spalten.map((spalte) =>
    zeilen.reduce((summe, zeile) => summe + Number((zeile[kopf.indexOf(spalte)] ?? "").replace(/[,.]/g, "")), 0),
  );
};

export const zwei = {
  pachtbeginn: "2025-10-01",
  paechter: [
    [1, 1, 3],
    [2, 2, 3],
  ],
  verpaechter: [
    [4, 1, 2],
    [5, 1, 2],
  ],
  positionen: [
    { positionsartId: 1, betragCent: 120_000 },
    { positionsartId: 2, betragCent: 10_000 },
  ],
} satisfies Parameters<typeof konto>[0];

/** A service for the tests of one file; at its end the numbers of every series have no gap. */
export const mitDienst = (): void => {
  beforeAll(async () => {
    dienst = await starteDienst(heute);
    await saeStammdaten(dienst.owner);
  });

  afterAll(async () => {
    await pruefeNummern();
    expect(dienst.fehler).toEqual([]);
    await dienst.beende();
  });
};
