import { setTimeout as warte } from "node:timers/promises";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { buildApp, type Dienst } from "../../src/app.ts";
import { buche } from "../hilfe/abrechnung.ts";
import { dienst, konto, mitDienst, verwalter } from "../hilfe/mitDienst.ts";
import { melde } from "../sicherheit/hilfe/bericht.ts";
import { pruefeBestand } from "./invarianten.ts";
import { imTakt, neuerTakt, type Takt } from "./takt.ts";

mitDienst({ stammdaten: true });

let takt: Takt;
/** The service with each statement waiting for its turn. */
let getaktet: Dienst;
beforeAll(() => {
  const { deps } = dienst;
  getaktet = buildApp({
    ...deps,
    sql: imTakt(deps.sql, () => takt),
    sqlLang: imTakt(deps.sqlLang, () => takt),
  });
});
afterEach(() => takt.gibFrei());

type Anfrage = { methode: string; pfad: string; body: object };
type Ausgang = { status: number; code: string };

const sendeGetaktet = async ({ methode, pfad, body }: Anfrage): Promise<Ausgang> => {
  const antwort = await getaktet.request(`/api${pfad}`, {
    method: methode,
    headers: { cookie: "service.sid=sitzung-verwalter", "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { code = "" } = (await antwort.json()) as { code?: string };
  return { status: antwort.status, code };
};

const sende = async ({ methode, pfad, body }: Anfrage): Promise<Ausgang> => {
  const { status, json } = await dienst.frage<{ code?: string }>("verwalter", methode, pfad, { body });
  return { status, code: json?.code ?? "" };
};

const wartetAufSperre = async (): Promise<boolean> => {
  const [zeile] = await dienst.owner<{ ja: boolean }[]>`
    select exists (select from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()) ja`;
  return zeile?.ja === true;
};

/** Until it is done, or waits for the first: in the database, or by asking again and again. */
const bisFertigOderWartend = async (zweite: Promise<unknown>): Promise<void> => {
  let fertig = false;
  zweite.finally(() => {
    fertig = true;
  });
  for (const ende = performance.now() + 400; !fertig && performance.now() < ende; await warte(2))
    if (await wartetAufSperre()) return;
};

type Fall = { erste: Anfrage; zweite: Anfrage; danach?: (erste: Ausgang, zweite: Ausgang) => Promise<void> | void };

/** The second comes to the first after its statement number `stelle`. @returns whether the first got that far */
const unterbrich = async ({ erste, zweite, danach }: Fall, stelle: number): Promise<boolean> => {
  takt = neuerTakt(stelle);
  let fertig = false;
  const a = sendeGetaktet(erste).finally(() => {
    fertig = true;
  });
  while (!fertig && !takt.steht()) await warte(1);
  const erreicht = takt.steht();
  const b = sende(zweite);
  await bisFertigOderWartend(b);
  takt.gibFrei();
  const [links, rechts] = await Promise.all([a, b]);
  for (const { status, code } of [links, rechts])
    expect([200, 201, 409], `an Stelle ${stelle}: ${status} ${code}`).toContain(status);
  await pruefeBestand(dienst.owner);
  await danach?.(links, rechts);
  return erreicht;
};

/** Every place at which the first can be interrupted. */
const anJederStelle = async (bereite: () => Promise<Fall>): Promise<void> => {
  let stelle = 0;
  while (await unterbrich(await bereite(), stelle)) stelle += 1;
  melde(`${stelle} Stellen`);
  expect(stelle).toBeGreaterThan(3);
};

const heute = "2026-11-20";
const buchung = (...auswahl: number[]): Anfrage => ({
  methode: "post",
  pfad: "/abrechnung/buchen",
  body: { datum: heute, auswahl },
});
const storno = (archivIds: number[]): Anfrage => ({
  methode: "post",
  pfad: "/abrechnung/stornieren",
  body: { archivIds, grund: "Test" },
});
const aenderung = async (id: number): Promise<Anfrage> => {
  const { json } = await verwalter().get<{ positionen: { id: number }[] }>(`/pachtkonten/${id}`);
  return {
    methode: "put",
    pfad: `/pachtkonten/${id}/positionen/${json.positionen[0]?.id}`,
    body: { betragCent: 240_000 },
  };
};

/** What is booked of an account, and what its position says now. */
const standVon = async (id: number): Promise<{ gebucht: number | null; betrag: number }> => {
  const [zeile] = await dienst.owner<{ gebucht: number | null; betrag: number }[]>`
    select (select sum(netto_cent) from archiv_beleg where pachtkonto_id = ${id} and belegart = 'rechnung') gebucht,
      (select betrag_cent from pachtkonto_position where pachtkonto_id = ${id}) betrag`;
  return zeile as { gebucht: number | null; betrag: number };
};

const erfolge = (...ausgaenge: Ausgang[]): number => ausgaenge.filter(({ status }) => status < 300).length;

/** An account of two booked years, and one whose second year waits. */
const gebuchtesKonto = async (): Promise<{ id: number; belege: number[] }> => {
  const id = await konto();
  await buche(heute, [id]);
  const belege = await dienst.owner<{ id: number }[]>`
    select id from archiv_beleg where pachtkonto_id = ${id} order by id limit 1`;
  return { id, belege: belege.map((beleg) => beleg.id) };
};

describe("Zwei Vorgänge, der eine an jeder Stelle vom anderen unterbrochen", () => {
  /** What is booked is what the account says: the change came before, or was refused. */
  const stimmt = (id: number) => async () => {
    const { gebucht, betrag } = await standVon(id);
    if (gebucht !== null) expect(gebucht).toBe(2 * betrag);
  };

  test("Buchung, von einer Änderung des Betrags", () =>
    anJederStelle(async () => {
      const id = await konto();
      return { erste: buchung(id), zweite: await aenderung(id), danach: stimmt(id) };
    }));

  test("Änderung des Betrags, von einer Buchung", () =>
    anJederStelle(async () => {
      const id = await konto();
      return { erste: await aenderung(id), zweite: buchung(id), danach: stimmt(id) };
    }));

  test("Buchung, von einer Buchung desselben Kontos: eine gewinnt", () =>
    anJederStelle(async () => {
      const id = await konto();
      return {
        erste: buchung(id),
        zweite: buchung(id),
        danach: (erste, zweite) => expect(erfolge(erste, zweite)).toBe(1),
      };
    }));

  test("Storno, von einer Schlussabrechnung, die den Zeitraum berichtigt", () =>
    anJederStelle(async () => {
      const { id, belege } = await gebuchtesKonto();
      await verwalter().put(`/pachtkonten/${id}`, { pachtende: "2026-03-31" });
      return { erste: storno(belege), zweite: buchung(id) };
    }));

  test("Schlussabrechnung, vom Storno eines Zeitraums, den sie berichtigt", () =>
    anJederStelle(async () => {
      const { id, belege } = await gebuchtesKonto();
      await verwalter().put(`/pachtkonten/${id}`, { pachtende: "2026-03-31" });
      return { erste: buchung(id), zweite: storno(belege) };
    }));

  test("Storno, vom selben Storno: eines gewinnt", () =>
    anJederStelle(async () => {
      const { belege } = await gebuchtesKonto();
      return {
        erste: storno(belege),
        zweite: storno(belege),
        danach: (erste, zweite) => expect(erfolge(erste, zweite)).toBe(1),
      };
    }));

  test("Nummern: ein Storno zieht sie, während ein Lauf sie zieht, und umgekehrt", async () => {
    await anJederStelle(async () => {
      const { belege } = await gebuchtesKonto();
      return { erste: storno(belege), zweite: buchung(await konto()) };
    });
    await anJederStelle(async () => {
      const { belege } = await gebuchtesKonto();
      return { erste: buchung(await konto()), zweite: storno(belege) };
    });
  });
});
