import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { raeumeAuf } from "../../../src/betrieb/aufraeumen/raeumeAuf.ts";
import { sendeLebenszeichen } from "../../../src/betrieb/lebenszeichen/sende.ts";
import type { Betriebsverlauf } from "../../../src/betrieb/verlauf/schema.ts";
import { schreibeVerlauf } from "../../../src/betrieb/verlauf/schreibe.ts";
import { erstelleVerlauf } from "../../../src/betrieb/verlauf/zaehle.ts";
import { verbinde } from "../../../src/technik/database/pool.ts";
import { dienst, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst();
beforeEach(() => dienst.owner`truncate betriebsverlauf`);

const lies = async (stunden = 6) =>
  (await verwalter().get<Betriebsverlauf>(`/betrieb/verlauf?stunden=${stunden}`)).json;

const verlaufMit = (...dauern: number[]) => {
  const verlauf = erstelleVerlauf();
  for (const dauerMs of dauern) verlauf.zaehle({ dauerMs, istFehler: dauerMs > 1000 });
  return verlauf;
};

/** What a process did at another time than now. */
const saeMinute = (art: "server" | "worker", vorMinuten: number, anzahl: number) => dienst.owner`
  insert into betriebsverlauf (minute, prozess, art, stufen, fehler, hoechste_ms)
  values (date_trunc('minute', now()) - make_interval(mins => ${vorMinuten}), ${randomUUID()}, ${art},
    ${[anzahl, ...Array.from({ length: 14 }, () => 0)]}, 1, 4)`;

test("zwei Server zählen in ihrer Minute zusammen, auch was sie nacheinander aufschreiben", async () => {
  const [erster, zweiter] = [randomUUID(), randomUUID()].map((id) => ({ id, art: "server" as const }));
  if (!erster || !zweiter) throw new Error("zwei Prozesse");
  await dienst.sql.begin(async (tx) => {
    await schreibeVerlauf(tx, erster, verlaufMit(3, 3));
    await schreibeVerlauf(tx, erster, verlaufMit(4000));
    await schreibeVerlauf(tx, zweiter, verlaufMit(3));
  });
  const { abschnitte } = await lies();
  expect(abschnitte).toHaveLength(360);
  const anfragen = abschnitte.flatMap(({ anfragen }) => (anfragen ? [anfragen] : []));
  expect(anfragen).toEqual([{ anzahl: 4, fehler: 1, medianMs: 3, p95Ms: 3700, hoechsteMs: 4000 }]);
});

test("ein Prozess ohne Arbeit steht mit null da, einer ohne Lebenszeichen gar nicht", async () => {
  const verstumme = sendeLebenszeichen(
    dienst.sql,
    "server",
    () => [],
    erstelleVerlauf(),
    (fehler) => expect.unreachable(String(fehler)),
  );
  await verstumme();
  const { abschnitte } = await lies();
  expect(abschnitte.findLast(({ anfragen }) => anfragen !== null)).toMatchObject({
    anfragen: { anzahl: 0, fehler: 0, medianMs: null, p95Ms: null, hoechsteMs: null },
    auftraege: null,
  });
  expect(abschnitte[0]).toMatchObject({ anfragen: null, auftraege: null });
});

test("über mehr als sechs Stunden stehen je fünf Minuten zusammen, lückenlos", async () => {
  for (const vorMinuten of [1, 30, 31, 32, 33, 34, 1439, 1500]) await saeMinute("worker", vorMinuten, 2);
  const { schrittMinuten, abschnitte } = await lies(24);
  expect([schrittMinuten, abschnitte.length]).toEqual([5, 288]);
  const auftraege = abschnitte.flatMap(({ auftraege }) => (auftraege ? [auftraege.anzahl] : []));
  expect(auftraege.reduce((a, b) => a + b, 0)).toBeGreaterThanOrEqual(12);
  const beginne = abschnitte.map(({ beginntAm }) => Date.parse(beginntAm));
  expect(new Set(beginne.slice(1).map((am, nr) => am - (beginne[nr] ?? 0)))).toEqual(new Set([300_000]));
});

test("nach einem Tag wird aufgeräumt", async () => {
  await saeMinute("server", 23 * 60, 1);
  await saeMinute("server", 25 * 60, 1);
  const worker = verbinde(dienst.datenbank.workerUrl, "pacht_worker", { max: 1 });
  await raeumeAuf(worker, new Date());
  await worker.end();
  expect(await dienst.owner`select minute < now() - interval '1 day' alt from betriebsverlauf`).toEqual([
    { alt: false },
  ]);
});
