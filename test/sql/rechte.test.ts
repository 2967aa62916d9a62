import { beforeAll, describe, expect, test } from "vitest";
import { migriere } from "../../sql/migrate.ts";
import { app, datenbank, mitDatenbank, owner, worker } from "../hilfe/mitDatenbank.ts";

mitDatenbank();

beforeAll(async () => {
  // Rights on a database are not copied with it.
  await migriere(datenbank.ownerUrl);
});

const unveraenderlich = { code: "23001" };
const verboten = { code: "42501" };

describe("Nummernkreise", () => {
  test("zählen nur vorwärts, auch für die Rollen des Dienstes", async () => {
    await app`insert into nummernkreis (belegart, jahr, naechste) values ('rechnung', 2026, 5)`;
    await app`update nummernkreis set naechste = 6`;
    await expect(app`update nummernkreis set naechste = 5`).rejects.toMatchObject(unveraenderlich);
    await expect(app`update nummernkreis set jahr = 2027`).rejects.toMatchObject(unveraenderlich);
    await expect(owner`delete from nummernkreis`).rejects.toMatchObject(unveraenderlich);
  });
});

describe("Ein beendeter Buchungslauf", () => {
  const lege = async (status: string) => {
    const [lauf] = await owner<{ id: string }[]>`
      insert into buchungslauf (datum, status, belegdatum, benutzer_name, beendet_am, fehler)
      values ('2026-11-20', ${status}, '2026-11-20', 'Test', now(), ${status === "fehlgeschlagen" ? "Grund" : null})
      returning id`;
    return lauf?.id ?? "";
  };

  test("wird höchstens storniert, und nur einmal", async () => {
    const id = await lege("abgeschlossen");
    await expect(app`update buchungslauf set anzahl_konten = 7 where id = ${id}`).rejects.toMatchObject(
      unveraenderlich,
    );
    await expect(
      app`update buchungslauf set status = 'laufend', beendet_am = null where id = ${id}`,
    ).rejects.toMatchObject(unveraenderlich);
    await app`update buchungslauf set status = 'storniert' where id = ${id}`;
    await expect(app`update buchungslauf set status = 'abgeschlossen' where id = ${id}`).rejects.toMatchObject(
      unveraenderlich,
    );
  });

  test("bleibt fehlgeschlagen, und zählt doch seine Schreiben weiter", async () => {
    const id = await lege("fehlgeschlagen");
    await expect(
      app`update buchungslauf set status = 'abgeschlossen', fehler = null where id = ${id}`,
    ).rejects.toMatchObject(unveraenderlich);
    await worker`update buchungslauf set pdf_erstellt = pdf_erstellt + 1 where id = ${id}`;
  });
});

describe("Der Worker und die Sitzungen", () => {
  test("sieht nur, wann sie enden, und räumt sie weg", async () => {
    await expect(worker`select id_hash from sitzung`).rejects.toMatchObject(verboten);
    await expect(worker`select benutzer_id from sitzung`).rejects.toMatchObject(verboten);
    expect(await worker`delete from sitzung where laeuft_ab_am <= now()`).toHaveLength(0);
  });
});

describe("Niemand", () => {
  test.each([
    ["die Anwendung", () => app],
    ["der Worker", () => worker],
  ])("%s legt Tabellen an, auch keine flüchtigen", async (_, rolle) => {
    await expect(rolle()`create temp table fluechtig (a integer)`).rejects.toMatchObject(verboten);
    await expect(rolle()`create table bleibend (a integer)`).rejects.toMatchObject(verboten);
  });
});
