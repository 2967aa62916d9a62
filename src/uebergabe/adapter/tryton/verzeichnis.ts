import { absage } from "../absage.ts";
import { Absage, type Aufruf, type Einstellungen } from "../typen.ts";
import type { Rpc } from "./rpc/rpc.ts";

const arten = {
  konto: { modell: "account.account", feld: "code", wort: "Das Konto" },
  steuer: { modell: "account.tax", feld: "name", wort: "Die Steuer" },
  journal: { modell: "account.journal", feld: "code", wort: "Das Journal" },
} as const;
type Art = keyof typeof arten;

export function fehlt(ursache: string) {
  return new Absage(absage("ungueltig", ursache, "nach_korrektur"));
}

/** What the settings name of each kind. */
const benannte = (einstellungen: Einstellungen): Record<Art, string[]> => {
  const { zuordnungen, kontoForderungen, kontoVerbindlichkeiten, journalRechnung, journalLieferant } = einstellungen;
  const ohneLeere = (namen: (string | null)[]) => [...new Set(namen.filter((name) => name !== null))];
  return {
    konto: ohneLeere([kontoForderungen, kontoVerbindlichkeiten, ...zuordnungen.map(({ konto }) => konto)]),
    steuer: ohneLeere(zuordnungen.map(({ steuer }) => steuer)),
    journal: ohneLeere([journalRechnung, journalLieferant]),
  };
};

/** The ids of what the settings name by number, code or name, asked for at once; what was found is remembered. */
export function erstelleVerzeichnis(rpc: Rpc, einstellungen: Einstellungen, kontext: object) {
  const namen = benannte(einstellungen);
  const bekannte = new Map<Art, Map<string, number[]>>();
  const einzelne = new Map<string, number>();

  const lade = async (art: Art, aufruf: Aufruf): Promise<Map<string, number[]>> => {
    const { modell, feld } = arten[art];
    const jeMandant = art === "journal" ? [] : [["company", "=", Number(einstellungen.mandantId)]];
    const suche = [...jeMandant, [feld, "in", namen[art]]];
    const params = [suche, 0, null, null, [feld], kontext];
    type Satz = { id: number } & Record<string, string>;
    const ids = new Map<string, number[]>();
    for (const satz of await rpc.frage<Satz[]>(`model.${modell}.search_read`, params, aufruf)) {
      const name = satz[feld] ?? "";
      ids.set(name, [...(ids.get(name) ?? []), satz.id]);
    }
    bekannte.set(art, ids);
    return ids;
  };

  /** @throws Absage where there is none, or several */
  const verlange = async (art: Art, name: string, aufruf: Aufruf): Promise<number> => {
    const gefunden = bekannte.get(art)?.get(name) ?? (await lade(art, aufruf)).get(name) ?? [];
    const [id] = gefunden;
    if (id === undefined) throw fehlt(`${arten[art].wort} „${name}“ aus den Einstellungen gibt es in Tryton nicht.`);
    if (gefunden.length > 1) throw fehlt(`${arten[art].wort} „${name}“ gibt es in Tryton mehrmals.`);
    return id;
  };

  /** null: there is none. */
  const finde = async (modell: string, code: string, aufruf: Aufruf): Promise<number | null> => {
    const schluessel = `${modell} ${code}`;
    const bekannt = einzelne.get(schluessel);
    if (bekannt !== undefined) return bekannt;
    const params = [[["code", "=", code]], 0, 1, null, kontext];
    const [id] = await rpc.frage<number[]>(`model.${modell}.search`, params, aufruf);
    if (id === undefined) return null;
    einzelne.set(schluessel, id);
    return id;
  };

  return { verlange, finde };
}
