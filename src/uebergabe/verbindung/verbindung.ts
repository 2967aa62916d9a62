import { createHash } from "node:crypto";
import { konflikt } from "../../kern/ablehnung.ts";
import type { Sql } from "../../technik/database/pool.ts";
import {
  type Abgelehnt,
  Absage,
  type Adapter,
  type Aufruf,
  type Ausgang,
  type ErstelleAdapter,
  type Phase,
  type Verbindung,
  type Zugang,
} from "../adapter/typen.ts";
import { adapterFuer } from "../adapter/waehle.ts";
import * as q from "../versuch/queries.ts";
import {
  brauchtMenschen,
  erstelleUnterbrecher,
  istSystemfehler,
  nichtBereit,
  type Unterbrecher,
} from "./unterbrecher.ts";

/** What server and worker are configured with. */
export type Anbindungskonfiguration = {
  EXTACCOUNTING_SYSTEM?: "sandkasten" | "tryton" | "lexware" | undefined;
  EXTACCOUNTING_URL?: string | undefined;
  EXTACCOUNTING_DATABASE?: string | undefined;
  EXTACCOUNTING_USER?: string | undefined;
  EXTACCOUNTING_SECRET?: string | undefined;
  EXTACCOUNTING_TIMEOUT_MS: number;
  EXTACCOUNTING_SETZZEIT_MS?: number | undefined;
};

export type System = NonNullable<Anbindungskonfiguration["EXTACCOUNTING_SYSTEM"]>;

/** The other system within one action: bounded in time, and its failures counted. */
export type Leitung = {
  system: System;
  /** The trustee that everything is posted for. */
  mandantId: string;
  adapter: Adapter;
  /** @throws Ablehnung fremdsystem/nichtVerfuegbar while the circuit is open */
  pruefe(): Promise<void>;
  /** A look-up. @throws Absage without a usable answer */
  frage<T>(tue: (adapter: Adapter, aufruf: Aufruf) => Promise<T>): Promise<T>;
  /** A changing call: ends in an `Ausgang` whatever happens, after its time in `uncertain`. */
  sende<T>(phase: Phase, tue: (adapter: Adapter, aufruf: Aufruf) => Promise<Ausgang<T>>): Promise<Ausgang<T>>;
};

const keineAntwort = (ms: number): Abgelehnt => ({
  ausgang: "rejected",
  code: "nicht_gesendet",
  ursache: `Das Buchhaltungssystem hat nach ${ms / 1000} Sekunden nicht geantwortet.`,
  wiederholung: "spaeter",
});

const abgelaufen = Symbol("abgelaufen");

/** The result, or `abgelaufen` when time is up, also where the adapter does not heed the signal. */
const mitFrist = async <T>(ms: number, tue: (aufruf: Aufruf) => Promise<T>): Promise<T | typeof abgelaufen> => {
  const ende = new AbortController();
  let wecker: NodeJS.Timeout | undefined;
  const frist = new Promise<typeof abgelaufen>((fertig) => {
    wecker = setTimeout(() => {
      fertig(abgelaufen);
      ende.abort(new Error("Die Zeit ist um."));
    }, ms);
  });
  const antwort = tue({ signal: ende.signal });
  // Whatever it says after its time is of no interest.
  antwort.catch(() => {});
  try {
    return await Promise.race([antwort, frist]);
  } finally {
    clearTimeout(wecker);
  }
};

/** Tells accesses apart and is too short to test guesses of the secret against. */
const fingerabdruck = (system: System, zugang: Zugang): string =>
  createHash("sha256")
    .update(JSON.stringify([system, zugang]))
    .digest("hex")
    .slice(0, 6);

/**
 * The connection to the configured system. Its adapter lives as long as the settings stay the same, so
 * that a sign-in serves many actions.
 *
 * @param melde takes errors of an adapter that nobody expected
 */
export const erstelleAnbindung = (
  sql: Sql,
  config: Anbindungskonfiguration,
  uhr: () => Date,
  melde: (text: string, fehler: unknown) => void,
  waehle: (system: System) => ErstelleAdapter = adapterFuer,
) => {
  const system = config.EXTACCOUNTING_SYSTEM;
  const zugang: Zugang = {
    url: config.EXTACCOUNTING_URL ?? "",
    datenbank: config.EXTACCOUNTING_DATABASE ?? null,
    benutzer: config.EXTACCOUNTING_USER ?? null,
    geheimnis: config.EXTACCOUNTING_SECRET ?? "",
    setzzeitMs: config.EXTACCOUNTING_SETZZEIT_MS,
  };
  const fristMs = config.EXTACCOUNTING_TIMEOUT_MS;
  const unterbrecher = erstelleUnterbrecher(sql, system ? fingerabdruck(system, zugang) : "", uhr);
  let gemerkt: { version: number; adapter: Adapter } | undefined;
  /** Whether this access has ever been answered. */
  let bewaehrt = false;
  let reihe: Promise<unknown> = Promise.resolve();

  /** Until the first answer one call at a time, and none behind a refused sign-in: systems lock a login for that. */
  const derReihe = <T>(tue: () => Promise<T>): Promise<T> => {
    if (bewaehrt) return tue();
    const dran = reihe.then(async () => {
      const sperrzeit = bewaehrt ? undefined : await unterbrecher.sperrzeit();
      if (sperrzeit && brauchtMenschen(sperrzeit.code))
        throw new Absage({ ...unbrauchbar, code: "anmeldung", ursache: sperrzeit.ursache });
      return tue();
    });
    reihe = dran.catch(() => {});
    return dran;
  };

  const gelungen = async (): Promise<void> => {
    bewaehrt = true;
    await unterbrecher.schliesse();
  };

  const misslungen = async (fehler: { code: string; ursache: string; wartezeitMs?: number }): Promise<void> => {
    if (brauchtMenschen(fehler.code)) bewaehrt = false;
    await unterbrecher.melde(fehler);
  };

  /** @throws Absage when time is up */
  const inFrist = async <T>(tue: (aufruf: Aufruf) => Promise<T>): Promise<T> => {
    const wert = await mitFrist(fristMs, tue);
    if (wert === abgelaufen) throw new Absage(keineAntwort(fristMs));
    return wert;
  };

  /** What an adapter throws unexpectedly is an answer that it does not understand. @throws Absage */
  const verstanden = <T>(tue: (aufruf: Aufruf) => Promise<T>): Promise<T> =>
    inFrist(tue).catch((fehler: unknown) => {
      if (fehler instanceof Absage) throw fehler;
      melde(`Adapter ${system}`, fehler);
      throw new Absage(unbrauchbar);
    });

  const adapterMit = (erstelle: ErstelleAdapter, einstellungen: q.EinstellungenZeile): Adapter => {
    if (gemerkt?.version !== einstellungen.version)
      gemerkt = { version: einstellungen.version, adapter: erstelle(zugang, einstellungen) };
    return gemerkt.adapter;
  };

  const frage = <T>(adapter: Adapter, tue: (adapter: Adapter, aufruf: Aufruf) => Promise<T>): Promise<T> =>
    derReihe(async () => {
      try {
        const wert = await verstanden((aufruf) => tue(adapter, aufruf));
        await gelungen();
        return wert;
      } catch (fehler) {
        if (fehler instanceof Absage && istSystemfehler(fehler.absage)) await misslungen(fehler.absage);
        throw fehler;
      }
    });

  const sende = <T>(
    adapter: Adapter,
    phase: Phase,
    tue: (adapter: Adapter, aufruf: Aufruf) => Promise<Ausgang<T>>,
  ): Promise<Ausgang<T>> =>
    derReihe(async () => {
      const ergebnis = await mitFrist(fristMs, (aufruf) => tue(adapter, aufruf)).catch((fehler: unknown) => {
        if (fehler instanceof Absage) return fehler.absage;
        melde(`Adapter ${system}`, fehler);
        return unbrauchbar;
      });
      const unklar = (ursache: string): Ausgang<T> => ({ ausgang: "uncertain", phase, ursache });
      const ausgang: Ausgang<T> =
        ergebnis === abgelaufen
          ? unklar(keineAntwort(fristMs).ursache)
          : ergebnis === unbrauchbar
            ? unklar(unbrauchbar.ursache)
            : ergebnis;
      if (ausgang.ausgang === "uncertain") await misslungen({ code: "keine_antwort", ursache: ausgang.ursache });
      else if (ausgang.ausgang === "rejected" && istSystemfehler(ausgang)) await misslungen(ausgang);
      else await gelungen();
      return ausgang;
    }).catch((fehler: unknown): Ausgang<T> => {
      if (fehler instanceof Absage) return fehler.absage;
      throw fehler;
    });

  const status = (adapter: Adapter): Promise<Verbindung> =>
    derReihe(async () => {
      const verbindung = await verstanden((aufruf) => adapter.status(aufruf));
      if (verbindung.problem && brauchtMenschen(verbindung.problem.code)) await misslungen(verbindung.problem);
      else if (verbindung.problem === null) await gelungen();
      return verbindung;
    });

  return {
    system: system ?? null,
    unterbrecher: unterbrecher as Unterbrecher,

    /** For the status page: the adapter, also where the assignment is incomplete; null if none is configured. */
    async betrachte(): Promise<{
      adapter: Adapter;
      einstellungen: q.EinstellungenZeile;
      leitung: Pick<Leitung, "frage"> & {
        status(): Promise<Verbindung>;
        /** Several calls and their waiting for others, in the time of one. @throws Absage when it is up */
        inFrist<T>(tue: () => Promise<T>): Promise<T>;
      };
    } | null> {
      if (system === undefined) return null;
      const einstellungen = wirksam(system, await q.findEinstellungen(sql));
      const adapter = adapterMit(waehle(system), einstellungen);
      return {
        adapter,
        einstellungen,
        leitung: { frage: (tue) => frage(adapter, tue), status: () => status(adapter), inFrist },
      };
    },

    /** Of the configured system; without one nothing is on its way any more. */
    async setzzeitMs(): Promise<number> {
      return (await this.betrachte())?.adapter.faehigkeiten.setzzeitMs ?? 0;
    },

    /**
     * The line to the other system; whether it takes anything now its `pruefe` says.
     *
     * @throws Ablehnung konflikt `nicht_eingerichtet`, `kein_mandant`
     */
    async oeffne(): Promise<Leitung> {
      if (system === undefined)
        throw konflikt("nicht_eingerichtet", "Es ist kein Buchhaltungssystem eingerichtet (EXTACCOUNTING_SYSTEM).");
      const einstellungen = wirksam(system, await q.findEinstellungen(sql));
      const { mandantId } = einstellungen;
      if (mandantId === null)
        throw konflikt("kein_mandant", "In den Einstellungen der Übergabe ist kein Mandant ausgewählt.");
      const pruefe = async (): Promise<void> => {
        const sperrzeit = await unterbrecher.sperrzeit();
        if (sperrzeit) throw nichtBereit(sperrzeit, sperrzeit.bis.getTime() - uhr().getTime());
      };
      const adapter = adapterMit(waehle(system), einstellungen);
      return {
        system,
        mandantId,
        adapter,
        pruefe,
        frage: (tue) => frage(adapter, tue),
        sende: (phase, tue) => sende(adapter, phase, tue),
      };
    },
  };
};

export type Anbindung = ReturnType<typeof erstelleAnbindung>;

const unbrauchbar: Abgelehnt = {
  ausgang: "rejected",
  code: "nicht_gesendet",
  ursache: "Die Antwort des Buchhaltungssystems ist nicht zu verstehen.",
  wiederholung: "spaeter",
};

/** The sandbox needs no bookkeeper: it comes with a trustee that is taken unless another one is chosen. */
const wirksam = (system: System, einstellungen: q.EinstellungenZeile): q.EinstellungenZeile =>
  system === "sandkasten" && einstellungen.mandantId === null ? { ...einstellungen, mandantId: "1" } : einstellungen;
