import { prozent } from "../../../kern/geld/dezimal.ts";
import type { Aufruf, Belegrichtung, Einstellungen, ExterneZeile } from "../typen.ts";
import { findeZuordnung } from "../zuordnung.ts";
import type { Rpc } from "./rpc/rpc.ts";
import { erstelleVerzeichnis, fehlt } from "./verzeichnis.ts";

/** What a document refers to in Tryton: journals, accounts, taxes as the settings say, and what is the same for all. */
export function erstelleStammdaten(rpc: Rpc, einstellungen: Einstellungen, kontext: object) {
  const { verlange, finde } = erstelleVerzeichnis(rpc, einstellungen, kontext);

  const kopf = (richtung: Belegrichtung) =>
    richtung === "rechnung"
      ? { journal: einstellungen.journalRechnung, konto: einstellungen.kontoForderungen, wort: "Rechnungen" }
      : {
          journal: einstellungen.journalLieferant,
          konto: einstellungen.kontoVerbindlichkeiten,
          wort: "Lieferantenbelege",
        };

  const journalUndKonto = async (richtung: Belegrichtung, aufruf: Aufruf) => {
    const { journal, konto, wort } = kopf(richtung);
    if (journal === null || konto === null)
      throw fehlt(`In den Einstellungen fehlen Journal oder Sammelkonto für ${wort}.`);
    return {
      journal: await verlange("journal", journal, aufruf),
      konto: await verlange("konto", konto, aufruf),
    };
  };

  return {
    journalUndKonto,

    /**
     * Account and tax of a line, as the settings assign them.
     *
     * @throws Absage `ungueltig` where the settings or Tryton know nothing of it
     */
    async kontoUndSteuer(richtung: Belegrichtung, zeile: ExterneZeile, aufruf: Aufruf) {
      const zuordnung = findeZuordnung(einstellungen.zuordnungen, richtung, zeile);
      if (!zuordnung)
        throw fehlt(`In den Einstellungen ist „${zeile.text}“ (${prozent(zeile.steuersatzBp)}) kein Konto zugeordnet.`);
      return {
        konto: await verlange("konto", zuordnung.konto, aufruf),
        steuer: zuordnung.steuer === null ? null : await verlange("steuer", zuordnung.steuer, aufruf),
      };
    },

    /** Everything that the settings name. @throws Absage for the first that is missing */
    async verlangeAlle(aufruf: Aufruf): Promise<void> {
      for (const richtung of ["rechnung", "lieferant"] as const) await journalUndKonto(richtung, aufruf);
      for (const { konto, steuer } of einstellungen.zuordnungen) {
        await verlange("konto", konto, aufruf);
        if (steuer !== null) await verlange("steuer", steuer, aufruf);
      }
    },

    waehrung: async (aufruf: Aufruf): Promise<number> => {
      const id = await finde("currency.currency", "EUR", aufruf);
      if (id === null) throw fehlt("Tryton hat keine Währung EUR.");
      return id;
    },
    /** null: this Tryton has not imported its countries or languages; the party is made without. */
    land: (code: string, aufruf: Aufruf) => finde("country.country", code, aufruf),
    sprache: (aufruf: Aufruf) => finde("ir.lang", "de", aufruf),
  };
}

export type Stammdaten = ReturnType<typeof erstelleStammdaten>;
