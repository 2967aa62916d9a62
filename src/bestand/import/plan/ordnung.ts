import type { PachtkontoPosition } from "../../../stammdaten/pachtkonten/positionen/schema.ts";
import { listFassungen } from "../../../stammdaten/pachtkonten/positionen/schreibung.ts";
import { inStapeln } from "../../../technik/stapel.ts";
import { befund, inRuhe, type Planung, type Planzeile, zaehle } from "./planung.ts";
import { listSchluessel } from "./queries.ts";
import { meldeGeaendert, vergleicheVerweise } from "./verweise/gesehenes.ts";
import { istVorlaeufig, type NeueSchluessel, vergibId } from "./verweise/verweise.ts";

const jeAbruf = 2_000;

/** The rows of each position, by the id of its first version. */
export async function ordnePositionen(planung: Planung, zeilen: readonly Planzeile[], verweise: Iterable<string>) {
  const schluesselVon = ({ werte }: Planzeile) =>
    typeof werte.importSchluessel === "string" ? werte.importSchluessel : undefined;
  const schluessel = [...new Set(zeilen.map(schluesselVon).filter((einer) => einer !== undefined))];
  const gesuchte = [...new Set([...schluessel, ...verweise])];
  const bekannte = new Map((await listSchluessel(planung.tx, "position", gesuchte)).map((e) => [e.schluessel, e.id]));
  const fassungen = new Map<number, PachtkontoPosition[]>();
  for (const teil of inStapeln([...bekannte.values()], jeAbruf))
    for (const fassung of await listFassungen(planung.tx, teil))
      fassungen.set(fassung.ursprungId, [...(fassungen.get(fassung.ursprungId) ?? []), fassung]);
  for (const [einer, id] of bekannte) if (!fassungen.has(id)) bekannte.delete(einer);
  planung.verweise.set("position", bekannte);
  const wandel = await vergleicheVerweise(planung, "position", schluessel, bekannte);
  const ids = new Map<string, number>();
  const neue: NeueSchluessel = [];
  for (const einer of schluessel) {
    const bekannt = bekannte.get(einer);
    const id = bekannt ?? vergibId();
    ids.set(einer, id);
    if (istVorlaeufig(id)) neue.push({ schluessel: einer, id });
  }
  const jePosition = new Map<number, Planzeile[]>();
  const gesehen = new Map<string, Planzeile>();
  await inRuhe(zeilen, (zeile) => {
    const einer = schluesselVon(zeile);
    const id = einer === undefined ? undefined : ids.get(einer);
    const fassung = `${einer} ${String(zeile.werte.gueltigVon ?? "")}`;
    const erste = gesehen.get(fassung);
    if (id === undefined || erste) {
      planung.befunde.push(
        erste
          ? befund(zeile, "gueltigVon", "fehler", "doppelt", `Diese Fassung steht schon in Zeile ${erste.zeile}.`)
          : befund(zeile, "importSchluessel", "fehler", "fehlt", "Die Zeile braucht importSchluessel."),
      );
      zaehle(planung, "Positionen", "falsch");
      return;
    }
    gesehen.set(fassung, zeile);
    if (einer !== undefined && wandel.istAnders(einer)) {
      meldeGeaendert(planung, zeile, "importSchluessel");
      zaehle(planung, zeile.blatt, "falsch");
      return;
    }
    jePosition.set(id, [...(jePosition.get(id) ?? []), zeile]);
  });
  return {
    jePosition,
    fassungen,
    neue,
    finde: (einer: string) => ids.get(einer) ?? bekannte.get(einer),
    istAnders: (einer: string) =>
      planung.gesehene !== undefined &&
      !ids.has(einer) &&
      planung.gesehene.get("position")?.get(einer) !== bekannte.get(einer),
  };
}
