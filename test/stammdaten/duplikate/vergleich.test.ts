import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Kontext } from "../../../src/kern/kontext.ts";
import { kontakte } from "../../../src/stammdaten/duplikate/arten.ts";
import { entscheideKontakte } from "../../../src/stammdaten/duplikate/entscheide.ts";
import { gleicheKontaktAb } from "../../../src/stammdaten/duplikate/pflege.ts";
import { liesBestand } from "../../../src/stammdaten/duplikate/vergleich/bestand.ts";
import { berechneAlle } from "../../../src/stammdaten/duplikate/vergleich/vergleiche.ts";
import { aendereKontakt, legeKontaktAn, leseKontakt, loescheKontakt } from "../../../src/stammdaten/kontakte/pflege.ts";
import { app, mitDatenbank, owner, worker } from "../../hilfe/mitDatenbank.ts";
import { bisWarten } from "../../hilfe/sperren.ts";
import { kontaktfelder } from "./muster.ts";

let kontext: Kontext;

mitDatenbank();

beforeAll(async () => {
  await owner`insert into kontaktart (name, bezeichnung) values ('paechter', 'Pächter')`;
  const [benutzer] = await owner<{ id: number }[]>`
    insert into benutzer (aussteller, subjekt, name) values ('test', 'duplikate', 'Test') returning id`;
  kontext = {
    akteur: { id: Number(benutzer?.id), name: "Test", email: null, rollen: ["verwalter"] },
    anfrageId: "test",
    heute: "2026-11-20",
    jetzt: new Date("2026-11-20T09:00:00Z"),
  };
});
beforeEach(() => owner`delete from kontakt`.then(() => owner`delete from duplikat_kontakt_schluessel`));

type Felder = Omit<Parameters<typeof legeKontaktAn>[2], "typ">;
const lege = async (felder: Felder): Promise<number> =>
  (await legeKontaktAn(app, kontext, { typ: "paechter", ...felder })).kontakt.id;
const aendere = (id: number, felder: Felder) => aendereKontakt(app, kontext, id, felder);
const loesche = (id: number) => loescheKontakt(app, kontext, id);

const paare = async () => [
  ...(await owner`select a_id, b_id, score, gruende, kein_duplikat from duplikat_kontakt_paar order by a_id, b_id`),
];
const ids = async () => (await paare()).map(({ aId, bId }) => [aId, bId]);
/** What the stored keys should be, and are. */
const schluessel = async () => {
  const zeilen = await owner<{ id: number }[]>`select id from kontakt order by id`;
  const soll: [number, number][] = [];
  for (const { id } of zeilen)
    for (const einer of kontakte.schluessel(kontakte.bilde(await leseKontakt(owner, id)))) soll.push([id, einer]);
  const ist = await owner<{ id: number; schluessel: number }[]>`
    select id, schluessel from duplikat_kontakt_schluessel order by id, schluessel`;
  return { soll, ist: ist.map(({ id, schluessel: einer }) => [id, einer]) };
};

/** How many keys how many contacts have. */
const schluesselzahlen = () => owner`
  select schluessel, count(*) as kontakte
  from (select count(*) as schluessel from duplikat_kontakt_schluessel group by id) z
  group by schluessel
  order by schluessel`;

/** What the saves have led to is what a full comparison of the same stock finds. */
const erwarteGleichVollemLauf = async (): Promise<void> => {
  const vorher = await paare();
  const { soll, ist } = await schluessel();
  expect(ist).toEqual(soll);
  await berechneAlle(worker, kontakte);
  expect(await paare()).toEqual(vorher);
};

const frauke = {
  anrede: "Frau",
  vorname: "Frauke",
  nachname: "Behrens",
  strasse: "Am Deich",
  hausnummer: "3",
  plz: "26725",
  ort: "Emden",
};

describe("der volle Vergleich", () => {
  test("findet dasselbe wie Speichern für Speichern", async () => {
    const schritt = fc.record({
      was: fc.constantFrom("anlegen", "anlegen", "aendern", "aendern", "loeschen"),
      wen: fc.nat(20),
      felder: kontaktfelder,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(schritt, { minLength: 4, maxLength: 14 }), async (schritte) => {
        await owner`delete from kontakt`;
        await owner`delete from duplikat_kontakt_schluessel`;
        const da: number[] = [];
        for (const { was, wen, felder } of schritte) {
          const id = da[wen % Math.max(1, da.length)];
          if (was === "anlegen" || id === undefined) da.push(await lege(felder));
          else if (was === "aendern") await aendere(id, felder);
          else await loesche(da.splice(da.indexOf(id), 1)[0] ?? 0);
        }
        await erwarteGleichVollemLauf();
      }),
      { numRuns: 15 },
    );
  });

  test("verliert keine Änderung, die während seiner Rechnung gespeichert wird", async () => {
    const [a, b, c, d] = [await lege(frauke), await lege(frauke), await lege(frauke), await lege({ nachname: "Alt" })];
    await berechneAlle(worker, kontakte, {
      nachSchritt: async (schritt) => {
        if (schritt !== "verglichen") return;
        await loesche(b);
        await aendere(c, { vorname: "Otto", anrede: "Herr" });
        await aendere(d, frauke);
        await lege(frauke);
      },
    });
    const neu = (await owner`select max(id) as id from kontakt`)[0]?.id;
    expect(await ids()).toEqual([
      [a, d],
      [a, neu],
      [d, neu],
    ]);
    await erwarteGleichVollemLauf();
    expect(await owner`select from duplikat_nachtrag`).toHaveLength(0);
  });

  test("gibt niemandem Schlüssel, der gerade gespeichert wird", async () => {
    await owner`
      insert into kontakt (typ, vorname, nachname, email)
      select 'paechter', 'Frauke', 'Behrens', 'frauke@mail.example' from generate_series(1, 2)`;
    const [{ id } = { id: 0 }] = await owner<{ id: number }[]>`select min(id) id from kontakt`;
    let gespeichert: Promise<unknown> = Promise.resolve();
    await berechneAlle(worker, kontakte, {
      nachSchritt: async (schritt) => {
        if (schritt !== "gelesen") return;
        const alt = await leseKontakt(owner, id);
        const abgeglichen = Promise.withResolvers<void>();
        gespeichert = app.begin(async (tx) => {
          await tx`update kontakt set nachname = 'Petersen' where id = ${id}`;
          await gleicheKontaktAb(tx, alt, { ...alt, nachname: "Petersen" });
          abgeglichen.resolve();
          await bisWarten(owner, 1);
        });
        await abgeglichen.promise;
      },
    });
    await gespeichert;
    await erwarteGleichVollemLauf();
  });

  test("stirbt er zwischen zwei Blöcken von Schlüsseln, macht der nächste sie vollständig", async () => {
    await berechneAlle(worker, kontakte);
    // Ten keys each: more than one block, and each block has some of nearly everybody.
    await owner`
      insert into kontakt (typ, vorname, nachname, plz, strasse, hausnummer, email, telefon, mobil, iban)
      select 'paechter', 'Frauke', 'Behrens' || i, '26725', 'Deich', i::text, i || '@mail.example', '04921' || 100000 + i,
        '0151' || 1000000 + i, 'DE' || i
      from generate_series(1, 6000) i`;
    const stirb = (schritt: string) => {
      if (schritt === "schluesselblock") throw new Error("gestorben");
    };
    await expect(berechneAlle(worker, kontakte, { nachSchritt: stirb })).rejects.toThrow("gestorben");
    expect((await schluesselzahlen()).length).toBeGreaterThan(1);

    await berechneAlle(worker, kontakte);
    expect(await schluesselzahlen()).toEqual([{ schluessel: 10, kontakte: 6000 }]);
  });

  test("liest zu Ende, auch wenn dabei jemand dazukommt", async () => {
    for (let nr = 0; nr < 3; nr += 1) await lege(frauke);
    let gelesen = 0;
    const mitZugang = new Proxy(worker, {
      apply: (ziel, dies, argumente) => {
        const anweisung = Reflect.apply(ziel as never, dies, argumente) as { execute(): Promise<unknown> };
        if (!Array.isArray(argumente[0]) || !("raw" in argumente[0])) return anweisung;
        gelesen += 1;
        return gelesen === 2 ? { execute: () => lege(frauke).then(() => anweisung.execute()) } : anweisung;
      },
    });
    const bestand = await liesBestand(mitZugang, kontakte, undefined);
    const nummern = Array.from({ length: bestand.anzahl }, (_, nr) => nr);
    expect(nummern.length).toBeGreaterThanOrEqual(3);
    expect(nummern.map((nr) => bestand.bild(nr).id)).toEqual(nummern.map((nr) => bestand.id(nr)));
  });

  test("gibt vor einem jüngeren Vergleich auf", async () => {
    await lege(frauke);
    let juengerer: unknown;
    const aelterer = await berechneAlle(worker, kontakte, {
      nachSchritt: async (schritt) => {
        if (schritt === "gelesen") juengerer = await berechneAlle(worker, kontakte);
      },
    });
    expect([aelterer, juengerer]).toEqual([null, { bestand: 1, verglichen: 0, paare: 0 }]);
  });

  test("nimmt auf, was am Dienst vorbei kam, und zählt die Namen neu", async () => {
    await owner`
      insert into kontakt (typ, vorname, nachname, plz, strasse, hausnummer)
      select 'paechter', 'Frauke', 'Behrens', '26725', 'Am Deich', '3' from generate_series(1, 12)`;
    expect(await berechneAlle(worker, kontakte)).toEqual({ bestand: 12, verglichen: 66, paare: 66 });
    expect(await owner`select wort, anzahl from duplikat_haeufigkeit order by wort`).toEqual([
      { wort: "behrens", anzahl: 12 },
      { wort: "frauke", anzahl: 12 },
    ]);
    const { soll, ist } = await schluessel();
    expect(ist).toEqual(soll);
    await lege(frauke);
    expect(await ids()).toHaveLength(78);
    await owner`delete from kontakt where id > (select min(id) from kontakt)`;
    await berechneAlle(worker, kontakte);
    expect(await owner`select from duplikat_haeufigkeit`).toHaveLength(0);
  });

  test("behält, was entschieden ist, auch wenn das Paar zwischendurch keines war", async () => {
    const [a, b] = [await lege(frauke), await lege(frauke)];
    await entscheideKontakte(app, kontext, { kontaktIds: [a, b], entscheidung: "kein_duplikat" });
    await berechneAlle(worker, kontakte);
    expect(await paare()).toMatchObject([{ aId: a, bId: b, keinDuplikat: true }]);
    await aendere(b, { vorname: "Otto", anrede: "Herr" });
    await berechneAlle(worker, kontakte);
    expect(await paare()).toEqual([]);
    await aendere(b, frauke);
    await berechneAlle(worker, kontakte);
    expect(await paare()).toMatchObject([{ aId: a, bId: b, keinDuplikat: true }]);
  });
});

describe("gleichzeitig", () => {
  test("wer dieselbe Person zugleich anlegt, wird mit jedem anderen zum Paar", async () => {
    await Promise.all(Array.from({ length: 8 }, () => lege(frauke)));
    expect(await ids()).toHaveLength(28);
    await erwarteGleichVollemLauf();
  });

  test("speichern, löschen, entscheiden und der volle Vergleich halten einander nicht fest", async () => {
    const felder = fc.sample(kontaktfelder, { numRuns: 60, seed: 7 }) as Felder[];
    const da = await Promise.all(felder.slice(0, 20).map((einer) => lege(einer)));
    const bleiben = da.slice(0, 14);
    const taten = [
      ...felder.slice(20, 40).map((einer) => lege(einer)),
      ...felder.slice(40).map((einer, i) => aendere(bleiben[i % bleiben.length] ?? 0, einer)),
      ...da.slice(14).map((id) => loesche(id)),
      ...bleiben
        .slice(1)
        .map((id, i) =>
          entscheideKontakte(app, kontext, { kontaktIds: [bleiben[i] ?? 0, id], entscheidung: "kein_duplikat" }),
        ),
      berechneAlle(worker, kontakte),
    ];
    const gescheitert = (await Promise.allSettled(taten)).filter(({ status }) => status === "rejected");
    expect(gescheitert).toEqual([]);
    const falsch = await owner`
      select from duplikat_kontakt_paar p
      where kein_duplikat <> exists (
        select from duplikat_kontakt_entscheidung e where e.a_id = p.a_id and e.b_id = p.b_id)`;
    expect(falsch).toHaveLength(0);
    await erwarteGleichVollemLauf();
  });
});
