import { ohneEnde } from "../../kern/fristen/fristen.ts";
import { regeln } from "../../kern/fristen/regeln.ts";
import { euro, prozent } from "../../kern/geld/dezimal.ts";
import { deutschesDatum, parseTag } from "../../kern/kalender/tag.ts";
import { parseZeitraum, schnitt } from "../../kern/kalender/zeitraum.ts";
import { anschriftVon } from "../../kern/pacht/anschrift.ts";
import { istAnPaechter } from "../../kern/pacht/belegart.ts";
import { gutschriftart } from "../../kern/pacht/gutschrift.ts";
import { hebungenOhnePosition } from "../../kern/pacht/hebung/hebung.ts";
import { verlustInWorten } from "../../kern/pacht/hebung/hebungsverlust.ts";
import { fehlendeZeichenInWorten } from "../../kern/pacht/schriftzeichen.ts";
import { gueltigeTage } from "../../kern/pacht/segmente.ts";
import type { BelegEntwurf, UmsatzsteuerStatus } from "../../kern/pacht/typen.ts";
import { bankhinweise } from "./bankhinweise.ts";
import { fristVon, type Posten } from "./ermittle.ts";
import type { Hinweis } from "./hinweis.ts";
import type { Kontakthinweis, Ladung } from "./packeAus.ts";

/** What a booked period came to, gross. */
export type LetzteAbrechnung = {
  zeitraumVon: string;
  zeitraumBis: string;
  paechterCent: number;
  verpaechterCent: number;
};

/**
 * What a clerk should look at before this period is booked.
 *
 * @param belegdatum that its documents would bear
 * @param letzte the newest booked period of this account that is as long
 */
export function hinweise(
  ladung: Ladung,
  posten: Posten,
  belegdatum: string,
  letzte: LetzteAbrechnung | undefined,
): Hinweis[] {
  return [
    ...empfaengerhinweise(ladung, posten, belegdatum),
    ...unlesbareBezeichnungen(ladung, posten),
    ...geplanteHebungen(ladung, posten),
    ...wirkungsloseHebungen(ladung, posten),
    ...ungewoehnlicheSaetze(ladung, posten),
    ...befreiungenOhneGrund(posten),
    ...negativeSumme(posten),
    ...(letzte ? vielfaches(posten, letzte) : []),
    ...ohnePosition(ladung, posten),
    ...ohneKuendigung(ladung, posten),
  ];
}

/** Of each recipient of this period once, however many documents and shares he has. */
const empfaengerhinweise = ({ konto, kontakte }: Ladung, posten: Posten, belegdatum: string): Hinweis[] => {
  const { faelligkeit, belege } = posten;
  const zahltag = fristVon(konto, faelligkeit, belegdatum);
  return kontakte.flatMap((kontakt) => {
    const eigene = belege.filter(({ kontaktId }) => kontaktId === kontakt.kontaktId);
    if (eigene.length === 0) return [];
    return [...kontakthinweise(kontakt, eigene), ...bankhinweise(kontakt, eigene, zahltag)];
  });
};

const kontakthinweise = (kontakt: Kontakthinweis, belege: readonly BelegEntwurf[]): Hinweis[] => {
  const { anzeigename, auffaelligeAnschrift, auffaelligeAngaben, umsatzsteuerStatus, istGutschriftVereinbart } =
    kontakt;
  const codes: Empfaengerhinweis[] = [];
  if (auffaelligeAnschrift && anschriftVon(auffaelligeAnschrift).istGekuerzt) codes.push("anschrift_gekuerzt");
  if (!istGutschriftVereinbart && belege.some((beleg) => istGutschrift(beleg, umsatzsteuerStatus)))
    codes.push("gutschrift_nicht_vereinbart");
  if (umsatzsteuerStatus === "pauschaliert" && belege.some(istSteuerpflichtigVerpachtet))
    codes.push("option_pauschaliert");
  return [
    ...codes.map((code) => ({ code, text: empfaengertexte[code](anzeigename) })),
    ...ohneZeichen(`In Name oder Anschrift von ${anzeigename}`, Object.values(auffaelligeAnschrift ?? {})),
    ...angaben.flatMap(([feld, wo]) => ohneZeichen(`${wo} von ${anzeigename}`, [auffaelligeAngaben?.[feld]])),
  ];
};

const angaben = [
  ["kontoinhaber", "Beim Kontoinhaber"],
  ["debitornummer", "In der Debitornummer"],
  ["kreditornummer", "In der Kreditornummer"],
  ["steuernummer", "In der Steuernummer"],
] as const;

/** What the letters of this period call the account and its lines, and why these are free of VAT. */
const unlesbareBezeichnungen = ({ konto, auffaelligeBezeichnung }: Ladung, { belege }: Posten): Hinweis[] => {
  if (belege.length === 0) return [];
  const zeilen = belege.flatMap((beleg) => beleg.zeilen);
  const texte = new Set(
    [konto.kontonummer, auffaelligeBezeichnung].concat(
      zeilen.flatMap(({ bezeichnung, steuerbefreiungGrund }) => [bezeichnung, steuerbefreiungGrund]),
    ),
  );
  return [...texte].flatMap((text) => ohneZeichen(`In „${text}“`, [text]));
};

/** With a character that its font lacks a letter cannot be printed, and what is booked keeps its texts for ever. */
const ohneZeichen = (wo: string, texte: readonly unknown[]): Hinweis[] => {
  const text = fehlendeZeichenInWorten(wo, texte.filter((eines) => typeof eines === "string").join(""));
  return text === null ? [] : [{ code: "zeichen_fehlt", text }];
};

const istGutschrift = (beleg: BelegEntwurf, heutigerStatus: UmsatzsteuerStatus | null): boolean => {
  const { belegart, steuergruppen, gebuchterStatus = heutigerStatus } = beleg;
  return belegart === "gutschrift" && gutschriftart(gebuchterStatus, steuergruppen).istRechnung;
};

/** To a lessee with VAT. Whether the lease is opted to it or taxable by law, the rate does not tell: a clerk looks. */
const istSteuerpflichtigVerpachtet = (beleg: BelegEntwurf): boolean =>
  istAnPaechter(beleg.belegart) && beleg.steuergruppen.some(({ steuersatzBp }) => steuersatzBp > 0);

const empfaengertexte = {
  anschrift_gekuerzt: (name) =>
    `Die Anschrift von ${name} ist zu lang für das Anschriftfeld; der Brief kürzt sie mit „…“.`,
  gutschrift_nicht_vereinbart: (name) =>
    `Mit ${name} ist nicht vereinbart, durch Gutschrift abzurechnen (§ 14 Abs. 2 Satz 5 UStG); im Kontakt fehlt der Tag.`,
  option_pauschaliert: (name) =>
    `${name} pauschaliert (§ 24 UStG): Auf die Steuerbefreiung einer Landpacht lässt sich ihm gegenüber nicht verzichten (§ 9 Abs. 2 UStG). Bitte den Steuersatz prüfen.`,
} satisfies Record<string, (name: string) => string>;
type Empfaengerhinweis = keyof typeof empfaengertexte;

const geplanteHebungen = ({ geplant }: Ladung, { faelligkeit }: Posten): Hinweis[] =>
  geplant
    .filter(({ wirksamAb }) => faelligkeit.zeitraumVon <= wirksamAb && wirksamAb <= faelligkeit.zeitraumBis)
    .map(({ id, wirksamAb }) => ({
      code: "hebung_geplant",
      text: `Die geplante Hebung ${id} zum ${deutschesDatum(wirksamAb)} ist nicht aktiviert und bleibt unberücksichtigt.`,
    }));

/** Told until a clerk has cancelled it or entered the position that it is meant for. */
const wirkungsloseHebungen = ({ konto }: Ladung, { faelligkeit }: Posten): Hinweis[] =>
  hebungenOhnePosition(konto.positionen, konto.hebungen)
    .filter(({ wirksamAb }) => wirksamAb <= faelligkeit.zeitraumBis)
    .map((hebung) => ({
      code: "hebung_ohne_position",
      text: verlustInWorten({ code: "hebung_ohne_position", hebung }),
    }));

const anPaechter = ({ belege }: Posten): BelegEntwurf[] => belege.filter(({ belegart }) => istAnPaechter(belegart));

const ungewoehnlicheSaetze = ({ ungewoehnlicheSaetze: versionen }: Ladung, posten: Posten): Hinweis[] => {
  if (versionen.size === 0) return [];
  const zeilen = anPaechter(posten)
    .flatMap((beleg) => beleg.zeilen)
    .filter(({ positionId }) => positionId !== null && versionen.has(positionId));
  const texte = zeilen.map(
    ({ bezeichnung, steuersatzBp }) =>
      `„${bezeichnung}“ hat ${prozent(steuersatzBp)} Umsatzsteuer; keine Positionsart hat diesen Satz.`,
  );
  return [...new Set(texte)].map((text) => ({ code: "steuersatz_ungewoehnlich", text }));
};

/** A position may overrule its type's rate by 0; the type of a taxable one has no reason to name. */
const befreiungenOhneGrund = ({ belege }: Posten): Hinweis[] => {
  const zeilen = belege.flatMap((beleg) => beleg.zeilen);
  const ohne = zeilen.filter(({ steuersatzBp, steuerbefreiungGrund }) => steuersatzBp === 0 && !steuerbefreiungGrund);
  return [...new Set(ohne.map(({ bezeichnung }) => bezeichnung))].map((bezeichnung) => ({
    code: "steuerbefreiung_ohne_grund",
    text: `„${bezeichnung}“ hat den Steuersatz 0, aber ihre Positionsart keinen Grund der Steuerbefreiung: Den muss die Rechnung nennen (§ 14 Abs. 4 Nr. 8 UStG).`,
  }));
};

/** A settlement may well give money back; the rent of a period does not. */
const negativeSumme = (posten: Posten): Hinweis[] => {
  if (posten.faelligkeit.art !== "regulaer") return [];
  const cent = bruttoVon(anPaechter(posten));
  if (cent >= 0) return [];
  const text = `Die Pächter haben für diesen Zeitraum ${euro(-cent)} gut: die Minderungen übersteigen die Pacht.`;
  return [{ code: "summe_negativ", text }];
};

const bruttoVon = (belege: readonly BelegEntwurf[]): number =>
  belege.reduce((summe, { bruttoCent }) => summe + bruttoCent, 0);

/** From here on a slip of the pen is more likely than a new rent. */
export const auffaelligesVielfaches = 10;

const vielfaches = (posten: Posten, letzte: LetzteAbrechnung): Hinweis[] => {
  const gutschriften = posten.belege.filter(({ belegart }) => belegart === "gutschrift");
  const rollen = [
    { wer: "Die Pächter schulden", cent: bruttoVon(anPaechter(posten)), zuletztCent: letzte.paechterCent },
    { wer: "Den Verpächtern stehen zu", cent: bruttoVon(gutschriften), zuletztCent: letzte.verpaechterCent },
  ];
  return rollen
    .filter(({ cent, zuletztCent }) => zuletztCent > 0 && cent >= auffaelligesVielfaches * zuletztCent)
    .map(({ wer, cent, zuletztCent }) => ({
      code: "vielfaches_der_letzten_abrechnung",
      text: `${wer}: ${euro(cent)}, mindestens das Zehnfache der letzten Abrechnung eines gleich langen Zeitraums (${deutschesDatum(letzte.zeitraumVon)} bis ${deutschesDatum(letzte.zeitraumBis)}: ${euro(zuletztCent)}).`,
    }));
};

/** Booked all the same, and then closed: somebody who has forgotten the positions should hear of it before. */
const ohnePosition = ({ konto }: Ladung, { faelligkeit, belege }: Posten): Hinweis[] => {
  if (faelligkeit.art !== "regulaer" || belege.length > 0) return [];
  const zeitraum = parseZeitraum(faelligkeit.zeitraumVon, faelligkeit.zeitraumBis);
  const pachtbeginn = parseTag(konto.pachtbeginn);
  const gilt = konto.positionen.some((version) => schnitt(gueltigeTage(version, pachtbeginn), zeitraum) !== null);
  if (gilt) return [];
  const text =
    "In diesem Zeitraum gilt keine Position: gebucht wird er ohne Beleg, und danach lässt sich für ihn keine mehr eintragen.";
  return [{ code: "keine_position", text }];
};

/** The settlement closes an account for good. */
const ohneKuendigung = (ladung: Ladung, { faelligkeit }: Posten): Hinweis[] => {
  if (faelligkeit.art !== "schlussabrechnung") return [];
  const ende = deutschesDatum(faelligkeit.zeitraumBis);
  const unbefristet = giltUnbefristet(ladung, ende);
  if (unbefristet !== null) return [{ code: "gilt_unbefristet", text: unbefristet }];
  const { verlaengertUm } = ladung;
  if (verlaengertUm === null) return [];
  const dauer = verlaengertUm === 1 ? "einen Monat" : `${verlaengertUm} Monate`;
  const text = `Niemand hat gekündigt, und ohne Kündigung verlängert sich der Vertrag um ${dauer}: Bitte prüfen, ob er am ${ende} wirklich geendet hat.`;
  return [{ code: "verlaengert_sich", text }];
};

/** By which law a lease goes on past the end that was agreed, and what a clerk looks at; null where it does not. */
const giltUnbefristet = ({ konto, fraglichesEnde }: Ladung, ende: string): string | null => {
  if (fraglichesEnde === null || konto.pachtende === null) return null;
  const { anfrageErhaltenAm, objektarten } = fraglichesEnde;
  const pachtende = parseTag(konto.pachtende);
  const laufzeit = {
    ...fraglichesEnde,
    pachtbeginn: parseTag(konto.pachtbeginn),
    pachtende,
    pachtjahrBeginn: konto.pachtjahrBeginn,
    anfrageErhaltenAm: anfrageErhaltenAm === null ? null : parseTag(anfrageErhaltenAm),
    objekte: objektarten.map((objektart) => ({ objektart })),
  };
  const grund = ohneEnde(laufzeit, pachtende)?.grund;
  if (!grund) return null;
  const [woran, sonst] =
    grund === regeln.ablehnung && anfrageErhaltenAm !== null
      ? [
          `die Anfrage vom ${deutschesDatum(anfrageErhaltenAm)} ist nicht als abgelehnt eingetragen`,
          "wurde rechtzeitig abgelehnt, den Tag der Anfrage leeren",
        ]
      : ["der Vertrag ist als mündlich eingetragen", "hat er doch Textform, die Vertragsform berichtigen"];
  return (
    `Niemand hat gekündigt, und ${woran}. ${grund.satz.replace(/\.$/, "")} (${grund.gesetz}). ` +
    `Bitte prüfen, ob der Vertrag am ${ende} wirklich geendet hat; ${sonst}.`
  );
};
