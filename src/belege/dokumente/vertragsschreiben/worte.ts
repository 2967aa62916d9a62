import { konflikt } from "../../../kern/ablehnung.ts";
import { anfragefenster, type Fristart, fristenVon } from "../../../kern/fristen/fristen.ts";
import { istMiete, vertragsartVon } from "../../../kern/fristen/vertrag.ts";
import { addiereMonate, deutscherTag, deutschesDatum, parseTag } from "../../../kern/kalender/tag.ts";
import { anschriftImText } from "../../../kern/pacht/anschrift.ts";
import type { Angeschrieben } from "../../../kern/pacht/schnappschuss.ts";
import { alsVertrag } from "../../../stammdaten/pachtkonten/fristen/berechne.ts";
import { intervallWort } from "../../briefe/herleitung.ts";
import { euro } from "../../briefe/satz/format.ts";
import type { Schreibentext, Vertragslage } from "./daten.ts";
import type { Schreibenart } from "./schema.ts";

/** Texts to be confirmed by a lawyer, see docs/briefe.md. @throws Ablehnung konflikt where the contract gives no such letter */
export const schreibe: Record<Schreibenart, (lage: Vertragslage) => Schreibentext> = {
  kuendigung,
  kuendigungsbestaetigung,
  fortsetzungsanfrage,
  anzeige,
};

const aufgezaehlt = new Intl.ListFormat("de");

const namen = (parteien: readonly Angeschrieben[]): string =>
  aufgezaehlt.format(parteien.map(({ anzeigename }) => anzeigename));

const vertretung = ({ konto, verpaechter }: Vertragslage): string =>
  `im Namen und mit Vollmacht der ${istMiete(konto) ? "Vermieterseite" : "Verpächterseite"} (${namen(verpaechter)})`;

/** In compounds: a letter that cites § 580a BGB speaks of a Miete. */
const vertragsname = ({ konto }: Vertragslage): "Miet" | "Pacht" => (istMiete(konto) ? "Miet" : "Pacht");

const vertragswort = (lage: Vertragslage): string => {
  const { konto } = lage;
  return `${vertragsname(lage)}vertrag zum Pachtkonto ${konto.kontonummer}${konto.bezeichnung ? ` (${konto.bezeichnung})` : ""}`;
};

const istLandpacht = ({ konto }: Vertragslage): boolean => vertragsartVon(konto) === "landpacht";

const frist = ({ konto, am }: Vertragslage, arten: readonly Fristart[]) =>
  fristenVon(alsVertrag(konto), parseTag(am)).find(({ art }) => arten.includes(art));

const rueckgabe = (lage: Vertragslage): [string, string] => [
  "Rückgabe",
  istLandpacht(lage)
    ? "Bitte geben Sie die Pachtsache am Ende in dem Zustand zurück, der einer bis dahin fortgesetzten ordnungsmäßigen " +
      "Bewirtschaftung entspricht (§ 596 Abs. 1 BGB)."
    : `Bitte geben Sie die ${vertragsname(lage)}sache am Ende zurück.`,
];

function kuendigung(lage: Vertragslage): Schreibentext {
  const naechste = frist(lage, ["kuendigung", "verlaengerung"]);
  if (!naechste || naechste.wirktZum === null)
    throw konflikt(
      "nicht_kuendbar",
      "Zu diesem Vertrag ist keine ordentliche Kündigung auszurechnen: er ist nicht aktiv, läuft fest, oder welches Gesetz gilt, ist nicht eingetragen.",
    );
  const zum = deutscherTag(naechste.wirktZum);
  return {
    empfaenger: lage.paechter,
    betreff: `Kündigung des ${vertragsname(lage)}vertrags zum ${zum}`,
    angaben: [[`${vertragsname(lage)}ende`, zum]],
    einleitung: `${vertretung(lage)} kündigen wir den ${vertragswort(lage)} ordentlich zum ${zum}, hilfsweise zum nächsten zulässigen Termin.`,
    absaetze: [
      [
        "Frist",
        `Damit sie zu diesem Tag wirkt, muss Ihnen die Kündigung bis zum ${deutscherTag(naechste.tag)} zugehen (${naechste.gesetz}).`,
      ],
      rueckgabe(lage),
      [null, "Bitte bestätigen Sie uns, dass Sie dieses Schreiben erhalten haben."],
    ],
    istSchriftlich: true,
  };
}

/** Which side gave notice, the account does not say: the letter names neither. */
function kuendigungsbestaetigung(lage: Vertragslage): Schreibentext {
  const { status, gekuendigtAm, kuendigungZum } = lage.konto;
  if (status !== "gekuendigt" || gekuendigtAm === null || kuendigungZum === null)
    throw konflikt(
      "nicht_gekuendigt",
      "Das Pachtkonto steht nicht auf gekündigt, oder der Tag, an dem die Kündigung einging, ist nicht eingetragen.",
    );
  const zugang = deutschesDatum(gekuendigtAm);
  if (lage.am < gekuendigtAm)
    throw konflikt(
      "bestaetigung_zu_frueh",
      `Eingetragen ist, dass die Kündigung am ${zugang} zugeht: Vorher ist kein Zugang zu bestätigen.`,
    );
  const zum = deutschesDatum(kuendigungZum);
  return {
    empfaenger: lage.paechter,
    betreff: `Bestätigung der Kündigung zum ${zum}`,
    angaben: [[`${vertragsname(lage)}ende`, zum]],
    einleitung: `wir bestätigen die Kündigung, die den ${vertragswort(lage)} beendet. Zugegangen ist sie am ${zugang}, der Vertrag endet zum ${zum}.`,
    absaetze: [rueckgabe(lage), [null, "Nach dem Ende erhalten Sie von uns eine Schlussabrechnung."]],
    istSchriftlich: false,
  };
}

function fortsetzungsanfrage(lage: Vertragslage): Schreibentext {
  const { konto, am } = lage;
  const offen = frist(lage, ["anfrage"]);
  const fenster = offen && konto.pachtende ? anfragefenster(alsVertrag(konto), parseTag(konto.pachtende)) : null;
  if (!konto.pachtende || fenster === null)
    throw konflikt(
      "keine_anfrage",
      "Nach der Fortsetzung fragt § 594 BGB nur bei einer aktiven Landpacht von mindestens drei Jahren, die sich nicht von selbst verlängert, bis zum Ende des drittletzten Pachtjahrs, und einmal.",
    );
  if (parseTag(am) < fenster.von)
    throw konflikt(
      "anfrage_zu_frueh",
      `Die Anfrage wirkt nur im drittletzten Pachtjahr, vom ${deutscherTag(fenster.von)} bis ${deutscherTag(fenster.bis)}.`,
    );
  const ende = deutschesDatum(konto.pachtende);
  return {
    empfaenger: lage.paechter,
    betreff: `Anfrage zur Fortsetzung der Pacht über den ${ende} hinaus`,
    angaben: [["Pachtende", ende]],
    einleitung: `der ${vertragswort(lage)} läuft bis zum ${ende}. ${alsSatzanfang(vertretung(lage))} fragen wir an, ob Sie bereit sind, das Pachtverhältnis darüber hinaus fortzusetzen (§ 594 Satz 2 BGB).`,
    absaetze: [
      [
        "Folge, wenn Sie nicht ablehnen",
        "Lehnen Sie die Fortsetzung nicht binnen drei Monaten nach Zugang dieser Anfrage ab, verlängert sich das " +
          "Pachtverhältnis auf unbestimmte Zeit (§ 594 Satz 2 BGB). Auf diese Folge weisen wir Sie ausdrücklich hin.",
      ],
      ["Form", "Anfrage und Ablehnung bedürfen der schriftlichen Form (§ 594 Satz 3 BGB)."],
      [
        null,
        `Gefragt werden kann nur im drittletzten Pachtjahr, das ist vom ${deutscherTag(fenster.von)} bis zum ${deutscherTag(fenster.bis)} (§ 594 Satz 4 BGB).`,
      ],
    ],
    istSchriftlich: true,
  };
}

const alsSatzanfang = (satz: string): string => satz.slice(0, 1).toUpperCase() + satz.slice(1);

const behoerde: Angeschrieben = {
  anzeigename: "Nach Landesrecht zuständige Behörde (Landpachtverkehr)",
  istOrganisation: true,
  anrede: null,
  titel: null,
  vorname: null,
  nachname: null,
  firma: "Nach Landesrecht zuständige Behörde (Landpachtverkehr)",
  strasse: null,
  hausnummer: null,
  adresszusatz: null,
  plz: null,
  ort: null,
  land: "DE",
  debitornummer: null,
};

const mitAnschrift = (parteien: readonly Angeschrieben[]): string => parteien.map(anschriftImText).join("; ");

/**
 * The rent of the day, and what is paid once, if it is still to come or was due in the month within which what is agreed
 * has to be notified (§ 2 (1) LPachtVG): what was paid once long ago is no part of the rent.
 */
const angezeigtePositionen = ({ konto, positionen, stichtag }: Vertragslage) => {
  const einmaligesAb = addiereMonate(parseTag(stichtag), -1);
  return positionen
    .filter(({ intervall, gueltigVon, gueltigBis }) => {
      const von = gueltigVon ?? konto.pachtbeginn;
      if (intervall === "einmalig") return einmaligesAb <= parseTag(von);
      return von <= stichtag && stichtag <= (gueltigBis ?? stichtag);
    })
    .sort((a, b) => a.ursprungId - b.ursprungId);
};

function anzeige(lage: Vertragslage): Schreibentext {
  const { konto } = lage;
  const { vertragsschlussAm, vertragsform, pachtbeginn, pachtende } = konto;
  if (!istLandpacht(lage) || vertragsschlussAm === null)
    throw konflikt("nicht_anzuzeigen", "Anzuzeigen ist nur eine Landpacht, deren Vertragsschluss eingetragen ist.");
  const gesetz = frist(lage, ["anzeige"])?.gesetz ?? "§ 2 LPachtVG";
  const betraege = angezeigtePositionen(lage).map(
    ({ bezeichnung, betragCent, intervall }) => `${bezeichnung} ${euro(betragCent)} ${intervallWort[intervall]}`,
  );
  const dauer = pachtende === null ? "auf unbestimmte Zeit" : `bis zum ${deutschesDatum(pachtende)}`;
  return {
    empfaenger: [behoerde],
    betreff: `Anzeige eines Landpachtvertrags (${gesetz})`,
    angaben: [["Geschlossen am", deutschesDatum(vertragsschlussAm)]],
    einleitung: `${vertretung(lage)} zeigen wir den folgenden Landpachtvertrag an. ${
      vertragsform === "muendlich" ? "Er ist mündlich geschlossen; sein Inhalt steht hier." : "Der Vertrag liegt bei."
    }`,
    absaetze: [
      ["Verpächter", mitAnschrift(lage.verpaechter)],
      ["Pächter", mitAnschrift(lage.paechter)],
      ["Dauer", `Vom ${deutschesDatum(pachtbeginn)} ${dauer}, geschlossen am ${deutschesDatum(vertragsschlussAm)}.`],
      ...(betraege.length > 0 ? [["Pacht", `${betraege.join("; ")}.`] as [string, string]] : []),
    ],
    istSchriftlich: false,
  };
}
