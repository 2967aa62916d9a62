import { expect, test } from "vitest";
import { zahlungsblock } from "../../../src/belege/briefe/zahlung.ts";
import { einzugstag } from "../../../src/belege/zahlungsdateien/sepa/bankarbeitstag.ts";
import { beurteile, type SepaArt, type ZahlungsBeleg } from "../../../src/belege/zahlungsdateien/sepa/zahlungen.ts";
import { formatTag } from "../../../src/kern/kalender/tag.ts";
import { aussteller, brief, person } from "../../hilfe/musterbrief.ts";

const firma = {
  ...aussteller,
  name: "Nordholz",
  treuhandkonto: { iban: "DE02120300000000202051", bic: null },
};

const faelle = (["rechnung", "schlussrechnung", "gutschrift", "gebuehrenrechnung", "stornorechnung"] as const).flatMap(
  (belegart) =>
    (["ueberweisung", "lastschrift", "bar", "verrechnung"] as const).flatMap((zahlungsart) =>
      [null, { referenz: "M-1", datum: "2024-03-01" }].flatMap((sepaMandat) =>
        [null, person.iban].flatMap((iban) =>
          [-5_000, 0, 5_000].map((cent) => ({ belegart, zahlungsart, sepaMandat, iban, cent })),
        ),
      ),
    ),
);

test.each(faelle)("$belegart, $zahlungsart, $cent Cent: Brief und Datei sagen dasselbe", (fall) => {
  const { belegart, zahlungsart, sepaMandat, iban, cent } = fall;
  const empfaenger = { ...person, zahlungsart, sepaMandat, iban };
  const auszahlungCent = belegart === "gutschrift" ? cent : null;
  const { satz, angaben } = zahlungsblock(brief({ belegart, empfaenger, bruttoCent: cent, auszahlungCent }));
  const beleg: ZahlungsBeleg = {
    id: 1,
    belegnummer: "RE-2026-000001",
    belegart,
    kontonummer: "PK-000417",
    zeitraumVon: "2026-10-01",
    zeitraumBis: "2027-09-30",
    zahlbarBis: "2026-12-04",
    bruttoCent: cent,
    auszahlungCent,
    empfaenger,
    glaeubigerId: aussteller.glaeubigerId,
    stornonummer: null,
    markierung: null,
    heuteIban: iban,
    heuteZahlungsart: zahlungsart,
    heuteMandat: sepaMandat && `${sepaMandat.referenz} ${sepaMandat.datum}`,
    bankBestaetigtAm: "2026-01-15",
    zahlungsdateiId: null,
    istWidersprochen: false,
  };
  const wird = (art: SepaArt): number | null => {
    const befund = beurteile(art, beleg, firma, "2026-11-20");
    return "betragCent" in befund && befund.gruende.length === 0 ? befund.betragCent : null;
  };
  expect(wird("lastschrift")).toBe(satz.includes("ziehen") ? cent : null);
  expect(wird("ueberweisung")).toBe(satz.includes("überweisen Ihnen") ? Math.abs(cent) : null);
  if (wird("lastschrift") !== null) {
    expect(satz).toContain(formatTag(einzugstag(beleg.zahlbarBis, "2026-11-20")).split("-").reverse().join("."));
    expect(angaben.map(([name]) => name)).toContain("Mandatsreferenz");
  }
});
