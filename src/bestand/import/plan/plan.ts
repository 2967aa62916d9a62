import type { Hebung } from "../../../abrechnung/hebungen/schema.ts";
import { listHebungenMit } from "../../../abrechnung/hebungen/schreibung.ts";
import type { Kontaktartwerte } from "../../../stammdaten/einstellungen/kontaktarten/pflege.ts";
import { verlangeKeineVeroeffentlichung } from "../../../stammdaten/faelligkeiten/sperre.ts";
import type { Kontaktwerte } from "../../../stammdaten/kontakte/pruefung.ts";
import type { Kontakt } from "../../../stammdaten/kontakte/schema.ts";
import { listKontakteGesperrt, listKontakteMitIds } from "../../../stammdaten/kontakte/schreibung.ts";
import type { PachtkontoPosition } from "../../../stammdaten/pachtkonten/positionen/schema.ts";
import { listFassungen } from "../../../stammdaten/pachtkonten/positionen/schreibung.ts";
import {
  type Kontobild,
  listKontobilder,
  listPachtkontoIdsGesperrt,
} from "../../../stammdaten/pachtkonten/schreibung.ts";
import type { Objektwerte } from "../../../stammdaten/patchobjekte/pruefung.ts";
import type { Patchobjekt } from "../../../stammdaten/patchobjekte/schema.ts";
import { listPatchobjekteGesperrt, listPatchobjekteMitIds } from "../../../stammdaten/patchobjekte/schreibung.ts";
import { inTeilen } from "../../../technik/database/massen.ts";
import type { Blatt } from "../../format/blattnamen.ts";
import type { Schluesselart } from "../../format/schluessel.ts";
import * as q from "../queries.ts";
import type { Stand } from "./abgleich.ts";
import { meldeBankdaten } from "./bankdaten.ts";
import { meldeBetraege, meldeOhnePosition } from "./betraege.ts";
import { meldeDuplikate } from "./duplikate.ts";
import { type Hebungsvorgang, planeHebungen } from "./hebungen.ts";
import { planeKontakte } from "./kontakte.ts";
import { type Kontovorgang, planePachtkonten } from "./konten.ts";
import {
  type Firmenvorgang,
  type Positionsartvorgang,
  planeFirmendaten,
  planeKontaktarten,
  planePositionsarten,
} from "./listen.ts";
import { planePatchobjekte } from "./objekte.ts";
import { befund, type Planung, type Planzeile, zaehle } from "./planung.ts";
import { type Positionsplan, planePositionen } from "./positionen.ts";
import { istVorlaeufig, type Verzeichnis, vergibId, verzeichne } from "./verweise.ts";
import type { Bestandsbild, Vorgang } from "./vorgang.ts";

export type NeueSchluessel = { schluessel: string; id: number }[];

/** What an import writes, in the order in which it is written. New records have ids of the plan. */
export type Plan = {
  firmendaten: Firmenvorgang[];
  kontaktarten: Kontaktartwerte[];
  positionsarten: Positionsartvorgang[];
  kontakte: Vorgang<Kontakt, Kontaktwerte>[];
  pachtkonten: Kontovorgang[];
  positionen: Positionsplan;
  patchobjekte: Vorgang<Patchobjekt, Objektwerte>[];
  hebungen: Hebungsvorgang[];
  schluessel: Record<Schluesselart, NeueSchluessel>;
};

const jeAbruf = 2_000;

/** Loads records by their ids, some at a time, and remembers them. */
const lader = <R extends { id: number }>(lies: (ids: number[]) => PromiseLike<readonly R[]>) => {
  const datensaetze = new Map<number, R>();
  return {
    datensaetze,
    async vorhanden(ids: number[]): Promise<Iterable<number>> {
      const geordnet = ids.toSorted((a, b) => a - b);
      for (const teil of inTeilen(geordnet, jeAbruf))
        for (const datensatz of await lies(teil)) datensaetze.set(datensatz.id, datensatz);
      return datensaetze.keys();
    },
  };
};

const ladeStaende = async (planung: Planung, art: string, ids: Iterable<number>): Promise<Map<number, Stand>> => {
  const staende = new Map<number, Stand>();
  for (const teil of inTeilen([...ids], jeAbruf))
    for (const { id, ...stand } of await q.listStaende(planung.tx, art, teil)) staende.set(id, stand);
  return staende;
};

const mitStaenden = async <R>(
  planung: Planung,
  art: string,
  datensaetze: ReadonlyMap<number, R>,
): Promise<Bestandsbild<R>> => ({ datensaetze, staende: await ladeStaende(planung, art, datensaetze.keys()) });

const verweiseIn = (feld: string, ...blaetter: readonly (readonly Planzeile[])[]): Set<string> =>
  new Set(blaetter.flat().flatMap(({ werte }) => (typeof werte[feld] === "string" ? [werte[feld]] : [])));

const liesKonten = async ({ tx, gesperrt }: Planung, ids: number[]): Promise<readonly Kontobild[]> => {
  if (gesperrt) {
    await verlangeKeineVeroeffentlichung(tx, ids);
    await listPachtkontoIdsGesperrt(tx, ids);
  }
  return listKontobilder(tx, ids);
};

/** The rows of each position, by the id of its first version. */
const ordnePositionen = async (planung: Planung, zeilen: readonly Planzeile[], verweise: Iterable<string>) => {
  const schluesselVon = ({ werte }: Planzeile) =>
    typeof werte.importSchluessel === "string" ? werte.importSchluessel : undefined;
  const schluessel = [...new Set(zeilen.map(schluesselVon).filter((einer) => einer !== undefined))];
  const gesuchte = [...new Set([...schluessel, ...verweise])];
  const bekannte = new Map((await q.listSchluessel(planung.tx, "position", gesuchte)).map((e) => [e.schluessel, e.id]));
  const fassungen = new Map<number, PachtkontoPosition[]>();
  for (const teil of inTeilen([...bekannte.values()], jeAbruf))
    for (const fassung of await listFassungen(planung.tx, teil))
      fassungen.set(fassung.ursprungId, [...(fassungen.get(fassung.ursprungId) ?? []), fassung]);
  const ids = new Map<string, number>();
  const neue: NeueSchluessel = [];
  for (const einer of schluessel) {
    const bekannt = bekannte.get(einer);
    const id = bekannt !== undefined && fassungen.has(bekannt) ? bekannt : vergibId();
    ids.set(einer, id);
    if (istVorlaeufig(id)) neue.push({ schluessel: einer, id });
  }
  const jePosition = new Map<number, Planzeile[]>();
  const gesehen = new Map<string, Planzeile>();
  for (const zeile of zeilen) {
    const einer = schluesselVon(zeile);
    const id = einer === undefined ? undefined : ids.get(einer);
    const fassung = `${einer} ${String(zeile.werte.gueltigVon ?? "")}`;
    const erste = gesehen.get(fassung);
    if (id === undefined || erste) {
      planung.befunde.push(
        erste
          ? befund(zeile, "gueltigVon", "fehler", "doppelt", `Diese Fassung steht schon in Zeile ${erste.zeile}.`)
          : befund(zeile, "importSchluessel", "fehler", "fehlt", "Die Zeile braucht importSchluessel."),
      );
      zaehle(planung, "Positionen", "falsch");
      continue;
    }
    gesehen.set(fassung, zeile);
    jePosition.set(id, [...(jePosition.get(id) ?? []), zeile]);
  }
  return { jePosition, fassungen, neue, finde: (einer: string) => ids.get(einer) ?? bekannte.get(einer) };
};

const laufzeitenVon = (
  bilder: ReadonlyMap<number, Kontobild>,
  vorgaenge: readonly Kontovorgang[],
  verzeichnis: Verzeichnis,
) => {
  const laufzeiten = new Map<number, { pachtbeginn: string; pachtende: string | null }>(bilder);
  // What the file gets wrong of an account is said there; its positions are judged once that is mended.
  for (const id of verzeichnis.idVon.values()) laufzeiten.delete(id);
  for (const { id, werte } of vorgaenge) laufzeiten.set(id, werte.werte);
  return laufzeiten;
};

/** @param liesBlatt the staged rows of a sheet, in their order */
export const planeImport = async (
  planung: Planung,
  liesBlatt: (blatt: Blatt) => Promise<readonly Planzeile[]>,
): Promise<Plan> => {
  const { tx, gesperrt } = planung;
  const zeilen = {
    kontakte: await liesBlatt("Kontakte"),
    patchobjekte: await liesBlatt("Patchobjekte"),
    pachtkonten: await liesBlatt("Pachtkonten"),
    beteiligte: await liesBlatt("Beteiligte"),
    positionen: await liesBlatt("Positionen"),
    feldwerte: await liesBlatt("Feldwerte"),
    hebungen: await liesBlatt("Hebungen"),
  };

  const firmendaten = await planeFirmendaten(planung, await liesBlatt("Firmendaten"));
  const positionsarten = await planePositionsarten(planung, await liesBlatt("Positionsarten"));
  const kontaktarten = await planeKontaktarten(planung, await liesBlatt("Kontaktarten"));

  // Contacts before accounts: so does a clerk's request that renames one.
  const kontaktlader = lader<Kontakt>((ids) =>
    gesperrt ? listKontakteGesperrt(tx, ids) : listKontakteMitIds(tx, ids),
  );
  const kontakte = await verzeichne(planung, {
    art: "kontakt",
    zeilen: zeilen.kontakte,
    verweise: verweiseIn("kontaktId", zeilen.beteiligte),
    vorhanden: kontaktlader.vorhanden,
  });
  const kontenlader = lader<Kontobild>((ids) => liesKonten(planung, ids));
  const konten = await verzeichne(planung, {
    art: "pachtkonto",
    zeilen: zeilen.pachtkonten,
    verweise: verweiseIn(
      "pachtkontoId",
      zeilen.beteiligte,
      zeilen.feldwerte,
      zeilen.positionen,
      zeilen.patchobjekte,
      zeilen.hebungen,
    ),
    vorhanden: kontenlader.vorhanden,
  });
  const objektlader = lader<Patchobjekt>((ids) =>
    gesperrt ? listPatchobjekteGesperrt(tx, ids) : listPatchobjekteMitIds(tx, ids),
  );
  const objekte = await verzeichne(planung, {
    art: "patchobjekt",
    zeilen: zeilen.patchobjekte,
    verweise: new Set(),
    vorhanden: objektlader.vorhanden,
  });

  const kontaktplan = await planeKontakte(
    planung,
    kontakte,
    await mitStaenden(planung, "kontakt", kontaktlader.datensaetze),
    kontaktarten.map(({ name }) => name),
  );
  const kontoplan = await planePachtkonten(
    planung,
    konten,
    zeilen,
    await mitStaenden(planung, "pachtkonto", kontenlader.datensaetze),
    kontakte,
  );
  const positionen = await ordnePositionen(
    planung,
    zeilen.positionen,
    zeilen.hebungen.flatMap(({ werte }) => (Array.isArray(werte.positionIds) ? werte.positionIds.map(String) : [])),
  );
  const laufzeiten = laufzeitenVon(kontenlader.datensaetze, kontoplan, konten);
  const gebuchte = new Set(await q.listGebuchteKonten(tx, [...kontenlader.datensaetze.keys()]));
  const positionsplan = await planePositionen(planung, positionen.jePosition, konten, {
    fassungen: positionen.fassungen,
    staende: await ladeStaende(
      planung,
      "position",
      [...positionen.fassungen.values()].flat().map(({ id }) => id),
    ),
    laufzeiten,
    arten: positionsarten.ziel,
    gebuchte,
  });
  const hebungslader = lader<Hebung>((ids) => listHebungenMit(tx, ids));
  const hebungen = await verzeichne(planung, {
    art: "hebung",
    zeilen: zeilen.hebungen,
    verweise: new Set(),
    vorhanden: hebungslader.vorhanden,
  });
  const hebungsplan = await planeHebungen(
    planung,
    hebungen,
    await mitStaenden(planung, "hebung", hebungslader.datensaetze),
    {
      konten,
      laufzeiten,
      gebuchte,
      positionen: positionsplan,
      findePosition: (schluessel) => {
        const id = positionen.finde(schluessel);
        return id === undefined ? undefined : (positionsplan.urspruenge.get(id) ?? id);
      },
      arten: positionsarten.arten,
    },
  );
  const objektplan = await planePatchobjekte(
    planung,
    objekte,
    await mitStaenden(planung, "patchobjekt", objektlader.datensaetze),
    konten,
  );
  meldeBankdaten(planung, {
    kontakte,
    kontaktplan,
    kontaktbestand: kontaktlader.datensaetze,
    konten,
    kontoplan,
    beteiligte: zeilen.beteiligte,
  });
  await meldeBetraege(planung, {
    plan: positionsplan,
    fassungen: positionen.fassungen,
    arten: positionsarten.arten,
  });
  meldeOhnePosition(planung, konten, kontoplan, zeilen.positionen);
  await meldeDuplikate(planung, {
    kontakte: { verzeichnis: kontakte, plan: kontaktplan },
    patchobjekte: { verzeichnis: objekte, plan: objektplan },
  });
  return {
    firmendaten,
    kontaktarten,
    positionsarten: positionsarten.vorgaenge,
    kontakte: kontaktplan,
    pachtkonten: kontoplan,
    positionen: positionsplan,
    patchobjekte: objektplan,
    hebungen: hebungsplan,
    schluessel: {
      kontakt: kontakte.neue,
      pachtkonto: konten.neue,
      position: positionen.neue,
      patchobjekt: objekte.neue,
      hebung: hebungen.neue,
    },
  };
};
