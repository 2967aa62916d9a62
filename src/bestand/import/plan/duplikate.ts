import { type Art, kontakte, patchobjekte } from "../../../stammdaten/duplikate/arten.ts";
import { grundtext } from "../../../stammdaten/duplikate/berechnung/grund.ts";
import { sucheVorab } from "../../../stammdaten/duplikate/vergleich/vorab.ts";
import type { Kontaktwerte } from "../../../stammdaten/kontakte/pruefung.ts";
import type { Kontakt } from "../../../stammdaten/kontakte/schema.ts";
import type { Objektwerte } from "../../../stammdaten/patchobjekte/pruefung.ts";
import type { Patchobjekt } from "../../../stammdaten/patchobjekte/schema.ts";
import { befund, type Planung } from "./planung.ts";
import { istVorlaeufig, type Verzeichnis } from "./verweise.ts";
import type { Vorgang } from "./vorgang.ts";

/** Of one kind: which row each record has, and what becomes of it. */
type Neuzugang<R, W> = { verzeichnis: Pick<Verzeichnis, "idVon">; plan: readonly Vorgang<R, W>[] };

const worte = {
  kontakt: { inDatei: "Dieser Kontakt steht", imBestand: "Diesen Kontakt gibt es", name: "Kontakt" },
  patchobjekt: { inDatei: "Dieses Pachtobjekt steht", imBestand: "Dieses Pachtobjekt gibt es", name: "Pachtobjekt" },
};

const melde = async <W, B extends { id: number }, R>(
  planung: Planung,
  art: Art<W & { id: number }, B>,
  { verzeichnis, plan }: Neuzugang<R, W>,
): Promise<void> => {
  const neue = plan
    .flatMap(({ id, alt, werte }) => (alt === undefined ? [{ ...werte, id }] : []))
    .sort((a, b) => a.id - b.id);
  if (neue.length === 0) return;
  const zeilen = new Map([...verzeichnis.idVon].map(([zeile, id]) => [id, zeile]));
  const { inDatei, imBestand, name } = worte[art.name];
  for (const [id, { a, gruende }] of await sucheVorab(planung.tx, art, neue)) {
    const zeile = zeilen.get(id);
    if (!zeile) continue;
    const wo = istVorlaeufig(a)
      ? `${inDatei} wahrscheinlich schon in Zeile ${zeilen.get(a)?.zeile}.`
      : `${imBestand} wahrscheinlich schon: ${name} ${a}.`;
    const text = [wo, ...gruende.map((grund) => grundtext[grund])].join(" ");
    planung.befunde.push(befund(zeile, null, "hinweis", "duplikat", text));
  }
};

/**
 * Tells which new contacts and objects there probably are already, in the stock or further up in the file. The other one
 * is named by its id alone, so that no finding has a name that its row has not. Where the plan is carried out the
 * comparison is left to the job that follows: nobody should wait for it.
 */
export const meldeDuplikate = async (
  planung: Planung,
  neue: { kontakte: Neuzugang<Kontakt, Kontaktwerte>; patchobjekte: Neuzugang<Patchobjekt, Objektwerte> },
): Promise<void> => {
  if (planung.gesperrt) return;
  await melde(planung, kontakte, neue.kontakte);
  await melde(planung, patchobjekte, neue.patchobjekte);
};
