import { Ablehnung, nichtGefunden } from "../../kern/ablehnung.ts";
import { tagInBerlin } from "../../kern/kalender/berlin.ts";
import { system, type Urheber } from "../../technik/auditlog/protokolliere.ts";
import type { Sql, Tx } from "../../technik/database/pool.ts";
import { type Abgelehnt, Absage } from "../adapter/typen.ts";
import type { Aktion, ExtaccountingDocumentAction } from "../schema.ts";
import { istSystemfehler, nichtBereit } from "../verbindung/unterbrecher.ts";
import type { Anbindung } from "../verbindung/verbindung.ts";
import { exportiere } from "./exportiere.ts";
import { frischeAuf } from "./frischeAuf.ts";
import { klaere } from "./klaere.ts";
import { type Lage, systemfehler } from "./lage.ts";
import { loescheAussen, storniereAussen } from "./nimmZurueck.ts";
import * as q from "./queries.ts";
import { findeHindernis, findeHindernisAussen } from "./regeln.ts";
import { bildeAuftrag } from "./sollbeleg.ts";
import { mitSperre } from "./sperre.ts";
import { abgelehnt, beendeTote, beginneVersuch, type Ergebnis } from "./versuch.ts";

export type Dienst = { sql: Sql; anbindung: Anbindung; uhr: () => Date };

const schritte: Record<Aktion, (lage: Lage) => Promise<Ergebnis>> = {
  export: exportiere,
  refresh: frischeAuf,
  reconcile: klaere,
  cancel: storniereAussen,
  delete: loescheAussen,
};

export type Abschluss = (tx: Tx, ergebnis: Ergebnis) => Promise<void>;

/**
 * One action on one document, from the check of its state to the audit entry. Nobody else acts on it meanwhile, and what
 * is on its way was committed before it left.
 *
 * @param imAbschluss is part of the transaction that ends the attempt
 * @throws Ablehnung nichtGefunden; konflikt for what is not allowed (`zustand`, `gesperrt`, `aktion_laeuft`, …); fremdsystem/nichtVerfuegbar when the system
 *   does not take anything, with the document as it was
 */
export const fuehreAus = async (
  dienst: Dienst,
  urheber: Urheber & { auftragId?: number | null },
  id: number,
  aktion: Aktion,
  body: ExtaccountingDocumentAction = {},
  imAbschluss?: Abschluss,
): Promise<void> => {
  const { sql, anbindung, uhr } = dienst;
  const vorher = await findeStaende(sql, id);
  const umstand = { ...body, imAuftrag: typeof urheber.auftragId === "number" };
  wirf(findeHindernis(aktion, vorher.stand, vorher.original, umstand));
  const leitung = await anbindung.oeffne();
  const ids = [vorher.stand, vorher.original, vorher.storno].flatMap((stand) => (stand ? [stand.belegId] : []));
  const sender = `${leitung.system} ${leitung.mandantId}`;
  const ergebnis = await mitSperre(sql, ids, sender, async () => {
    // Only now: whoever sent before may have found out that there is no use.
    await leitung.pruefe();
    await beendeTote(dienst, system, ids, leitung.adapter.faehigkeiten.setzzeitMs);
    // Only what is read under the lock counts.
    const { stand, original, storno } = await findeStaende(sql, id);
    wirf(findeHindernis(aktion, stand, original, umstand));
    const aussen = { system: leitung.system, mandantId: leitung.mandantId, faehigkeiten: leitung.adapter.faehigkeiten };
    wirf(findeHindernisAussen(aktion, stand, storno, aussen));
    if (original) wirf(findeHindernisAussen("refresh", original, undefined, aussen));
    const daten = await q.findBelegdaten(sql, id);
    if (!daten) throw nichtGefunden("Einen Archivbeleg mit der id", id);
    const auftrag = bildeAuftrag(stand, daten, tagInBerlin(uhr()));
    const versuch = await beginneVersuch(dienst, urheber, stand, {
      aktion,
      system: leitung.system,
      vorab:
        aktion === "export" && stand.externId === null
          ? { referenz: auftrag.referenz, system: leitung.system, mandantId: leitung.mandantId }
          : {},
    });
    const lage: Lage = {
      leitung,
      stand,
      original,
      auftrag,
      versuch,
      grund: body.grund ?? "Storno",
      warUnterwegs: () => q.hatVersuch(sql, id),
      jetzt: uhr,
    };
    const ende = await schritte[aktion](lage).catch((fehler: unknown) => {
      if (fehler instanceof Absage) return nachAbsage(aktion, fehler.absage);
      throw fehler;
    });
    // What the clerk said of it stays with the attempt and its audit entry.
    if (body.grund) ende.versuch.ursache = [ende.versuch.ursache, `Grund: ${body.grund}`].filter(Boolean).join(" ");
    await versuch.beende(ende, original, imAbschluss && ((tx) => imAbschluss(tx, ende)));
    return ende;
  });
  if (ergebnis.problem) throw ergebnis.problem;
  if (ergebnis.systemfehler) throw nichtBereit(ergebnis.systemfehler, ergebnis.systemfehler.wartezeitMs);
};

/** A look-up without an answer: of the system, or refused for what it asked, then the document cannot be handed over. */
const nachAbsage = (aktion: Aktion, absage: Abgelehnt): Ergebnis =>
  istSystemfehler(absage) ? systemfehler(absage) : aktion === "export" ? abgelehnt(absage) : abgelehnt(absage, {});

/** The document, of a Storno its original, of a cancelled one its Storno. */
export const findeStaende = async (sql: Sql, id: number) => {
  const [stand] = await q.listStaende(sql, [id]);
  if (!stand) throw nichtGefunden("Einen Archivbeleg mit der id", id);
  const andere = [stand.stornoVonId, stand.storniertDurchId].filter((eine) => eine !== null);
  const weitere = andere.length > 0 ? await q.listStaende(sql, andere) : [];
  return {
    stand,
    original: weitere.find(({ belegId }) => belegId === stand.stornoVonId),
    storno: weitere.find(({ belegId }) => belegId === stand.storniertDurchId),
  };
};

const wirf = (hindernis: Ablehnung | null): void => {
  if (hindernis) throw hindernis;
};

/**
 * Ends the attempts of processes that died. Documents that somebody is at work on are left alone: their locks are held.
 *
 * @returns how many were ended
 */
export const raeumeToteVersuche = async ({ sql, anbindung, uhr }: Dienst): Promise<number> => {
  const offene = await q.listOffeneVersuche(sql);
  const setzzeitMs = offene.length > 0 ? await anbindung.setzzeitMs() : 0;
  let beendet = 0;
  for (const { belegId } of offene)
    beendet += await mitSperre(sql, [belegId], null, () =>
      beendeTote({ sql, uhr }, system, [belegId], setzzeitMs),
    ).catch((fehler: unknown) => {
      if (fehler instanceof Ablehnung) return 0;
      throw fehler;
    });
  return beendet;
};
