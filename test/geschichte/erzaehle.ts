import process from "node:process";
import { expect, test } from "vitest";
import { melde, sekunden } from "../sicherheit/hilfe/bericht.ts";
import { kuerze } from "./kuerze.ts";
import { zieheSchritte } from "./schritte.ts";
import { spiele } from "./spiele.ts";

const laenge = 100;
/** Time that is given to shortening one history. */
const fristMs = 120_000;

const ersteSaat = Number(process.env.SAAT ?? 1);
const anzahl = Number(process.env.GESCHICHTEN ?? 1);

/** Lines of documents that the oracle has computed as well. */
let verglichen = 0;

/** Plays a history; of one that breaks a rule the fewest steps that still do are printed. @returns the broken rule */
const erzaehle = async (saat: number): Promise<string | undefined> => {
  const alle = zieheSchritte(saat, laenge);
  const ausgang = await spiele(alle);
  verglichen += ausgang.verglichen;
  if (anzahl === 1) melde(ausgang.zeilen.join("\n    "));
  if (ausgang.verstoss === null) return;
  const { schritte, ausgang: kurz } = await kuerze(alle.slice(0, ausgang.zeilen.length + 1), ausgang, fristMs);
  const kopf = `npm run geschichte -- ${saat}: ${kurz.verstoss}`;
  melde([kopf, `${schritte.length} Schritte:`, ...kurz.zeilen].join("\n      "));
  return kopf;
};

/** One part of the histories of this run, so that several processes share them. */
export function erzaehleTeil(teil: number, teile: number): void {
  const saaten = Array.from({ length: anzahl }, (_, i) => ersteSaat + i).filter(
    (saat) => Math.ceil(saat / 10) % teile === teil,
  );
  test(`Geschichten, Teil ${teil + 1} von ${teile}`, async () => {
    const los = performance.now();
    const verstoesse: string[] = [];
    for (const [i, saat] of saaten.entries()) {
      if (i % 25 === 24) melde(`${i + 1} von ${saaten.length}: ${sekunden(performance.now() - los)}`);
      const verstoss = await erzaehle(saat);
      if (verstoss !== undefined) verstoesse.push(verstoss);
      // Enough to read; more would only take time.
      if (verstoesse.length === 3) break;
    }
    melde(
      `${saaten.length} Geschichten zu ${laenge} Schritten, ${verglichen} Zeilen nachgerechnet: ${sekunden(performance.now() - los)}`,
    );
    expect(verstoesse).toEqual([]);
  });
}
