import { expect, test } from "vitest";
import { zahlungsblock } from "../../../src/belege/briefe/zahlung.ts";
import { einzugstag } from "../../../src/belege/zahlungsdateien/sepa/bankarbeitstag.ts";
import { beurteile, type SepaArt, type ZahlungsBeleg } from "../../../src/belege/zahlungsdateien/sepa/zahlungen.ts";
import { formatTag } from "../../../src/kern/kalender/tag.ts";
import type { EmpfaengerSchnappschuss } from "../../../src/kern/pacht/schnappschuss.ts";
import type { Belegart } from "../../../src/kern/pacht/typen.ts";
import { aussteller, brief, person } from "../../hilfe/musterbrief.ts";

const firma = {
  ...aussteller,
  name: "Nordholz",
  treuhandkonto: { iban: "DE02120300000000202051", bic: null },
};

const glaeubigerId = aussteller.glaeubigerId;
const sepaMandat = { referenz: "M-1", datum: "2024-03-01" };
const ueblich = { sepaMandat, iban: person.iban, bic: person.bic, glaeubigerId, kontoinhaber: null };

const faelle = (["rechnung", "schlussrechnung", "gutschrift", "gebuehrenrechnung", "stornorechnung"] as const).flatMap(
  (belegart) =>
    (["ueberweisung", "lastschrift", "bar", "verrechnung"] as const).flatMap((zahlungsart) =>
      [null, sepaMandat].flatMap((mandat) =>
        [null, person.iban].flatMap((iban) =>
          [-5_000, 0, 5_000].map((cent) => ({ belegart, zahlungsart, cent, ...ueblich, sepaMandat: mandat, iban })),
        ),
      ),
    ),
);

const konten = [
  { iban: person.iban, bic: null },
  { iban: "AT611904300234573201", bic: null },
  { iban: "CH9300762011623852957", bic: null },
  { iban: "CH9300762011623852957", bic: "UBSWCHZH80A" },
  { iban: "BR1800360305000010009795493C1", bic: "BRASBRRJBHE" },
  { iban: "DE89370400440532013001", bic: null },
];
const mandate = [
  sepaMandat,
  { ...sepaMandat, referenz: "Hof_Süd" },
  { ...sepaMandat, datum: "2026-12-04" },
  { ...sepaMandat, datum: "2026-12-05" },
];

/** What a debit may fail by, one with the other. */
const einzuege = konten.flatMap((konto) =>
  mandate.flatMap((mandat) =>
    [null, glaeubigerId].flatMap((id) =>
      [null, "王伟"].flatMap((kontoinhaber) =>
        [99_999_999_999, 100_000_000_000].map((cent) => ({
          belegart: "rechnung" as const,
          zahlungsart: "lastschrift" as const,
          cent,
          ...konto,
          sepaMandat: mandat,
          glaeubigerId: id,
          kontoinhaber,
        })),
      ),
    ),
  ),
);

type Fall = Pick<EmpfaengerSchnappschuss, "zahlungsart" | "iban" | "bic" | "kontoinhaber" | "sepaMandat"> & {
  belegart: Belegart;
  cent: number;
  glaeubigerId: string | null;
};

/** What the letter and the payment files, made on `heute`, say of one document. */
const befrage = (fall: Fall, heute = "2026-11-20") => {
  const { belegart, cent, glaeubigerId: imBrief, ...angaben } = fall;
  const { zahlungsart, iban, sepaMandat: mandat } = angaben;
  const empfaenger = { ...person, ...angaben };
  const auszahlungCent = belegart === "gutschrift" ? cent : null;
  const daten = brief({
    belegart,
    empfaenger,
    bruttoCent: cent,
    auszahlungCent,
    aussteller: { ...aussteller, glaeubigerId: imBrief },
  });
  const beleg: ZahlungsBeleg = {
    id: 1,
    belegnummer: "RE-2026-000001",
    belegart,
    kontonummer: "PK-000417",
    leistungVon: "2026-10-01",
    leistungBis: "2027-09-30",
    zahlbarBis: "2026-12-04",
    bruttoCent: cent,
    auszahlungCent,
    empfaenger,
    glaeubigerId: imBrief,
    stornonummer: null,
    markierung: null,
    heuteIban: iban,
    heuteZahlungsart: zahlungsart,
    heuteMandat: mandat && `${mandat.referenz} ${mandat.datum}`,
    bankBestaetigtAm: "2026-01-15",
    zahlungsdateiId: null,
    istWidersprochen: false,
  };
  const gruende = (art: SepaArt) => {
    const befund = beurteile(art, beleg, firma, heute);
    return "betragCent" in befund ? befund : null;
  };
  const wird = (art: SepaArt): number | null => {
    const befund = gruende(art);
    return befund?.gruende.length === 0 ? befund.betragCent : null;
  };
  return { ...zahlungsblock(daten), wird, gruende, zahlbarBis: beleg.zahlbarBis };
};

test.each(faelle)("$belegart, $zahlungsart, $cent Cent: Brief und Datei sagen dasselbe", (fall) => {
  const { satz, angaben, wird, zahlbarBis } = befrage(fall);
  expect(wird("lastschrift")).toBe(satz.includes("ziehen") ? fall.cent : null);
  expect(wird("ueberweisung")).toBe(satz.includes("überweisen Ihnen") ? Math.abs(fall.cent) : null);
  if (wird("lastschrift") !== null) {
    expect(satz).toContain(formatTag(einzugstag(zahlbarBis, "2026-11-20")).split("-").reverse().join("."));
    expect(angaben.map(([name]) => name)).toContain("Mandatsreferenz");
  }
});

test.each(einzuege)(
  "Einzug von $iban ($bic, $kontoinhaber), $sepaMandat, $glaeubigerId, $cent Cent: sonst bittet der Brief um Überweisung",
  (fall) => {
    // On the day of payment: what is signed until then can be collected by.
    const { satz, angaben, wird } = befrage(fall, "2026-12-04");
    const namen = angaben.map(([name]) => name);
    if (wird("lastschrift") === null) {
      expect(satz).toMatch(/^Bitte überweisen Sie /);
      expect(namen).toContain("Verwendungszweck");
    } else {
      expect(satz).toMatch(/^Wir ziehen /);
      expect(namen).toEqual(expect.arrayContaining(["Mandatsreferenz", "Gläubiger-ID"]));
    }
  },
);

test("was einen Einzug verhindert, nennt die Prüfung beim Namen; auch wo die Gläubiger-ID erst später kam", () => {
  const grund = (anders: Partial<Fall>) =>
    befrage({ belegart: "rechnung", zahlungsart: "lastschrift", cent: 5_000, ...ueblich, ...anders }).gruende(
      "lastschrift",
    )?.gruende;
  expect(grund({})).toEqual([]);
  expect(grund({ glaeubigerId: null })).toEqual(["glaeubiger_id_nicht_im_beleg"]);
  expect(grund({ glaeubigerId: "DE02ZZZ01234567890" })).toEqual(["glaeubiger_id_geaendert"]);
  expect(grund({ iban: "CH9300762011623852957", bic: null })).toEqual(["bic_fehlt"]);
  expect(grund({ cent: 100_000_000_000 })).toEqual(["betrag_zu_hoch"]);
});
