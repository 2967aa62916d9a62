import { setTimeout as warte } from "node:timers/promises";
import { expect, test } from "vitest";
import { unterLast } from "./hilfe/lastlauf.ts";
import { admin, datenbank, mitAdmin } from "./hilfe/mitAdmin.ts";

mitAdmin();

test.each([1, 2, 3])(
  "30 Anfragende, %i Sitzungen auf einmal beendet: der Prozess und alle Buchungen überstehen es",
  async (anzahl) => {
    const name = new URL(datenbank.ownerUrl).pathname.slice(1);
    const bericht = await unterLast({ url: datenbank.ownerUrl, klienten: 30, max: 10, fristMs: 10_000 }, async () => {
      for (let nr = 0; nr < 30; nr += 1) {
        await warte(50);
        await admin`
        select pg_terminate_backend(pid)
        from (select pid from pg_stat_activity where datname = ${name} order by random() limit ${anzahl}) sitzungen`;
      }
    });
    expect(Object.keys(bericht.fehler).length).toBeGreaterThan(0);
  },
);
