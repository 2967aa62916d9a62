import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { pruefeAuditlog } from "../../src/technik/auditlog/siegel/pruefung.ts";
import { versiegele } from "../../src/technik/auditlog/siegel/siegel.ts";
import { mitDatenbank, owner, worker } from "../hilfe/mitDatenbank.ts";

mitDatenbank();

const migration = readFileSync(new URL("../../sql/migrations/0029_auditwert.sql", import.meta.url), "utf8");

/** Everything that JSON escapes, and what it might. */
const heikel = 'a"b\\c/\b\f\n\r\t\u0001\u001f\u007f\u2028ü€😀';

type Alt = Record<string, string | null>;

/** The chain as it was sealed before, over the values themselves. */
const versiegeleWieFrueher = async (): Promise<string> => {
  const zeilen = await owner<Alt[]>`
    select id::text, to_char(zeitpunkt at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as zeitpunkt,
      benutzer_id::text, benutzer_name, aktion, ressource, ressource_id, werte, anfrage_id, xid::text
    from auditlog
    order by xid, id`;
  let hash: Buffer = Buffer.alloc(32);
  for (const [index, zeile] of zeilen.entries()) {
    hash = createHash("sha256")
      .update(hash)
      .update(JSON.stringify(Object.values(zeile)))
      .digest();
    const nr = index + 1;
    await owner`insert into siegel_eintrag (nr, auditlog_id, hash) values (${nr}, ${Number(zeile.id)}, ${hash})`;
    if (nr % 2 === 0)
      await owner`insert into siegel (nr, bis, bis_xid, bis_id, n, hash)
        values (${nr / 2}, ${nr}, ${zeile.xid ?? ""}::xid8, ${Number(zeile.id)}, 2, ${hash})`;
  }
  return hash.toString("hex");
};

let altesEnde: string;

beforeEach(async () => {
  for (const tabelle of ["auditlog", "siegel_eintrag", "siegel"]) {
    await owner`alter table ${owner(tabelle)} disable trigger user`;
    await owner`truncate ${owner(tabelle)}`;
  }
  await owner`drop table auditwert`;
  await owner`drop function verlange_loescheintrag`;
  await owner`alter table auditlog drop column werte_hash, add column werte text not null`;
  for (let i = 0; i < 6; i++)
    await owner`
      insert into auditlog (benutzer_name, aktion, ressource, ressource_id, werte, anfrage_id)
      values (${heikel}, 'aendern', 'hof', ${i % 2 === 0 ? null : heikel},
        ${i === 3 ? "[]" : JSON.stringify([{ alt: heikel, feld: "name", neu: i }])}, ${i === 2 ? null : heikel})`;
  altesEnde = await versiegeleWieFrueher();
  await owner`insert into auditlog (benutzer_name, aktion, ressource, werte) values ('offen', 'x', 'x', '[1]')`;
  for (const tabelle of ["auditlog", "siegel_eintrag", "siegel"])
    await owner`alter table ${owner(tabelle)} enable trigger user`;
});

const migriere = () => owner.begin((tx) => tx.unsafe(migration).simple());
const versiegeleRest = async () => {
  for (let offen = 2; offen > 0; ) offen -= await versiegele(worker);
};
const pruefe = (anker: string[]) => pruefeAuditlog(worker, { anker, jeTeil: 4 });
const ohneTrigger = async (tabelle: string, tue: () => Promise<unknown>) => {
  await owner`alter table ${owner(tabelle)} disable trigger user`;
  await tue();
  await owner`alter table ${owner(tabelle)} enable trigger user`;
};

test("die Kette wird neu versiegelt, und ihr altes Ende steht als Eintrag darin", async () => {
  const vorher = await owner`select werte from auditlog order by id`;
  await migriere();
  // Right after the migration, as when an older backup is restored, no worker has sealed that entry yet.
  expect(await pruefe([altesEnde])).toMatchObject({ geprueft: 6, offen: 2, bruch: null });
  await versiegeleRest();
  expect(await pruefe([altesEnde])).toMatchObject({ geprueft: 8, offen: 0, geloescht: 0, bruch: null });
  expect(
    await owner`select coalesce(werte, '[]') as werte
    from auditlog left join auditwert on auditlog_id = id where ressource <> 'auditlog' order by id`,
  ).toEqual(vorher);
  const [eintrag] = await owner<{ werte: string }[]>`
    select werte from auditlog join auditwert on auditlog_id = id where aktion = 'versiegeln'`;
  const [neuesEnde] = await owner`select encode(hash, 'hex') as hash from siegel_eintrag where nr = 6`;
  expect(JSON.parse(eintrag?.werte ?? "")).toEqual([
    { feld: "kopf", alt: altesEnde, neu: neuesEnde?.hash },
    { feld: "eintraege", alt: null, neu: 6 },
  ]);
  expect((await pruefe(["0".repeat(64)])).bruch?.grund).toContain("Anker");
});

test.each([
  ["geändert", "auditlog", "update auditlog set werte = '[2]' where id = $1"],
  ["gelöscht", "auditlog", "delete from auditlog where id = $1"],
  ["sein Hash geändert", "siegel_eintrag", "update siegel_eintrag set hash = sha256(hash) where auditlog_id = $1"],
])("was vorher nicht mehr stimmte, stimmt nachher auch nicht: %s", async (_, tabelle, befehl) => {
  const [dritter] = await owner<{ id: number }[]>`select auditlog_id as id from siegel_eintrag where nr = 3`;
  const id = dritter?.id ?? 0;
  await ohneTrigger(tabelle, () => owner.unsafe(befehl, [id]));
  await migriere();
  expect((await pruefe([])).bruch?.eintrag).toBe(String(id));
});

test("ein Siegel, das nicht passte, passt auch nachher nicht", async () => {
  await ohneTrigger("siegel", () => owner`update siegel set hash = sha256(hash) where nr = 2`);
  await migriere();
  expect((await pruefe([])).bruch?.grund).toContain("das Siegel Nr. 2 passt nicht");
});

test("ein leeres Log bleibt leer", async () => {
  for (const tabelle of ["auditlog", "siegel_eintrag", "siegel"])
    await ohneTrigger(tabelle, () => owner`truncate ${owner(tabelle)}`);
  await migriere();
  expect(await owner`select from auditlog`).toHaveLength(0);
});
