import { type Hebung, schreibbareFelder as hebungsfelder } from "../../abrechnung/hebungen/schema.ts";
import {
  aendereHebungen,
  legeHebungenAn,
  listHebungenMit,
  type NeueHebung,
} from "../../abrechnung/hebungen/schreibung.ts";
import { vertageAbgleich } from "../../stammdaten/duplikate/pflege.ts";
import { schreibeFirmendaten } from "../../stammdaten/einstellungen/firmendaten/pflege.ts";
import { schreibbareFelder as firmenfelder } from "../../stammdaten/einstellungen/firmendaten/schema.ts";
import { legeKontaktartenAn } from "../../stammdaten/einstellungen/kontaktarten/pflege.ts";
import { aenderePositionsarten, legePositionsartenAn } from "../../stammdaten/einstellungen/positionsarten/pflege.ts";
import { schreibbareFelder as artfelder } from "../../stammdaten/einstellungen/positionsarten/schema.ts";
import { schreibbareFelder as kontaktfelder } from "../../stammdaten/kontakte/schema.ts";
import { aendereKontakte, legeKontakteAn } from "../../stammdaten/kontakte/schreibung.ts";
import type { Parteizeile } from "../../stammdaten/pachtkonten/beteiligte.ts";
import { aendereFeldwerte } from "../../stammdaten/pachtkonten/feldwerte/pflege.ts";
import { type PachtkontoPosition, positionFelder } from "../../stammdaten/pachtkonten/positionen/schema.ts";
import { aendereFassungen, legeFassungenAn, zieheIds } from "../../stammdaten/pachtkonten/positionen/schreibung.ts";
import type { Kontowerte } from "../../stammdaten/pachtkonten/pruefung.ts";
import { kontofelder, type Pachtkonto } from "../../stammdaten/pachtkonten/schema.ts";
import { aenderePachtkonten, legePachtkontenAn, listKontobilder } from "../../stammdaten/pachtkonten/schreibung.ts";
import { schreibbareFelder as objektfelder } from "../../stammdaten/patchobjekte/schema.ts";
import { aenderePatchobjekte, legePatchobjekteAn } from "../../stammdaten/patchobjekte/schreibung.ts";
import type { Urheber } from "../../technik/auditlog/protokolliere.ts";
import { inTeilen } from "../../technik/database/massen.ts";
import type { Tx } from "../../technik/database/pool.ts";
import { neuerStand } from "./plan/abgleich.ts";
import { alsVergleichsbild } from "./plan/konten.ts";
import type { Plan } from "./plan/plan.ts";
import type { Positionvorgang } from "./plan/positionen.ts";
import { istVorlaeufig } from "./plan/verweise.ts";
import { hatAenderung, jeDatensatz, type Vorgang } from "./plan/vorgang.ts";
import { upsertSchluessel, upsertStaende } from "./queries.ts";

const jeAnweisung = 1_000;

type Rahmen = {
  tx: Tx;
  urheber: Urheber;
  heute: string;
  /** The ids that new records got, by those of the plan. */
  ids: Map<number, number>;
  ende: AbortSignal;
};

const wirklich = ({ ids }: Rahmen, id: number): number => (istVorlaeufig(id) ? (ids.get(id) as number) : id);

/** Writes part by part, so that a stop is heeded and no statement is too long. */
const jeTeil = async <T>(
  { ende }: Rahmen,
  alle: readonly T[],
  schreibe: (teil: T[]) => Promise<void>,
): Promise<void> => {
  for (const teil of inTeilen(alle, jeAnweisung)) {
    ende.throwIfAborted();
    await schreibe(teil);
  }
};

const merkeStaende = async <R extends object, W>(
  rahmen: Rahmen,
  art: string,
  felder: readonly string[],
  vorgaenge: readonly Vorgang<R, W>[],
  bildVon: (datensatz: R) => Record<string, unknown>,
  geschriebene: ReadonlyMap<number, R>,
): Promise<void> => {
  const staende = vorgaenge.flatMap((vorgang) => {
    const id = wirklich(rahmen, vorgang.id);
    const jetzt = geschriebene.get(id) ?? vorgang.alt;
    // Nothing was written, and the last import said as much.
    if (!jetzt || (vorgang.stand && !hatAenderung(vorgang))) return [];
    const { gesagt, geschrieben, stand, alt } = vorgang;
    return [{ id, ...neuerStand(felder, bildVon(jetzt), gesagt, geschrieben, stand, alt === undefined) }];
  });
  await jeTeil(rahmen, staende, async (teil) => void (await upsertStaende(rahmen.tx, art, teil)));
};

const alsBild = (datensatz: object): Record<string, unknown> => datensatz as Record<string, unknown>;

type Neuer<W> = { id: number; werte: W };

/** Writes new and changed records of one kind and remembers their ids. @returns them by id */
const schreibeDatensaetze = async <R extends { id: number }, W>(
  rahmen: Rahmen,
  vorgaenge: readonly Vorgang<R, W>[],
  legeAn: (neue: Neuer<W>[]) => Promise<R[]>,
  aendere: (geaenderte: { alt: R; werte: W }[]) => Promise<R[]>,
): Promise<Map<number, R>> => {
  const geschriebene = new Map<number, R>();
  const neue = vorgaenge.filter(({ alt }) => alt === undefined);
  await jeTeil(rahmen, neue, async (teil) => {
    const angelegte = await legeAn(teil);
    for (const [nr, datensatz] of angelegte.entries()) {
      rahmen.ids.set((teil[nr] as Neuer<W>).id, datensatz.id);
      geschriebene.set(datensatz.id, datensatz);
    }
  });
  const geaenderte = vorgaenge.flatMap((vorgang) =>
    vorgang.alt && hatAenderung(vorgang) ? [{ alt: vorgang.alt, werte: vorgang.werte }] : [],
  );
  await jeTeil(rahmen, geaenderte, async (teil) => {
    for (const datensatz of await aendere(teil)) geschriebene.set(datensatz.id, datensatz);
  });
  return geschriebene;
};

const schreibeListen = async (rahmen: Rahmen, { firmendaten, kontaktarten, positionsarten }: Plan): Promise<void> => {
  const { tx, urheber } = rahmen;
  for (const vorgang of firmendaten) {
    const { alt, werte } = vorgang;
    if (!alt) continue;
    const jetzt = hatAenderung(vorgang) ? await schreibeFirmendaten(tx, urheber, alt, werte) : alt;
    await merkeStaende(rahmen, "firmendaten", firmenfelder, [vorgang], alsBild, new Map([[vorgang.id, jetzt]]));
  }
  await jeTeil(rahmen, kontaktarten, async (teil) => void (await legeKontaktartenAn(tx, urheber, teil)));
  const geschriebene = await schreibeDatensaetze(
    rahmen,
    positionsarten,
    (neue) =>
      legePositionsartenAn(
        tx,
        urheber,
        neue.map(({ werte }) => werte),
      ),
    (geaenderte) => aenderePositionsarten(tx, urheber, geaenderte),
  );
  await merkeStaende(rahmen, "positionsart", artfelder, positionsarten, alsBild, geschriebene);
};

const schreibeKontakte = async (rahmen: Rahmen, { kontakte }: Plan): Promise<number[]> => {
  const { tx, urheber } = rahmen;
  const geschriebene = await schreibeDatensaetze(
    rahmen,
    kontakte,
    (neue) =>
      legeKontakteAn(
        tx,
        urheber,
        neue.map(({ werte }) => werte),
      ),
    (geaenderte) => aendereKontakte(tx, urheber, geaenderte),
  );
  await merkeStaende(rahmen, "kontakt", kontaktfelder, kontakte, alsBild, geschriebene);
  return [...geschriebene.keys()];
};

const schreibePatchobjekte = async (rahmen: Rahmen, { patchobjekte }: Plan): Promise<number[]> => {
  const { tx, urheber } = rahmen;
  const aufgeloest = patchobjekte.map((vorgang) => {
    const auf = <W extends { pachtkontoId?: unknown }>(werte: W): W =>
      typeof werte.pachtkontoId === "number" ? { ...werte, pachtkontoId: wirklich(rahmen, werte.pachtkontoId) } : werte;
    return { ...vorgang, werte: auf(vorgang.werte), gesagt: auf(vorgang.gesagt) };
  });
  const geschriebene = await schreibeDatensaetze(
    rahmen,
    aufgeloest,
    (neue) =>
      legePatchobjekteAn(
        tx,
        urheber,
        neue.map(({ werte }) => werte),
      ),
    (geaenderte) => aenderePatchobjekte(tx, urheber, geaenderte),
  );
  await merkeStaende(rahmen, "patchobjekt", objektfelder, aufgeloest, alsBild, geschriebene);
  return [...geschriebene.keys()];
};

const schreibePachtkonten = async (rahmen: Rahmen, { pachtkonten }: Plan): Promise<void> => {
  const { tx, urheber, heute, ids } = rahmen;
  const mitKontakten = <P extends Pick<Parteizeile, "kontaktId">>(parteien: readonly P[]): P[] =>
    parteien.map((partei) => ({ ...partei, kontaktId: wirklich(rahmen, partei.kontaktId) }));
  const neue = pachtkonten.filter(({ alt }) => alt === undefined);
  await jeTeil(rahmen, neue, async (teil) => {
    const angelegte = await legePachtkontenAn(
      tx,
      urheber,
      teil.map(({ werte: { werte, beteiligte = [] } }) => ({ werte, beteiligte: mitKontakten(beteiligte) })),
      heute,
    );
    for (const [nr, { id }] of angelegte.entries()) ids.set((teil[nr] as { id: number }).id, id);
  });
  const geaenderte = pachtkonten.flatMap(({ alt, werte: { werte, beteiligte }, geschrieben }) => {
    const { feldwerte: _, ...konto } = geschrieben;
    if (!alt || Object.keys(konto).length === 0) return [];
    return [{ id: alt.id, werte: werte as Kontowerte, beteiligte: beteiligte && mitKontakten(beteiligte) }];
  });
  await jeTeil(rahmen, geaenderte, async (teil) => {
    // Read again: what the parties are called may have changed with the contacts, which is no change of the account.
    const bilder = await listKontobilder(
      tx,
      teil.map(({ id }) => id),
    );
    const jetzige = new Map(bilder.map(({ feldwerte: _, geplanteHebungen: __, ...bild }) => [bild.id, bild]));
    const aenderungen = teil.map(({ id, ...ziel }) => ({ ...ziel, alt: jetzige.get(id) as Pachtkonto }));
    await aenderePachtkonten(tx, urheber, aenderungen, heute);
  });
  const felder = pachtkonten.flatMap(({ id, alt, werte: { feldwerte } }) =>
    feldwerte === undefined ? [] : [{ pachtkontoId: wirklich(rahmen, id), alt: alt?.feldwerte ?? {}, neu: feldwerte }],
  );
  await jeTeil(rahmen, felder, async (teil) => void (await aendereFeldwerte(tx, urheber, teil)));

  const zuMerken = pachtkonten.filter((vorgang) => vorgang.stand === undefined || hatAenderung(vorgang));
  await jeTeil(rahmen, zuMerken, async (teil) => {
    const bilder = await listKontobilder(
      tx,
      teil.map(({ id }) => wirklich(rahmen, id)),
    );
    await merkeStaende(
      rahmen,
      "pachtkonto",
      [...kontofelder, "beteiligte", "feldwerte"],
      teil.map((vorgang) => {
        const { beteiligte } = vorgang.gesagt as { beteiligte?: Parteizeile[] };
        if (beteiligte === undefined) return vorgang;
        const gesagt = { ...vorgang.gesagt, ...alsVergleichsbild({ beteiligte: mitKontakten(beteiligte) }) };
        return { ...vorgang, gesagt };
      }),
      alsVergleichsbild,
      new Map(bilder.map((bild) => [bild.id, bild])),
    );
  });
};

const schreibePositionen = async (rahmen: Rahmen, { positionen: { vorgaenge } }: Plan): Promise<void> => {
  const { tx, urheber, ids } = rahmen;
  const auf = <W extends { positionsartId?: unknown }>(werte: W): W =>
    typeof werte.positionsartId === "number"
      ? { ...werte, positionsartId: wirklich(rahmen, werte.positionsartId) }
      : werte;
  const geaenderte = vorgaenge.flatMap((vorgang) =>
    vorgang.alt && hatAenderung(vorgang) ? [{ alt: vorgang.alt, werte: auf(vorgang.werte) }] : [],
  );
  const geschriebene = new Map<number, PachtkontoPosition>();
  const vorher = new Map(vorgaenge.flatMap(({ alt }) => (alt ? [[alt.id, alt] as const] : [])));
  // Those that become shorter make room for the others.
  const wirdKuerzer = ({ alt, werte }: (typeof geaenderte)[number]) =>
    (werte.gueltigVon ?? "") >= (alt.gueltigVon ?? "") && (werte.gueltigBis ?? "9999") <= (alt.gueltigBis ?? "9999");
  for (const welche of [geaenderte.filter(wirdKuerzer), geaenderte.filter((eine) => !wirdKuerzer(eine))])
    await jeTeil(rahmen, welche, async (teil) => {
      for (const fassung of await aendereFassungen(tx, urheber, teil)) geschriebene.set(fassung.id, fassung);
    });
  const neue = vorgaenge.filter(({ alt }) => alt === undefined);
  await jeTeil(rahmen, neue, async (teil) => {
    for (const [nr, id] of (await zieheIds(tx, teil.length)).entries()) ids.set((teil[nr] as Positionvorgang).id, id);
  });
  await jeTeil(rahmen, neue, async (teil) => {
    const fassungen = teil.map(({ id, ursprungId, vorgaengerId, werte }) => ({
      id: wirklich(rahmen, id),
      ursprungId: wirklich(rahmen, ursprungId),
      vorgaengerId: vorgaengerId === null ? null : wirklich(rahmen, vorgaengerId),
      werte: { ...auf(werte), pachtkontoId: wirklich(rahmen, werte.pachtkontoId) },
    }));
    for (const fassung of await legeFassungenAn(tx, urheber, fassungen, vorher)) {
      geschriebene.set(fassung.id, fassung);
      vorher.set(fassung.id, fassung);
    }
  });
  const aufgeloest = vorgaenge.map((vorgang) => ({ ...vorgang, gesagt: auf(vorgang.gesagt) }));
  await merkeStaende(rahmen, "position", positionFelder, aufgeloest, alsBild, geschriebene);
};

/** Each is planned first, and then activated where the file says so: two steps, as by hand. */
const legeGefuehrteAn = async ({ tx, urheber, heute }: Rahmen, neue: readonly NeueHebung[]): Promise<Hebung[]> => {
  const geplante = await legeHebungenAn(
    tx,
    urheber,
    neue.map((hebung) => ({ ...hebung, status: "geplant" })),
    heute,
  );
  const schritte = geplante.flatMap((alt, nr) =>
    neue[nr]?.status === "aktiv" ? [{ alt, werte: { ...alt, status: "aktiv" as const } }] : [],
  );
  if (schritte.length === 0) return geplante;
  const aktive = jeDatensatz(await aendereHebungen(tx, urheber, schritte, heute));
  return geplante.map((hebung) => aktive.get(hebung.id) ?? hebung);
};

const schreibeHebungen = async (rahmen: Rahmen, { hebungen, positionen }: Plan): Promise<void> => {
  const { tx, urheber, heute } = rahmen;
  const auf = <W extends { positionIds?: unknown }>(werte: W): W =>
    Array.isArray(werte.positionIds)
      ? {
          ...werte,
          positionIds: werte.positionIds
            .map((id) => wirklich(rahmen, positionen.urspruenge.get(id) ?? id))
            .sort((a, b) => a - b),
        }
      : werte;
  const aufgeloest = hebungen.map((vorgang) => ({
    ...vorgang,
    werte: { ...auf(vorgang.werte), pachtkontoId: wirklich(rahmen, vorgang.pachtkontoId) },
    gesagt: auf(vorgang.gesagt),
  }));
  const geschriebene = await schreibeDatensaetze<Hebung, NeueHebung>(
    rahmen,
    aufgeloest,
    (neue) =>
      legeGefuehrteAn(
        rahmen,
        neue.map(({ werte }) => werte),
      ),
    async (geaenderte) => {
      // Read again: the number of their account may have changed, which is no change of theirs.
      const ids = geaenderte.map(({ alt }) => alt.id);
      const jetzige = jeDatensatz(await listHebungenMit(tx, ids));
      const aenderungen = geaenderte.map(({ alt, werte }) => ({ alt: jetzige.get(alt.id) as Hebung, werte }));
      return aendereHebungen(tx, urheber, aenderungen, heute);
    },
  );
  await merkeStaende(rahmen, "hebung", hebungsfelder, aufgeloest, alsBild, geschriebene);
};

const merkeSchluessel = async (rahmen: Rahmen, { schluessel, positionen }: Plan): Promise<void> => {
  for (const [art, neue] of Object.entries(schluessel) as [keyof Plan["schluessel"], Plan["schluessel"]["kontakt"]][]) {
    const wirkliche = neue.map(({ schluessel: einer, id }) => ({
      schluessel: einer,
      id: wirklich(rahmen, art === "position" ? (positionen.urspruenge.get(id) as number) : id),
    }));
    await jeTeil(rahmen, wirkliche, async (teil) => void (await upsertSchluessel(rahmen.tx, art, teil)));
  }
};

/** Writes a plan without a `fehler` in the transaction of its locks, each record with the entries that the API writes. */
export const schreibePlan = async (
  tx: Tx,
  urheber: Urheber,
  plan: Plan,
  heute: string,
  ende: AbortSignal,
): Promise<void> => {
  const rahmen: Rahmen = { tx, urheber, heute, ids: new Map(), ende };
  await schreibeListen(rahmen, plan);
  const kontakte = await schreibeKontakte(rahmen, plan);
  await schreibePachtkonten(rahmen, plan);
  await schreibePositionen(rahmen, plan);
  const patchobjekte = await schreibePatchobjekte(rahmen, plan);
  await schreibeHebungen(rahmen, plan);
  await merkeSchluessel(rahmen, plan);
  await vertageAbgleich(tx, { kontakte, patchobjekte });
};
