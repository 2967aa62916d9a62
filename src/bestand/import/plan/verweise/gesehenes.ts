import { befund, type Planung, type Planzeile } from "../planung.ts";
import { listImportierte } from "../queries.ts";
import type { Verweisart } from "./verweisart.ts";

type Wandel = {
  /** The key leads elsewhere than when the file was checked. */
  hatGewechselt(schluessel: string): boolean;
  /** The same, but not for what another import of the same has made since: that is what the row would have made. */
  istAnders(schluessel: string): boolean;
};

const merkmal: Partial<Record<Verweisart, string>> = { kontonummer: "pachtkonto" };

/** What has become of keys since the check; in the check itself nothing has. */
export async function vergleicheVerweise(
  { tx, gesehene }: Pick<Planung, "tx" | "gesehene">,
  art: Verweisart,
  schluessel: readonly string[],
  jetzige: ReadonlyMap<string, number>,
): Promise<Wandel> {
  const damals = gesehene?.get(art);
  const gewechselte = new Set(gesehene ? schluessel.filter((einer) => damals?.get(einer) !== jetzige.get(einer)) : []);
  const erschienene = [...gewechselte].filter((einer) => !damals?.has(einer));
  const ids = erschienene.map((einer) => jetzige.get(einer) as number);
  const importierte = new Set(ids.length > 0 ? await listImportierte(tx, merkmal[art] ?? art, ids) : []);
  const andere = gewechselte.difference(
    new Set(erschienene.filter((einer) => importierte.has(jetzige.get(einer) as number))),
  );
  return { hatGewechselt: (einer) => gewechselte.has(einer), istAnders: (einer) => andere.has(einer) };
}

/** A row is not what the check said: nobody has seen what it would do now. */
export function meldeGeaendert({ befunde }: Planung, zeile: Planzeile, feld: string): void {
  const text =
    "Was diese Zeile meint, wurde seit der Prüfung angelegt, gelöscht oder zusammengeführt. Bitte die Datei noch einmal hochladen und ansehen, was sie jetzt ändern würde.";
  befunde.push(befund(zeile, feld, "fehler", "bestand_geaendert", text));
}
