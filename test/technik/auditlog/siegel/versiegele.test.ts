import { describe, expect, test } from "vitest";
import { loescheWerte } from "../../../../src/technik/auditlog/protokolliere.ts";
import { versiegele } from "../../../../src/technik/auditlog/siegel/siegel.ts";
import { app, mitDatenbank, owner, worker } from "../../../hilfe/mitDatenbank.ts";
import { pruefe, schreibe, versiegeleGenau } from "./handgriffe.ts";

mitDatenbank();

describe("der Versiegler", () => {
  test("versiegelt, was vor ihm da war, in Teilen und lückenlos", async () => {
    await schreibe(app, 10);
    expect(await pruefe()).toMatchObject({ geprueft: 0, offen: 10, bruch: null });
    await versiegeleGenau(10, 4);
    expect(await owner`select nr, bis, n from siegel order by nr`).toEqual([
      { nr: 1, bis: 4, n: 4 },
      { nr: 2, bis: 8, n: 4 },
      { nr: 3, bis: 10, n: 2 },
    ]);
    expect(await pruefe()).toMatchObject({ geprueft: 10, offen: 0, bruch: null });
    expect(await versiegele(worker)).toBe(0);
  });

  test("wartet auf den langsamen Schreiber, hält aber keinen auf", async () => {
    const { promise: frei, resolve } = Promise.withResolvers<void>();
    const { promise: geschrieben, resolve: melde } = Promise.withResolvers<void>();
    const langsam = app.begin(async (tx) => {
      await schreibe(tx, 1);
      melde();
      await frei;
    });
    await geschrieben;
    await schreibe(app, 1);
    expect(await versiegele(worker)).toBe(0);
    expect(await pruefe()).toMatchObject({ geprueft: 10, offen: 1, bruch: null });
    resolve();
    await langsam;
    await versiegeleGenau(2);
    expect(await pruefe()).toMatchObject({ geprueft: 12, offen: 0, bruch: null });
  });

  test("mehrere zugleich, während viele schreiben: jeder Eintrag einmal", async () => {
    const schreiber = Array.from({ length: 8 }, async () => {
      for (let i = 0; i < 10; i++) await app.begin((tx) => schreibe(tx, 3));
    });
    const alle = Promise.all(schreiber);
    let fertig = false;
    alle.then(() => {
      fertig = true;
    });
    let offen = 240;
    while (!fertig) for (const n of await Promise.all([versiegele(worker, 7), versiegele(worker, 7)])) offen -= n;
    await versiegeleGenau(offen);
    expect(await pruefe()).toMatchObject({ geprueft: 252, offen: 0, bruch: null });
  });

  test("nach einem Dump aus einem anderen Server geht es weiter", async () => {
    // Its transactions had got much further than those of this server.
    await owner.begin(async (tx) => {
      await tx`alter table auditlog disable trigger user`;
      await tx`insert into auditlog (benutzer_name, aktion, ressource, xid)
        values ('dort', 'anlegen', 'hof', '900000000001'), ('dort', 'anlegen', 'hof', '900000000000')`;
      await tx`alter table auditlog enable trigger user`;
    });
    // A dump holds what its server has sealed before.
    await owner`alter table siegel disable trigger user`;
    await owner`update siegel set bis_xid = '900000000002' where nr = (select max(nr) from siegel)`;
    await versiegeleGenau(2, 1);
    await schreibe(app, 2);
    await versiegeleGenau(2);
    await schreibe(app, 2);
    await versiegeleGenau(2);
    const [zaehlung] = await owner`select count(*) as eintraege from siegel_eintrag`;
    expect(zaehlung).toEqual({ eintraege: 258 });
  });

  test("niemand ändert die Kette, die Anwendung schreibt sie auch nicht", async () => {
    await expect(app`insert into siegel_eintrag (nr, auditlog_id, hash) values (999, 1, '')`).rejects.toThrow(
      "permission denied",
    );
    for (const tabelle of ["siegel", "siegel_eintrag"] as const) {
      await expect(worker`delete from ${worker(tabelle)}`).rejects.toThrow("permission denied");
      await expect(worker`update ${worker(tabelle)} set nr = nr + 1`).rejects.toThrow("permission denied");
    }
    for (const db of [app, worker]) {
      await expect(db`update auditwert set werte = '[]'`).rejects.toThrow("permission denied");
      await expect(db`truncate auditwert`).rejects.toThrow("permission denied");
    }
    await expect(worker`delete from auditwert`).rejects.toThrow("permission denied");
    await expect(owner`update auditwert set werte = '[]'`).rejects.toThrow("unveränderlich");
    await expect(owner`delete from siegel_eintrag`).rejects.toThrow("unveränderlich");
    await expect(owner`truncate siegel_eintrag`).rejects.toThrow("unveränderlich");
  });

  test("Werte gehen nur mit einem Löscheintrag derselben Transaktion, der sie nennt, und dessen eigene nie", async () => {
    const [erster, zweiter] = await owner<{ id: number }[]>`
      select auditlog_id as id from auditwert order by auditlog_id limit 2`;
    const [a, b] = [erster?.id ?? 0, zweiter?.id ?? 0];
    const urheber = { akteur: { id: null, name: "Prüfling" }, anfrageId: null };
    const nurMitEintrag = "nur mit einem Löscheintrag";
    for (const db of [app, owner])
      await expect(db`delete from auditwert where auditlog_id = ${a}`).rejects.toThrow(nurMitEintrag);
    await expect(
      app.begin(async (tx) => {
        await loescheWerte(tx, urheber, [a]);
        await tx`delete from auditwert where auditlog_id = ${b}`;
      }),
    ).rejects.toThrow(nurMitEintrag);
    await app.begin((tx) => loescheWerte(tx, urheber, [a]));
    expect(await app`select from auditwert where auditlog_id = ${a}`).toHaveLength(0);
    const [loescheintrag] = await app<{ id: number }[]>`
      select max(auditlog_id) as id from auditwert`;
    await expect(app.begin((tx) => loescheWerte(tx, urheber, [loescheintrag?.id ?? 0]))).rejects.toThrow(nurMitEintrag);
    await expect(app`delete from auditwert where auditlog_id = ${b}`).rejects.toThrow(nurMitEintrag);
  });
});
