import { kontakte } from "../../../src/stammdaten/duplikate/arten.ts";
import { zaehleWorte } from "../../../src/stammdaten/duplikate/berechnung/bestand.ts";
import { haeufigkeitAus } from "../../../src/stammdaten/duplikate/berechnung/gewicht.ts";
import { bildeKontakt, type Kontaktbild } from "../../../src/stammdaten/duplikate/berechnung/kontakt.ts";
import { istHaeufigerName } from "../../../src/stammdaten/duplikate/berechnung/vornamen.ts";
import type { Eintrag } from "./erzeuge.ts";

const angaben = ["iban", "email", "mobil", "festnetz", "steuernummer", "ustId"] as const;

const alsBild = ({ kontakt }: Eintrag, id: number): Kontaktbild =>
  bildeKontakt({ ...kontakt, id, istOrganisation: kontakt.ist_organisation, ustId: kontakt.ust_id, land: "DE" });

/** Whether nothing speaks for one person or for two but that they have one name and live in two places. */
const nurDerName = (a: Kontaktbild, b: Kontaktbild): boolean =>
  a.anschrift.plz !== b.anschrift.plz && angaben.every((feld) => a[feld] === "" || b[feld] === "");

export type NurName = { paare: number; eine: number };

/**
 * Pairs of people of whom nothing but the name can be compared, and how many of them are one: what nobody can find
 * without listing the others, too. By how many strangers of the name the stock should have: fewer than 1 in 16, or more.
 */
export function zaehleNurName(eintraege: readonly Eintrag[]): { selten: NurName; haeufig: NurName } {
  const bilder = eintraege.map(alsBild);
  const { bestand, anteil } = haeufigkeitAus(bilder.length, zaehleWorte(bilder, kontakte), istHaeufigerName);
  const gleichnamige = Map.groupBy(
    bilder.filter(({ name }) => name?.vor && name.nach),
    ({ name }) => `${name?.vor} ${name?.nach}`,
  );
  const ergebnis = { selten: { paare: 0, eine: 0 }, haeufig: { paare: 0, eine: 0 } };
  for (const gruppe of gleichnamige.values()) {
    const { name } = gruppe[0] as Kontaktbild;
    const fremde = bestand * anteil(name?.vor ?? "") * anteil(name?.nach ?? "");
    const zaehlung = fremde < 1 / 16 ? ergebnis.selten : ergebnis.haeufig;
    for (const [nr, a] of gruppe.entries())
      for (const b of gruppe.slice(nr + 1)) {
        if (!nurDerName(a, b)) continue;
        zaehlung.paare += 1;
        if (eintraege[a.id]?.wer === eintraege[b.id]?.wer) zaehlung.eine += 1;
      }
  }
  return ergebnis;
}
