import { type Objektwerte, pruefeObjektfelder } from "../../../../stammdaten/patchobjekte/pruefung.ts";
import {
  CreatePatchobjektBody,
  leeresPatchobjekt,
  type Patchobjekt,
  UpdatePatchobjektBody,
} from "../../../../stammdaten/patchobjekte/schema.ts";
import { alsKoerper, gleicheAb } from "../abgleich.ts";
import { geprueft, type Planung, type Planzeile } from "../planung.ts";
import { folge, type Verzeichnis } from "../verweise/verweise.ts";
import { type Bestandsbild, geaenderteFelder, planeZeilen, type Vorgang } from "../vorgang.ts";
import { ohneAusgelassenes } from "./vomExport.ts";

export type Objektvorgang = Vorgang<Patchobjekt, Objektwerte>;

type Objektumfeld = {
  konten: Verzeichnis;
  /** Accounts that no export has. */
  ausgelassene: ReadonlySet<number>;
};

/** A reference that was followed is to an account that there is. */
const jedes = { has: () => true };

const beurteile = (
  planung: Planung,
  zeile: Planzeile,
  id: number,
  { datensaetze, staende }: Bestandsbild<Patchobjekt>,
  { konten, ausgelassene }: Objektumfeld,
): Objektvorgang | undefined => {
  const alt = datensaetze.get(id);
  const koerper = ohneAusgelassenes(alsKoerper(zeile, leeresPatchobjekt, alt), alt?.pachtkontoId, ausgelassene);
  let rest = zeile;
  if ("pachtkontoId" in koerper)
    ({ id: koerper.pachtkontoId, rest } = folge(planung, zeile, "pachtkontoId", konten, "Das Pachtkonto"));
  if (!alt) {
    const body = geprueft(planung, rest, CreatePatchobjektBody.safeParse(koerper));
    if (!body) return undefined;
    const werte = { ...leeresPatchobjekt, ...body };
    pruefeObjektfelder(werte, alt, planung.heute, jedes);
    return { id, alt, werte, gesagt: body, geschrieben: body, stand: undefined };
  }
  const gesagt = geaenderteFelder<UpdatePatchobjektBody>(planung, rest, UpdatePatchobjektBody, koerper);
  if (!gesagt) return undefined;
  const stand = staende.get(id);
  const geschrieben = gleicheAb(planung, zeile, alt, gesagt, stand);
  const werte = { ...alt, ...geschrieben };
  if (Object.keys(geschrieben).length > 0) pruefeObjektfelder(werte, alt, planung.heute, jedes);
  return { id, alt, werte, gesagt, geschrieben, stand };
};

export function planePatchobjekte(
  planung: Planung,
  zeilen: readonly Planzeile[],
  verzeichnis: Verzeichnis,
  bestand: Bestandsbild<Patchobjekt>,
  umfeld: Objektumfeld,
): Promise<Objektvorgang[]> {
  return planeZeilen(planung, zeilen, verzeichnis, (zeile, id) => beurteile(planung, zeile, id, bestand, umfeld));
}
