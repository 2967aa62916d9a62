import { konflikt } from "../../kern/ablehnung.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { sha256Von } from "../../technik/sha256.ts";
import { pruefeAntworten } from "../adapter/geprueft.ts";
import type { Adapter, Ausgang, ErstelleAdapter, Phase, System, Verbindungsbefund, Zugang } from "../adapter/typen.ts";
import { adapterFuer } from "../adapter/waehle.ts";
import { type Einstellungsfassung, leseEinstellungen } from "../einstellungen/lese.ts";
import { erstelleRufer, type Ruf } from "./rufer.ts";
import { erstelleUnterbrecher, nichtBereit } from "./unterbrecher.ts";

/** What server and worker are configured with. */
type Verbindungskonfiguration = {
  EXTACCOUNTING_SYSTEM?: System | undefined;
  EXTACCOUNTING_URL?: string | undefined;
  EXTACCOUNTING_DATABASE?: string | undefined;
  EXTACCOUNTING_USER?: string | undefined;
  EXTACCOUNTING_SECRET?: string | undefined;
  EXTACCOUNTING_TIMEOUT_MS: number;
  EXTACCOUNTING_SETZZEIT_MS?: number | undefined;
};

/** The other system within one action, on behalf of one trustee. */
export type Gegenstelle = {
  system: System;
  /** The trustee that everything is posted for. */
  mandantId: string;
  adapter: Adapter;
  /** @throws Ablehnung fremdsystem/nichtVerfuegbar while the circuit is open */
  verlangeBereit(): Promise<void>;
  /** A look-up. @throws Absage without a usable answer */
  frage<T>(tue: Ruf<T>): Promise<T>;
  /** A changing call: ends in an `Ausgang` whatever happens, after its time in `uncertain`. */
  sende<T>(phase: Phase, tue: Ruf<Ausgang<T>>): Promise<Ausgang<T>>;
};

/** The other system for whoever only looks, also where the assignment is incomplete. */
export type Ansicht = Pick<Gegenstelle, "system" | "frage"> & {
  mandantId: string | null;
  status(): Promise<Verbindungsbefund>;
  /** Several calls and their waiting for others, in the time of one. @throws Absage when it is up */
  inFrist<T>(tue: () => Promise<T>): Promise<T>;
};

const liesZugang = (config: Verbindungskonfiguration): Zugang => ({
  url: config.EXTACCOUNTING_URL ?? "",
  datenbank: config.EXTACCOUNTING_DATABASE ?? null,
  benutzer: config.EXTACCOUNTING_USER ?? null,
  geheimnis: config.EXTACCOUNTING_SECRET ?? "",
  setzzeitMs: config.EXTACCOUNTING_SETZZEIT_MS,
});

/** Tells accesses apart and is too short to test guesses of the secret against. */
const fingerabdruck = (system: System, zugang: Zugang): string =>
  sha256Von(JSON.stringify([system, zugang])).slice(0, 6);

/** The sandbox needs no bookkeeper: it comes with a trustee that is taken unless another one is chosen. */
const wirksam = (system: System, einstellungen: Einstellungsfassung): Einstellungsfassung =>
  system === "sandkasten" && einstellungen.mandantId === null ? { ...einstellungen, mandantId: "1" } : einstellungen;

type Angeschlossen = { system: System; mandantId: string | null; adapter: Adapter };

/** Gives the system as its settings are now, with one adapter for each version of them; null without a system. */
const halteAktuell = (
  sql: Sql,
  system: System | null,
  erstelle: (system: System, einstellungen: Einstellungsfassung) => Adapter,
): (() => Promise<Angeschlossen | null>) => {
  let gemerkt: { version: number; adapter: Adapter } | undefined;
  return async () => {
    if (system === null) return null;
    const einstellungen = wirksam(system, await leseEinstellungen(sql));
    const { version, mandantId } = einstellungen;
    if (gemerkt?.version !== version) gemerkt = { version, adapter: erstelle(system, einstellungen) };
    return { system, mandantId, adapter: gemerkt.adapter };
  };
};

export function nichtEingerichtet() {
  return konflikt(
    "nicht_eingerichtet",
    "Es ist kein Buchhaltungssystem eingerichtet. Bitte einen Administrator, eines anzuschließen.",
  );
}

/**
 * The connection of this process to the configured system. Its adapter lives as long as the settings stay the same, so
 * that a sign-in serves many actions.
 *
 * @param melde takes errors of an adapter that nobody expected
 */
export function erstelleVerbindung(
  sql: Sql,
  config: Verbindungskonfiguration,
  uhr: () => Date,
  melde: (text: string, fehler: unknown) => void,
  waehle: (system: System) => ErstelleAdapter = adapterFuer,
) {
  const system = config.EXTACCOUNTING_SYSTEM ?? null;
  const zugang = liesZugang(config);
  const unterbrecher = erstelleUnterbrecher(sql, system ? fingerabdruck(system, zugang) : "", uhr);
  const aktuell = halteAktuell(sql, system, (einer, einstellungen) =>
    pruefeAntworten(waehle(einer)(zugang, einstellungen)),
  );
  const rufer = erstelleRufer(
    unterbrecher,
    config.EXTACCOUNTING_TIMEOUT_MS,
    async (adapter) => (await aktuell())?.adapter === adapter,
    (fehler) => melde(`Adapter ${system}`, fehler),
  );

  const verlangeBereit = async (): Promise<void> => {
    const sperrzeit = await unterbrecher.sperrzeit();
    if (sperrzeit) throw nichtBereit(sperrzeit, sperrzeit.bis.getTime() - uhr().getTime());
  };

  return {
    system,
    /** The circuit; undefined: closed. */
    sperrzeit: unterbrecher.sperrzeit,

    /** Of the configured system; without one nothing is on its way any more. */
    setzzeitMs: async (): Promise<number> => (await aktuell())?.adapter.faehigkeiten.setzzeitMs ?? 0,

    /** null if no system is configured. */
    async betrachte(): Promise<Ansicht | null> {
      const eines = await aktuell();
      if (!eines) return null;
      const { adapter, mandantId } = eines;
      return {
        system: eines.system,
        mandantId,
        frage: (tue) => rufer.frage(adapter, tue),
        status: () => rufer.status(adapter),
        inFrist: rufer.inFrist,
      };
    },

    /**
     * The other system for one action; whether it takes anything now its `verlangeBereit` says.
     *
     * @throws Ablehnung konflikt `nicht_eingerichtet`, `kein_mandant`
     */
    async oeffne(): Promise<Gegenstelle> {
      const eines = await aktuell();
      if (!eines) throw nichtEingerichtet();
      const { adapter, mandantId } = eines;
      if (mandantId === null)
        throw konflikt(
          "kein_mandant",
          "In den Einstellungen der Übergabe ist kein Mandant ausgewählt. Bitte einen Administrator, das zu tun.",
        );
      return {
        system: eines.system,
        mandantId,
        adapter,
        verlangeBereit,
        frage: (tue) => rufer.frage(adapter, tue),
        sende: (phase, tue) => rufer.sende(adapter, phase, tue),
      };
    },
  };
}

export type Verbindung = ReturnType<typeof erstelleVerbindung>;
