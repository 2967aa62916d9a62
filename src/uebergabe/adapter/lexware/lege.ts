import { prozent } from "../../../kern/geld/dezimal.ts";
import { absage } from "../absage.ts";
import { Absage, type Aufruf, type Ausgang, type Einstellungen, type ExternerBeleg, type Sollbeleg } from "../typen.ts";
import { findeZuordnung } from "../zuordnung.ts";
import { baueEingang, baueRechnung, bildeId, sammlungVon } from "./beleg.ts";
import { liesEinen, type Organisation } from "./lies.ts";

/** Category of each line. @throws Absage `ungueltig` where the settings know nothing of it */
const kategorien = ({ zuordnungen }: Einstellungen, soll: Sollbeleg): string[] =>
  soll.zeilen.map((zeile) => {
    const zuordnung = findeZuordnung(zuordnungen, soll.richtung, zeile);
    if (zuordnung) return zuordnung.konto;
    const ursache = `In den Einstellungen ist „${zeile.text}“ (${prozent(zeile.steuersatzBp)}) keine Buchungskategorie zugeordnet.`;
    throw new Absage(absage("ungueltig", ursache, "nach_korrektur"));
  });

/** What was made, read back; without an answer it is there all the same. */
const liesNach = async (organisation: Organisation, id: string, aufruf: Aufruf): Promise<Ausgang<ExternerBeleg>> => {
  const unklar = (ursache: string, wartezeitMs?: number): Ausgang<ExternerBeleg> => ({
    ausgang: "uncertain",
    phase: "anlegen",
    ursache,
    id,
    wartezeitMs,
  });
  try {
    const beleg = await liesEinen(organisation, id, aufruf);
    return beleg ? { ausgang: "done", wert: beleg } : unklar("Lexware Office zeigt den neuen Beleg noch nicht.");
  } catch (fehler) {
    if (!(fehler instanceof Absage)) throw fehler;
    return unklar(`Nicht nachgelesen: ${fehler.absage.ursache}`, fehler.absage.wartezeitMs);
  }
};

/** Makes a document, final at once. @throws Absage before anything was sent */
export async function lege(
  organisation: Organisation,
  einstellungen: Einstellungen,
  soll: Sollbeleg,
  kontaktId: string,
  aufruf: Aufruf,
): Promise<Ausgang<ExternerBeleg>> {
  const { api } = organisation;
  const sammlung = sammlungVon(soll);
  const neu =
    sammlung === "vouchers"
      ? await api.lege("anlegen", "/vouchers", baueEingang(soll, kontaktId, kategorien(einstellungen, soll)), aufruf)
      : await api.lege("anlegen", `/${sammlung}?finalize=true`, baueRechnung(soll, kontaktId), aufruf);
  return neu.ausgang === "done" ? liesNach(organisation, bildeId(sammlung, neu.wert.id), aufruf) : neu;
}
