import { deutschesDatum } from "../../../../kern/kalender/tag.ts";
import { ergaenzeBeteiligte, type Parteizeile } from "../../../../stammdaten/pachtkonten/beteiligte.ts";
import { type Feldwerte, FeldwerteBody } from "../../../../stammdaten/pachtkonten/feldwerte/schema.ts";
import {
  type Kontowerte,
  type NeueKontowerte,
  pruefeAenderung,
  pruefeNeuesKonto,
} from "../../../../stammdaten/pachtkonten/pruefung.ts";
import {
  BeteiligterEingabe,
  CreatePachtkontoBody,
  leeresPachtkonto,
  parteifelder,
  UpdatePachtkontoBody,
} from "../../../../stammdaten/pachtkonten/schema.ts";
import type { Kontobild } from "../../../../stammdaten/pachtkonten/schreibung.ts";
import type { Blatt } from "../../../format/blattnamen.ts";
import { alsKoerper, gleicheAb } from "../abgleich.ts";
import {
  befund,
  geprueft,
  inRuhe,
  merkeAblehnung,
  type Planung,
  type Planzeile,
  type Quelle,
  zaehle,
} from "../planung.ts";
import { folge, type Verzeichnis } from "../verweise/verweise.ts";
import { type Bestandsbild, geaenderteFelder, type Vorgang } from "../vorgang.ts";
import { ohneAnschluss } from "./vomExport.ts";
import { type Klauselleser, ohneKlausel } from "./wertsicherung.ts";

type Werte = Record<string, unknown>;

/** What an account becomes: its terms, its parties where the file has any, its own fields likewise. */
export type Kontoziel = {
  werte: Kontowerte | NeueKontowerte;
  beteiligte: readonly Parteizeile[] | undefined;
  feldwerte: Feldwerte | undefined;
};
export type Kontovorgang = Vorgang<Kontobild, Kontoziel>;

/** The rows of one account. */
export type Kontozeilen = { konto: Planzeile | undefined; parteien: Planzeile[]; felder: Planzeile[] };

/** The same by their numbers. */
export type Kontonummern = { konto: number | undefined; parteien: number[]; felder: number[] };

/** Parties in an order of their own: which one was entered first says nothing. */
const geordnet = (parteien: readonly Parteizeile[]): Werte[] =>
  parteien
    .map((partei) => Object.fromEntries(parteifelder.map((feld) => [feld, partei[feld]])))
    .map((partei) => ({ partei, text: JSON.stringify(partei) }))
    .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
    .map(({ partei }) => partei);

/** An account as it is compared: parties and own fields are two more fields of it. */
export const alsVergleichsbild = (konto: { beteiligte: readonly Parteizeile[] }): Werte => ({
  ...konto,
  beteiligte: geordnet(konto.beteiligte),
});

/**
 * Which rows are about which account; a row that is about none is told.
 *
 * @param beteiligte and `feldwerte`: what they refer to is enough
 */
export const ordneKonten = async (
  planung: Planung,
  verzeichnis: Verzeichnis,
  { beteiligte, feldwerte }: { beteiligte: readonly Planzeile[]; feldwerte: readonly Planzeile[] },
): Promise<Map<number, Kontonummern>> => {
  const jeKonto = new Map<number, Kontonummern>();
  const zeilenVon = (id: number): Kontonummern => {
    const zeilen = jeKonto.get(id) ?? { konto: undefined, parteien: [], felder: [] };
    jeKonto.set(id, zeilen);
    return zeilen;
  };
  for (const [zeile, id] of verzeichnis.idVon) zeilenVon(id).konto = zeile;
  const reiheEin = (alle: readonly Planzeile[], teil: "parteien" | "felder") =>
    inRuhe(alle, (zeile) => {
      const id = folge(planung, zeile, "pachtkontoId", verzeichnis, "Das Pachtkonto");
      if (typeof id === "number") zeilenVon(id)[teil].push(zeile.zeile);
      else {
        if (id === null || (zeile.istLesbar && !("pachtkontoId" in zeile.werte)))
          planung.befunde.push(befund(zeile, "pachtkontoId", "fehler", "fehlt", "Die Zeile nennt kein Pachtkonto."));
        zaehle(planung, zeile.blatt, "falsch");
      }
    });
  await reiheEin(beteiligte, "parteien");
  await reiheEin(feldwerte, "felder");
  return jeKonto;
};

/** Some accounts with their rows. */
export const ladeKontozeilen = async (
  quelle: Quelle,
  teil: readonly (readonly [id: number, nummern: Kontonummern])[],
): Promise<Map<number, Kontozeilen>> => {
  const lade = async (blatt: Blatt, nummern: number[]) =>
    new Map(
      (nummern.length > 0 ? await quelle.listeZeilen(blatt, nummern) : []).map(
        (zeile) => [zeile.zeile, zeile] as const,
      ),
    );
  const konten = await lade(
    "Pachtkonten",
    teil.flatMap(([, { konto }]) => konto ?? []),
  );
  const parteien = await lade(
    "Beteiligte",
    teil.flatMap(([, nummern]) => nummern.parteien),
  );
  const felder = await lade(
    "Feldwerte",
    teil.flatMap(([, nummern]) => nummern.felder),
  );
  const aus = (zeilen: ReadonlyMap<number, Planzeile>, nummern: readonly number[]) =>
    nummern.flatMap((nr) => zeilen.get(nr) ?? []);
  return new Map(
    teil.map(([id, nummern]) => [
      id,
      {
        konto: konten.get(nummern.konto ?? 0),
        parteien: aus(parteien, nummern.parteien),
        felder: aus(felder, nummern.felder),
      },
    ]),
  );
};

const leererBeteiligter = { anteilZaehler: null, anteilNenner: null, gueltigVon: null, gueltigBis: null };

/** Undefined where a row of them is wrong. */
const liesParteien = (
  planung: Planung,
  zeilen: readonly Planzeile[],
  kontakte: Verzeichnis,
): BeteiligterEingabe[] | undefined => {
  const parteien = zeilen.map((zeile) => {
    if (!zeile.istLesbar) return undefined;
    const kontaktId = folge(planung, zeile, "kontaktId", kontakte, "Der Kontakt");
    const { pachtkontoId: _, ...koerper } = alsKoerper(zeile, leererBeteiligter, undefined);
    if (kontaktId === undefined && "kontaktId" in koerper) return undefined;
    return geprueft(planung, zeile, BeteiligterEingabe.safeParse({ ...koerper, kontaktId }));
  });
  const gelesene = parteien.filter((partei) => partei !== undefined);
  return gelesene.length === zeilen.length ? gelesene : undefined;
};

const liesFeldwerte = (planung: Planung, zeilen: readonly Planzeile[]): Feldwerte | undefined => {
  const felder: [string, unknown][] = [];
  let stimmt = true;
  for (const zeile of zeilen) {
    const { name, wert } = zeile.werte;
    if (!zeile.istLesbar) stimmt = false;
    else if (typeof name !== "string") {
      planung.befunde.push(befund(zeile, "name", "fehler", "fehlt", "Ein eigenes Feld braucht einen Namen."));
      stimmt = false;
    } else if (felder.some(([anderer]) => anderer === name)) {
      planung.befunde.push(
        befund(zeile, "name", "fehler", "doppelt", "Dieses Feld steht schon in einer Zeile darüber."),
      );
      stimmt = false;
    } else felder.push([name, wert ?? null]);
  }
  const [erste] = zeilen;
  if (!stimmt || !erste) return undefined;
  return geprueft(planung, erste, FeldwerteBody.safeParse(Object.fromEntries(felder)));
};

/** A refusal of parties names one by its number: that is its row. */
const merkeParteifehler = (planung: Planung, zeilen: readonly Planzeile[], pruefe: () => void): boolean => {
  try {
    pruefe();
    return true;
  } catch (fehler) {
    const [erste] = zeilen;
    if (!erste) throw fehler;
    const eigene: Planung = { ...planung, befunde: [] };
    merkeAblehnung(eigene, erste, fehler);
    const { felder } = fehler as { felder?: { errors?: { path: string; code: string; message: string }[] } };
    if (!felder?.errors) planung.befunde.push(...eigene.befunde);
    for (const { path, code, message } of felder?.errors ?? []) {
      const [, nr, feld = null] = /^beteiligte\.(\d+)\.(\w+)$/.exec(path) ?? [];
      planung.befunde.push(befund(zeilen[Number(nr ?? 0)] ?? erste, feld, "fehler", code, message));
    }
    return false;
  }
};

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
  /** The day after the last booked one, of accounts that have any. */
  anschluesse: ReadonlyMap<number, string>;
};

const bekannterKontakt = { get: () => ({}) };

const beurteile = async (
  planung: Planung,
  id: number,
  { konto, parteien, felder }: Kontozeilen,
  { datensaetze, staende }: Bestandsbild<Kontobild>,
  { kontakte, klauseln, anschluesse }: Kontoumfeld,
): Promise<Kontovorgang | undefined> => {
  const alt = datensaetze.get(id);
  const ort = (konto ?? parteien[0] ?? felder[0]) as Planzeile;
  const eingaben = parteien.length === 0 ? undefined : liesParteien(planung, parteien, kontakte);
  const feldwerte = felder.length === 0 ? undefined : liesFeldwerte(planung, felder);
  const istGelesen = (eingaben || parteien.length === 0) && (feldwerte || felder.length === 0);
  const klausel = konto?.istLesbar ? klauseln.lies(konto, alt?.wertsicherung ?? null) : {};
  const felderDesKontos = konto ? alsKoerper(ohneKlausel(konto), leeresPachtkonto, alt) : {};
  const koerper = { ...ohneAnschluss(felderDesKontos, anschluesse.get(id)), ...klausel };
  let beteiligte: Parteizeile[] | undefined;
  const anteileStimmen =
    !eingaben ||
    merkeParteifehler(planung, parteien, () => {
      beteiligte = ergaenzeBeteiligte(eingaben, bekannterKontakt);
    });
  const zusatz = {
    ...(beteiligte && { beteiligte: geordnet(beteiligte) }),
    ...(feldwerte && { feldwerte }),
  };
  if ((konto && !konto.istLesbar) || !klausel) return undefined;
  if (!alt) {
    const body = geprueft(planung, ort, CreatePachtkontoBody.safeParse(koerper));
    if (!body) return undefined;
    const werte = pruefeNeuesKonto(body, planung.heute);
    await klauseln.pruefe(ort, null, werte);
    if (!istGelesen || !anteileStimmen) return undefined;
    const gesagt = { ...body, ...zusatz };
    return { id, alt, werte: { werte, beteiligte, feldwerte }, gesagt, geschrieben: gesagt, stand: undefined };
  }
  const body = geaenderteFelder<UpdatePachtkontoBody>(planung, ort, UpdatePachtkontoBody, koerper);
  if (!body || !istGelesen || !anteileStimmen) return undefined;
  const gesagt = { ...body, ...zusatz };
  const stand = staende.get(id);
  const geschrieben = gleicheAb(planung, ort, alsVergleichsbild(alt), gesagt, stand);
  meldeSpaeteren(planung, ort, alt, geschrieben.abrechnungAb);
  const { beteiligte: _, feldwerte: eigene, ...kontofelder } = geschrieben;
  const neue = "beteiligte" in geschrieben ? beteiligte : undefined;
  let werte: Kontowerte = alt;
  if (Object.keys(kontofelder).length > 0 || neue) {
    const gewuenscht = { ...alt, ...kontofelder, beteiligte: neue ?? alt.beteiligte };
    werte = await pruefeAenderung(
      planung.tx,
      { ...alt, beteiligte: alt.beteiligte as Parteizeile[] },
      gewuenscht,
      new Set(Object.keys(kontofelder)),
      planung.heute,
    );
    if ("wertsicherung" in kontofelder) await klauseln.pruefe(ort, alt, werte);
  }
  return {
    id,
    alt,
    werte: { werte, beteiligte: neue, feldwerte: eigene === undefined ? undefined : feldwerte },
    gesagt,
    geschrieben,
    stand,
  };
};

const zaehleKonto = (planung: Planung, { konto, parteien, felder }: Kontozeilen, vorgang: Kontovorgang | undefined) => {
  const hat = (feld?: string) =>
    vorgang && (feld ? feld in vorgang.geschrieben : Object.keys(vorgang.geschrieben).length > 0);
  const standVon = (geaendert: boolean | undefined) =>
    geaendert ? (vorgang?.alt ? "geaendert" : "neu") : "unveraendert";
  if (konto) zaehle(planung, "Pachtkonten", vorgang ? standVon(hat()) : "falsch");
  for (const zeile of parteien) zaehle(planung, zeile.blatt, vorgang ? standVon(hat("beteiligte")) : "falsch");
  for (const zeile of felder) zaehle(planung, zeile.blatt, vorgang ? standVon(hat("feldwerte")) : "falsch");
};

/** Judges accounts with their parties and own fields. */
export const planePachtkonten = async (
  planung: Planung,
  jeKonto: ReadonlyMap<number, Kontozeilen>,
  bestand: Bestandsbild<Kontobild>,
  umfeld: Kontoumfeld,
): Promise<Kontovorgang[]> => {
  const vorgaenge: Kontovorgang[] = [];
  await inRuhe(jeKonto, async ([id, zeilen]) => {
    let vorgang: Kontovorgang | undefined;
    try {
      vorgang = await beurteile(planung, id, zeilen, bestand, umfeld);
    } catch (fehler) {
      merkeAblehnung(planung, (zeilen.konto ?? zeilen.parteien[0] ?? zeilen.felder[0]) as Planzeile, fehler);
    }
    zaehleKonto(planung, zeilen, vorgang);
    if (vorgang) vorgaenge.push(vorgang);
  });
  return vorgaenge;
};
