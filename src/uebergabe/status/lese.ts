import { Absage } from "../adapter/typen.ts";
import { bezeichnungVon } from "../adapter/waehle.ts";
import type { ExtaccountingStatus } from "../schema.ts";
import { brauchtMenschen } from "../verbindung/unterbrecher.ts";
import type { Anbindung } from "../verbindung/verbindung.ts";

const leer: ExtaccountingStatus = {
  eingerichtet: false,
  system: null,
  bezeichnung: null,
  verbunden: false,
  angemeldet: false,
  version: null,
  antwortzeitMs: null,
  mandant: null,
  mandanten: [],
  problem: { code: "nicht_eingerichtet", ursache: "Es ist kein Buchhaltungssystem eingerichtet." },
  gesperrtBis: null,
};

/**
 * How the connection is now. It asks the other system, but for a sign-in that has failed: that waits for a person,
 * because systems lock a login that fails again and again.
 */
export const leseStatus = async (anbindung: Anbindung): Promise<ExtaccountingStatus> => {
  const offen = await anbindung.betrachte();
  if (!offen || anbindung.system === null) return leer;
  const { leitung, einstellungen } = offen;
  const bekannt = {
    ...leer,
    eingerichtet: true,
    system: anbindung.system,
    bezeichnung: bezeichnungVon(anbindung.system),
  };
  const sperrzeit = await anbindung.unterbrecher.sperrzeit();
  if (sperrzeit && brauchtMenschen(sperrzeit.code))
    return {
      ...bekannt,
      problem: { code: sperrzeit.code, ursache: sperrzeit.ursache },
      gesperrtBis: sperrzeit.bis.toISOString(),
    };
  const frage = async (): Promise<ExtaccountingStatus> => {
    const verbindung = await leitung.status();
    const { version, angemeldet, antwortzeitMs, problem } = verbindung;
    const gesehen = { ...bekannt, version, angemeldet, antwortzeitMs };
    if (problem || !verbindung.verbunden || !angemeldet)
      return { ...gesehen, problem: problem ?? { code: "nicht_verbunden", ursache: "Die Verbindung steht nicht." } };
    const mandanten = await leitung.frage((adapter, aufruf) => adapter.mandanten(aufruf));
    const mandant = mandanten.find(({ id }) => id === einstellungen.mandantId) ?? null;
    return {
      ...gesehen,
      verbunden: mandant !== null,
      mandant,
      mandanten,
      problem: mandant ? null : { code: "mandant", ursache: mandantFehlt(einstellungen.mandantId) },
    };
  };
  try {
    return await leitung.inFrist(frage);
  } catch (fehler) {
    if (!(fehler instanceof Absage)) throw fehler;
    const { code, ursache } = fehler.absage;
    const bis = (await anbindung.unterbrecher.sperrzeit())?.bis;
    return { ...bekannt, problem: { code, ursache }, gesperrtBis: bis?.toISOString() ?? null };
  }
};

const mandantFehlt = (id: string | null): string =>
  id === null
    ? "In den Einstellungen der Übergabe ist kein Mandant ausgewählt."
    : `Einen Mandanten ${id} gibt es im Buchhaltungssystem nicht, oder die Anmeldung darf nicht auf ihn zugreifen.`;
