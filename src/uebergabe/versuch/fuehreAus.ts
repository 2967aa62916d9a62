import { type Ablehnung, nichtGefunden } from "../../kern/ablehnung.ts";
import { tagInBerlin } from "../../kern/kalender/berlin.ts";
import { system, type Urheber } from "../../technik/auditlog/protokolliere.ts";
import type { Sql, Tx } from "../../technik/database/pool.ts";
import type { Halter } from "../../technik/database/sperre.ts";
import { type Abgelehnt, Absage } from "../adapter/typen.ts";
import type { Aktion, ExtaccountingDocumentAction } from "../schema.ts";
import { istSystemfehler, nichtBereit } from "../verbindung/unterbrecher.ts";
import type { Gegenstelle, Verbindung } from "../verbindung/verbindung.ts";
import { exportiere } from "./aktionen/exportiere.ts";
import { frischeAuf } from "./aktionen/frischeAuf.ts";
import { klaere } from "./aktionen/klaere.ts";
import type { Lage } from "./aktionen/lage.ts";
import { loescheAussen, storniereAussen } from "./aktionen/nimmZurueck.ts";
import { abgelehnt, bleibt, type Ergebnis, systemfehler } from "./ergebnis.ts";
import { findBelegdaten, findGesendeten } from "./queries.ts";
import { findeHindernis, findeHindernisAussen, type Umstaende } from "./regeln.ts";
import { bildeSollbeleg } from "./sollbeleg.ts";
import { mitPlatz, mitSperre } from "./sperre.ts";
import { findeStaende } from "./stand.ts";
import { beendeTote, beginneVersuch } from "./versuch.ts";

export type Dienst = { sql: Sql; verbindung: Verbindung; uhr: () => Date };

const schritte: Record<Aktion, (lage: Lage) => Promise<Ergebnis>> = {
  export: exportiere,
  refresh: frischeAuf,
  reconcile: klaere,
  cancel: storniereAussen,
  delete: loescheAussen,
};

/** Whoever wants the action: a clerk, or a job of the worker. */
type Anlass = Urheber & { auftragId?: number | null };

type Abschluss = (tx: Tx, ergebnis: Ergebnis) => Promise<void>;

/**
 * One action on one document, from the check of its state to the audit entry. Nobody else acts on it meanwhile, and what
 * is on its way was committed before it left.
 *
 * @param rahmen.imAbschluss is part of the transaction that ends the attempt
 * @param rahmen.halter of a caller who has its place already
 * @throws Ablehnung nichtGefunden; konflikt for what is not allowed (`zustand`, `gesperrt`, `aktion_laeuft`, …);
 *   fremdsystem/nichtVerfuegbar when the system does not take anything, with the document as it was
 */
export async function fuehreAus(
  dienst: Dienst,
  anlass: Anlass,
  id: number,
  aktion: Aktion,
  body: ExtaccountingDocumentAction = {},
  { imAbschluss, halter }: { imAbschluss?: Abschluss; halter?: Halter } = {},
): Promise<void> {
  const { sql, verbindung } = dienst;
  const umstaende = { ...body, imAuftrag: typeof anlass.auftragId === "number" };
  const vorher = await findeStaende(sql, id);
  wirf(findeHindernis(aktion, vorher.stand, vorher.original, umstaende));
  const gegenstelle = await verbindung.oeffne();
  const ids = [vorher.stand, vorher.original, vorher.storno].flatMap((stand) => (stand ? [stand.belegId] : []));
  const sender = `${gegenstelle.system} ${gegenstelle.mandantId}`;
  const handle = async () => {
    // Only now: whoever sent before may have found out that there is no use.
    await gegenstelle.verlangeBereit();
    await beendeTote(dienst, system, ids, gegenstelle.adapter.faehigkeiten.setzzeitMs);
    const lage = await beginne(dienst, anlass, gegenstelle, { id, aktion, umstaende });
    const ende = await schritte[aktion](lage).catch((fehler: unknown) => {
      if (fehler instanceof Absage) return nachAbsage(aktion, fehler.absage);
      throw fehler;
    });
    // What the clerk said of it stays with the attempt and its audit entry.
    if (body.grund) ende.versuch.ursache = [ende.versuch.ursache, `Grund: ${body.grund}`].filter(Boolean).join(" ");
    await lage.versuch.beende(ende, lage.original, imAbschluss && ((tx) => imAbschluss(tx, ende)));
    return ende;
  };
  const sperreUndHandle = (wer: Halter) => mitSperre(wer, ids, sender, handle);
  const ergebnis = await (halter ? sperreUndHandle(halter) : mitPlatz(sql, sperreUndHandle));
  if (ergebnis.problem) throw ergebnis.problem;
  if (ergebnis.systemfehler) throw nichtBereit(ergebnis.systemfehler, ergebnis.systemfehler.wartezeitMs);
}

/** The action on a document, and what decides whether it may be. */
type Vorhaben = {
  id: number;
  aktion: Aktion;
  umstaende: Umstaende & Pick<ExtaccountingDocumentAction, "grund">;
};

/** Begins the attempt, if nothing forbids it: only what is read under the lock counts. */
const beginne = async (
  dienst: Dienst,
  anlass: Anlass,
  gegenstelle: Gegenstelle,
  { id, aktion, umstaende }: Vorhaben,
): Promise<Lage> => {
  const { sql, uhr } = dienst;
  const { mandantId, adapter } = gegenstelle;
  const { stand, original, storno } = await findeStaende(sql, id);
  wirf(findeHindernis(aktion, stand, original, umstaende));
  const aussen = { system: gegenstelle.system, mandantId, faehigkeiten: adapter.faehigkeiten };
  wirf(findeHindernisAussen(aktion, stand, storno, aussen));
  if (original) wirf(findeHindernisAussen("refresh", original, undefined, aussen));
  const daten = await findBelegdaten(sql, id);
  if (!daten) throw nichtGefunden("Einen Archivbeleg mit der id", id);
  const soll = bildeSollbeleg(stand, daten, tagInBerlin(uhr()));
  const wirdNeu = aktion === "export" && stand.externId === null;
  const versuch = await beginneVersuch(dienst, anlass, stand, {
    aktion,
    system: gegenstelle.system,
    vorab: wirdNeu ? { referenz: soll.referenz, system: gegenstelle.system, mandantId } : {},
  });
  return {
    gegenstelle,
    stand,
    original,
    soll,
    versuch,
    grund: umstaende.grund ?? "Storno",
    warUnterwegs: async () => (await findGesendeten(sql, id)) !== undefined,
    jetzt: uhr,
  };
};

/** A look-up without an answer: of the system, or refused for what it asked, then the document cannot be handed over. */
const nachAbsage = (aktion: Aktion, absage: Abgelehnt): Ergebnis => {
  if (istSystemfehler(absage)) return systemfehler(absage);
  return aktion === "export" ? abgelehnt(absage) : bleibt(absage);
};

const wirf = (hindernis: Ablehnung | null): void => {
  if (hindernis) throw hindernis;
};
