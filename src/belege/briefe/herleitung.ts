import { bruch, mal } from "../../kern/geld/bruch.ts";
import { prozent } from "../../kern/geld/dezimal.ts";
import { addiereMonate, parseTag, plusTage } from "../../kern/kalender/tag.ts";
import { MONATE } from "../../kern/pacht/perioden.ts";
import type { Herleitung, Intervall, Korrektur, Rhythmus } from "../../kern/pacht/typen.ts";
import { euro, zeitraum } from "./satz/format.ts";

export const intervallWort: Record<Intervall, string> = {
  monatlich: "monatlich",
  vierteljaehrlich: "vierteljährlich",
  halbjaehrlich: "halbjährlich",
  jaehrlich: "jährlich",
  einmalig: "einmalig",
};

const liesBruch = (text: string) => {
  const [zaehler = "0", nenner = "1"] = text.split("/");
  return bruch(BigInt(zaehler), BigInt(nenner));
};

/**
 * How a line came about, in words: "1.200,00 € jährlich, 6 von 12 Monaten, Anteil 1/3 von 600,00 €".
 *
 * @param rhythmus of the account; without it the part of the period stays a fraction
 * @param anVerpaechter a lessor is not billed: what he had was settled with him
 */
export function herleitungInWorten(h: Herleitung, rhythmus: Rhythmus | null, anVerpaechter = false): string {
  if (h.korrektur) return korrekturInWorten(h.korrektur, h.intervall, anVerpaechter ? "abgerechnet" : "berechnet");
  if (h.methode === "gebuehr") {
    const satz = liesBruch(h.bruchteil);
    return `${prozent(Number((satz.zaehler * 10_000n) / satz.nenner))} von ${euro(h.betragCent)} netto`;
  }
  const teile = [`${euro(h.betragCent)} ${intervallWort[h.intervall]}`];
  // As its letter says it: a Hebung may lower the rent.
  if (h.hebungIds.length > 0) teile.push("nach Anpassung");
  if (h.methode === "nicht_anteilig") teile.push("unabhängig von der Dauer");
  if (h.vollbetrag !== String(h.betragCent) && !h.vollbetrag.includes("/"))
    teile.push(`${euro(Number(h.vollbetrag))} je Abrechnungszeitraum`);
  if (h.bruchteil !== "1") teile.push(gedeckt(h, rhythmus));
  if (h.anteil !== "1") teile.push(`Anteil ${h.anteil} von ${euro(h.segmentCent)}`);
  return teile.join(", ");
}

/** "bereits berechnet mit RE-2026-000012: 1.200,00 €, richtig 750,00 €", and how that comes about. */
const korrekturInWorten = (k: Korrektur, gebuchtIn: Intervall, verb: string): string => {
  const rhythmus = gebuchtIn === "einmalig" ? null : gebuchtIn;
  const bisher = k.belegnummer
    ? `bereits ${verb} mit ${k.belegnummer}: ${euro(k.gebuchtCent)}`
    : `bisher nicht ${verb}`;
  const segmente = k.segmente.map(
    (s) => `${euro(s.nettoCent)} für ${zeitraum(s.segmentVon, s.segmentBis)} (${herleitungInWorten(s, rhythmus)})`,
  );
  const [einziges, ...weitere] = segmente;
  if (einziges === undefined || weitere.length > 0)
    return [`${bisher}, richtig ${euro(k.richtigCent)}`, segmente.join(" + ")].filter(Boolean).join(" = ");
  return `${bisher}, richtig ${einziges}`;
};

/** The covered part of the uncut period in the unit of the method. */
const gedeckt = (h: Herleitung, rhythmus: Rhythmus | null): string => {
  const teil = liesBruch(h.bruchteil);
  if (h.methode === "tagesgenau" && teil.zaehler > 0n) {
    const tage = BigInt(parseTag(h.segmentBis) - parseTag(h.segmentVon) + 1);
    const gesamt = mal(bruch(tage), bruch(teil.nenner, teil.zaehler));
    if (gesamt.nenner === 1n) return `${tage} von ${gesamt.zaehler} Tagen`;
  }
  if (rhythmus && h.methode === "monatsgenau") {
    const monate = MONATE[rhythmus];
    return `${monateUndTage(h, mal(teil, bruch(monate)))} von ${zahl(monate, "Monat", "Monaten")}`;
  }
  if (rhythmus && h.methode === "dreissig360")
    return `${kurz(mal(teil, bruch(MONATE[rhythmus] * 30)))} von ${MONATE[rhythmus] * 30} Tagen (jeder Monat zu 30 Tagen)`;
  return `anteilig ${h.bruchteil}`;
};

type Bruch = { zaehler: bigint; nenner: bigint };

const zahl = (anzahl: number, einzahl: string, mehrzahl: string): string =>
  `${anzahl} ${anzahl === 1 ? einzahl : mehrzahl}`;

/** "7 Monate und 16 Tage"; parts of two months of different length become "rund 7,53". */
const monateUndTage = (h: Herleitung, monate: Bruch): string => {
  const ganze = Number(monate.zaehler / monate.nenner);
  const rest = bruch(monate.zaehler % monate.nenner, monate.nenner);
  if (rest.zaehler === 0n) return String(ganze);
  const tage = restTage(h, ganze, rest);
  if (tage === null) return kurz(monate);
  const tageWort = zahl(tage, "Tag", "Tage");
  return ganze === 0 ? tageWort : `${zahl(ganze, "Monat", "Monate")} und ${tageWort}`;
};

/** The days beside `ganze` months, at the end of the segment or at its beginning, if they are `rest` of the month there. */
const restTage = ({ segmentVon, segmentBis }: Herleitung, ganze: number, rest: Bruch): number | null => {
  const [von, danach] = [parseTag(segmentVon), plusTage(parseTag(segmentBis), 1)];
  const [vorne, hinten] = [addiereMonate(danach, -ganze), addiereMonate(von, ganze)];
  const moegliche = [
    { tage: danach - hinten, monat: addiereMonate(von, ganze + 1) - hinten },
    { tage: vorne - von, monat: vorne - addiereMonate(danach, -ganze - 1) },
  ];
  const treffer = moegliche.find(({ tage, monat }) => BigInt(tage) * rest.nenner === BigInt(monat) * rest.zaehler);
  return treffer?.tage ?? null;
};

const kurz = ({ zaehler, nenner }: Bruch): string =>
  nenner === 1n ? zaehler.toString() : `rund ${(Number(zaehler) / Number(nenner)).toFixed(2).replace(".", ",")}`;
