import { describe, expect, test } from "vitest";
import { orte as umUelzen } from "../../../src/lokal/daten/vorrat/orte.ts";
import { pruefeLokal } from "../../../src/stammdaten/adressen/pruefe.ts";
import { verzeichnis } from "../../../src/stammdaten/adressen/verzeichnis.ts";

/** mulberry32: the same numbers in each run. */
const zufall = (saat: number) => () => {
  saat = (saat + 0x6d2b79f5) | 0;
  let t = Math.imul(saat ^ (saat >>> 15), 1 | saat);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

const paare = [...verzeichnis().jePlz].flatMap(([plz, orte]) => orte.map(({ name }) => ({ plz, ort: name })));
const ziehe = (z: () => number) => paare[Math.floor(z() * paare.length)] ?? { plz: "", ort: "" };
const adresse = { strasse: "Hauptstraße", hausnummer: "12", land: "DE" };

const vertippe = (wort: string, z: () => number, zeichen: string): string => {
  const i = Math.floor(z() * wort.length);
  const eines = zeichen[Math.floor(z() * zeichen.length)] ?? "";
  const getippt = [
    wort.slice(0, i) + eines + wort.slice(i + 1),
    wort.slice(0, i) + wort.slice(i + 1),
    wort.slice(0, i) + eines + wort.slice(i),
    wort.slice(0, i) + (wort[i + 1] ?? "") + (wort[i] ?? "") + wort.slice(i + 2),
  ][Math.floor(z() * 4)];
  return getippt === undefined || getippt.toLowerCase() === wort.toLowerCase() ? vertippe(wort, z, zeichen) : getippt;
};

const prozent = (teil: number, von: number) => `${((teil / von) * 100).toFixed(1)} %`;

describe("Anschriften, aus dem Verzeichnis gezogen", () => {
  test("1.000 wahre: mindestens 99 % angenommen", () => {
    const z = zufall(1);
    const angenommen = Array.from({ length: 1000 }, () => pruefeLokal({ ...adresse, ...ziehe(z) })).filter(
      ({ gueltig }) => gueltig,
    ).length;
    console.log(`wahre Anschriften angenommen: ${prozent(angenommen, 1000)}`);
    expect(angenommen).toBeGreaterThanOrEqual(990);
  });

  test("die Orte um Uelzen, von Hand aufgeschrieben, werden alle angenommen", () => {
    const abgelehnt = umUelzen.filter(({ plz, ort }) => !pruefeLokal({ ...adresse, plz, ort }).gueltig);
    expect(abgelehnt.map(({ plz, ort }) => `${plz} ${ort}`)).toEqual([]);
  });

  test.each([
    ["Ort", 2],
    ["PLZ", 3],
  ] as const)(
    "ein Tippfehler im Feld %s: mindestens neun von zehn erkannt, der Ort unter drei Vorschlägen",
    (feld, saat) => {
      const z = zufall(saat);
      let erkannt = 0;
      let richtig = 0;
      const los = performance.now();
      for (let i = 0; i < 1000; i++) {
        const wahr = ziehe(z);
        const getippt =
          feld === "Ort"
            ? { plz: wahr.plz, ort: vertippe(wahr.ort, z, "abcdefghijklmnoprstuwzäöü") }
            : { plz: vertippe(wahr.plz, z, "0123456789"), ort: wahr.ort };
        const { gueltig, vorschlaege } = pruefeLokal({ ...adresse, ...getippt });
        if (gueltig) continue;
        erkannt++;
        if (vorschlaege.some(({ ort }) => ort === wahr.ort)) richtig++;
      }
      const ms = ((performance.now() - los) / 1000).toFixed(1);
      console.log(
        `Tippfehler im Feld ${feld}: ${prozent(erkannt, 1000)} erkannt, ${prozent(richtig, 1000)} mit Ort, ${ms} ms je Anschrift`,
      );
      expect(richtig).toBeGreaterThanOrEqual(900);
    },
  );
});
