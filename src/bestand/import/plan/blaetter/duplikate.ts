import { type Art, kontakte, patchobjekte } from "../../../../stammdaten/duplikate/arten.ts";
import { grundtext } from "../../../../stammdaten/duplikate/berechnung/grund.ts";
import type { KontaktDaten } from "../../../../stammdaten/duplikate/berechnung/kontakt.ts";
import type { ObjektDaten } from "../../../../stammdaten/duplikate/berechnung/objekt.ts";
import { sucheVorab } from "../../../../stammdaten/duplikate/vergleich/vorab.ts";
import type { Blatt } from "../../../format/blattnamen.ts";
import { befund, type Planung } from "../planung.ts";
import { istVorlaeufig, type Verzeichnis } from "../verweise/verweise.ts";
import type { Vorgang } from "../vorgang.ts";

const worte = {
  kontakt: { inDatei: "Dieser Kontakt steht", imBestand: "Diesen Kontakt gibt es", name: "Kontakt" },
  patchobjekt: { inDatei: "Dieses Pachtobjekt steht", imBestand: "Dieses Pachtobjekt gibt es", name: "Pachtobjekt" },
};

const melde = async <D extends { id: number }, B extends { id: number }>(
  planung: Planung,
  blatt: Blatt,
  art: Art<D, B>,
  { idVon }: Pick<Verzeichnis, "idVon">,
  neue: D[],
): Promise<void> => {
  if (neue.length === 0) return;
  const zeilen = new Map([...idVon].map(([zeile, id]) => [id, zeile]));
  const { inDatei, imBestand, name } = worte[art.name];
  neue.sort((a, b) => a.id - b.id);
  for (const [id, { a, gruende }] of await sucheVorab(planung.tx, art, neue)) {
    const zeile = zeilen.get(id);
    if (zeile === undefined) continue;
    const wo = istVorlaeufig(a)
      ? `${inDatei} wahrscheinlich schon in Zeile ${zeilen.get(a)}.`
      : `${imBestand} wahrscheinlich schon: ${name} ${a}.`;
    const text = [wo, ...gruende.map((grund) => grundtext[grund])].join(" ");
    planung.befunde.push(befund({ blatt, zeile, werte: {} }, null, "hinweis", "duplikat", text));
  }
};

const nurWasZaehlt = <D extends { id: number }>(felder: ReadonlySet<string>, daten: D): D =>
  Object.fromEntries(Object.entries(daten).filter(([feld]) => felder.has(feld))) as D;

/**
 * Tells which new records of one kind there probably are already, in the stock or further up in the file. The other one
 * is named by its id alone, so that no finding has a name that its row has not. Where the plan is carried out the
 * comparison is left to the job that follows: nobody should wait for it.
 */
const duplikatsuche = <D extends { id: number }, B extends { id: number }>(
  planung: Planung,
  blatt: Blatt,
  art: Art<D, B>,
) => {
  const neue: D[] = [];
  const felder = new Set<string>(art.felder);
  return {
    /** Keeps of the new ones what counts. */
    nimm(vorgaenge: readonly Vorgang<unknown, Omit<D, "id">>[]): void {
      if (planung.gesperrt) return;
      for (const { id, alt, werte } of vorgaenge) {
        if (alt === undefined) neue.push(nurWasZaehlt(felder, { ...werte, id } as D));
      }
    },
    melde: (verzeichnis: Pick<Verzeichnis, "idVon">): Promise<void> => melde(planung, blatt, art, verzeichnis, neue),
  };
};

export function sucheKontakte(planung: Planung) {
  return duplikatsuche<KontaktDaten, Parameters<typeof kontakte.bewerte>[0]>(planung, "Kontakte", kontakte);
}

export function sucheObjekte(planung: Planung) {
  return duplikatsuche<ObjektDaten, Parameters<typeof patchobjekte.bewerte>[0]>(planung, "Patchobjekte", patchobjekte);
}
