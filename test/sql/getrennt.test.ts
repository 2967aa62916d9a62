import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Db } from "../../src/technik/database/pool.ts";
import { app, mitDatenbank, owner } from "../hilfe/mitDatenbank.ts";
import { bisWarten } from "../hilfe/sperren.ts";

mitDatenbank();

type Zeitraum = { von: string; bis: string };

let laufId: string;
let naechste = 0;

beforeAll(async () => {
  const [lauf] = await owner<{ id: string }[]>`
    insert into buchungslauf (datum, belegdatum, benutzer_name, status, beendet_am)
    values ('2026-11-20', '2026-11-20', 'Test', 'abgeschlossen', now())
    returning id`;
  laufId = String(lauf?.id);
});

const neuesKonto = async (): Promise<number> => {
  naechste += 1;
  const [konto] = await owner<{ id: number }[]>`
    insert into pachtkonto (kontonummer, pachtbeginn, zahlungsrhythmus)
    values (${`PK-${naechste}`}, '2020-01-01', 'jaehrlich')
    returning id`;
  return Number(konto?.id);
};

/** Due dates, all in one statement. @returns their ids */
const plane = async (sql: Db, konto: number, zeitraeume: readonly Zeitraum[], status = "offen"): Promise<number[]> => {
  const zeilen = await sql<{ id: number }[]>`
    insert into faelligkeit (pachtkonto_id, zeitraum_von, zeitraum_bis, faellig_am, art, status)
    select ${konto}, von, bis, bis + 1, 'regulaer', ${status}
    from unnest(${zeitraeume.map(({ von }) => von)}::date[], ${zeitraeume.map(({ bis }) => bis)}::date[]) n (von, bis)
    returning id`;
  return zeilen.map(({ id }) => id);
};

/** Periods as booked, all in one statement; the due dates that they name count for nothing. */
const buche = async (sql: Db, konto: number, zeitraeume: readonly Zeitraum[]): Promise<number[]> => {
  const ids = await plane(sql, konto, zeitraeume, "entfallen");
  await sql`
    insert into gebuchter_zeitraum (faelligkeit_id, buchungslauf_id, pachtkonto_id, zeitraum_von, zeitraum_bis)
    select id, ${laufId}, ${konto}, zeitraum_von, zeitraum_bis from faelligkeit where id = any(${ids})`;
  return ids;
};

const tabellen = [
  {
    name: "faelligkeit",
    constraint: "faelligkeit_getrennt",
    schreibe: plane,
    nimmHeraus: (sql: Db, ids: number[]) => sql`update faelligkeit set status = 'entfallen' where id = any(${ids})`,
    holZurueck: (sql: Db, ids: number[]) => sql`update faelligkeit set status = 'offen' where id = any(${ids})`,
    verlaengere: (id: number, bis: string) => owner`update faelligkeit set zeitraum_bis = ${bis} where id = ${id}`,
  },
  {
    name: "gebuchter_zeitraum",
    constraint: "zeitraum_einmal_gebucht",
    schreibe: buche,
    nimmHeraus: (sql: Db, ids: number[]) =>
      sql`update gebuchter_zeitraum set storniert_am = now() where faelligkeit_id = any(${ids})`,
    holZurueck: (sql: Db, ids: number[]) =>
      sql`update gebuchter_zeitraum set storniert_am = null where faelligkeit_id = any(${ids})`,
    verlaengere: (id: number, bis: string) =>
      owner`update gebuchter_zeitraum set zeitraum_bis = ${bis} where faelligkeit_id = ${id}`,
  },
];

const jahr = { von: "2025-01-01", bis: "2025-12-31" };

describe.each(tabellen)(
  "Zeiträume eines Kontos in $name",
  ({ constraint, schreibe, nimmHeraus, holZurueck, verlaengere }) => {
    const ueberschneidung = { code: "23P01", constraint_name: constraint };

    test.each([
      ["der denselben Tag mitbenutzt", { von: "2025-12-31", bis: "2026-06-30" }],
      ["der davor beginnt", { von: "2024-07-01", bis: "2025-01-01" }],
      ["der darin liegt", { von: "2025-03-01", bis: "2025-03-31" }],
      ["der ihn enthält", { von: "2024-01-01", bis: "2026-12-31" }],
    ])("einer, %s, kommt nicht dazu; was anstößt, schon", async (_, zweiter) => {
      const konto = await neuesKonto();
      await schreibe(app, konto, [jahr]);
      await expect(schreibe(app, konto, [zweiter])).rejects.toMatchObject(ueberschneidung);
      await schreibe(app, konto, [
        { von: "2026-01-01", bis: "2026-12-31" },
        { von: "2024-01-01", bis: "2024-12-31" },
      ]);
      await schreibe(app, await neuesKonto(), [zweiter]);
    });

    test("gelten nicht mehr, wenn sie herausgenommen sind, und kommen nur zurück, wo Platz ist", async () => {
      const konto = await neuesKonto();
      const ids = await schreibe(app, konto, [jahr]);
      await nimmHeraus(app, ids);
      const [halbes] = await schreibe(app, konto, [{ von: "2025-07-01", bis: "2025-12-31" }]);
      await expect(holZurueck(owner, ids)).rejects.toMatchObject(ueberschneidung);
      await nimmHeraus(app, [Number(halbes)]);
      await holZurueck(owner, ids);
      await nimmHeraus(app, ids);
      await holZurueck(owner, [Number(halbes)]);
      const [erstes] = await schreibe(app, konto, [{ von: "2025-01-01", bis: "2025-06-30" }]);
      await expect(verlaengere(Number(erstes), "2025-07-01")).rejects.toMatchObject(ueberschneidung);
    });

    test("von denen einer in einer Anweisung den anderen trifft, kommen beide nicht dazu, wie viele es auch sind", async () => {
      const tag = (n: number) => new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10);
      const zeitraum = fc.tuple(fc.nat(60), fc.nat(9)).map(([von, laenge]) => ({ von, bis: von + laenge }));
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(zeitraum, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
          async (saetze) => {
            const konto = await neuesKonto();
            const belegte = new Set<number>();
            for (const satz of saetze) {
              const tage = satz.flatMap(({ von, bis }) => Array.from({ length: bis - von + 1 }, (_, n) => von + n));
              const passt = new Set(tage).size === tage.length && tage.every((eine) => !belegte.has(eine));
              const geschrieben = await schreibe(
                app,
                konto,
                satz.map(({ von, bis }) => ({ von: tag(von), bis: tag(bis) })),
              ).then(
                () => true,
                () => false,
              );
              expect(geschrieben).toBe(passt);
              if (passt) for (const eine of tage) belegte.add(eine);
            }
          },
        ),
        { numRuns: 60 },
      );
    });

    test.each([
      ["festschreibt", true],
      ["zurücknimmt", false],
    ])("schreibt ein Zweiter erst, wenn der Erste seine %s", async (_, gilt) => {
      const konto = await neuesKonto();
      const geschrieben = Promise.withResolvers<void>();
      const entschieden = Promise.withResolvers<void>();
      const erster = app.begin(async (tx) => {
        await schreibe(tx, konto, [jahr]);
        geschrieben.resolve();
        await entschieden.promise;
        if (!gilt) throw new Error("zurückgenommen");
      });
      await geschrieben.promise;
      let istFertig = false;
      const zweiter = schreibe(app, konto, [{ von: "2025-06-01", bis: "2026-05-31" }]).finally(() => {
        istFertig = true;
      });
      zweiter.catch(() => undefined);
      await bisWarten(owner, 1);
      expect(istFertig).toBe(false);
      entschieden.resolve();
      await erster.catch(() => undefined);
      if (gilt) await expect(zweiter).rejects.toMatchObject(ueberschneidung);
      else await expect(zweiter).resolves.toHaveLength(1);
    });

    test("schreibt niemand, der auf einem alten Stand steht", async () => {
      const konto = await neuesKonto();
      const alt = app.begin("isolation level repeatable read", (tx) => schreibe(tx, konto, [jahr]));
      await expect(alt).rejects.toMatchObject({ code: "25000" });
    });
  },
);
