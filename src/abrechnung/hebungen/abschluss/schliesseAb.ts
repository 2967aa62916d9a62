import { konflikt } from "../../../kern/ablehnung.ts";
import { wendeHebungenAn } from "../../../kern/pacht/hebung/hebung.ts";
import type { PositionVersion } from "../../../kern/pacht/typen.ts";
import { type Eintrag, protokolliereAlle, type Urheber } from "../../../technik/auditlog/protokolliere.ts";
import type { Tx } from "../../../technik/database/pool.ts";
import { inStapeln } from "../../../technik/stapel.ts";
import { berechneNaechsteHebung } from "../naechsteHebung.ts";
import { listHebungenMit } from "../queries.ts";
import type { Hebung, HebungAbschlussPosition } from "../schema.ts";
import { alsAktive, ladePositionen, ohneBasisKonflikt } from "../wirkung.ts";
import { abschlussPositionen } from "./positionen.ts";
import * as q from "./queries.ts";

/** Accounts computed and written at a time. */
const jeTeil = 2000;

/**
 * Completes active increases in the caller's transaction, which holds the locks of their accounts: the affected
 * positions get a new version from `wirksamAb` with the amount that the billing computes, `letzteHebung` and
 * `naechsteHebung` move, and old and new amounts are kept with the increase. Whether its day is booked is the
 * caller's business: a booking completes what it has just billed.
 *
 * @param abzuschliessende any number of increases of any accounts; of one account, all that the billing has applied
 * @throws Ablehnung konflikt when one of them is not `aktiv` any more, has no basis or would become too great
 */
export async function schliesseHebungenAb(
  tx: Tx,
  urheber: Urheber,
  abzuschliessende: readonly { hebungId: number }[],
  heute: string,
): Promise<void> {
  const hebungen = await listHebungenMit(
    tx,
    abzuschliessende.map(({ hebungId }) => hebungId),
  );
  const verloren = hebungen.find(({ status }) => status !== "aktiv");
  if (verloren) throw konflikt("nicht_aktiv", `Die Hebung ${verloren.id} ist nicht mehr aktiv.`);
  if (hebungen.length !== abzuschliessende.length)
    throw konflikt("nicht_aktiv", "Eine der Hebungen gibt es nicht mehr.");
  const jeKonto = [...Map.groupBy(hebungen, ({ pachtkontoId }) => pachtkontoId)];
  for (const teil of inStapeln(jeKonto, jeTeil)) await schliesseTeilAb(tx, urheber, new Map(teil), heute);
}

const schliesseTeilAb = async (
  tx: Tx,
  urheber: Urheber,
  jeKonto: Map<number, Hebung[]>,
  heute: string,
): Promise<void> => {
  const geladen = await ladePositionen(tx, [...jeKonto.keys()]);
  const wirkungen = [...jeKonto].map(([id, hebungen]) => wirkungAuf(geladen.get(id)?.positionen ?? [], hebungen));
  const geaendert = wirkungen.flatMap((wirkung) => wirkung.geaendert);
  const neu = wirkungen.flatMap((wirkung) => wirkung.neu);
  // In this order: versions of a position never overlap.
  if (geaendert.length > 0)
    await q.updateFassungen(
      tx,
      geaendert.map(({ kuenftig }) => kuenftig),
    );
  const neue = neu.length > 0 ? await q.insertFassungen(tx, neu) : [];
  const fassungIds = new Map(neue.map(({ id, ursprungId, gueltigVon }) => [schluessel(ursprungId, gueltigVon), id]));
  const abschluesse = wirkungen.flatMap((wirkung) => wirkung.abschluesse(fassungIds));
  await q.updateAbgeschlossen(tx, urheber.akteur.name, abschluesse);

  const hebungen = [...jeKonto.values()].flat();
  await q.updateLetzteHebung(tx, hebungen);
  await rueckeBasisWeiter(tx, urheber, hebungen);
  await protokolliereAlle(tx, urheber, [
    ...geaendert.map(({ alt, kuenftig }) => aenderung(alt, kuenftig)),
    ...neu.map((fassung) => neueFassung(fassung, fassungIds)),
    ...abschluesse.map((abschluss) => vollendung(abschluss, urheber)),
  ]);
  await berechneNaechsteHebung(tx, urheber, [...jeKonto.keys()], heute);
};

/** Where an increase followed a clause by index, the next one counts from the month that this one has used. */
const rueckeBasisWeiter = async (tx: Tx, urheber: Urheber, hebungen: readonly Hebung[]): Promise<void> => {
  const wechsel = hebungen.flatMap(({ pachtkontoId, herkunft }) =>
    herkunft?.basis && herkunft.neu ? [{ pachtkontoId, basis: herkunft.basis, neu: herkunft.neu }] : [],
  );
  if (wechsel.length === 0) return;
  await q.halteIndexreihen(tx, [...new Set(wechsel.flatMap(({ basis, neu }) => [basis.reiheId, neu.reiheId]))]);
  const verschoben = new Set((await q.updateBasismonate(tx, wechsel)).map(({ id }) => id));
  const stand = ({ reiheId, monat }: q.Basiswechsel["neu"]) => ({ reiheId, basisMonat: monat });
  await protokolliereAlle(
    tx,
    urheber,
    wechsel
      .filter(({ pachtkontoId }) => verschoben.has(pachtkontoId))
      .map(({ pachtkontoId, basis, neu }) => ({
        aktion: "aendern",
        ressource: "pachtkonto",
        ressourceId: pachtkontoId,
        alt: { wertsicherung: stand(basis) },
        neu: { wertsicherung: stand(neu) },
      })),
  );
};

const schluessel = (ursprungId: number, gueltigVon: string | null) => `${ursprungId} ${gueltigVon}`;

type Neufassung = q.Fassung & { vorlageId: number; alt: PositionVersion };
type Abschluss = { id: number; abschluss: HebungAbschlussPosition[] };

type Wirkung = {
  /** Versions that end earlier, or that begin on the day itself and take the new amount. */
  geaendert: { alt: PositionVersion; kuenftig: q.Fassung & { id: number } }[];
  neu: Neufassung[];
  /** @param fassungIds ids of the new versions by position and first day */
  abschluesse: (fassungIds: ReadonlyMap<string, number>) => Abschluss[];
};

/** What completing these increases writes to the positions of their account. */
const wirkungAuf = (positionen: PositionVersion[], hebungen: Hebung[]): Wirkung => {
  const { versionen, aenderungen, ohneBasis } = wendeHebungenAn(positionen, hebungen.map(alsAktive));
  const [ohne] = ohneBasis;
  if (ohne) throw ohneBasisKonflikt(ohne, `Hebung ${ohne.hebungId}: `);
  const stuecke = Map.groupBy(versionen, ({ id }) => id);
  const geaendert: Wirkung["geaendert"] = [];
  const neu: Neufassung[] = [];
  for (const alt of positionen) {
    const [erstes, ...weitere] = stuecke.get(alt.id) ?? [];
    if (erstes && (erstes.betragCent !== alt.betragCent || erstes.gueltigBis !== alt.gueltigBis))
      geaendert.push({ alt, kuenftig: { id: alt.id, ...fassung(erstes) } });
    neu.push(...weitere.map((stueck) => ({ ...fassung(stueck), vorlageId: alt.id, alt })));
  }
  return {
    geaendert,
    neu,
    abschluesse: (fassungIds) =>
      hebungen.map(({ id }) => ({
        id,
        abschluss: abschlussPositionen(
          id,
          aenderungen,
          positionen,
          ({ ursprungId, gueltigVon, positionId }) => fassungIds.get(schluessel(ursprungId, gueltigVon)) ?? positionId,
        ),
      })),
  };
};

/** What a version may change by, and no more of it: as it is written, and as the audit log tells it. */
const fassung = ({ betragCent, gueltigVon, gueltigBis }: q.Fassung): q.Fassung => ({
  betragCent,
  gueltigVon,
  gueltigBis,
});

const aenderung = (alt: PositionVersion, kuenftig: q.Fassung & { id: number }): Eintrag => ({
  aktion: "aendern",
  ressource: "position",
  ressourceId: alt.id,
  alt: fassung(alt),
  neu: fassung(kuenftig),
});

const neueFassung = ({ alt, betragCent, gueltigVon, gueltigBis }: Neufassung, ids: Map<string, number>): Eintrag => {
  const id = ids.get(schluessel(alt.ursprungId, gueltigVon));
  return {
    aktion: "neue_fassung",
    ressource: "position",
    ressourceId: id,
    alt: { id: alt.id, ...fassung(alt) },
    neu: { id, betragCent, gueltigVon, gueltigBis },
  };
};

const vollendung = ({ id, abschluss }: Abschluss, { akteur }: Urheber): Eintrag => ({
  aktion: "abschliessen",
  ressource: "hebung",
  ressourceId: id,
  alt: { status: "aktiv" },
  neu: { status: "abgeschlossen", abgeschlossenVon: akteur.name, abschluss },
});
