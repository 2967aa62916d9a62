import { describe, expect, test } from "vitest";
import type { Db } from "../../src/technik/database/pool.ts";
import { app, mitDatenbank, owner } from "../hilfe/mitDatenbank.ts";
import { bisWarten } from "../hilfe/sperren.ts";

mitDatenbank();

const fremdschluessel = { code: "23503" };
const niemand = 900_001;
let naechste = 0;

const neuesKonto = async (): Promise<number> => {
  naechste += 1;
  const [konto] = await owner<{ id: number }[]>`
    insert into pachtkonto (kontonummer, pachtbeginn, zahlungsrhythmus)
    values (${`PK-${naechste}`}, '2020-01-01', 'jaehrlich')
    returning id`;
  return Number(konto?.id);
};

const plane = (sql: Db, konten: number[], jahr = 2025) => sql`
  insert into faelligkeit (pachtkonto_id, zeitraum_von, zeitraum_bis, faellig_am, art)
  select konto, make_date(${jahr}, 1, 1), make_date(${jahr}, 12, 31), make_date(${jahr}, 12, 31), 'regulaer'
  from unnest(${konten}::bigint[]) konto`;

const loesche = (sql: Db, konten: number[]) => sql`delete from pachtkonto where id = any(${konten})`;

const anzahl = async (konto: number): Promise<number> =>
  (await owner`select from faelligkeit where pachtkonto_id = ${konto}`).count;

describe("Fälligkeiten", () => {
  test("gehören zu einem Konto, das es gibt, alle einer Anweisung", async () => {
    const konto = await neuesKonto();
    await expect(plane(app, [konto, niemand])).rejects.toMatchObject(fremdschluessel);
    expect(await anzahl(konto)).toBe(0);
    await plane(app, [konto]);
    expect(await anzahl(konto)).toBe(1);
  });

  test("gehen mit ihrem Konto, und nur mit diesem", async () => {
    const [konto, anderes] = [await neuesKonto(), await neuesKonto()];
    await plane(app, [konto, anderes]);
    await plane(app, [konto], 2026);
    await loesche(app, [konto]);
    expect([await anzahl(konto), await anzahl(anderes)]).toEqual([0, 1]);
  });

  test("wechseln ihr Konto nicht, auch nicht durch den Eigentümer der Datenbank", async () => {
    const [konto, anderes] = [await neuesKonto(), await neuesKonto()];
    await plane(app, [konto]);
    const wechsel = owner`update faelligkeit set pachtkonto_id = ${anderes} where pachtkonto_id = ${konto}`;
    await expect(wechsel).rejects.toMatchObject({ code: "23001" });
  });

  test("die ein anderer eben schreibt, gehen mit ihrem Konto, sobald er fertig ist", async () => {
    const konto = await neuesKonto();
    const geschrieben = Promise.withResolvers<void>();
    const weiter = Promise.withResolvers<void>();
    const schreiber = app.begin(async (tx) => {
      await plane(tx, [konto]);
      geschrieben.resolve();
      await weiter.promise;
    });
    await geschrieben.promise;
    const loeschung = loesche(app, [konto]).execute();
    await bisWarten(owner, 1);
    weiter.resolve();
    await Promise.all([schreiber, loeschung]);
    expect(await anzahl(konto)).toBe(0);
  });

  test("kommen nicht zu einem Konto, das ein anderer eben löscht", async () => {
    const konto = await neuesKonto();
    const geloescht = Promise.withResolvers<void>();
    const weiter = Promise.withResolvers<void>();
    const loeschung = app.begin(async (tx) => {
      await loesche(tx, [konto]);
      geloescht.resolve();
      await weiter.promise;
    });
    await geloescht.promise;
    const schreiben = plane(app, [konto]).execute();
    schreiben.catch(() => undefined);
    await bisWarten(owner, 1);
    weiter.resolve();
    await loeschung;
    await expect(schreiben).rejects.toMatchObject(fremdschluessel);
  });

  test("ein Konto löscht niemand, der auf einem alten Stand steht", async () => {
    const konto = await neuesKonto();
    const alt = app.begin("isolation level repeatable read", (tx) => loesche(tx, [konto]));
    await expect(alt).rejects.toMatchObject({ code: "25000" });
  });
});

describe("Einträge im Auditlog", () => {
  const trageEin = (benutzer: (number | null)[]) => app`
    insert into auditlog (zeitpunkt, benutzer_id, benutzer_name, aktion, ressource, ressource_id)
    select now(), benutzer, 'Test', 'anlegen', 'kontakt', '1' from unnest(${benutzer}::bigint[]) benutzer`;
  const neuerBenutzer = async (): Promise<number> => {
    naechste += 1;
    const [benutzer] = await owner<{ id: number }[]>`
      insert into benutzer (aussteller, subjekt, name, rollen)
      values ('test', ${`s${naechste}`}, 'Test', '{verwalter}')
      returning id`;
    return Number(benutzer?.id);
  };

  test("nennen niemanden, den es nicht gibt; ohne Benutzer gehen sie auch", async () => {
    const benutzer = await neuerBenutzer();
    await expect(trageEin([benutzer, niemand])).rejects.toMatchObject(fremdschluessel);
    await trageEin([benutzer, null, benutzer]);
    expect(await owner`select from auditlog where benutzer_id = ${benutzer}`).toHaveLength(2);
  });

  test("halten den, den sie nennen", async () => {
    const [genannter, anderer] = [await neuerBenutzer(), await neuerBenutzer()];
    await trageEin([genannter]);
    await expect(owner`delete from benutzer where id = ${genannter}`).rejects.toMatchObject(fremdschluessel);
    await owner`delete from benutzer where id = ${anderer}`;
  });
});
