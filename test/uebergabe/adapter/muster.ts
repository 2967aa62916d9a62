import type { Sollbeleg } from "../../../src/uebergabe/adapter/typen.ts";

/** An order with a reference and a party of its own: one line at 19 %, rounded as the archive does. */
export function musterSollbeleg(
  nr: string | number,
  {
    richtung = "rechnung" as const,
    nettoCent = 12_345,
  }: { richtung?: "rechnung" | "lieferant"; nettoCent?: number } = {},
): Sollbeleg {
  const steuerCent = Math.sign(nettoCent) * Math.round((Math.abs(nettoCent) * 1900) / 10_000);
  return {
    referenz: `LM-PRUEF-${nr}`,
    belegnummer: `PRUEF-${nr}`,
    richtung,
    belegdatum: "2026-11-20",
    buchungsdatum: "2026-11-20",
    zahlbarBis: "2026-12-04",
    beschreibung: "Prüfung der Übergabe",
    partei: {
      code: `LM-KP${nr}`,
      rolle: richtung === "rechnung" ? "paechter" : "verpaechter",
      name: `Prüfpartei ${nr} & Söhne`,
      strasse: "Dorfstraße 7",
      adresszusatz: "Hinterhaus",
      plz: "99100",
      ort: "Gierstädt",
      land: "DE",
      ustId: null,
    },
    zeilen: [{ text: "Grundpacht", nettoCent, steuersatzBp: 1900, positionsartId: null, erloeskonto: null }],
    nettoCent,
    steuerCent,
    bruttoCent: nettoCent + steuerCent,
  };
}
