import { Absage } from "../adapter/typen.ts";
import { bezeichnungVon } from "../adapter/waehle.ts";
import { brauchtMenschen } from "../verbindung/unterbrecher.ts";
import type { Ansicht, Verbindung } from "../verbindung/verbindung.ts";
import type { ExtaccountingStatus } from "./schema.ts";

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
  hinweise: [],
  gesperrtBis: null,
};

/** What the other system says, trustees included. @throws Absage without a usable answer */
const frageAb = async (ansicht: Ansicht, bekannt: ExtaccountingStatus): Promise<ExtaccountingStatus> => {
  const befund = await ansicht.status();
  const { version, angemeldet, antwortzeitMs, problem, hinweise = [] } = befund;
  const gesehen = { ...bekannt, version, angemeldet, antwortzeitMs, hinweise };
  if (problem || !befund.verbunden || !angemeldet)
    return { ...gesehen, problem: problem ?? { code: "nicht_verbunden", ursache: "Die Verbindung steht nicht." } };
  const mandanten = await ansicht.frage((adapter, aufruf) => adapter.mandanten(aufruf));
  const mandant = mandanten.find(({ id }) => id === ansicht.mandantId) ?? null;
  return {
    ...gesehen,
    verbunden: mandant !== null,
    mandant,
    mandanten,
    problem: mandant ? null : { code: "mandant", ursache: mandantFehlt(ansicht.mandantId) },
  };
};

/**
 * How the connection is now. It asks the other system, but for a sign-in that has failed: that waits for a person,
 * because systems lock a login that fails again and again.
 */
export async function leseStatus(verbindung: Verbindung): Promise<ExtaccountingStatus> {
  const ansicht = await verbindung.betrachte();
  if (!ansicht) return leer;
  const { system } = ansicht;
  const bekannt = { ...leer, eingerichtet: true, system, bezeichnung: bezeichnungVon(system), problem: null };
  const sperrzeit = await verbindung.sperrzeit();
  if (sperrzeit && brauchtMenschen(sperrzeit.code))
    return {
      ...bekannt,
      problem: { code: sperrzeit.code, ursache: sperrzeit.ursache },
      gesperrtBis: sperrzeit.bis.toISOString(),
    };
  try {
    return await ansicht.inFrist(() => frageAb(ansicht, bekannt));
  } catch (fehler) {
    if (!(fehler instanceof Absage)) throw fehler;
    const { code, ursache } = fehler.absage;
    const bis = (await verbindung.sperrzeit())?.bis;
    return { ...bekannt, problem: { code, ursache }, gesperrtBis: bis?.toISOString() ?? null };
  }
}

const mandantFehlt = (id: string | null): string =>
  id === null
    ? "In den Einstellungen der Übergabe ist kein Mandant ausgewählt."
    : `Einen Mandanten ${id} gibt es im Buchhaltungssystem nicht, oder die Anmeldung darf nicht auf ihn zugreifen.`;
