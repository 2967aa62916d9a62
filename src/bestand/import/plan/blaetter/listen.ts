import { darf } from "../../../../kern/rechte.ts";
import {
  findFirmendatenGesperrt,
  leseFirmendaten,
  pruefeFirmendaten,
} from "../../../../stammdaten/einstellungen/firmendaten/pflege.ts";
import { type Firmendaten, UpdateFirmendatenBody } from "../../../../stammdaten/einstellungen/firmendaten/schema.ts";
import {
  alsKontaktart,
  type Kontaktartwerte,
  listKontaktartenMitNamen,
} from "../../../../stammdaten/einstellungen/kontaktarten/pflege.ts";
import { CreateKontaktartBody } from "../../../../stammdaten/einstellungen/kontaktarten/schema.ts";
import {
  listePositionsarten,
  type Positionsartwerte,
  pruefeErhoehbarkeit,
  pruefeSteuerbefreiung,
  sperrePositionsarten,
} from "../../../../stammdaten/einstellungen/positionsarten/pflege.ts";
import {
  leerePositionsart,
  type Positionsart,
  PositionsartInput,
  PositionsartUpdate,
} from "../../../../stammdaten/einstellungen/positionsarten/schema.ts";
import { alsKoerper, gleicheAb, type Stand, sagtAnderes } from "../abgleich.ts";
import { befund, geprueft, merkeAblehnung, type Planung, type Planzeile, zaehle } from "../planung.ts";
import * as q from "../queries.ts";
import { nenneNamen } from "../rat.ts";
import { meldeGeaendert, vergleicheVerweise } from "../verweise/gesehenes.ts";
import { type Verweisziel, vergibId } from "../verweise/verweise.ts";
import { ausgangVon, geaenderteFelder, planeZeilen, type Vorgang } from "../vorgang.ts";

const nameVon = ({ werte }: Planzeile): string | undefined => (typeof werte.name === "string" ? werte.name : undefined);

/** The first row of each name; a row without one, or with one that was there, is told. */
const jeName = (
  planung: Planung,
  zeilen: readonly Planzeile[],
  normal: (name: string) => string,
): Map<string, Planzeile> => {
  const erste = new Map<string, Planzeile>();
  for (const zeile of zeilen) {
    const name = nameVon(zeile);
    const davor = name === undefined ? undefined : erste.get(normal(name));
    if (name !== undefined && !davor) erste.set(normal(name), zeile);
    else {
      const text = davor ? `Dieser Name steht schon in Zeile ${davor.zeile}.` : "Die Zeile braucht einen Namen.";
      if (zeile.istLesbar || "name" in zeile.werte)
        planung.befunde.push(befund(zeile, "name", "fehler", davor ? "doppelt" : "fehlt", text));
      zaehle(planung, zeile.blatt, "falsch");
    }
  }
  return erste;
};

/** New kinds of contacts; the service has no way to change one. */
export async function planeKontaktarten(planung: Planung, zeilen: readonly Planzeile[]): Promise<Kontaktartwerte[]> {
  const namen = jeName(planung, zeilen, (name) => name);
  const vorhandene = new Map(
    (await listKontaktartenMitNamen(planung.tx, [...namen.keys()])).map((art) => [art.name, art]),
  );
  return [...namen].flatMap(([name, zeile]) => {
    const alt = vorhandene.get(name);
    const koerper = alsKoerper(zeile, {}, alt);
    const body = geprueft(planung, zeile, CreateKontaktartBody.safeParse(koerper));
    const richtige = alt ? "unveraendert" : "neu";
    zaehle(planung, zeile.blatt, body ? richtige : "falsch");
    if (!body || !alt) return body ? [alsKontaktart(body)] : [];
    for (const feld of ["bezeichnung", "aktiv"] as const)
      if (body[feld] !== undefined && body[feld] !== alt[feld])
        planung.befunde.push(
          befund(zeile, feld, "hinweis", "nicht_aenderbar", "Diese Kontaktart gibt es schon; sie bleibt, wie sie ist."),
        );
    return [];
  });
}

export type Positionsartvorgang = Vorgang<Positionsart, Positionsartwerte>;

/** A type is known by its name, in capitals as in small letters. */
const klein = (name: string): string => name.toLowerCase();

/** Types of the stock by their ids; those that the file names are locked where the plan is carried out. */
const liesPositionsarten = async (
  { tx, gesperrt }: Planung,
  genannte: ReadonlyMap<string, Planzeile>,
): Promise<Map<number, Positionsart>> => {
  let alle = await listePositionsarten(tx);
  if (gesperrt) {
    const gemeinte = alle.filter(({ name }) => genannte.has(klein(name)));
    await sperrePositionsarten(
      tx,
      gemeinte.map(({ id }) => id),
    );
    alle = await listePositionsarten(tx);
  }
  return new Map(alle.map((art) => [art.id, art]));
};

/** @param alt undefined where the row is a new type */
const beurteilePositionsart = async (
  planung: Planung,
  zeile: Planzeile,
  id: number,
  alt: Positionsart | undefined,
  stand: Stand | undefined,
): Promise<Positionsartvorgang | undefined> => {
  const koerper = alsKoerper(zeile, leerePositionsart, alt);
  if (!alt) {
    const body = geprueft(planung, zeile, PositionsartInput.safeParse(koerper));
    if (!body) return undefined;
    const werte = { ...leerePositionsart, ...body };
    pruefeSteuerbefreiung(werte);
    return { id, alt, werte, gesagt: body, geschrieben: body, stand: undefined };
  }
  const gesagt = geaenderteFelder<PositionsartUpdate>(planung, zeile, PositionsartUpdate, koerper);
  if (!gesagt) return undefined;
  const geschrieben = gleicheAb(planung, zeile, alt, gesagt, stand);
  const werte = { ...alt, ...geschrieben };
  if (Object.keys(geschrieben).length > 0) {
    pruefeSteuerbefreiung(werte);
    await pruefeErhoehbarkeit(planung.tx, alt, werte);
  }
  return { id, alt, werte, gesagt, geschrieben, stand };
};

/** Each type as it will be. */
const kuenftigeArten = (
  bestand: ReadonlyMap<number, Positionsart>,
  vorgaenge: readonly Positionsartvorgang[],
): Map<number, Positionsartwerte> => {
  const arten = new Map<number, Positionsartwerte>(bestand);
  for (const { id, werte } of vorgaenge) arten.set(id, werte);
  return arten;
};

/** @returns what is written, where the name of a type leads, and each type as it will be */
export async function planePositionsarten(
  planung: Planung,
  zeilen: readonly Planzeile[],
): Promise<{
  vorgaenge: Positionsartvorgang[];
  ziel: Verweisziel;
  arten: Map<number, Positionsartwerte>;
}> {
  const namen = jeName(planung, zeilen, klein);
  const bestand = await liesPositionsarten(planung, namen);
  const gemerkte = await q.listStaende(planung.tx, "positionsart", [...bestand.keys()]);
  const staende = new Map(gemerkte.map((stand) => [stand.id, stand]));

  const imBestand = new Map([...bestand.values()].map(({ id, name }) => [klein(name), id]));
  planung.verweise.set("positionsart", imBestand);
  const wandel = await vergleicheVerweise(planung, "positionsart", [...namen.keys(), ...imBestand.keys()], imBestand);

  const ids = new Map(imBestand);
  for (const name of namen.keys()) if (!ids.has(name)) ids.set(name, vergibId());
  const idVon = new Map([...namen].map(([name, { zeile }]) => [zeile, ids.get(name) as number]));
  const vorgaenge = await planeZeilen<Positionsartvorgang>(
    planung,
    [...namen.values()],
    { idVon },
    async (zeile, id) => {
      if (!wandel.istAnders(klein(String(zeile.werte.name))))
        return beurteilePositionsart(planung, zeile, id, bestand.get(id), staende.get(id));
      meldeGeaendert(planung, zeile, "name");
      return undefined;
    },
  );

  const arten = kuenftigeArten(bestand, vorgaenge);
  const rate = nenneNamen(
    [...arten.values()].map(({ name }) => name),
    "auf das Blatt Positionsarten",
  );
  const ziel: Verweisziel = {
    finde: (name) => ids.get(klein(name)),
    rate,
    istAnders: (name) => !namen.has(klein(name)) && wandel.hatGewechselt(klein(name)),
  };
  return { vorgaenge, ziel, arten };
}

type Firmenbild = Awaited<ReturnType<typeof findFirmendatenGesperrt>>;
export type Firmenvorgang = Vorgang<Firmenbild, Firmendaten>;

const leereFirma = { land: undefined, zahlungszielTage: undefined, verwaltungsgebuehrSteuersatzBp: undefined };
/** There is one company, and it is always there. */
const firmaId = 1;

/** As the installation left them nobody has entered them. */
const standVon = (firma: Firmendaten & { version: number }, stand: Stand | undefined): Stand | undefined =>
  stand ?? (firma.version === 1 ? { werte: { ...firma }, abweichend: {} } : undefined);

const beurteileFirma = async (planung: Planung, zeile: Planzeile): Promise<Firmenvorgang | undefined> => {
  const { tx, gesperrt } = planung;
  const alt = gesperrt ? await findFirmendatenGesperrt(tx) : await leseFirmendaten(tx);
  const firma = await leseFirmendaten(tx);
  const leer = { ...Object.fromEntries(Object.keys(firma).map((feld) => [feld, null])), ...leereFirma };
  const koerper = alsKoerper(zeile, leer, firma);
  const gesagt = geaenderteFelder<UpdateFirmendatenBody>(planung, zeile, UpdateFirmendatenBody, koerper);
  if (!gesagt) return undefined;
  const [gemerkter] = await q.listStaende(tx, "firmendaten", [firmaId]);
  const stand = standVon(firma, gemerkter);
  const geschrieben = gleicheAb(planung, zeile, { ...firma }, gesagt, stand);
  const werte = { ...firma, ...geschrieben };
  if (Object.keys(geschrieben).length > 0) pruefeFirmendaten(werte);
  return { id: firmaId, alt, werte, gesagt, geschrieben, stand };
};

export async function planeFirmendaten(planung: Planung, zeilen: readonly Planzeile[]): Promise<Firmenvorgang[]> {
  const [zeile, zweite] = zeilen;
  if (!zeile) return [];
  if (zweite) planung.befunde.push(befund(zweite, null, "fehler", "doppelt", "Es gibt nur eine Firma: eine Zeile."));
  let vorgang: Firmenvorgang | undefined;
  try {
    vorgang = await beurteileFirma(planung, zeile);
  } catch (fehler) {
    merkeAblehnung(planung, zeile, fehler);
  }
  // Also what only `ueberschreiben` would write.
  const bringtAnderes = !vorgang || sagtAnderes({ ...vorgang.alt }, vorgang.gesagt);
  if (bringtAnderes && !darf(planung.rollen, "firma.schreiben"))
    planung.befunde.push(
      befund(zeile, null, "fehler", "keine_berechtigung", "Firmendaten ändert nur ein Administrator."),
    );
  zaehle(planung, zeile.blatt, ausgangVon(vorgang));
  return vorgang ? [vorgang] : [];
}
