import { ablehnung } from "../ablehnung.ts";
import { Ablehnung, type Aufruf, type Belegrichtung, type Einstellungen, type ExterneZeile } from "../typen.ts";
import { findeZuordnung } from "../zuordnung.ts";
import type { Sitzung } from "./sitzung.ts";

type Art = { modell: string; feld: string; wort: string; jeMandant: boolean };

const arten = {
  konto: { modell: "account.account", feld: "code", wort: "Das Konto", jeMandant: true },
  steuer: { modell: "account.tax", feld: "name", wort: "Die Steuer", jeMandant: true },
  journal: { modell: "account.journal", feld: "code", wort: "Das Journal", jeMandant: false },
} satisfies Record<string, Art>;

const fehlt = (ursache: string) => new Ablehnung(ablehnung("ungueltig", ursache, "nach_korrektur"));

/** The ids of what the settings name by number, code or name. What was found once is not asked for again. */
export const erstelleStammdaten = (sitzung: Sitzung, einstellungen: Einstellungen, kontext: object) => {
  const gefunden = new Map<string, number>();

  const frageId = async (modell: string, suche: unknown[], aufruf: Aufruf): Promise<number | undefined> => {
    const schluessel = JSON.stringify([modell, suche]);
    const bekannt = gefunden.get(schluessel);
    if (bekannt !== undefined) return bekannt;
    const ids = await sitzung.frage<number[]>(`model.${modell}.search`, [suche, 0, 2, null, kontext], aufruf);
    if (ids.length > 1) throw fehlt(`In Tryton ist „${String(suche.flat().at(-1))}“ nicht eindeutig.`);
    const [id] = ids;
    if (id !== undefined) gefunden.set(schluessel, id);
    return id;
  };

  const verlange = async (art: Art, name: string, aufruf: Aufruf): Promise<number> => {
    const grenze = art.jeMandant ? [["company", "=", Number(einstellungen.mandantId)]] : [];
    const id = await frageId(art.modell, [...grenze, [art.feld, "=", name]], aufruf);
    if (id === undefined) throw fehlt(`${art.wort} „${name}“ aus den Einstellungen gibt es in Tryton nicht.`);
    return id;
  };

  const kopf = (richtung: Belegrichtung): [string | null, string | null, string] =>
    richtung === "rechnung"
      ? [einstellungen.journalRechnung, einstellungen.kontoForderungen, "Rechnungen"]
      : [einstellungen.journalLieferant, einstellungen.kontoVerbindlichkeiten, "Lieferantenbelege"];

  const journalUndKonto = async (richtung: Belegrichtung, aufruf: Aufruf) => {
    const [journal, konto, wort] = kopf(richtung);
    if (journal === null || konto === null)
      throw fehlt(`In den Einstellungen fehlen Journal oder Sammelkonto für ${wort}.`);
    return {
      journal: await verlange(arten.journal, journal, aufruf),
      konto: await verlange(arten.konto, konto, aufruf),
    };
  };

  return {
    journalUndKonto,

    /**
     * Account and tax of a line, as the settings assign them.
     *
     * @throws Ablehnung `ungueltig` where the settings or Tryton know nothing of it
     */
    async kontoUndSteuer(richtung: Belegrichtung, zeile: ExterneZeile, aufruf: Aufruf) {
      const zuordnung = findeZuordnung(einstellungen.zuordnungen, richtung, zeile);
      if (!zuordnung)
        throw fehlt(`In den Einstellungen ist „${zeile.text}“ (${zeile.steuersatzBp / 100} %) kein Konto zugeordnet.`);
      return {
        konto: await verlange(arten.konto, zuordnung.konto, aufruf),
        steuer: zuordnung.steuer === null ? null : await verlange(arten.steuer, zuordnung.steuer, aufruf),
      };
    },

    /** Everything that the settings name. @throws Ablehnung for the first that is missing */
    async pruefe(aufruf: Aufruf): Promise<void> {
      for (const richtung of ["rechnung", "lieferant"] as const) await journalUndKonto(richtung, aufruf);
      for (const { konto, steuer } of einstellungen.zuordnungen) {
        await verlange(arten.konto, konto, aufruf);
        if (steuer !== null) await verlange(arten.steuer, steuer, aufruf);
      }
    },

    waehrung: async (aufruf: Aufruf): Promise<number> => {
      const id = await frageId("currency.currency", [["code", "=", "EUR"]], aufruf);
      if (id === undefined) throw fehlt("Tryton hat keine Währung EUR.");
      return id;
    },
    /** null: this Tryton has not imported its countries or languages; the party is made without. */
    land: async (code: string, aufruf: Aufruf) =>
      (await frageId("country.country", [["code", "=", code]], aufruf)) ?? null,
    sprache: async (aufruf: Aufruf) => (await frageId("ir.lang", [["code", "=", "de"]], aufruf)) ?? null,
  };
};

export type Stammdaten = ReturnType<typeof erstelleStammdaten>;
