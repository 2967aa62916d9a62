import type { BriefDaten, BriefZeile } from "../briefe/daten.ts";
import { herleitungInWorten } from "../briefe/herleitung.ts";
import { euro, verbinde } from "../briefe/satz/format.ts";
import {
  aufbewahrungssatz,
  firmenname,
  gutschriftartVon,
  istAnVerpaechter,
  istEntwurf,
  titelVon,
} from "../briefe/wortlaut.ts";
import { einzugVon, zahlkonto, zahlungsblock } from "../briefe/zahlung.ts";
import { istKorrektur, schreibeCii } from "./cii.ts";
import { befreiung, gruppiere, kategorieVon } from "./steuerkategorie.ts";
import type { ERechnung, Partei, Rechnungsart, Rechnungsposten, Steuer, Zahlungsweg } from "./typen.ts";

/**
 * The e-invoice that goes with a letter, from the same archived figures.
 *
 * @returns undefined where there is none: a draft and an Auszahlungsmitteilung are no invoice, and a seller without any tax number,
 *   whom the billing refuses by now, cannot issue one (BR-S-02, BR-E-02)
 */
export function erechnungVon(brief: BriefDaten): string | undefined {
  const rechnung = alsERechnung(brief);
  return rechnung && schreibeCii(rechnung);
}

/**
 * The same for a public buyer by the German rules (XRechnung 3.0), from the same archived figures.
 *
 * @returns undefined for a recipient without a Leitweg-ID, for what the company does not sell, and for what was booked
 *   without a contact of the company
 */
export function xrechnungVon(brief: BriefDaten): string | undefined {
  const { leitwegId } = brief.empfaenger;
  const { ansprechpartner } = brief.aussteller;
  if (!leitwegId || !ansprechpartner || istAnVerpaechter(brief)) return undefined;
  const rechnung = alsERechnung(brief);
  return (
    rechnung &&
    schreibeCii({
      ...rechnung,
      profil: "xrechnung",
      kaeuferreferenz: leitwegId,
      verkaeufer: {
        ...rechnung.verkaeufer,
        ansprechpartner,
        elektronisch: { schema: "EM", adresse: ansprechpartner.email },
      },
      kaeufer: { ...rechnung.kaeufer, elektronisch: { schema: "0204", adresse: leitwegId } },
      zahlung: rechnung.zahlung ?? { art: "unbestimmt" },
      // A line that begins with # would be read as a discount (BR-DE-18).
      zahlungsbedingung: rechnung.zahlungsbedingung.replaceAll("#", ""),
    })
  );
}

const alsERechnung = (brief: BriefDaten): ERechnung | undefined => {
  const selbst = istAnVerpaechter(brief);
  const art = rechnungsart(brief);
  if (istEntwurf(brief) || art === null) return undefined;
  const [verkaeufer, kaeufer] = selbst ? [empfaenger(brief), firma(brief)] : [firma(brief), empfaenger(brief)];
  if (!verkaeufer.steuernummer && !verkaeufer.ustId) return undefined;
  const mal = istKorrektur(art) ? -1 : 1;
  const aufbewahrung = aufbewahrungssatz(brief);
  const kategorie = kategorieVon(brief.steuergruppen);
  const steuern = gruppiere(brief.steuergruppen, kategorie).map((gruppe) => mitVorzeichen(gruppe, mal));
  const gruende = new Set(brief.steuergruppen.filter((g) => g.steuersatzBp === 0).map((g) => g.steuerbefreiungGrund));
  return {
    profil: "en16931",
    kaeuferreferenz: null,
    nummer: brief.belegnummer,
    art,
    datum: brief.belegdatum,
    hinweise: [
      `${titelVon(brief)}, Pachtkonto ${brief.kontonummer}`,
      ...(brief.stornoVon?.grund ? [`Grund des Stornos: ${brief.stornoVon.grund}`] : []),
      ...(aufbewahrung ? [aufbewahrung] : []),
      ...(art === "389" ? ["Gutschrift nach § 14 Abs. 2 Satz 5 UStG."] : []),
    ],
    vertrag: brief.kontonummer,
    verkaeufer,
    kaeufer,
    von: brief.leistungVon,
    bis: brief.leistungBis,
    posten: brief.zeilen.map(
      (zeile): Rechnungsposten => ({
        name: zeile.bezeichnung,
        beschreibung: herleitungInWorten(zeile.herleitung, brief.rhythmus, selbst),
        hinweis: gruende.size > 1 && zeile.steuersatzBp === 0 ? befreiung(zeile.steuerbefreiungGrund).grund : null,
        von: zeile.zeitraumVon,
        bis: zeile.zeitraumBis,
        nettoCent: mal * zeile.nettoCent,
        kategorie: kategorie(zeile),
        satzBp: zeile.steuersatzBp,
      }),
    ),
    steuern,
    nettoCent: mal * brief.nettoCent,
    steuerCent: mal * brief.steuerCent,
    bruttoCent: mal * brief.bruttoCent,
    zahlung: zahlungsweg(brief),
    zahlungsbedingung: verbinde([verrechnung(brief), zahlungsblock(brief).satz]),
    zahlbarBis: brief.stornoVon ? null : brief.zahlbarBis,
    verwendungszweck: `${brief.belegnummer} ${brief.kontonummer}`,
    vorgaenger: vorgaenger(brief),
  };
};

/**
 * By what the document does, told by its sign: claims are invoices, what is taken back are credit notes. A Storno of 0
 * takes back; that of a negative Schlussrechnung claims again. null: no invoice at all.
 */
const rechnungsart = (brief: BriefDaten): Rechnungsart | null => {
  const selbst = gutschriftartVon(brief).erechnung;
  switch (brief.belegart) {
    case "rechnung":
    case "schlussrechnung":
    case "gebuehrenrechnung":
      return brief.bruttoCent < 0 ? "381" : "380";
    case "stornorechnung":
      return brief.bruttoCent > 0 ? "380" : "381";
    case "gutschrift":
      return selbst && (brief.bruttoCent < 0 ? selbst.ruecknahme : selbst.abrechnung);
    case "stornogutschrift":
      return selbst && (brief.bruttoCent > 0 ? selbst.abrechnung : selbst.ruecknahme);
  }
};

const mitVorzeichen = (gruppe: Steuer, mal: number): Steuer => ({
  ...gruppe,
  nettoCent: mal * gruppe.nettoCent,
  steuerCent: mal * gruppe.steuerCent,
});

const firma = ({ aussteller: a }: BriefDaten): Partei => ({
  name: firmenname(a),
  kennung: null,
  registernummer: a.registernummer,
  ansprechpartner: null,
  elektronisch: null,
  strasse: verbinde([a.strasse, a.hausnummer]) || null,
  adresszusatz: a.adresszusatz,
  plz: a.plz,
  ort: a.ort,
  land: a.land,
  steuernummer: a.steuernummer,
  ustId: a.ustId,
});

const empfaenger = (brief: BriefDaten): Partei => {
  const e = brief.empfaenger;
  const person = e.istOrganisation ? verbinde([e.titel, e.vorname, e.nachname]) : "";
  return {
    name: (e.istOrganisation ? e.firma : null) ?? e.anzeigename,
    kennung: istAnVerpaechter(brief) ? e.kreditornummer : (e.debitornummer ?? e.kreditornummer),
    registernummer: null,
    ansprechpartner: person ? { name: person, telefon: null, email: null } : null,
    elektronisch: null,
    strasse: verbinde([e.strasse, e.hausnummer]) || null,
    adresszusatz: e.adresszusatz,
    plz: e.plz,
    ort: e.ort,
    land: e.land,
    steuernummer: e.steuernummer,
    ustId: e.ustId,
  };
};

/** The way of the money, as the letter's payment block says it. */
const zahlungsweg = (brief: BriefDaten): Zahlungsweg | null => {
  const { belegart, bruttoCent, auszahlungCent } = brief;
  switch (belegart) {
    case "stornorechnung":
    case "stornogutschrift":
      return null;
    case "gebuehrenrechnung":
      return { art: "verrechnung" };
    case "gutschrift": {
      const betrag = auszahlungCent ?? bruttoCent;
      if (betrag === 0) return null;
      return betrag < 0 ? { art: "verrechnung" } : anEmpfaenger(brief);
    }
    default:
      if (bruttoCent === 0) return null;
      return bruttoCent < 0 ? anEmpfaenger(brief) : vonEmpfaenger(brief);
  }
};

const anEmpfaenger = ({ empfaenger: e }: BriefDaten): Zahlungsweg | null => {
  if (e.zahlungsart === "bar" || e.zahlungsart === "verrechnung") return { art: e.zahlungsart };
  if (!e.iban) return null;
  return { art: "ueberweisung", iban: e.iban, bic: e.bic, kontoinhaber: e.kontoinhaber ?? e.anzeigename };
};

const vonEmpfaenger = (brief: BriefDaten): Zahlungsweg | null => {
  const { empfaenger: e, aussteller } = brief;
  if (e.zahlungsart === "bar" || e.zahlungsart === "verrechnung") return { art: e.zahlungsart };
  const einzug = einzugVon(brief);
  if (einzug) return { art: "lastschrift", ...einzug, mandat: einzug.mandat.referenz };
  const { iban, bic } = zahlkonto(brief);
  return iban ? { art: "ueberweisung", iban, bic, kontoinhaber: firmenname(aussteller) } : null;
};

/** The payout is less than what the Gutschrift comes to where a fee is netted against it. */
const verrechnung = ({ gebuehr }: BriefDaten): string | null =>
  gebuehr &&
  (gebuehr.bruttoCent < 0
    ? `Zusammen ausgezahlt mit dem Gebührenguthaben ${gebuehr.belegnummer} von ${euro(-gebuehr.bruttoCent)}.`
    : `Verrechnet mit der Gebührenrechnung ${gebuehr.belegnummer} über ${euro(gebuehr.bruttoCent)}.`);

/** A Storno names what it cancels, a final settlement what it corrects. */
const vorgaenger = ({ stornoVon, zeilen }: BriefDaten): ERechnung["vorgaenger"] => {
  if (stornoVon) return [{ nummer: stornoVon.belegnummer, datum: stornoVon.belegdatum }];
  return [...new Set(zeilen.flatMap(korrigierterBeleg))].map((nummer) => ({ nummer, datum: null }));
};

const korrigierterBeleg = ({ herleitung }: BriefZeile): string[] =>
  herleitung.korrektur?.belegnummer ? [herleitung.korrektur.belegnummer] : [];
