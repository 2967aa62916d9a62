import { addiereMonate, ausDatum, datum, formatTag, tagVor } from "../../kern/kalender/tag.ts";
import type { Beteiligtenrolle, UmsatzsteuerStatus } from "../../kern/pacht/typen.ts";
import { type PaechterArt, paechterArt, verpaechterArt, verpaechterStatus } from "./kontakte.ts";
import type { Pachtart } from "./pachtarten.ts";
import type { Plan } from "./plan.ts";
import { sonderfall } from "./sonderfaelle.ts";
import type { Zufall } from "./vorrat/zufall.ts";

export type Beteiligter = {
  kontaktId: number;
  rolle: Beteiligtenrolle;
  hauptkontakt: boolean;
  anteil: readonly [number, number] | null;
  gueltigVon: string | null;
  gueltigBis: string | null;
};

type Anteile = readonly (readonly [zaehler: number, nenner: number])[];

const anteile = (text: string): Anteile =>
  text.split(" ").map((teil) => {
    const [zaehler = 0, nenner = 1] = teil.split("/").map(Number);
    return [zaehler, nenner];
  });

/** Shares with their weight; null: one party alone. */
type Verteilung = readonly (readonly [Anteile | null, number])[];

const beiVerpaechtern: Verteilung = [
  [null, 70],
  [anteile("1/2 1/2"), 12],
  [anteile("1/3 2/3"), 6],
  [anteile("1/6 2/6 3/6"), 4],
  [anteile("1/4 1/4 1/2"), 4],
  [anteile("1/4 1/8 1/8 1/2"), 2],
  [anteile("1/6 1/6 1/6 1/6 1/6 1/6"), 2],
];

const beiPaechtern: Verteilung = [
  [null, 88],
  [anteile("1/2 1/2"), 7],
  [anteile("1/3 2/3"), 3],
  [anteile("1/3 1/3 1/3"), 2],
];

/** The first number from `ab` on, round the stock of `anzahl`, that fits; if none does, the last one looked at. */
const suche = (ab: number, anzahl: number, passt: (nr: number) => boolean): number => {
  for (let i = 0; i < anzahl; i += 1) if (passt((ab + i) % anzahl)) return (ab + i) % anzahl;
  return ab % anzahl;
};

const partei = (
  rolle: Beteiligtenrolle,
  ids: readonly number[],
  anteile: Anteile | null,
  gueltigVon: string | null = null,
  gueltigBis: string | null = null,
): Beteiligter[] =>
  ids.map((kontaktId, i) => ({
    kontaktId,
    rolle,
    hauptkontakt: i === 0,
    anteil: anteile?.[i] ?? null,
    gueltigVon,
    gueltigBis,
  }));

const paechterIds = (z: Zufall, arten: readonly PaechterArt[], anzahl: number, plan: Plan): number[] => {
  const art = z.aus(arten);
  // Few lessees hold many accounts.
  let nr = Math.floor(z.zahl() ** 1.4 * plan.paechter);
  return Array.from({ length: anzahl }, () => {
    nr = suche(nr + 1, plan.paechter, (kandidat) => paechterArt(kandidat) === art);
    return nr + 1;
  });
};

/** A line with VAT cannot be billed to them: nobody asked yet, and § 24 UStG does not cover leases. */
const ohneSteuersatz: readonly (UmsatzsteuerStatus | null)[] = [null, "pauschaliert"];

const verpaechterIds = (z: Zufall, art: Pachtart, anzahl: number, mitSteuer: boolean, plan: Plan): number[] => {
  // Several lessors are people: heirs.
  const arten = anzahl > 1 && art.verpaechter.includes("person") ? ["person"] : [z.aus(art.verpaechter)];
  let nr = z.ganz(0, plan.verpaechter - 1);
  return Array.from({ length: anzahl }, () => {
    nr = suche(nr + 1, plan.verpaechter, (kandidat) => {
      if (!arten.includes(verpaechterArt(kandidat))) return false;
      return !mitSteuer || !ohneSteuersatz.includes(verpaechterStatus(kandidat));
    });
    return plan.paechter + nr + 1;
  });
};

/** First of the month some months ago: inside a lease year that is not billed to its end. */
const wechseltag = (z: Zufall, plan: Plan): string => {
  const { jahr, monat } = datum(addiereMonate(plan.heute, -z.ganz(0, 4)));
  return formatTag(ausDatum(jahr, monat, 1));
};

/** The account whose parties are drawn. */
type Wahl = {
  z: Zufall;
  nr: number;
  art: Pachtart;
  plan: Plan;
  /** From this day on others may be party; null: nobody changes. */
  wechsel: string | null;
};

const paechter = ({ z, nr, art, plan, wechsel }: Wahl): Beteiligter[] => {
  const geteilt = z.gewichtet(beiPaechtern);
  const ids = paechterIds(z, art.paechter, geteilt?.length ?? 1, plan);
  if (!sonderfall.paechterwechsel(nr) || wechsel === null) return partei("paechter", ids, geteilt);
  const neue = paechterIds(z, art.paechter, 1, plan);
  return [...partei("paechter", ids, geteilt, null, tagVor(wechsel)), ...partei("paechter", neue, null, wechsel)];
};

const verpaechter = ({ z, nr, art, plan, wechsel }: Wahl): Beteiligter[] => {
  const mitSteuer = !["Grundpacht", "Gartenpacht"].includes(art.position);
  const geteilt = art.verpaechter.includes("person") ? z.gewichtet(beiVerpaechtern) : null;
  const ids = verpaechterIds(z, art, geteilt?.length ?? 1, mitSteuer, plan);
  if (sonderfall.verpaechterwechsel(nr) && wechsel !== null) {
    const erben = verpaechterIds(z, art, 2, mitSteuer, plan);
    return [
      ...partei("verpaechter", ids, geteilt, null, tagVor(wechsel)),
      ...partei("verpaechter", erben, anteile("1/2 1/2"), wechsel),
    ];
  }
  const istPauschaliert = sonderfall.pauschalierterVerpaechter(nr);
  if (!istPauschaliert && !sonderfall.verpaechterOhneSteuerstatus(nr)) return partei("verpaechter", ids, geteilt);
  const status = istPauschaliert ? "pauschaliert" : null;
  const einer = suche(nr, plan.verpaechter, (kandidat) => verpaechterStatus(kandidat) === status);
  return partei("verpaechter", [plan.paechter + einer + 1], null);
};

export function beteiligte(
  z: Zufall,
  nr: number,
  art: Pachtart,
  { pachtbeginn, pachtende }: { pachtbeginn: string; pachtende: string | null },
  plan: Plan,
): Beteiligter[] {
  const tag = wechseltag(z, plan);
  const wechsel = pachtbeginn < tag && (pachtende ?? "9999") > tag ? tag : null;
  const wahl = { z, nr, art, plan, wechsel };
  const liste = paechter(wahl);
  // The lessor is being traced; until then the account cannot be billed.
  if (sonderfall.ohneVerpaechter(nr)) return liste;
  liste.push(...verpaechter(wahl));
  if (z.chance(0.12)) {
    const id = plan.paechter + plan.verpaechter + z.ganz(1, plan.uebrige);
    liste.push(...partei("bevollmaechtigter", [id], null));
  }
  return liste;
}
