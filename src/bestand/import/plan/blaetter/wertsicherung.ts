import { klauselarten } from "../../../../kern/wertsicherung/klausel.ts";
import { findeFassungenMit, halteFassungenMit } from "../../../../stammdaten/einstellungen/indexreihen/fassungen.ts";
import { ladeReihennamen } from "../../../../stammdaten/einstellungen/indexreihen/pflege.ts";
import type { Pachtkonto } from "../../../../stammdaten/pachtkonten/schema.ts";
import {
  type Fassungssuche,
  type Klauselkonto,
  pruefeWertsicherung,
} from "../../../../stammdaten/pachtkonten/wertsicherung/pruefe.ts";
import { WertsicherungEingabe } from "../../../../stammdaten/pachtkonten/wertsicherung/schema.ts";
import { spaltenVon } from "../../../format/blaetter.ts";
import { befund, type Planung, type Planzeile } from "../planung.ts";
import { nenneNamen } from "../rat.ts";

type Werte = Record<string, unknown>;

const anfang = "wertsicherung.";

/** The fields of each kind of clause, and whether they may be empty. */
const formen = new Map(
  WertsicherungEingabe.options.map(({ shape }) => [
    shape.art.value,
    new Map(Object.entries(shape).map(([feld, form]) => [feld, form.safeParse(null).success])),
  ]),
);

/** A row without the columns of its clause. */
export function ohneKlausel(zeile: Planzeile): Planzeile {
  return {
    ...zeile,
    werte: Object.fromEntries(Object.entries(zeile.werte).filter(([feld]) => !feld.startsWith(anfang))),
  };
}

/** What the columns of a clause say, parts of `schwellePunkte` together. */
const klauselzellen = ({ werte }: Planzeile): Werte => {
  const zellen: Werte = {};
  for (const { feld } of spaltenVon.Pachtkonten) {
    if (!feld.startsWith(anfang) || !(feld in werte)) continue;
    const [aussen = "", innen] = feld.slice(anfang.length).split(".");
    const wert = werte[feld];
    if (innen === undefined) zellen[aussen] = wert;
    else if (wert !== null) zellen[aussen] = { ...(zellen[aussen] as Werte | null), [innen]: wert };
    else zellen[aussen] ??= null;
  }
  return zellen;
};

/** How the clauses of a file are read and judged; what they need of the settings is looked up once. */
export async function erstelleKlauselleser(planung: Planung) {
  const reihen = await ladeReihennamen(planung.tx);
  const idVon = new Map(reihen.map(({ id, name }) => [name.toLowerCase(), id]));
  const rate = nenneNamen(
    reihen.map(({ name }) => name),
    "in die Einstellungen",
  );
  const melde = (zeile: Planzeile, feld: string, code: string, text: string): undefined => {
    planung.befunde.push(befund(zeile, `${anfang}${feld}`, "fehler", code, text));
  };

  const finde = planung.gesperrt ? halteFassungenMit : findeFassungenMit;
  const gefundene = new Map<string, ReturnType<Fassungssuche>>();
  const findeEinmal: Fassungssuche = (sql, reiheId, monat) => {
    const schluessel = `${reiheId} ${monat}`;
    const gefunden = gefundene.get(schluessel) ?? finde(sql, reiheId, monat);
    gefundene.set(schluessel, gefunden);
    return gefunden;
  };

  return {
    /** The clause that a row makes of the one there is; nothing where it has no word on it, undefined where it is wrong. */
    lies(zeile: Planzeile, alt: Pachtkonto["wertsicherung"]): { wertsicherung?: unknown } | undefined {
      const zellen = klauselzellen(zeile);
      const istLeer = Object.values(zellen).every((wert) => wert === null);
      if (istLeer && "art" in zellen) return { wertsicherung: null };
      const art = "art" in zellen ? zellen.art : alt?.art;
      const form = formen.get(art as (typeof klauselarten)[number]);
      if (!form) {
        if (istLeer) return {};
        return melde(zeile, "art", "fehlt", `Zu einer Klausel gehört ihre Art: ${klauselarten.join(", ")}.`);
      }
      const fremde = Object.keys(zellen).filter((feld) => zellen[feld] !== null && !form.has(feld));
      for (const feld of fremde) melde(zeile, feld, "falsche_art", `Zur Art ${art} gehört diese Spalte nicht.`);
      const eigene = Object.entries(zellen).filter(
        ([feld, wert]) => form.get(feld) !== undefined && (wert !== null || form.get(feld)),
      );
      const klausel: Werte = { ...(alt?.art === art && alt), ...Object.fromEntries(eigene), art };
      if (typeof klausel.reiheId === "string") {
        const name = klausel.reiheId;
        klausel.reiheId = idVon.get(name.toLowerCase());
        if (klausel.reiheId === undefined)
          return melde(
            zeile,
            "reiheId",
            "unbekannt",
            `Eine Indexreihe ${name} gibt es nicht; sie wird zuerst in den Einstellungen angelegt, mit ihren Ständen.${rate(name)}`,
          );
      }
      return fremde.length > 0 ? undefined : { wertsicherung: klausel };
    },

    /** By the rules of the verbs. @throws Ablehnung ungueltig, naming the field */
    pruefe: (konto: Klauselkonto): Promise<void> => pruefeWertsicherung(planung.tx, konto, findeEinmal),
  };
}

export type Klauselleser = Awaited<ReturnType<typeof erstelleKlauselleser>>;
