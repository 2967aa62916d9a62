import { beforeAll, expect, test } from "vitest";
import { WorkerEndet } from "../../src/technik/database/auftrag/arbeiteAb.ts";
import { vergleicheBestand } from "../../worker/duplikate.ts";
import { datenbank, mitDatenbank, owner } from "../hilfe/mitDatenbank.ts";

mitDatenbank();

beforeAll(async () => {
  await owner`insert into kontaktart (name, bezeichnung) values ('paechter', 'Pächter')`;
});

const legeDoppelt = (nachname: string) => owner`
  insert into kontakt (typ, vorname, nachname, plz, strasse, hausnummer)
  select 'paechter', 'Frauke', ${nachname}, '26725', 'Am Deich', '3' from generate_series(1, 2)`;

const paare = () => owner`
  select a.nachname, p.score from duplikat_kontakt_paar p join kontakt a on a.id = p.a_id order by a.nachname`;

const wartende = async () =>
  (await owner`select from pg_locks where not granted and relation = 'duplikat_kontakt_paar'::regclass`).length;

test("der Faden vergleicht den ganzen Bestand mit eigener Verbindung", async () => {
  await legeDoppelt("Behrens");
  const ergebnis = await vergleicheBestand(datenbank.workerUrl, new AbortController().signal);
  expect(ergebnis).toEqual({
    kontakte: { bestand: 2, verglichen: 1, paare: 1 },
    pachtobjekte: { bestand: 0, verglichen: 0, paare: 0 },
  });
  expect(await paare()).toMatchObject([{ nachname: "Behrens" }]);
});

test("beim Veröffentlichen getötet, lässt er die alten Paare stehen, und der nächste holt es nach", async () => {
  const vorher = await paare();
  await legeDoppelt("Cordes");
  const abbruch = new AbortController();
  let lauf: Promise<unknown> = Promise.resolve();
  await owner.begin(async (tx) => {
    // Everybody may still read the pairs, but nobody may replace them: the run stops in its last transaction.
    await tx`lock table duplikat_kontakt_paar in share mode`;
    lauf = vergleicheBestand(datenbank.workerUrl, abbruch.signal);
    lauf.catch(() => {});
    await expect.poll(wartende, { timeout: 20_000 }).toBe(1);
    abbruch.abort(new WorkerEndet());
    await expect(lauf).rejects.toThrow("Der Worker wird beendet");
  });
  await expect.poll(wartende, { timeout: 20_000 }).toBe(0);
  expect(await paare()).toEqual(vorher);
  await vergleicheBestand(datenbank.workerUrl, new AbortController().signal);
  expect(await paare()).toMatchObject([{ nachname: "Behrens" }, { nachname: "Cordes" }]);
});

test("was nicht geht, wird gemeldet", async () => {
  const fremd = datenbank.workerUrl.replace(/\/[^/]*$/, "/gibt_es_nicht");
  await expect(vergleicheBestand(fremd, new AbortController().signal)).rejects.toThrow("gibt_es_nicht");
  const schon = AbortSignal.abort(new WorkerEndet());
  await expect(vergleicheBestand(datenbank.workerUrl, schon)).rejects.toThrow("Der Worker wird beendet");
});
