import { formatTag, plusTage, type Tag } from "../../kern/kalender/tag.ts";
import type { UmsatzsteuerStatus } from "../../kern/pacht/typen.ts";
import type { Wert } from "./fuegeEin.ts";
import { type Plan, zeitpunktAm } from "./plan.ts";
import { alsAdresse, gewerbebetrieb, landwirtschaft, nachname, person } from "./vorrat/namen.ts";
import { iban, testbanken, ustId } from "./vorrat/nummern.ts";
import { type Anschrift, anschrift, flurnamen, orte } from "./vorrat/orte.ts";
import { type Zufall, zufall } from "./vorrat/zufall.ts";

export type PaechterArt = "person" | "hof" | "betrieb" | "windkraft" | "solar" | "verein";
export type VerpaechterArt = "person" | "gemeinde" | "kirche" | "firma" | "jagdgenossenschaft" | "gemeinschaft";

/** What the lessee with this number (from 0) is; all kinds recur, so that a search from any number finds one. */
export function paechterArt(nr: number): PaechterArt {
  if (nr % 60 === 7) return "windkraft";
  if (nr % 60 === 37) return "solar";
  if (nr % 20 === 12) return "verein";
  if (nr % 5 === 0) return "hof";
  return nr % 5 === 1 ? "betrieb" : "person";
}

export function verpaechterArt(nr: number): VerpaechterArt {
  if (nr % 20 === 3) return "jagdgenossenschaft";
  if (nr % 20 === 8) return "kirche";
  if (nr % 40 === 15) return "gemeinde";
  if (nr % 20 === 18) return "firma";
  return nr % 20 === 13 ? "gemeinschaft" : "person";
}

export function verpaechterStatus(nr: number): UmsatzsteuerStatus | null {
  const art = verpaechterArt(nr);
  if (art === "firma") return "regelbesteuert";
  if (art !== "person") return art === "gemeinschaft" ? "kleinunternehmer" : "nicht_steuerbar";
  return zufall(3, nr).gewichtet<UmsatzsteuerStatus | null>([
    [null, 60],
    ["nicht_steuerbar", 10],
    ["kleinunternehmer", 12],
    ["regelbesteuert", 12],
    ["pauschaliert", 6],
  ]);
}

type Wer = {
  ist_organisation: boolean;
  anrede: string | null;
  titel: string | null;
  vorname: string | null;
  nachname: string | null;
  firma: string | null;
};

const alsPerson = (z: Zufall, name: string): Wer => ({ ist_organisation: false, firma: null, ...person(z, name) });

const alsFirma = (firma: string): Wer => ({
  ist_organisation: true,
  anrede: null,
  titel: null,
  vorname: null,
  nachname: null,
  firma,
});

/** Of a family of lessors two in three still bear the name. */
const familienname = (z: Zufall, nr: number): string =>
  z.chance(0.66) ? nachname(zufall(4, Math.floor(nr / 4))) : nachname(z);

const dorf = (nr: number): string => {
  const ort = orte[nr % orte.length];
  return ort?.gemarkungen[Math.floor(nr / orte.length) % ort.gemarkungen.length] ?? "Uelzen";
};

const paechter = (z: Zufall, nr: number, wo: Anschrift): Wer => {
  switch (paechterArt(nr)) {
    case "hof":
      return alsFirma(landwirtschaft(z, nachname(z), wo.ort));
    case "betrieb":
      return alsFirma(gewerbebetrieb(z, nachname(z)));
    case "windkraft":
      return alsFirma(`Bürgerwindpark ${dorf(nr)} GmbH & Co. KG`);
    case "solar":
      return alsFirma(`Solarpark ${dorf(nr)} GmbH & Co. KG`);
    case "verein":
      return alsFirma(z.chance(0.5) ? `Angelverein ${wo.ort} e. V.` : `Reit- und Fahrverein ${dorf(nr)} e. V.`);
    case "person":
      return alsPerson(z, nachname(z));
  }
};

const verpaechter = (z: Zufall, nr: number, wo: Anschrift): Wer => {
  switch (verpaechterArt(nr)) {
    case "jagdgenossenschaft":
      return alsFirma(`Jagdgenossenschaft ${dorf(Math.floor(nr / 20))}`);
    case "kirche":
      return alsFirma(`Ev.-luth. Kirchengemeinde ${z.aus(["St. Marien", "St. Petri", "St. Johannis"])} ${dorf(nr)}`);
    case "gemeinde":
      return alsFirma(`${z.chance(0.5) ? "Samtgemeinde" : "Gemeinde"} ${wo.ort}`);
    case "firma":
      return alsFirma(`${z.aus(flurnamen).replace(/^.* /, "")} Grundbesitz ${z.chance(0.5) ? "GmbH" : "KG"}`);
    case "gemeinschaft":
      return alsFirma(`Erbengemeinschaft ${nachname(z)}`);
    case "person":
      return alsPerson(z, familienname(z, nr));
  }
};

const aemter = [
  "Finanzamt Uelzen-Lüchow",
  "Landkreis Uelzen, Bauordnungsamt",
  "Katasteramt Uelzen",
  "Amtsgericht Uelzen",
];

const uebriger = (z: Zufall, nr: number): { typ: string; wer: Wer } => {
  const amt = aemter[nr];
  if (amt !== undefined) return { typ: "behoerde", wer: alsFirma(amt) };
  if (nr % 6 === 0) return { typ: "steuerberater", wer: alsFirma(`Steuerkanzlei ${nachname(z)} & Partner mbB`) };
  if (nr % 6 === 1) return { typ: "dienstleister", wer: alsFirma(`Vermessungsbüro ${nachname(z)}`) };
  return { typ: "bevollmaechtigter", wer: alsPerson(z, nachname(z)) };
};

const bemerkungen = [
  "Bitte nur schriftlich, kein Anruf nach 18 Uhr.",
  "Neue Bankverbindung telefonisch bestätigt.",
  "Post an die Tochter, siehe Vollmacht.",
  "Zahlt stets Anfang November in einer Summe.",
  "Hofübergabe an den Sohn geplant.",
  "Rückläufer: Anschrift prüfen.",
];

export type Kontakt = Record<string, Wert> & { id: number };

type Rolle = { id: number; typ: string; wer: Wer; status: UmsatzsteuerStatus | null };

const rolleVon = (plan: Plan, id: number, z: Zufall, wo: Anschrift): Rolle => {
  const nr = id - 1;
  if (nr < plan.paechter) return { id, typ: "paechter", wer: paechter(z, nr, wo), status: null };
  const nrVerpaechter = nr - plan.paechter;
  if (nrVerpaechter < plan.verpaechter)
    return { id, typ: "verpaechter", wer: verpaechter(z, nrVerpaechter, wo), status: verpaechterStatus(nrVerpaechter) };
  return { id, ...uebriger(z, nrVerpaechter - plan.verpaechter), status: null };
};

const mailadresse = (id: number, { firma, vorname, nachname: familie }: Wer): string => {
  if (!firma) return `${alsAdresse(vorname ?? "")}.${alsAdresse(familie ?? "")}${id}@post.example`;
  const stamm = firma.replace(/ (GmbH|KG|GbR|e\. ?[KV]\.|UG|eG|mbB|mbH).*/, "").replaceAll(".", "");
  return `info@${alsAdresse(stamm.replaceAll(" & ", "-").replaceAll(" ", "-"))}.example`;
};

const erreichbarkeit = (z: Zufall, id: number, wer: Wer, { vorwahl }: Anschrift) => ({
  telefon: z.chance(0.7) ? `${vorwahl} ${z.ganz(20_000, 989_999)}` : null,
  mobil: !wer.ist_organisation && z.chance(0.5) ? `017${z.ganz(0, 9)} ${z.ganz(1_000_000, 9_899_999)}` : null,
  email: z.chance(wer.ist_organisation ? 0.85 : 0.5) ? mailadresse(id, wer) : null,
});

type Zahlweise = { bank: (typeof testbanken)[number] | null; lastschrift: boolean };

const zahlweise = (z: Zufall, typ: string): Zahlweise => {
  const bank = z.aus(testbanken);
  const istPartei = typ === "paechter" || typ === "verpaechter";
  const hatBank = istPartei && z.chance(typ === "verpaechter" ? 0.94 : 0.72);
  return { bank: hatBank ? bank : null, lastschrift: hatBank && typ === "paechter" && z.chance(0.35) };
};

const zahlung = (z: Zufall, { id, typ, wer }: Rolle, { bank, lastschrift }: Zahlweise, erfasst: Tag, heute: Tag) => ({
  iban: bank ? iban(bank.blz, z.ganz(100_000, 9_999_999_999)) : null,
  bic: bank?.bic ?? null,
  kontoinhaber: bank ? (wer.firma ?? `${wer.vorname} ${wer.nachname}`) : null,
  zahlungsart: lastschrift
    ? "lastschrift"
    : z.gewichtet([
        ["ueberweisung", 30],
        ["bar", 1],
        ["verrechnung", 1],
      ]),
  sepa_mandat_referenz: lastschrift ? `HGT-${String(id).padStart(6, "0")}` : null,
  sepa_mandat_datum: lastschrift ? formatTag(erfasst) : null,
  zahlungsmoral:
    typ === "paechter"
      ? z.gewichtet([
          [0, 3],
          [1, 6],
          [3, 1],
        ])
      : 0,
  bank_bestaetigt_am: bank && z.chance(0.6) ? formatTag(plusTage(heute, -z.ganz(20, 900))) : null,
});

const steuer = (z: Zufall, { id, typ, wer, status }: Rolle) => {
  const unternehmer = status === "regelbesteuert" || (typ === "paechter" && wer.ist_organisation);
  const veranlagt = unternehmer || status === "kleinunternehmer" || status === "pauschaliert";
  const ueblich = paechterArt(id - 1) === "hof" ? "pauschaliert" : "regelbesteuert";
  return {
    steuernummer: veranlagt ? `47/${z.ganz(100, 299)}/${z.ganz(10_000, 99_999)}` : null,
    ust_id: unternehmer && z.chance(0.6) ? ustId(z.ganz(11_000_000, 99_999_999)) : null,
    umsatzsteuer_status: status ?? (unternehmer ? ueblich : null),
  };
};

/** The contact with this id: first the lessees, then the lessors, then all others. The draws keep their order. */
const original = (plan: Plan, id: number): Kontakt => {
  const z = zufall(1, id);
  const wo = anschrift(z, id > plan.paechter ? 0.25 : 0.04);
  const rolle = rolleVon(plan, id, z, wo);
  const { typ, wer } = rolle;
  const weise = zahlweise(z, typ);
  const erfasst = plusTage(plan.uebernahme, -z.ganz(30, 2500));
  return {
    id,
    typ,
    ...wer,
    strasse: wo.strasse,
    hausnummer: wo.hausnummer,
    adresszusatz: z.chance(0.03) ? z.aus(["Hinterhaus", "OT Nord", "c/o Pflegeheim Ilmenaublick"]) : null,
    plz: wo.plz,
    ort: wo.ort,
    land: "DE",
    ...erreichbarkeit(z, id, wer, wo),
    ...zahlung(z, rolle, weise, erfasst, plan.heute),
    debitornummer: typ === "paechter" ? String(10_000 + id) : null,
    kreditornummer: typ === "verpaechter" ? String(70_000 + id) : null,
    ...steuer(z, rolle),
    gutschrift_vereinbart_am: typ === "verpaechter" && id % 5 !== 0 ? formatTag(erfasst) : null,
    bemerkung: z.chance(0.08) ? z.aus(bemerkungen) : null,
    erstellt_am: zeitpunktAm(erfasst, z.ganz(0, 500)),
    geaendert_am: zeitpunktAm(plusTage(plan.uebernahme, z.ganz(1, 300)), z.ganz(0, 500)),
  };
};

const ohneUmlaut = (text: string): string =>
  text.replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue").replaceAll("ß", "ss");

const vertippt = (text: string): string =>
  text.length < 4 ? text : `${text.slice(0, 2)}${text[3]}${text[2]}${text.slice(4)}`;

/** The same person or company entered a second time, as it happens at the telephone. */
const doppelter = (plan: Plan, id: number): Kontakt => {
  const z = zufall(2, id);
  const vorlage = original(plan, z.ganz(1, plan.paechter + plan.verpaechter));
  const feld = vorlage.ist_organisation ? "firma" : "nachname";
  const name = String(vorlage[feld]);
  const tausche = !vorlage.ist_organisation && z.chance(0.25);
  return {
    ...vorlage,
    id,
    [feld]: ohneUmlaut(name) !== name ? ohneUmlaut(name) : z.chance(0.5) ? vertippt(name) : name,
    ...(tausche ? { vorname: vorlage.nachname, nachname: vorlage.vorname } : {}),
    titel: null,
    strasse: String(vorlage.strasse).replace("straße", "str."),
    hausnummer: String(vorlage.hausnummer).replace(/([a-c])$/, " $1"),
    email: z.chance(0.5) ? vorlage.email : null,
    mobil: null,
    iban: z.chance(0.4) ? vorlage.iban : null,
    zahlungsart: "ueberweisung",
    sepa_mandat_referenz: null,
    sepa_mandat_datum: null,
    bank_bestaetigt_am: null,
    debitornummer: null,
    kreditornummer: null,
    bemerkung: null,
    erstellt_am: zeitpunktAm(plusTage(plan.heute, -z.ganz(10, 400)), z.ganz(0, 500)),
  };
};

export function kontakt(plan: Plan, id: number): Kontakt {
  return id > plan.kontakte - plan.doppelte ? doppelter(plan, id) : original(plan, id);
}
