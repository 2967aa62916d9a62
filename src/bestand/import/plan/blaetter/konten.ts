import { deutschesDatum } from "../../../../kern/kalender/tag.ts";
import {
  ergaenzeBeteiligte,
  ordneBeteiligte,
  type Parteizeile,
} from "../../../../stammdaten/pachtkonten/beteiligte.ts";
import type { Feldwerte } from "../../../../stammdaten/pachtkonten/feldwerte/schema.ts";
import { pruefeAenderung, pruefeNeuesKonto } from "../../../../stammdaten/pachtkonten/pruefung.ts";
import {
  CreatePachtkontoBody,
  type Kontowerte,
  leeresPachtkonto,
  type NeueKontowerte,
  UpdatePachtkontoBody,
} from "../../../../stammdaten/pachtkonten/schema.ts";
import type { Kontobild } from "../../../../stammdaten/pachtkonten/schreibung.ts";
import { alsKoerper, gleicheAb, type Stand } from "../abgleich.ts";
import { befund, geprueft, inRuhe, merkeAblehnung, type Planung, type Planzeile, zaehle } from "../planung.ts";
import type { Verzeichnis } from "../verweise/verweise.ts";
import { type Bestandsbild, geaenderteFelder, type Vorgang } from "../vorgang.ts";
import type { Kontohinweise } from "./kontohinweise.ts";
import { liesFeldwerte, liesParteien, merkeParteifehler } from "./kontoteile.ts";
import type { Kontozeilen } from "./kontozeilen.ts";
import { ohneAnschluss } from "./vomExport.ts";
import { type Klauselleser, ohneKlausel } from "./wertsicherung.ts";

type Werte = Record<string, unknown>;

/** What an account becomes: its terms, its parties where the file has any, its own fields likewise. */
type Kontoziel = {
  werte: Kontowerte | NeueKontowerte;
  beteiligte: readonly Parteizeile[] | undefined;
  feldwerte: Feldwerte | undefined;
};
export type Kontovorgang = Vorgang<Kontobild, Kontoziel>;

/** An account as it is compared: parties and own fields are two more fields of it. */
export function alsVergleichsbild(konto: { beteiligte: readonly Parteizeile[] }): Werte {
  return {
    ...konto,
    beteiligte: ordneBeteiligte(konto.beteiligte),
  };
}

/** What lies between the old first day and a later one is never billed: somebody has to mean that. */
const meldeSpaeteren = (planung: Planung, ort: Planzeile, alt: Kontobild, neu: unknown): void => {
  const bisher = alt.abrechnungAb ?? alt.pachtbeginn;
  if (typeof neu !== "string" || neu <= bisher) return;
  const text =
    `Die Abrechnung beginnt am ${deutschesDatum(neu)} statt am ${deutschesDatum(bisher)}: ` +
    "was dazwischen liegt, wird nicht abgerechnet.";
  planung.befunde.push(befund(ort, "abrechnungAb", "hinweis", "abrechnung_beginnt_spaeter", text));
};

/** What accounts are judged by besides their rows. */
type Kontoumfeld = {
  kontakte: Verzeichnis;
  klauseln: Klauselleser;
  hinweise: Kontohinweise;
  /** The day after the last booked one, of accounts that have any. */
  anschluesse: ReadonlyMap<number, string>;
  /** Contacts whose data were erased: they stay parties where they are some, and become none elsewhere. */
  geleerte: ReadonlySet<number | undefined>;
};

/** What the rows say of an account. */
type Gelesenes = {
  /** The row that what is said of the whole account stands beside. */
  ort: Planzeile;
  koerper: Werte;
  beteiligte: Parteizeile[] | undefined;
  feldwerte: Feldwerte | undefined;
  /** Of an unreadable clause or part the clerk has been told; the rest is judged all the same. */
  istKlauselLesbar: boolean;
  sindTeileLesbar: boolean;
};

const ersteZeile = ({ konto, parteien, felder }: Kontozeilen): Planzeile =>
  (konto ?? parteien[0] ?? felder[0]) as Planzeile;

/** The contacts that may be parties of this account. */
const moeglicheParteien = (alt: Kontobild | undefined, geleerte: Kontoumfeld["geleerte"]) => {
  const istPartei = (kontaktId: number) => alt?.beteiligte.some((partei) => partei.kontaktId === kontaktId);
  return { get: (kontaktId: number) => (geleerte.has(kontaktId) && !istPartei(kontaktId) ? undefined : {}) };
};

const liesKonto = (
  planung: Planung,
  id: number,
  zeilen: Kontozeilen,
  alt: Kontobild | undefined,
  { kontakte, klauseln, anschluesse, geleerte }: Kontoumfeld,
): Gelesenes => {
  const { konto, parteien, felder } = zeilen;
  const eingaben = parteien.length === 0 ? undefined : liesParteien(planung, parteien, kontakte);
  const feldwerte = felder.length === 0 ? undefined : liesFeldwerte(planung, felder);
  const klausel = konto?.istLesbar ? klauseln.lies(konto, alt?.wertsicherung ?? null) : {};
  const felderDesKontos = konto ? alsKoerper(ohneKlausel(konto), leeresPachtkonto, alt) : {};
  let beteiligte: Parteizeile[] | undefined;
  const anteileStimmen =
    !eingaben ||
    merkeParteifehler(planung, parteien, () => {
      beteiligte = ergaenzeBeteiligte(eingaben, moeglicheParteien(alt, geleerte));
    });
  const sindParteienLesbar = (parteien.length === 0 || eingaben !== undefined) && anteileStimmen;
  return {
    ort: ersteZeile(zeilen),
    koerper: { ...ohneAnschluss(felderDesKontos, anschluesse.get(id)), ...klausel },
    beteiligte,
    feldwerte,
    istKlauselLesbar: klausel !== undefined,
    sindTeileLesbar: sindParteienLesbar && (felder.length === 0 || feldwerte !== undefined),
  };
};

/** What is said of an account, as it is compared. */
const mitTeilen = (body: Werte, { beteiligte, feldwerte }: Gelesenes): Werte => ({
  ...body,
  ...(beteiligte && { beteiligte: ordneBeteiligte(beteiligte) }),
  ...(feldwerte && { feldwerte }),
});

const beurteileNeues = async (
  planung: Planung,
  id: number,
  gelesenes: Gelesenes,
  { klauseln, hinweise }: Kontoumfeld,
): Promise<Kontovorgang | undefined> => {
  const { ort, koerper, beteiligte, feldwerte } = gelesenes;
  const body = geprueft(planung, ort, CreatePachtkontoBody.safeParse(koerper));
  if (!body || !gelesenes.istKlauselLesbar) return undefined;
  const werte = pruefeNeuesKonto(body, planung.heute);
  await klauseln.pruefe(werte);
  hinweise.nimm(ort, { id, alt: undefined, werte, vereinbartesEnde: body.pachtende ?? null });
  if (!gelesenes.sindTeileLesbar) return undefined;
  const gesagt = mitTeilen(body, gelesenes);
  return {
    id,
    alt: undefined,
    werte: { werte, beteiligte, feldwerte },
    gesagt,
    geschrieben: gesagt,
    stand: undefined,
  };
};

const beurteileAenderung = async (
  planung: Planung,
  alt: Kontobild,
  stand: Stand | undefined,
  gelesenes: Gelesenes,
  { klauseln, hinweise }: Kontoumfeld,
): Promise<Kontovorgang | undefined> => {
  const { ort, koerper, feldwerte } = gelesenes;
  const body = geaenderteFelder<UpdatePachtkontoBody>(planung, ort, UpdatePachtkontoBody, koerper);
  if (!body || !gelesenes.istKlauselLesbar || !gelesenes.sindTeileLesbar) return undefined;
  const gesagt = mitTeilen(body, gelesenes);
  const geschrieben = gleicheAb(planung, ort, alsVergleichsbild(alt), gesagt, stand);
  meldeSpaeteren(planung, ort, alt, geschrieben.abrechnungAb);
  const { beteiligte: _, feldwerte: eigene, ...kontofelder } = geschrieben;
  const beteiligte = "beteiligte" in geschrieben ? gelesenes.beteiligte : undefined;
  let werte: Kontowerte = alt;
  if (Object.keys(kontofelder).length > 0 || beteiligte) {
    werte = await pruefeAenderung(
      planung.tx,
      alt,
      { ...alt, ...kontofelder, beteiligte: beteiligte ?? alt.beteiligte },
      new Set(Object.keys(kontofelder)),
      planung.heute,
    );
    if ("wertsicherung" in kontofelder) await klauseln.pruefe(werte);
    hinweise.nimm(ort, { id: alt.id, alt, werte, vereinbartesEnde: null });
  }
  const ziel = { werte, beteiligte, feldwerte: eigene === undefined ? undefined : feldwerte };
  return { id: alt.id, alt, werte: ziel, gesagt, geschrieben, stand };
};

const beurteile = async (
  planung: Planung,
  id: number,
  zeilen: Kontozeilen,
  { datensaetze, staende }: Bestandsbild<Kontobild>,
  umfeld: Kontoumfeld,
): Promise<Kontovorgang | undefined> => {
  const alt = datensaetze.get(id);
  const gelesenes = liesKonto(planung, id, zeilen, alt, umfeld);
  return alt
    ? beurteileAenderung(planung, alt, staende.get(id), gelesenes, umfeld)
    : beurteileNeues(planung, id, gelesenes, umfeld);
};

const zaehleKonto = (planung: Planung, { konto, parteien, felder }: Kontozeilen, vorgang: Kontovorgang | undefined) => {
  const hat = (feld?: string) =>
    vorgang && (feld ? feld in vorgang.geschrieben : Object.keys(vorgang.geschrieben).length > 0);
  const standVon = (geaendert: boolean | undefined) => {
    if (!geaendert) return "unveraendert";
    return vorgang?.alt ? "geaendert" : "neu";
  };
  if (konto) zaehle(planung, "Pachtkonten", vorgang ? standVon(hat()) : "falsch");
  for (const zeile of parteien) zaehle(planung, zeile.blatt, vorgang ? standVon(hat("beteiligte")) : "falsch");
  for (const zeile of felder) zaehle(planung, zeile.blatt, vorgang ? standVon(hat("feldwerte")) : "falsch");
};

/** Judges accounts with their parties and own fields. */
export async function planePachtkonten(
  planung: Planung,
  jeKonto: ReadonlyMap<number, Kontozeilen>,
  bestand: Bestandsbild<Kontobild>,
  umfeld: Kontoumfeld,
): Promise<Kontovorgang[]> {
  const vorgaenge: Kontovorgang[] = [];
  await inRuhe(jeKonto, async ([id, zeilen]) => {
    let vorgang: Kontovorgang | undefined;
    try {
      vorgang = await beurteile(planung, id, zeilen, bestand, umfeld);
    } catch (fehler) {
      merkeAblehnung(planung, ersteZeile(zeilen), fehler);
    }
    zaehleKonto(planung, zeilen, vorgang);
    if (vorgang) vorgaenge.push(vorgang);
  });
  return vorgaenge;
}
