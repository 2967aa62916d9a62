import { isDeepStrictEqual } from "node:util";
import { Ablehnung, type Feldfehler, ungueltig } from "../../kern/ablehnung.ts";
import type { Feldcode } from "../../kern/feldcode.ts";
import { deutschesDatum } from "../../kern/kalender/tag.ts";
import { ANFANG, ENDE, formatZeitraum, type Zeitraum } from "../../kern/kalender/zeitraum.ts";
import { besetzungen, pruefeAnteile } from "../../kern/pacht/anteile.ts";
import { vergleicheText } from "../../kern/vergleicheText.ts";
import { type Beteiligter, type BeteiligterDetail, type BeteiligterEingabe, parteifelder } from "./schema.ts";

/** A party as it is stored. */
export type Parteizeile = Omit<Beteiligter, "anzeigename">;

/** Contact data of the parties as the account shows them. */
export type Kontaktbild = Pick<BeteiligterDetail, "anzeigename" | "kontakt">;

type Fund = { stelle: string; code: Feldcode; message: string };

/**
 * What is wrong with one party, field by field.
 *
 * @param gelesen contact data that the request sends back, which must be those of `bild`
 */
const pruefePartei = (
  { anteilZaehler: zaehler, anteilNenner: nenner, gueltigVon, gueltigBis }: Parteizeile,
  { anzeigename, kontakt }: Pick<BeteiligterEingabe, "anzeigename" | "kontakt">,
  bild: Partial<Kontaktbild>,
): Fund[] => {
  const funde: Fund[] = [];
  const nurLesbar = (stelle: string) =>
    funde.push({ stelle, code: "nur_lesbar", message: "Dieses Feld ist nur lesbar." });
  if ((zaehler === null) !== (nenner === null))
    funde.push({ stelle: "anteilNenner", code: "unvollstaendig", message: "Zähler und Nenner gehören zusammen." });
  else if (zaehler !== null && nenner !== null && zaehler > nenner)
    funde.push({ stelle: "anteilZaehler", code: "zu_gross", message: "Ein Anteil ist höchstens 1." });
  if (gueltigVon && gueltigBis && gueltigBis < gueltigVon)
    funde.push({ stelle: "gueltigBis", code: "vor_beginn", message: "Das Ende liegt vor dem Beginn." });
  if (anzeigename !== undefined && anzeigename !== bild.anzeigename) nurLesbar("anzeigename");
  if (kontakt !== undefined && !isDeepStrictEqual(kontakt, bild.kontakt)) nurLesbar("kontakt");
  return funde;
};

const unbekannt = (kontaktId: number): Fund => ({
  stelle: "kontaktId",
  code: "unbekannt",
  message: `Einen Kontakt mit der id ${kontaktId} gibt es nicht oder nicht mehr, oder seine Daten sind gelöscht.`,
});

/**
 * The parties as they will stand, with their contacts' data.
 *
 * @throws Ablehnung ungueltig for an unknown contact, a period that ends before it begins, half a share, shares that do
 *   not sum to 1 on a day, or read-only contact data that differ from what is stored
 */
export function ergaenzeBeteiligte<K extends Partial<Kontaktbild>>(
  eingaben: readonly BeteiligterEingabe[],
  kontakte: { get(id: number): K | undefined },
): (Parteizeile & K)[] {
  const errors: Feldfehler[] = [];
  const beteiligte = eingaben.flatMap(({ anzeigename, kontakt, ...partei }, nr): (Parteizeile & K)[] => {
    const bild = kontakte.get(partei.kontaktId);
    const funde = bild ? pruefePartei(partei, { anzeigename, kontakt }, bild) : [unbekannt(partei.kontaktId)];
    errors.push(...funde.map(({ stelle, ...fund }) => ({ path: `beteiligte.${nr}.${stelle}`, ...fund })));
    return bild ? [{ ...partei, ...bild }] : [];
  });
  if (errors.length > 0)
    throw new Ablehnung("ungueltig", "ungueltige_eingabe", "Die Beteiligten sind ungültig.", { errors });
  pruefeAnteilsummen(beteiligte);
  return beteiligte;
}

/** Parties in an order of their own: which one was entered first says nothing. */
export function ordneBeteiligte(parteien: readonly Parteizeile[]): Record<string, unknown>[] {
  return parteien
    .map((partei) => Object.fromEntries(parteifelder.map((feld) => [feld, partei[feld]])))
    .map((partei) => ({ partei, text: JSON.stringify(partei) }))
    .sort((a, b) => vergleicheText(a.text, b.text))
    .map(({ partei }) => partei);
}

/** Whether two lists say the same, in whatever order. */
export function sindDieselbenBeteiligten(a: readonly Parteizeile[], b: readonly Parteizeile[]): boolean {
  return isDeepStrictEqual(ordneBeteiligte(a), ordneBeteiligte(b));
}

const rollenworte = { paechter: "Pächter", verpaechter: "Verpächter" } as const;

const pruefeAnteilsummen = (beteiligte: readonly Parteizeile[]): void => {
  for (const rolle of ["paechter", "verpaechter"] as const) {
    const [tage] = pruefeAnteile(beteiligte, rolle);
    if (!tage) continue;
    throw ungueltig("beteiligte", "anteile", `Die Anteile der ${rollenworte[rolle]} ergeben ${wann(tage)} nicht 1.`);
  }
};

const wann = ({ von, bis }: { von: string | null; bis: string | null }): string => {
  if (von === null) return bis === null ? "von Anfang an" : `bis zum ${deutschesDatum(bis)}`;
  if (bis === null) return `ab dem ${deutschesDatum(von)}`;
  return von === bis ? `am ${deutschesDatum(von)}` : `vom ${deutschesDatum(von)} bis ${deutschesDatum(bis)}`;
};

const immer: Zeitraum = { von: ANFANG, bis: ENDE };

/** Days on which lessees or lessors or their shares differ between two lists; null is an open side. */
export function geaenderteTage(
  alt: readonly Parteizeile[],
  neu: readonly Parteizeile[],
): { von: string | null; bis: string | null }[] {
  return (["paechter", "verpaechter"] as const).flatMap((rolle) => {
    const vorher = besetzungen(alt, rolle, immer);
    const nachher = besetzungen(neu, rolle, immer);
    return vorher.flatMap((a) =>
      nachher
        .map((b) => ({ von: a.von > b.von ? a.von : b.von, bis: a.bis < b.bis ? a.bis : b.bis, b }))
        .filter(({ von, bis, b }) => von <= bis && bild(a.anteile) !== bild(b.anteile))
        .map(({ von, bis }) => formatZeitraum({ von, bis })),
    );
  });
}

const bild = (anteile: ReturnType<typeof besetzungen>[number]["anteile"]): string =>
  anteile.map(({ kontaktId, anteil }) => `${kontaktId}:${anteil.zaehler}/${anteil.nenner}`).join(" ");
