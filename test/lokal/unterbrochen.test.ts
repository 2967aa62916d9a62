import { describe, expect, test } from "vitest";
import { findUnterbrochene } from "../../src/lokal/daten/unterbrochen.ts";
import { ladeDemodaten } from "../../src/lokal/daten.ts";
import { beispiellauf } from "../../src/technik/http/werte.ts";
import { datenbank, mitDatenbank, owner } from "../hilfe/mitDatenbank.ts";

const heute = "2026-11-20";
const konten = 40;

/** As a process that ends while it has come so far. */
const brichAbBei = (wort: string): Promise<void> =>
  ladeDemodaten(datenbank.ownerUrl, {
    konten,
    heute,
    melde: (text) => {
      if (text.startsWith(wort)) throw new Error("Strom weg");
    },
  });

const listLaeufe = async () => [
  ...(await owner`
    select id = ${beispiellauf} as beispiel, status, belegdatum, begonnen_am::date::text as begonnen,
      anzahl_dokumente > 0 as belege,
      (select count(*)::int from zahlungsdatei z where z.buchungslauf_id = l.id) as dateien
    from buchungslauf l order by belegdatum`),
];

describe("Demodaten, deren Laden abbricht", () => {
  mitDatenbank();

  test("gibt es vor dem Ende der Stammdaten gar nicht", async () => {
    await expect(brichAbBei("Listen und Suche")).rejects.toThrow("Strom weg");
    expect(await findUnterbrochene(owner)).toBeUndefined();
    expect(await owner`select from kontakt`).toHaveLength(0);
  });

  test("werden an einem späteren Tag die, die sie geworden wären", async () => {
    await expect(brichAbBei("Buchungslauf vom")).rejects.toThrow("Strom weg");
    expect(await listLaeufe()).toHaveLength(1);
    expect(await findUnterbrochene(owner)).toEqual({ konten, heute });
    // A process that died while it booked the second run.
    await owner`
      insert into buchungslauf (id, datum, belegdatum, benutzer_id, benutzer_name)
      select ${beispiellauf}, datum + 90, belegdatum + 90, benutzer_id, benutzer_name from buchungslauf`;

    await ladeDemodaten(datenbank.ownerUrl, { konten, heute: "2026-11-29" });
    expect(await listLaeufe()).toEqual([
      {
        beispiel: false,
        status: "abgeschlossen",
        belegdatum: "2026-07-13",
        begonnen: "2026-07-13",
        belege: true,
        dateien: 2,
      },
      {
        beispiel: true,
        status: "abgeschlossen",
        belegdatum: "2026-10-12",
        begonnen: "2026-10-12",
        belege: true,
        dateien: 0,
      },
    ]);
    expect(await findUnterbrochene(owner)).toBeUndefined();
    await expect(ladeDemodaten(datenbank.ownerUrl, { konten, heute })).rejects.toThrow("nicht leer");
  });

  test("nehmen keine andere Zahl von Konten auf", async () => {
    await owner`comment on table buchungslauf is '{"konten": 300, "heute": "2026-11-20"}'`;
    await expect(ladeDemodaten(datenbank.ownerUrl, { konten, heute })).rejects.toThrow("nicht leer");
  });
});
