import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { dienst, mitarbeiter, mitDienst } from "../hilfe/mitDienst.ts";

mitDienst();

const migration = readFileSync(new URL("../../sql/migrations/0068_fruehere_kuendigungen.sql", import.meta.url), "utf8");

type Konto = { id: number; version: number; status: string; pachtende: string | null };

const setze = async (id: number, werte: object): Promise<Konto> => {
  const antwort = await mitarbeiter().put<Konto>(`/pachtkonten/${id}`, werte);
  expect(antwort.status, antwort.text).toBe(200);
  return antwort.json;
};

/** As accounts were that were under notice before the agreed end was kept: the audit log alone knows it. */
const alsDamals = () =>
  dienst.owner.begin(async (tx) => {
    await tx`alter table pachtkonto disable trigger user`;
    await tx`update pachtkonto set vereinbartes_ende = null`;
    await tx`alter table pachtkonto enable trigger user`;
  });

test.each<[string, string | null, object[], string | null]>([
  ["ein befristeter Vertrag", "2035-12-31", [{ kuendigungZum: "2027-09-30" }], "2035-12-31"],
  [
    "eine Kündigung, die verlegt wurde",
    "2035-12-31",
    [{ kuendigungZum: "2027-09-30" }, { kuendigungZum: "2028-03-31" }],
    "2035-12-31",
  ],
  ["eine Kündigung zum vereinbarten Ende", "2027-09-30", [{ kuendigungZum: "2027-09-30" }], "2027-09-30"],
  [
    "eine solche, die dann verlegt wurde",
    "2027-09-30",
    [{ kuendigungZum: "2027-09-30" }, { bemerkung: "Rückruf" }, { kuendigungZum: "2028-03-31" }],
    "2027-09-30",
  ],
  [
    "die zweite Kündigung nach einer anderen Befristung",
    "2035-12-31",
    [
      { kuendigungZum: "2027-09-30" },
      { status: "aktiv", pachtende: "2033-12-31" },
      { status: "gekuendigt", kuendigungZum: "2028-03-31" },
    ],
    "2033-12-31",
  ],
  ["ein unbefristeter Vertrag", null, [{ kuendigungZum: "2027-09-30" }], null],
])(
  "wer vor der Fassung gekündigt hat und zurücknimmt, hat wieder, was vereinbart war: %s",
  async (_, pachtende, schritte, danach) => {
    const { json } = await mitarbeiter().post<Konto>("/pachtkonten", {
      pachtbeginn: "2024-01-01",
      zahlungsrhythmus: "jaehrlich",
      pachtende,
    });
    for (const [nr, schritt] of schritte.entries())
      await setze(json.id, { ...(nr === 0 ? { status: "gekuendigt" } : {}), ...schritt });
    await alsDamals();
    const davor = (await mitarbeiter().get<Konto>(`/pachtkonten/${json.id}`)).json;
    await dienst.owner.begin((tx) => tx.unsafe(migration).simple());
    expect((await mitarbeiter().get<Konto>(`/pachtkonten/${json.id}`)).json).toEqual(davor);
    expect(await setze(json.id, { status: "aktiv" })).toMatchObject({ status: "aktiv", pachtende: danach });
  },
);
