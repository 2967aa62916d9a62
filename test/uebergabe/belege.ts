import { expect } from "vitest";
import type { Antwort, Testdienst, Wer } from "../hilfe/dienst.ts";
import { saeKonto } from "../hilfe/saat.ts";

type Detail = {
  id: number;
  belegnummer: string;
  belegart: string;
  state: string;
  bruttoCent: number;
  uebersprungen: boolean;
  gesperrt: boolean;
  system: string | null;
  referenz: string | null;
  externId: string | null;
  externNummer: string | null;
  ursache: string | null;
  phase: string | null;
  nichtVor: string | null;
  code: string;
  detail: string;
  erlaubteAktionen: string[];
  versuche: {
    aktion: string;
    ausgang: string | null;
    phase: string | null;
    code: string | null;
    ursache: string | null;
  }[];
};

/** Books one account; ids of its documents by kind: rechnung, gutschrift, gebuehrenrechnung. */
export async function bucheBelege(dienst: Testdienst, heute = "2026-11-20"): Promise<Record<string, number>> {
  const id = await saeKonto(dienst.owner, heute, { pachtbeginn: "2025-10-01" });
  const { status, json } = await dienst.als("verwalter").post("/abrechnung/buchen", { datum: heute, auswahl: [id] });
  expect(status, JSON.stringify(json)).toBe(201);
  const belege = await dienst.owner<{ id: number; belegart: string }[]>`
    select id, belegart from archiv_beleg where pachtkonto_id = ${id}`;
  return Object.fromEntries(belege.map((beleg) => [beleg.belegart, Number(beleg.id)]));
}

/** Books many accounts at once. @returns one invoice after the other that nobody has touched */
export async function bucheVorrat(dienst: Testdienst, anzahl: number, heute = "2026-11-20"): Promise<() => number> {
  const konten: number[] = [];
  for (let nr = 0; nr < anzahl; nr += 1)
    konten.push(await saeKonto(dienst.owner, heute, { pachtbeginn: "2025-10-01" }));
  const { status, json } = await dienst.als("verwalter").post("/abrechnung/buchen", { datum: heute, auswahl: konten });
  expect(status, JSON.stringify(json)).toBe(201);
  const belege = await dienst.owner<{ id: number }[]>`
    select id from archiv_beleg where belegart = 'rechnung' and pachtkonto_id = any(${konten})`;
  const ids = belege.map(({ id }) => Number(id));
  return () => ids.pop() ?? expect.fail("Der Vorrat an Belegen ist verbraucht.");
}

/** Cancels in the archive. @returns the id of the Storno of `belegId` */
export async function storniereImArchiv(dienst: Testdienst, belegId: number): Promise<number> {
  const { status, json } = await dienst
    .als("verwalter")
    .post("/abrechnung/stornieren", { archivIds: [belegId], grund: "Falscher Stichtag" });
  expect(status, JSON.stringify(json)).toBe(201);
  const [zeile] = await dienst.owner<{ id: number }[]>`select id from archiv_beleg where storno_von_id = ${belegId}`;
  return Number(zeile?.id);
}

export function handlungen(dienst: Testdienst) {
  return {
    tue: (id: number, aktion: string, body?: object, wer: Wer = "verwalter"): Promise<Antwort<Detail>> =>
      dienst.als(wer).post<Detail>(`/extaccounting/documents/${id}/${aktion}`, body),
    lies: async (id: number): Promise<Detail> =>
      (await dienst.als("pruefer").get<Detail>(`/extaccounting/documents/${id}`)).json,
  };
}
