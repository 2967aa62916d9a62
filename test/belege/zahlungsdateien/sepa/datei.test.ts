import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { neueSepaDatei } from "../../../../src/belege/zahlungsdateien/sepa/datei.ts";
import type { ZahlungsBeleg } from "../../../../src/belege/zahlungsdateien/sepa/zahlungen.ts";
import { parseTag } from "../../../../src/kern/kalender/tag.ts";
import { aussteller, person } from "../../../hilfe/musterbrief.ts";

const firma = { ...aussteller, name: "Nordholz", treuhandkonto: { iban: "DE02120300000000202051", bic: null } };

const beleg = (id: number): ZahlungsBeleg => ({
  id,
  belegnummer: `RE-2026-${id}`,
  belegart: "rechnung",
  kontonummer: "PK-1",
  zeitraumVon: "2026-10-01",
  zeitraumBis: "2027-09-30",
  zahlbarBis: "2026-12-04",
  bruttoCent: 1,
  auszahlungCent: null,
  empfaenger: { ...person, sepaMandat: { referenz: "M-1", datum: "2024-03-01" } },
  glaeubigerId: aussteller.glaeubigerId,
  stornonummer: null,
  markierung: null,
  heuteIban: person.iban,
  heuteZahlungsart: "lastschrift",
  heuteMandat: null,
  bankBestaetigtAm: "2026-01-15",
  zahlungsdateiId: null,
  istWidersprochen: false,
});

test.each(["lastschrift", "ueberweisung"] as const)(
  "%s: jeder Tag ist eine Gruppe mit eigener Kennung, Zahl und Summe; der Kopf nennt die ganze Datei",
  (art) => {
    const datei = neueSepaDatei(art, firma, `LS-${"0".repeat(32)}`, new Date("2026-11-20T09:00:00Z"));
    const nimm = (tag: string, ...cent: number[]) =>
      datei.nimm(
        parseTag(tag),
        cent.map((betragCent, i) => ({ beleg: beleg(i), betragCent })),
      );
    nimm("2026-12-07", 5);
    nimm("2026-12-04", 100_000_000_001, 7);
    nimm("2026-12-07", 99, 1_000);
    const xml = Buffer.concat([...datei.schreibe()]).toString();
    expect([...xml.matchAll(/<NbOfTxs>(.*?)<\/NbOfTxs><CtrlSum>(.*?)<\/CtrlSum>/g)].map(([, n, s]) => [n, s])).toEqual([
      ["5", "1000000011.12"],
      ["2", "1000000000.08"],
      ["3", "11.04"],
    ]);
    const gruppen = xml.split("<PmtInf>").slice(1);
    expect(gruppen.map((gruppe) => gruppe.match(/<EndToEndId>/g)?.length)).toEqual([2, 3]);
    const kennungen = gruppen.map((gruppe) => /<PmtInfId>(.*?)</.exec(gruppe)?.[1] ?? "");
    expect(kennungen).toEqual(["20261204", "20261207"].map((tag) => `LS-${"0".repeat(23)}-${tag}`));
    for (const kennung of kennungen) expect(kennung.length).toBeLessThanOrEqual(35);
  },
);
