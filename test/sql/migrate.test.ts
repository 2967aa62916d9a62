import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { migriere } from "../../sql/migrate.ts";
import { MigrationGescheitert, migriere as migriereAlsProzess } from "../../src/lokal/migration.ts";
import { datenbank, mitDatenbank, owner } from "../hilfe/mitDatenbank.ts";

const ordner = new URL("../../sql/migrations/", import.meta.url);

mitDatenbank();

test("Was einmal gelandet ist, bleibt, wie es ist: jede Migration hat ihren Hash in SHA256SUMS (neue ans Ende)", () => {
  const dateien = readdirSync(ordner).filter((name) => name.endsWith(".sql"));
  const zeilen = dateien.sort().map(
    (name) =>
      `${createHash("sha256")
        .update(readFileSync(new URL(name, ordner)))
        .digest("hex")}  ${name}\n`,
  );
  expect(readFileSync(new URL("SHA256SUMS", ordner), "utf8")).toBe(zeilen.join(""));
});

test("Mehrere zugleich finden nichts mehr zu tun", async () => {
  const { ownerUrl } = datenbank;
  expect(await Promise.all([migriere(ownerUrl), migriere(ownerUrl)])).toEqual([[], []]);
});

test("Eine angewendete Datei, die geändert wurde, hält alles an", async () => {
  await owner`update migration set sha256 = 'x' || sha256 where name = '0002_stammdaten.sql'`;
  await expect(migriere(datenbank.ownerUrl)).rejects.toThrow("0002_stammdaten.sql wurde geändert");
  await owner`update migration set sha256 = substr(sha256, 2) where name = '0002_stammdaten.sql'`;
  expect(await migriere(datenbank.ownerUrl)).toEqual([]);
});

test("Eine angewendete Datei, die fehlt, hält alles an", async () => {
  await owner`insert into migration (name, sha256) values ('9999_verloren.sql', '')`;
  await expect(migriere(datenbank.ownerUrl)).rejects.toThrow("9999_verloren.sql ist in der Datenbank angewendet");
  await owner`delete from migration where name = '9999_verloren.sql'`;
});

test("Eine neue Datei vor einer angewendeten hält alles an", async () => {
  const [erste] = await owner<{ name: string; sha256: string }[]>`
    delete from migration where name = '0001_grundlage.sql' returning name, sha256`;
  await expect(migriere(datenbank.ownerUrl)).rejects.toThrow("0001_grundlage.sql liegt vor");
  await owner`insert into migration ${owner(erste ?? {})}`;
});

test("Eine Datenbank aus der Zeit vor der ersten Fassung bleibt unberührt; wer startet, erfährt den Ausweg", async () => {
  const frueher = "63b56874edd50cf1a5f007479af7b557fa29b334b6935e5d318511b1e3161204";
  await owner`truncate migration`;
  await owner`insert into migration (name, sha256)
    values ('0001_grundlage.sql', ${frueher}), ('0002_stammdaten.sql', 'a'), ('0004_stapel.sql', 'b')`;
  await expect(migriere(datenbank.ownerUrl)).rejects.toThrow("eine neue, leere Datenbank anlegen");

  const fehler: unknown = await migriereAlsProzess(datenbank.ownerUrl, "/daten hier").catch((einer) => einer);
  expect(fehler).toBeInstanceOf(MigrationGescheitert);
  expect(String((fehler as Error).message)).toBe(
    "Diese Datenbank stammt aus der Zeit vor der ersten Fassung und lässt sich nicht fortführen. Nichts darin wurde " +
      "verändert oder gelöscht. Neu beginnen: den Ordner beiseitelegen (mv '/daten hier' '/daten hier.alt') und noch " +
      "einmal starten.",
  );
  expect(await owner`select name from migration order by name`).toHaveLength(3);
});
