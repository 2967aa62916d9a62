import { randomUUID } from "node:crypto";
import { protokolliere, type Urheber } from "../../technik/auditlog/protokolliere.ts";
import type { Sql, Tx } from "../../technik/database/pool.ts";
import type { Phase } from "../adapter/typen.ts";
import type { Aktion } from "../schema.ts";
import type { Ergebnis } from "./ergebnis.ts";
import * as q from "./queries.ts";
import { aktionLaeuft } from "./sperre.ts";

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

/** Changes a document and writes that down. */
const aendere = async (
  tx: Tx,
  urheber: Urheber,
  aktion: string,
  stand: q.Stand,
  aenderung: q.Standaenderung,
  mehr: object = {},
): Promise<void> => {
  const alt = sichtbar(stand);
  await setze(tx, stand, aenderung);
  await protokolliere(tx, urheber, {
    aktion,
    ressource: "extaccounting_dokument",
    ressourceId: stand.belegId,
    alt,
    neu: { ...sichtbar(stand), ...mehr },
  });
};

/** One try of one action: begun, led through its phases, and ended, each committed before the next thing happens. */
export async function beginneVersuch(
  { sql }: { sql: Sql },
  urheber: Urheber & { auftragId?: number | null },
  stand: q.Stand,
  { aktion, system, vorab }: { aktion: Aktion; system: string; vorab: q.Standaenderung },
) {
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
    /** To be committed before the request of this phase leaves; with it what is known so far. */
    async phase(phase: Phase, merke: q.Standaenderung = {}): Promise<void> {
      if (Object.keys(merke).length === 0) await q.updatePhase(sql, id, phase);
      else
        await sql.begin(async (tx) => {
          await setze(tx, stand, merke);
          await q.updatePhase(tx, id, phase);
        });
    },

    beende: (
      { versuch, aenderung, aenderungAmOriginal }: Ergebnis,
      original: q.Stand | undefined,
      imAbschluss: ((tx: Tx) => Promise<void>) | undefined,
    ): Promise<void> =>
      sql.begin(async (tx) => {
        const mehr = { ausgang: versuch.ausgang, versuchUrsache: versuch.ursache };
        await aendere(tx, urheber, `extern_${aktion}`, stand, aenderung, mehr);
        await q.updateBeendet(tx, id, { ...versuch, externId: stand.externId, externNummer: stand.externNummer });
        if (original && aenderungAmOriginal)
          await aendere(tx, urheber, "extern_storniert", original, aenderungAmOriginal);
        await imAbschluss?.(tx);
      }),
  };
}

export type Versuch = Awaited<ReturnType<typeof beginneVersuch>>;

const abgebrochen = { code: "abgebrochen", ursache: "Der Versuch brach ab, bevor sein Ergebnis feststand." } as const;

/**
 * Ends attempts whose process died, to be called by who holds the locks of their documents. Was a request on its way
 * that changes the document, then what came of it is unknown; else nothing has happened.
 *
 * @param setzzeitMs after which "not found" counts again
 */
export async function beendeTote(
  { sql, uhr }: { sql: Sql; uhr: () => Date },
  urheber: Urheber,
  belegIds: number[],
  setzzeitMs: number,
): Promise<number> {
  const tote = await q.listOffeneVersuche(sql, belegIds);
  if (tote.length === 0) return 0;
  return sql.begin(async (tx) => {
    const staende = new Map((await q.listStaende(tx, belegIds)).map((stand) => [stand.belegId, stand]));
    for (const { id, belegId, aktion, phase } of tote) {
      const stand = staende.get(belegId);
      if (!stand) continue;
      const warUnterwegs = phase !== null && phase !== "partei";
      const nichtVor = new Date(uhr().getTime() + setzzeitMs);
      const aenderung: q.Standaenderung = warUnterwegs ? { ...abgebrochen, zustand: "uncertain", phase, nichtVor } : {};
      await aendere(tx, urheber, `extern_${aktion}_abgebrochen`, stand, aenderung);
      await q.updateBeendet(tx, id, {
        ...abgebrochen,
        ausgang: warUnterwegs ? "uncertain" : "rejected",
        externId: stand.externId,
        externNummer: stand.externNummer,
      });
    }
    return tote.length;
  });
}
