import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { dienst, mitDienst } from "../../hilfe/mitDienst.ts";
import { jedeOrdnung, lehntUnbekanntesAb, type Sortierbar } from "../../hilfe/sortieren.ts";

mitDienst();
beforeAll(async () => {
  await dienst.owner`insert into kontaktart (name, bezeichnung) values ('paechter', 'P'), ('verpaechter', 'V')`;
});

const oft = <T>(wert: fc.Arbitrary<T>) => fc.option(wert, { freq: 2, nil: null });
const name = fc.constantFrom(
  "Ahrens",
  "ahrens",
  "Ähnlich",
  "Zander",
  "Öland",
  "Özil",
  "Weiß",
  "weiss",
  "Ülzen",
  "Renée",
);
const tag = fc.constantFrom("2019-03-15", "2026-09-30", "2027-09-30", "2030-12-31");

const kontakt = fc.record({
  nachname: name,
  ort: oft(fc.constantFrom("Köln", "Koelbach", "Kolberg", "kölleda", "Übersee", "Uelzen", "Straß")),
  typ: fc.constantFrom("paechter", "verpaechter"),
});
const konto = fc.record({
  pachtbeginn: fc.constantFrom("2015-01-01", "2018-10-01"),
  pachtende: oft(tag),
  letzte_hebung: oft(tag),
  naechste_hebung: oft(tag),
  schlussabrechnung: oft(tag),
  hebemonat: oft(fc.constantFrom("01", "04")),
  bemerkung: oft(fc.constant("Drainage")),
});
const objekt = fc.record({
  bezeichnung: name,
  flaeche_qm: oft(fc.constantFrom(900, 12_000, 100_000)),
  geprueft_am: oft(tag),
  status: fc.constantFrom("aktuell", "veraltet"),
});
const bestand = fc.record({
  kontakte: fc.array(kontakt, { minLength: 5, maxLength: 12 }),
  konten: fc.array(konto, { minLength: 5, maxLength: 12 }),
  objekte: fc.array(objekt, { minLength: 5, maxLength: 12 }),
});

const ersetzt = (text: string, zeichen: Record<string, string>): string =>
  text.toLowerCase().replace(/[äöüßé]/g, (z) => zeichen[z] ?? z);
/** As in a telephone book: small, umlauts as two letters, other signs without their accent. */
const telefonbuchform = (text: string): string => ersetzt(text, { ä: "ae", ö: "oe", ü: "ue", ß: "ss", é: "e" });
/** As the search compares: what has umlauts also without their second letter behind it. */
const suchform = (text: string): string => {
  const ohneZweiten = ersetzt(text, { ä: "a", ö: "o", ü: "u", ß: "ss", é: "e" });
  return /[äöü]/i.test(text) ? `${telefonbuchform(text)} ${ohneZweiten}` : telefonbuchform(text);
};

type Kontaktzeile = { id: number; anzeigename: string; ort: string | null; typ: string };

const leseKontakte = async () => {
  const zeilen = await dienst.owner<Kontaktzeile[]>`select id, anzeigename, ort, typ from kontakt`;
  return zeilen.map((zeile) => ({
    ...zeile,
    anzeigename: telefonbuchform(zeile.anzeigename),
    ort: zeile.ort === null ? null : suchform(zeile.ort),
  }));
};

const konten = () => dienst.owner<(Sortierbar & { hebemonat: string | null; bemerkung: string | null })[]>`
  select id, kontonummer, pachtbeginn, pachtende, letzte_hebung, naechste_hebung, schlussabrechnung, hebemonat, bemerkung
  from pachtkonto`;
const leseObjekte = async () => {
  const zeilen = await dienst.owner<(Sortierbar & { bezeichnung: string; status: string })[]>`
    select id, bezeichnung, flaeche_qm, geprueft_am, status from patchobjekt`;
  return zeilen.map((zeile) => ({ ...zeile, bezeichnung: telefonbuchform(zeile.bezeichnung) }));
};

const kontofelder = [
  "kontonummer",
  "pachtbeginn",
  "pachtende",
  "letzteHebung",
  "naechsteHebung",
  "schlussabrechnung",
  "id",
];

describe("Sortieren", () => {
  test("jede Liste, jedes Feld auf- und absteigend, auch gesucht und gefiltert, Leeres zuletzt", async () => {
    let nummer = 0;
    await fc.assert(
      fc.asyncProperty(bestand, async (neu) => {
        await dienst.owner.begin(async (tx) => {
          await tx`insert into kontakt ${tx(neu.kontakte)}`;
          await tx`insert into patchobjekt ${tx(neu.objekte.map((eines) => ({ ...eines, objektart: "acker" })))}`;
          for (const eines of neu.konten) {
            nummer += 7;
            const kontonummer = `PK-${(nummer * 37) % 1009}`;
            await tx`insert into pachtkonto ${tx({ ...eines, kontonummer, zahlungsrhythmus: "jaehrlich" })}`;
          }
        });
        const [k, p, o] = [await leseKontakte(), [...(await konten())], await leseObjekte()];
        await jedeOrdnung("/kontakte", ["anzeigename", "ort", "id"], "anzeigename", k);
        await jedeOrdnung("/pachtkonten", kontofelder, "kontonummer", p);
        await jedeOrdnung("/patchobjekte", ["bezeichnung", "flaecheQm", "geprueftAm", "id"], "bezeichnung", o);

        const weiss = k.filter(({ typ, anzeigename }) => typ === "paechter" && anzeigename === "weiss");
        await jedeOrdnung("/kontakte?search=weiss&typ=paechter", ["anzeigename", "ort", "id"], "anzeigename", weiss);
        const drainage = p.filter(({ hebemonat, bemerkung }) => bemerkung !== null && hebemonat === "04");
        await jedeOrdnung("/pachtkonten?search=drain&hebemonat=04", kontofelder, "kontonummer", drainage);
        const zander = o.filter(({ status, bezeichnung }) => status === "aktuell" && bezeichnung === "zander");
        const objektfelder = ["bezeichnung", "flaecheQm", "geprueftAm", "id"];
        await jedeOrdnung("/patchobjekte?search=zander&status=aktuell", objektfelder, "bezeichnung", zander);
      }),
      { numRuns: 4, endOnFailure: true },
    );
  }, 120_000);

  test.each(["/pachtkonten", "/patchobjekte", "/kontakte"])("%s: ein unbekanntes Feld ist 400", async (liste) => {
    await lehntUnbekanntesAb(liste);
    expect.hasAssertions();
  });
});
