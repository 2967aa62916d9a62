import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { saeLauf } from "../hilfe/archiv.ts";
import { mitDatenbank, owner } from "../hilfe/mitDatenbank.ts";
import { person } from "../hilfe/musterbrief.ts";

mitDatenbank();

/** What the migration does with the downloads of the time before it. */
const uebernahme = (() => {
  const datei = new URL("../../sql/migrations/0015_zahlungsdateien.sql", import.meta.url);
  const [, nach = ""] = readFileSync(datei, "utf8").split(/^-- Loaded before -+$/m);
  return nach.split(/^-- Rights -+$/m)[0] ?? "";
})();

const einzug = { ...person, zahlungsart: "lastschrift" } as const;

test("was früher geladen wurde, gilt als gezahlt: jeder Beleg in der Datei, die ihn gezahlt haben kann", async () => {
  const { laufId, belegnummern, belegIds } = await saeLauf(owner, [
    { belegart: "rechnung", nettoCent: 10_000, empfaenger: einzug },
    { belegart: "rechnung", nettoCent: 500, empfaenger: einzug },
    { belegart: "rechnung", nettoCent: 700, empfaenger: person },
    { belegart: "gutschrift", nettoCent: 900, auszahlungCent: 800, empfaenger: person },
  ]);
  // The log as it was then: an entry with its values.
  await owner`alter table auditlog add column werte text`;
  const lade = (neu: Record<string, unknown>) => owner`
    insert into auditlog (benutzer_name, aktion, ressource, ressource_id, werte)
    values ('Anna', 'export', 'buchungslauf', ${laufId},
      ${JSON.stringify(Object.entries(neu).map(([feld, wert]) => ({ feld, alt: null, neu: wert })))})`;
  const eine = { art: "sepa-lastschrift", dateiname: "sepa.xml", anzahlAusgelassen: 0 };
  await lade({ ...eine, nachrichtenId: "LS-alles", anzahl: 1, summeCent: 10_000 });
  await lade({ ...eine, nachrichtenId: "LS-auswahl", anzahl: 1, summeCent: 500, belegnummern: [belegnummern[1]] });
  await lade({ ...eine, nachrichtenId: "LS-alles", anzahl: 2, summeCent: 10_500 });
  await lade({ art: "sonstiges", dateiname: "x.csv" });
  await owner.begin((tx) => tx.unsafe(uebernahme));

  const dateien = await owner<{ nachrichtenId: string; belege: number[]; abrufe: number; sha256: string | null }[]>`
    select z.nachrichten_id, z.sha256, (select count(*) from zahlungsdatei_abruf a where a.zahlungsdatei_id = z.id) abrufe,
      array(select beleg_id from zahlungsdatei_beleg b where b.zahlungsdatei_id = z.id order by 1) belege
    from zahlungsdatei z
    order by 1`;
  expect([...dateien]).toEqual([
    { nachrichtenId: "LS-alles", sha256: null, abrufe: 2, belege: [belegIds[0]] },
    { nachrichtenId: "LS-auswahl", sha256: null, abrufe: 1, belege: [belegIds[1]] },
  ]);
});
