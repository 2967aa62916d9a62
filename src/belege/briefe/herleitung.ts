import { bruch, mal } from "../../kern/geld/bruch.ts";
import { parseTag } from "../../kern/kalender/tag.ts";
import { MONATE } from "../../kern/pacht/perioden.ts";
import type { Herleitung, Intervall, Korrektur, Rhythmus } from "../../kern/pacht/typen.ts";
import { euro, prozent, zeitraum } from "./satz/format.ts";

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
export const herleitungInWorten = (h: Herleitung, rhythmus: Rhythmus | null, anVerpaechter = false): string => {
  if (h.korrektur) return korrekturInWorten(h.korrektur, h.intervall, anVerpaechter ? "abgerechnet" : "berechnet");
  if (h.methode === "gebuehr") {
    const satz = liesBruch(h.bruchteil);
    return `${prozent(Number((satz.zaehler * 10_000n) / satz.nenner))} von ${euro(h.betragCent)} netto`;
  }
  const teile = [`${euro(h.betragCent)} ${intervallWort[h.intervall]}`];
  if (h.hebungIds.length > 0) teile.push("mit Erhöhung");
  if (h.vollbetrag !== String(h.betragCent) && !h.vollbetrag.includes("/"))
    teile.push(`${euro(Number(h.vollbetrag))} je Abrechnungszeitraum`);
  if (h.bruchteil !== "1") teile.push(gedeckt(h, rhythmus));
  if (h.anteil !== "1") teile.push(`Anteil ${h.anteil} von ${euro(h.segmentCent)}`);
  return teile.join(", ");
};

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
  if (rhythmus && (h.methode === "monatsgenau" || h.methode === "dreissig360")) {
    const jeMonat = h.methode === "monatsgenau" ? 1 : 30;
    const gesamt = MONATE[rhythmus] * jeMonat;
    const einheit = jeMonat === 30 ? "Zinstagen" : gesamt === 1 ? "Monat" : "Monaten";
    return `${gemischt(mal(teil, bruch(gesamt)))} von ${gesamt} ${einheit}`;
  }
  return `Bruchteil ${h.bruchteil}`;
};

/** "7", "7 1/2"; parts of two months of different length become "rund 7,53". */
const gemischt = ({ zaehler, nenner }: { zaehler: bigint; nenner: bigint }): string => {
  if (nenner === 1n) return zaehler.toString();
  if (nenner > 31n) return `rund ${(Number(zaehler) / Number(nenner)).toFixed(2).replace(".", ",")}`;
  const ganze = zaehler / nenner;
  return `${ganze > 0n ? `${ganze} ` : ""}${zaehler % nenner}/${nenner}`;
};
