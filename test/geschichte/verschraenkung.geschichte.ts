import { setTimeout as warte } from "node:timers/promises";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { buildApp, type Dienst } from "../../src/app.ts";
import { dienst, mitDienst } from "../hilfe/mitDienst.ts";
import { melde } from "../sicherheit/hilfe/bericht.ts";
import { zufall } from "../sicherheit/hilfe/zufall.ts";
import { type Ausgang, type Fall, faelle, sende, wartetAufSperre } from "./faelle.ts";
import { pruefeBestand } from "./invarianten.ts";
import { imTakt, neuerTakt, type Takt } from "./takt.ts";

mitDienst({ stammdaten: true });

/** The service twice over one database, each statement of either waiting for its turn. */
type Seite = { app: Dienst; takt: Takt };
const seiten: Seite[] = [];

beforeAll(() => {
  const { deps } = dienst;
  for (const nr of [0, 1]) {
    const takt = () => (seiten[nr] as Seite).takt;
    const app = buildApp({ ...deps, sql: imTakt(deps.sql, takt), sqlLang: imTakt(deps.sqlLang, takt) });
    seiten.push({ app, takt: neuerTakt(0) });
  }
});
afterEach(() => {
  for (const { takt } of seiten) takt.gibFrei();
});

/** Sends a request whose statements wait for `takt`. */
const beginne = (nr: number, anfrage: Fall["erste"], schritte: number) => {
  const seite = seiten[nr] as Seite;
  seite.takt = neuerTakt(schritte);
  const lauf = { takt: seite.takt, fertig: false, ausgang: sende(seite.app, anfrage) };
  lauf.ausgang.finally(() => {
    lauf.fertig = true;
  });
  return lauf;
};
type Lauf = ReturnType<typeof beginne>;

const pruefe = async ({ danach }: Fall, wo: string, links: Ausgang, rechts: Ausgang): Promise<void> => {
  for (const { status, code } of [links, rechts]) expect([200, 201, 409], `${wo}: ${status} ${code}`).toContain(status);
  await pruefeBestand(dienst.owner);
  await danach?.(links, rechts);
};

/** Until it stands, is done, or waits for the other one: in the database, or by asking again and again. */
const bisStehtOderWartet = async (lauf: Lauf, hoechstensMs: number): Promise<void> => {
  for (const ende = performance.now() + hoechstensMs; performance.now() < ende; await warte(1)) {
    if (lauf.fertig || lauf.takt.steht()) return;
    if (await wartetAufSperre()) return;
  }
};

/** The second comes to the first after its statement number `stelle`. @returns whether the first got that far */
const unterbrich = async (fall: Fall, stelle: number): Promise<boolean> => {
  const a = beginne(0, fall.erste, stelle);
  while (!a.fertig && !a.takt.steht()) await warte(1);
  const erreicht = a.takt.steht();
  const b = beginne(1, fall.zweite, Number.POSITIVE_INFINITY);
  await bisStehtOderWartet(b, 400);
  a.takt.gibFrei();
  await pruefe(fall, `an Stelle ${stelle}`, await a.ausgang, await b.ausgang);
  return erreicht;
};

/** Both go on statement by statement, in an order that the seed draws. @returns the order, as digits */
const verflechte = async (fall: Fall, saat: number): Promise<string> => {
  const bruch = zufall(saat);
  const laeufe = [beginne(0, fall.erste, 0), beginne(1, fall.zweite, 0)] as const;
  let folge = "";
  for (const ende = performance.now() + 10_000; laeufe.some(({ fertig }) => !fertig); ) {
    const nr = bruch() < 0.5 ? 0 : 1;
    const lauf = laeufe[nr];
    if (!lauf.fertig && lauf.takt.steht()) folge += nr;
    lauf.takt.gib();
    await bisStehtOderWartet(lauf, 20);
    if (performance.now() > ende) for (const { takt } of laeufe) takt.gibFrei();
  }
  await pruefe(fall, `Saat ${saat}, Folge ${folge}`, await laeufe[0].ausgang, await laeufe[1].ausgang);
  return folge;
};

const folgenJeFall = 12;

describe.each(Object.entries(faelle))("Zwei Vorgänge: %s", (_, bereite) => {
  test("der eine an jeder Stelle vom anderen unterbrochen", async () => {
    let stelle = 0;
    while (await unterbrich(await bereite(), stelle)) stelle += 1;
    melde(`${stelle} Stellen`);
    expect(stelle).toBeGreaterThan(3);
  });

  test("Anweisung für Anweisung verflochten, in gewürfelten Folgen", async () => {
    const folgen = new Set<string>();
    for (let saat = 1; saat <= folgenJeFall; saat += 1) folgen.add(await verflechte(await bereite(), saat));
    melde(`${folgen.size} Folgen, die längste von ${Math.max(...[...folgen].map(({ length }) => length))} Anweisungen`);
    expect(folgen.size).toBeGreaterThan(folgenJeFall / 2);
  });
});
