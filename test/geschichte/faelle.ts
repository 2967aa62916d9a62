import { expect } from "vitest";
import type { Dienst } from "../../src/app.ts";
import { buche } from "../hilfe/abrechnung.ts";
import { dienst, konto, verwalter } from "../hilfe/mitDienst.ts";

type Anfrage = { methode: string; pfad: string; body: object };
export type Ausgang = { status: number; code: string };

/** Two requests that meet, and what must be true of their answers and of the books afterwards. */
export type Fall = {
  erste: Anfrage;
  zweite: Anfrage;
  danach?: (erste: Ausgang, zweite: Ausgang) => Promise<void> | void;
};

export async function sende(app: Dienst, { methode, pfad, body }: Anfrage): Promise<Ausgang> {
  const antwort = await app.request(`/api${pfad}`, {
    method: methode,
    headers: { cookie: "service.sid=sitzung-verwalter", "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { code = "" } = (await antwort.json()) as { code?: string };
  return { status: antwort.status, code };
}

/** Some request waits for a lock that another one holds. */
export async function wartetAufSperre(): Promise<boolean> {
  const [zeile] = await dienst.owner<{ ja: boolean }[]>`
    select exists (select from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()) ja`;
  return zeile?.ja === true;
}

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

/** An account with two booked years, and the first of its documents. */
const gebuchtesKonto = async (): Promise<{ id: number; belege: number[] }> => {
  const id = await konto();
  await buche(heute, [id]);
  const belege = await dienst.owner<{ id: number }[]>`
    select id from archiv_beleg where pachtkonto_id = ${id} order by id limit 1`;
  return { id, belege: belege.map((beleg) => beleg.id) };
};

/** What is booked is what the account says: the change came before, or was refused. */
const stimmt = (id: number) => async () => {
  const { gebucht, betrag } = await standVon(id);
  if (gebucht !== null) expect(gebucht).toBe(2 * betrag);
};

const eineGewinnt = (erste: Ausgang, zweite: Ausgang): void => expect(erfolge(erste, zweite)).toBe(1);

const gekuerztesKonto = async (): Promise<{ id: number; belege: number[] }> => {
  const gebucht = await gebuchtesKonto();
  await verwalter().put(`/pachtkonten/${gebucht.id}`, { pachtende: "2026-03-31" });
  return gebucht;
};

/** Each pair of requests that must not get into each other's way. */
export const faelle: Record<string, () => Promise<Fall>> = {
  "Buchung, von einer Änderung des Betrags": async () => {
    const id = await konto();
    return { erste: buchung(id), zweite: await aenderung(id), danach: stimmt(id) };
  },
  "Änderung des Betrags, von einer Buchung": async () => {
    const id = await konto();
    return { erste: await aenderung(id), zweite: buchung(id), danach: stimmt(id) };
  },
  "Buchung, von einer Buchung desselben Kontos: eine gewinnt": async () => {
    const id = await konto();
    return { erste: buchung(id), zweite: buchung(id), danach: eineGewinnt };
  },
  "Storno, von einer Schlussabrechnung, die den Zeitraum berichtigt": async () => {
    const { id, belege } = await gekuerztesKonto();
    return { erste: storno(belege), zweite: buchung(id) };
  },
  "Schlussabrechnung, vom Storno eines Zeitraums, den sie berichtigt": async () => {
    const { id, belege } = await gekuerztesKonto();
    return { erste: buchung(id), zweite: storno(belege) };
  },
  "Storno, vom selben Storno: eines gewinnt": async () => {
    const { belege } = await gebuchtesKonto();
    return { erste: storno(belege), zweite: storno(belege), danach: eineGewinnt };
  },
  "Storno, das Nummern zieht, von einem Lauf, der sie zieht": async () => {
    const { belege } = await gebuchtesKonto();
    return { erste: storno(belege), zweite: buchung(await konto()) };
  },
  "Lauf, der Nummern zieht, von einem Storno, das sie zieht": async () => {
    const { belege } = await gebuchtesKonto();
    return { erste: buchung(await konto()), zweite: storno(belege) };
  },
};
