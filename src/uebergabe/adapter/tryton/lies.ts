import { absage } from "../absage.ts";
import { type Abgelehnt, Absage, type Aufruf, type Ausgang, type ExternerBeleg, type Phase } from "../typen.ts";
import { type Belegsatz, belegfelder, liesBeleg } from "./beleg.ts";
import type { Firma } from "./firma.ts";

/** To whom the company is not open, its documents look as if there were none. @throws Absage then too */
const pruefeSicht = async ({ rpc, mandant, kontext }: Firma, aufruf: Aufruf): Promise<void> => {
  const params = [[["company", "=", mandant]], kontext];
  if ((await rpc.frage<number>("model.account.account.search_count", params, aufruf)) === 0)
    throw new Absage(
      absage("verboten", `Der Benutzer sieht den Mandanten ${mandant} in Tryton nicht.`, "nach_korrektur"),
    );
};

/** Documents of the company, by id; none counts only from whoever sees the company. @throws Absage */
export async function listBelege(firma: Firma, suche: unknown[], aufruf: Aufruf): Promise<ExternerBeleg[]> {
  const { rpc, mandant, kontext } = firma;
  const params = [[["company", "=", mandant], ...suche], 0, null, [["id", "ASC"]], belegfelder, kontext];
  const saetze = await rpc.frage<Belegsatz[]>("model.account.invoice.search_read", params, aufruf);
  if (saetze.length === 0) await pruefeSicht(firma, aufruf);
  return saetze.map(liesBeleg);
}

export async function findeBeleg(firma: Firma, id: string, aufruf: Aufruf): Promise<ExternerBeleg | undefined> {
  return (await listBelege(firma, [["id", "=", Number(id)]], aufruf))[0];
}

export function nichtGefunden(id: string): Abgelehnt {
  return absage("nicht_gefunden", `In Tryton gibt es keinen Beleg ${id}.`, "nie");
}

export function abweichung(ursache: string): Abgelehnt {
  return absage("abweichung", ursache, "nach_korrektur");
}

/** Reads again what a change was answered for; without an answer nobody knows. */
export async function liesNach(
  firma: Firma,
  phase: Phase,
  id: string,
  aufruf: Aufruf,
): Promise<Ausgang<ExternerBeleg>> {
  try {
    const beleg = await findeBeleg(firma, id, aufruf);
    return beleg ? { ausgang: "done", wert: beleg } : nichtGefunden(id);
  } catch (fehler) {
    if (!(fehler instanceof Absage)) throw fehler;
    const { ursache, wartezeitMs } = fehler.absage;
    return { ausgang: "uncertain", phase, ursache: `Nicht nachgelesen: ${ursache}`, id, wartezeitMs };
  }
}
