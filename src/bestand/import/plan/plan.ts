import { listHebungenMit } from "../../../abrechnung/hebungen/schreibung.ts";
import type { Kontaktartwerte } from "../../../stammdaten/einstellungen/kontaktarten/pflege.ts";
import { listKontakteMitIds } from "../../../stammdaten/kontakte/schreibung.ts";
import { listKontobilder } from "../../../stammdaten/pachtkonten/schreibung.ts";
import { listPatchobjekteMitIds } from "../../../stammdaten/patchobjekte/schreibung.ts";
import { sprichDeutsch } from "../../../technik/http/problem/meldungen.ts";
import { inStapeln } from "../../../technik/stapel.ts";
import { findeAusgelassene } from "../../export/ausgelassene.ts";
import type { Blatt } from "../../format/blattnamen.ts";
import type { Schluesselart } from "../../format/schluessel.ts";
import { ladeBestand, ladeStaende } from "./bestand.ts";
import { type Bankpruefung, bankpruefung } from "./blaetter/bankdaten.ts";
import { meldeBetraege, meldeOhnePosition } from "./blaetter/betraege.ts";
import { sucheKontakte, sucheObjekte } from "./blaetter/duplikate.ts";
import { type Hebungsvorgang, planeHebungen } from "./blaetter/hebungen.ts";
import { meldeVerluste } from "./blaetter/hebungsverluste.ts";
import { type Kontaktarten, type Kontaktvorgang, kenneKontaktarten, planeKontakte } from "./blaetter/kontakte.ts";
import { type Kontovorgang, planePachtkonten } from "./blaetter/konten.ts";
import { type Kontohinweise, sammleKontohinweise } from "./blaetter/kontohinweise.ts";
import { liesFeldwerte, liesParteien } from "./blaetter/kontoteile.ts";
import { type Kontoordnung, ladeKontozeilen, ordneKonten } from "./blaetter/kontozeilen.ts";
import {
  type Firmenvorgang,
  type Positionsartvorgang,
  planeFirmendaten,
  planeKontaktarten,
  planePositionsarten,
} from "./blaetter/listen.ts";
import { type Objektvorgang, planePatchobjekte } from "./blaetter/objekte.ts";
import { type Positionsplan, planePositionen } from "./blaetter/positionen.ts";
import { erstelleKlauselleser } from "./blaetter/wertsicherung.ts";
import { ordnePositionen } from "./ordnung.ts";
import type { Planung, Planzeile, Quelle } from "./planung.ts";
import * as q from "./queries.ts";
import { sucheGeleerte } from "./verweise/geleerte.ts";
import { istVorlaeufig, type NeueSchluessel, type Nummernbedarf, type Verzeichnis } from "./verweise/verweise.ts";
import { type Verzeichnisse, verzeichneAlle } from "./verzeichnisse.ts";

/** What an import writes, piece by piece, in the order in which it is written. New records have ids of the plan. */
export type Planteil =
  | {
      was: "listen";
      firmendaten: Firmenvorgang[];
      kontaktarten: Kontaktartwerte[];
      positionsarten: Positionsartvorgang[];
    }
  | { was: "kontakte"; vorgaenge: Kontaktvorgang[] }
  | { was: "kontonummern"; bedarf: Nummernbedarf }
  | { was: "pachtkonten"; vorgaenge: Kontovorgang[] }
  | { was: "patchobjekte"; vorgaenge: Objektvorgang[] }
  | { was: "positionen"; plan: Positionsplan }
  | { was: "hebungen"; vorgaenge: Hebungsvorgang[]; urspruenge: Positionsplan["urspruenge"] }
  | { was: "schluessel"; art: Schluesselart; neue: NeueSchluessel; urspruenge: Positionsplan["urspruenge"] };

/** Rows or accounts that are thought of at a time. */
const jeStueck = 500;

/** The rows of a sheet that are about a record, some at a time. */
async function* stuecke(quelle: Quelle, blatt: Blatt, { idVon }: Verzeichnis): AsyncGenerator<readonly Planzeile[]> {
  for (const teil of inStapeln([...idVon.keys()], jeStueck)) yield await quelle.listeZeilen(blatt, teil);
}

const idsDer = (zeilen: readonly Planzeile[], { idVon }: Verzeichnis) => zeilen.map(({ zeile }) => idVon.get(zeile));

type Positionsarten = Awaited<ReturnType<typeof planePositionsarten>>;

/** Contacts, and what is told of them. */
async function* planeAlleKontakte(
  planung: Planung,
  quelle: Quelle,
  { kontakte }: Verzeichnisse,
  arten: Kontaktarten,
  bank: Bankpruefung,
): AsyncGenerator<Planteil> {
  const suche = sucheKontakte(planung);
  for await (const zeilen of stuecke(quelle, "Kontakte", kontakte)) {
    const bestand = await ladeBestand(planung, "kontakt", idsDer(zeilen, kontakte), (ids) =>
      listKontakteMitIds(planung.tx, ids),
    );
    const geleerte = await sucheGeleerte(planung, zeilen, "importSchluessel");
    const vorgaenge = await planeKontakte(planung, zeilen, kontakte, bestand, { arten, geleerte });
    bank.nimmKontakte(vorgaenge);
    suche.nimm(vorgaenge);
    yield { was: "kontakte", vorgaenge };
  }
  await suche.melde(kontakte);
}

/** Which rows each account has, which accounts have positions, and what clauses of rent adjustment are read with. */
const ordneAlleKonten = async (planung: Planung, quelle: Quelle, { konten }: Verzeichnisse) => {
  const [verweise, beteiligte, feldwerte] = await Promise.all([
    quelle.listeVerweise("Positionen", "pachtkontoId"),
    quelle.listeKoepfe("Beteiligte"),
    quelle.listeKoepfe("Feldwerte"),
  ]);
  return {
    ...(await ordneKonten(planung, konten, { beteiligte, feldwerte })),
    belegte: new Set(verweise.map(konten.finde)),
    klauseln: await erstelleKlauselleser(planung),
  };
};

/** What else is wrong of rows that are about no account; that they are has been told. */
const urteileVerwaiste = async (
  planung: Planung,
  quelle: Quelle,
  { parteien, felder }: Kontoordnung["verwaiste"],
  kontakte: Verzeichnis,
): Promise<void> => {
  for (const teil of inStapeln(parteien, jeStueck))
    liesParteien(planung, await quelle.listeZeilen("Beteiligte", teil), kontakte);
  for (const teil of inStapeln(felder, jeStueck))
    for (const zeile of await quelle.listeZeilen("Feldwerte", teil)) liesFeldwerte(planung, [zeile]);
};

/** Accounts with their parties and own fields; what is left of them for the sheets behind is their terms. */
async function* planeAlleKonten(
  planung: Planung,
  quelle: Quelle,
  { kontakte, konten, laufzeiten }: Verzeichnisse,
  { jeKonto: alle, verwaiste, belegte, klauseln }: Awaited<ReturnType<typeof ordneAlleKonten>>,
  { bank, hinweise }: { bank: Bankpruefung; hinweise: Kontohinweise },
): AsyncGenerator<Planteil> {
  // What the file gets wrong of an account is said there; its positions are judged once that is mended.
  for (const id of konten.idVon.values()) laufzeiten.delete(id);
  yield { was: "kontonummern", bedarf: konten.nummern };
  for (const teil of inStapeln([...alle], jeStueck)) {
    const jeKonto = await ladeKontozeilen(quelle, teil);
    const bestand = await ladeBestand(
      planung,
      "pachtkonto",
      teil.map(([id]) => id),
      (ids) => listKontobilder(planung.tx, ids),
    );
    const anschluesse = await q.listAnschluesse(planung.tx, [...bestand.datensaetze.keys()]);
    const parteien = [...jeKonto.values()].flatMap((zeilen) => zeilen.parteien);
    const geleerte = await sucheGeleerte(planung, parteien, "kontaktId");
    const vorgaenge = await planePachtkonten(planung, jeKonto, bestand, {
      kontakte,
      klauseln,
      hinweise,
      geleerte: new Set([...geleerte].map(kontakte.finde)),
      anschluesse: new Map(anschluesse.map(({ id, tag }) => [id, tag])),
    });
    await hinweise.meldeEinmalige();
    for (const { id, werte } of vorgaenge) {
      const { pachtbeginn, pachtende } = werte.werte;
      laufzeiten.set(id, { pachtbeginn, pachtende });
    }
    bank.nimmKonten(vorgaenge);
    meldeOhnePosition(planung, vorgaenge, jeKonto, belegte);
    yield { was: "pachtkonten", vorgaenge };
  }
  await urteileVerwaiste(planung, quelle, verwaiste, kontakte);
  const beteiligte = [...alle.values()].flatMap(({ parteien }) => parteien).sort((a, b) => a - b);
  for (const teil of inStapeln(beteiligte, jeStueck)) bank.pruefeParteien(await quelle.listeZeilen("Beteiligte", teil));
}

/** What positions come to: what is written of them now, and what of them is needed behind them. */
type Positionsergebnis = {
  plan: Positionsplan;
  hebungen: Hebungsvorgang[];
  neue: NeueSchluessel;
};

/**
 * All positions at once: increases are judged by them as they will be, before they are written. (No generator: that would
 * keep all that this has read while they are.)
 */
const planeAllePositionen = async (
  planung: Planung,
  quelle: Quelle,
  { konten, hebungen, laufzeiten }: Verzeichnisse,
  { ziel, arten }: Positionsarten,
): Promise<Positionsergebnis> => {
  const { tx } = planung;
  const [hebungszeilen, positionszeilen] = await Promise.all([
    quelle.listeZeilen("Hebungen"),
    quelle.listeZeilen("Positionen"),
  ]);
  const positionen = await ordnePositionen(
    planung,
    positionszeilen,
    hebungszeilen.flatMap(({ werte }) => (Array.isArray(werte.positionIds) ? werte.positionIds.map(String) : [])),
  );
  const bekannteKonten = [...laufzeiten.keys()].filter((id) => !istVorlaeufig(id));
  const gebuchte = new Set(await q.listGebuchteKonten(tx, bekannteKonten));
  const { plan, zeilen } = await planePositionen(planung, positionen.jePosition, konten, {
    fassungen: positionen.fassungen,
    staende: await ladeStaende(
      planung,
      "position",
      [...positionen.fassungen.values()].flat().map(({ id }) => id),
    ),
    laufzeiten,
    arten: ziel,
    gebuchte,
  });
  const bestand = await ladeBestand(planung, "hebung", idsDer(hebungszeilen, hebungen), (ids) =>
    listHebungenMit(tx, ids),
  );
  const vorgaenge = await planeHebungen(planung, hebungszeilen, hebungen, bestand, {
    konten,
    laufzeiten,
    gebuchte,
    positionen: plan,
    findePosition: (schluessel) => {
      const id = positionen.finde(schluessel);
      return id === undefined ? undefined : (plan.urspruenge.get(id) ?? id);
    },
    istAnderePosition: positionen.istAnders,
    arten,
  });
  await meldeBetraege(planung, { plan, zeilen, fassungen: positionen.fassungen, arten });
  await meldeVerluste(planung, { plan, zeilen, hebungen: vorgaenge, arten });
  return { plan, hebungen: vorgaenge, neue: positionen.neue };
};

async function* planeAlleObjekte(
  planung: Planung,
  quelle: Quelle,
  { konten, objekte }: Verzeichnisse,
  hinweise: Kontohinweise,
): AsyncGenerator<Planteil> {
  const suche = sucheObjekte(planung);
  for await (const zeilen of stuecke(quelle, "Patchobjekte", objekte)) {
    const bestand = await ladeBestand(planung, "patchobjekt", idsDer(zeilen, objekte), (ids) =>
      listPatchobjekteMitIds(planung.tx, ids),
    );
    const ausgelassene = await findeAusgelassene(
      planung.tx,
      [...bestand.datensaetze.values()].flatMap(({ pachtkontoId }) => pachtkontoId ?? []),
    );
    const vorgaenge = await planePatchobjekte(planung, zeilen, objekte, bestand, { konten, ausgelassene });
    suche.nimm(vorgaenge);
    hinweise.nimmObjekte(vorgaenge);
    yield { was: "patchobjekte", vorgaenge };
  }
  await hinweise.melde();
  await suche.melde(objekte);
}

/**
 * For what is needed later, begun now: while pieces are written there is time for it. Where the plan fails first nobody
 * awaits it, and its failure must not count as unhandled.
 */
const nebenher = <T>(was: Promise<T>): Promise<T> => {
  was.catch(() => undefined);
  return was;
};

/**
 * Judges a whole file piece by piece. What of it a later piece needs to know of an earlier one is kept, no more; whether
 * the earlier one has been written by then makes no difference.
 */
export async function* planeImport(planung: Planung, quelle: Quelle): AsyncGenerator<Planteil> {
  sprichDeutsch();
  const firmendaten = await planeFirmendaten(planung, await quelle.listeZeilen("Firmendaten"));
  const positionsarten = await planePositionsarten(planung, await quelle.listeZeilen("Positionsarten"));
  const kontaktarten = await planeKontaktarten(planung, await quelle.listeZeilen("Kontaktarten"));
  const verzeichnisse = await verzeichneAlle(planung, quelle);
  const { kontakte, konten, objekte, hebungen } = verzeichnisse;
  const arten = await kenneKontaktarten(
    planung,
    kontaktarten.map(({ name }) => name),
  );
  const hinweise = sammleKontohinweise(planung);
  const bank = bankpruefung(planung, kontakte, konten, verzeichnisse.bankluecken);

  yield { was: "listen", firmendaten, kontaktarten, positionsarten: positionsarten.vorgaenge };
  const geordnete = nebenher(ordneAlleKonten(planung, quelle, verzeichnisse));
  yield* planeAlleKontakte(planung, quelle, verzeichnisse, arten, bank);
  yield* planeAlleKonten(planung, quelle, verzeichnisse, await geordnete, { bank, hinweise });
  const plane = () => planeAllePositionen(planung, quelle, verzeichnisse, positionsarten);
  // In a check nothing is written meanwhile: it would only have more at a time.
  const begonnene = planung.gesperrt ? nebenher(plane()) : undefined;
  yield* planeAlleObjekte(planung, quelle, verzeichnisse, hinweise);
  const positionen = await (begonnene ?? plane());
  const { urspruenge } = positionen.plan;
  yield { was: "positionen", plan: positionen.plan };
  yield { was: "hebungen", vorgaenge: positionen.hebungen, urspruenge };
  const schluessel: Record<Schluesselart, () => NeueSchluessel> = {
    kontakt: kontakte.neue,
    pachtkonto: konten.neue,
    position: () => positionen.neue,
    patchobjekt: objekte.neue,
    hebung: hebungen.neue,
  };
  for (const [art, neue] of Object.entries(schluessel))
    yield { was: "schluessel", art: art as Schluesselart, neue: neue(), urspruenge };
}
