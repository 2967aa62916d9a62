import { randomUUID } from "node:crypto";
import type { Ablehnung } from "../../kern/ablehnung.ts";
import { protokolliere, type Urheber } from "../../technik/auditlog/protokolliere.ts";
import type { Sql, Tx } from "../../technik/database/pool.ts";
import type { ExternerBeleg, Phase } from "../adapter/typen.ts";
import type { Aktion } from "../schema.ts";
import * as q from "./queries.ts";
import { aktionLaeuft } from "./sperre.ts";

/** What an action comes to: of the attempt, of the document, and of the document that a Storno cancels. */
export type Ergebnis = {
  versuch: Pick<q.Versuchsende, "ausgang" | "code" | "ursache">;
  stand: q.Standaenderung;
  original?: q.Standaenderung;
  /** Nothing has happened to the document; the system does not take anything at the moment. */
  systemfehler?: { code: string; ursache: string; wartezeitMs: number };
  /** The answer, where it is not the document. */
  problem?: Ablehnung;
};

/** What stands outside, as columns of ours. */
export const ausBeleg = (beleg: ExternerBeleg): q.Standaenderung => ({
  externId: beleg.id,
  externNummer: beleg.nummer,
  externZustand: beleg.rohzustand,
});

const ohneUrsache = { code: null, ursache: null, phase: null, nichtVor: null } as const;

export const erledigt = (stand: q.Standaenderung): Ergebnis => ({
  versuch: { ausgang: "done", code: null, ursache: null },
  stand: { ...ohneUrsache, ...stand },
});

/** A definite refusal of the document. */
export const abgelehnt = (
  { code, ursache }: { code: string; ursache: string },
  stand: q.Standaenderung = { zustand: "failed", code, ursache, phase: null, nichtVor: null },
): Ergebnis => ({ versuch: { ausgang: "rejected", code, ursache }, stand });

const sichtbar = (stand: q.Stand | (q.Stand & q.Standaenderung)) => ({
  state: stand.zustand,
  externId: stand.externId,
  externNummer: stand.externNummer,
  ursache: stand.ursache,
});

const setze = async (tx: Tx, stand: q.Stand, aenderung: q.Standaenderung): Promise<void> => {
  if (Object.keys(aenderung).length === 0) return;
  const version = await q.updateStand(tx, stand.belegId, stand.version, aenderung);
  if (version === undefined) throw aktionLaeuft();
  Object.assign(stand, aenderung, { version, nichtVor: aenderung.nichtVor?.toISOString() ?? stand.nichtVor });
  if (aenderung.nichtVor === null) stand.nichtVor = null;
};

export type Umstaende = { sql: Sql; uhr: () => Date };

/** One try of one action: begun, led through its phases, and ended, each committed before the next thing happens. */
export const beginneVersuch = async (
  { sql }: Pick<Umstaende, "sql">,
  urheber: Urheber & { auftragId?: number | null },
  stand: q.Stand,
  { aktion, system, vorab }: { aktion: Aktion; system: string; vorab: q.Standaenderung },
) => {
  const id = randomUUID();
  await sql.begin(async (tx) => {
    await setze(tx, stand, vorab);
    await q.insertVersuch(tx, {
      id,
      belegId: stand.belegId,
      aktion,
      system,
      referenz: stand.referenz,
      benutzerId: urheber.akteur.id,
      benutzerName: urheber.akteur.name,
      auftragId: urheber.auftragId ?? null,
    });
  });

  return {
    id,
    stand,
    /** To be committed before the request of this phase leaves; with it what is known so far. */
    async phase(phase: Phase, merke: q.Standaenderung = {}): Promise<void> {
      if (Object.keys(merke).length === 0) await q.updatePhase(sql, id, phase);
      else
        await sql.begin(async (tx) => {
          await setze(tx, stand, merke);
          await q.updatePhase(tx, id, phase);
        });
    },
    async beende(
      ergebnis: Ergebnis,
      original: q.Stand | undefined,
      imAbschluss: ((tx: Tx) => Promise<void>) | undefined,
    ): Promise<void> {
      await sql.begin(async (tx) => {
        const vorher = sichtbar(stand);
        await setze(tx, stand, ergebnis.stand);
        await q.updateBeendet(tx, id, {
          ...ergebnis.versuch,
          externId: stand.externId,
          externNummer: stand.externNummer,
        });
        await protokolliere(tx, urheber, {
          aktion: `extern_${aktion}`,
          ressource: "extaccounting_dokument",
          ressourceId: stand.belegId,
          alt: vorher,
          neu: { ...sichtbar(stand), ausgang: ergebnis.versuch.ausgang, versuchUrsache: ergebnis.versuch.ursache },
        });
        if (original && ergebnis.original) {
          const alt = sichtbar(original);
          await setze(tx, original, ergebnis.original);
          await protokolliere(tx, urheber, {
            aktion: "extern_storniert",
            ressource: "extaccounting_dokument",
            ressourceId: original.belegId,
            alt,
            neu: sichtbar(original),
          });
        }
        await imAbschluss?.(tx);
      });
    },
  };
};

export type Versuch = Awaited<ReturnType<typeof beginneVersuch>>;

const abgebrochen = "Der Dienst wurde währenddessen beendet.";

/**
 * Ends attempts whose process died, to be called by who holds the locks of their documents. Was a request on its way
 * that changes the document, then what came of it is unknown; else nothing has happened.
 *
 * @param setzzeitMs after which "not found" counts again
 */
export const beendeTote = async (
  { sql, uhr }: Umstaende,
  urheber: Urheber,
  belegIds: number[],
  setzzeitMs: number,
): Promise<number> => {
  const tote = await q.listOffeneVersuche(sql, belegIds);
  if (tote.length === 0) return 0;
  return sql.begin(async (tx) => {
    const staende = new Map((await q.listStaende(tx, belegIds)).map((stand) => [stand.belegId, stand]));
    for (const { id, belegId, aktion, phase } of tote) {
      const stand = staende.get(belegId);
      if (!stand) continue;
      const offen = phase !== null && phase !== "partei";
      const alt = sichtbar(stand);
      if (offen)
        await setze(tx, stand, {
          zustand: "uncertain",
          code: "abgebrochen",
          ursache: abgebrochen,
          phase,
          nichtVor: new Date(uhr().getTime() + setzzeitMs),
        });
      await q.updateBeendet(tx, id, {
        ausgang: offen ? "uncertain" : "rejected",
        code: "abgebrochen",
        ursache: abgebrochen,
        externId: stand.externId,
        externNummer: stand.externNummer,
      });
      await protokolliere(tx, urheber, {
        aktion: `extern_${aktion}_abgebrochen`,
        ressource: "extaccounting_dokument",
        ressourceId: belegId,
        alt,
        neu: sichtbar(stand),
      });
    }
    return tote.length;
  });
};
