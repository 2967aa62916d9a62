import { expect, test } from "vitest";
import { erstelleVorschau } from "../../../src/abrechnung/vorschau/erstelle.ts";
import { alsJson } from "../../../src/abrechnung/vorschau/json.ts";
import { sendeVorschau } from "../../../src/abrechnung/vorschau/strom.ts";
import { verbinde } from "../../../src/technik/database/pool.ts";
import { dienst, heute, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

/** Not in the order of their numbers; the last one cannot be billed, the one before has ended. */
const legeAn = async (): Promise<number[]> => [
  await konto({ kontonummer: "S-3", zahlungsrhythmus: "vierteljaehrlich" }),
  await konto({ kontonummer: "S-1", zahlungsrhythmus: "vierteljaehrlich", istVorauszahlend: true }),
  await konto({ kontonummer: "S-2", pachtende: "2026-08-31" }),
  await konto({ kontonummer: "S-0", status: "inaktiv" }),
];

/** The moment that a preview shows is its own; all else must be the same. */
const ohneZeitpunkt = (text: string): string => text.replace(/("vorschauHash":")[^"]*\./, "$1");

test("die Vorschau ist in Teilen Zeichen für Zeichen dieselbe wie im Ganzen", async () => {
  const auswahl = await legeAn();
  const { text } = await verwalter().post("/abrechnung/vorschau-gruppen", { datum: heute, auswahl });
  const umfang = { datum: heute, auswahl, belegdatum: heute };
  const { promise: beginn, resolve: beginnt } = Promise.withResolvers<string>();
  const vorschau = erstelleVorschau(dienst.owner, umfang, { beginnt, jeTeil: 1 });
  const stuecke: string[] = [];
  for await (const stueck of alsJson(heute, await beginn, vorschau)) stuecke.push(stueck);
  expect(ohneZeitpunkt(stuecke.join(""))).toBe(ohneZeitpunkt(text));
  expect(JSON.parse(text).summen.anzahlKonten).toBe(3);
  expect(stuecke[0]).toBe(`{"datum":"${heute}","vorschauHash":"${await beginn}.`);
});

test("geht der Empfänger, wird nicht weiter gerechnet", async () => {
  const umfang = { datum: heute, auswahl: [await konto()], belegdatum: heute };
  const abbruch = new AbortController();
  const beginnt = () => abbruch.abort();
  await expect(erstelleVorschau(dienst.owner, umfang, { beginnt, signal: abbruch.signal })).rejects.toThrow(/abort/i);
});

test("was gleich scheitert, ist keine angefangene Antwort", async () => {
  const sql = verbinde("postgres://127.0.0.1:1/nirgends", "pacht_app", { max: 1 });
  await sql.end();
  await expect(sendeVorschau(sql, { datum: heute, auswahl: null, belegdatum: heute })).rejects.toThrow();
});
