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

type Anteile = readonly (readonly [number, number])[];

const anteileVerpaechter: readonly (readonly [Anteile | null, number])[] = [
  [null, 70],
  [
    [
      [1, 2],
      [1, 2],
    ],
    12,
  ],
  [
    [
      [1, 3],
      [2, 3],
    ],
    6,
  ],
  [
    [
      [1, 6],
      [2, 6],
      [3, 6],
    ],
    4,
  ],
  [
    [
      [1, 4],
      [1, 4],
      [1, 2],
    ],
    4,
  ],
  [
    [
      [1, 4],
      [1, 8],
      [1, 8],
      [1, 2],
    ],
    2,
  ],
  [
    [
      [1, 6],
      [1, 6],
      [1, 6],
      [1, 6],
      [1, 6],
      [1, 6],
    ],
    2,
  ],
];

const anteilePaechter: readonly (readonly [Anteile | null, number])[] = [
  [null, 88],
  [
    [
      [1, 2],
      [1, 2],
    ],
    7,
  ],
  [
    [
      [1, 3],
      [2, 3],
    ],
    3,
  ],
  [
    [
      [1, 3],
      [1, 3],
      [1, 3],
    ],
    2,
  ],
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

export const beteiligte = (
  z: Zufall,
  nr: number,
  art: Pachtart,
  laufzeit: { pachtbeginn: string; pachtende: string | null },
  plan: Plan,
): Beteiligter[] => {
  const mitSteuer = !["Grundpacht", "Gartenpacht"].includes(art.position);
  const wechsel = wechseltag(z, plan);
  const kannWechseln = laufzeit.pachtbeginn < wechsel && (laufzeit.pachtende ?? "9999") > wechsel;
  const liste: Beteiligter[] = [];

  const anteileP = z.gewichtet(anteilePaechter);
  const p = paechterIds(z, art.paechter, anteileP?.length ?? 1, plan);
  if (sonderfall.paechterwechsel(nr) && kannWechseln) {
    const [neuer] = paechterIds(z, art.paechter, 1, plan);
    liste.push(...partei("paechter", p, anteileP, null, tagVor(wechsel)));
    if (neuer !== undefined) liste.push(...partei("paechter", [neuer], null, wechsel));
  } else liste.push(...partei("paechter", p, anteileP));

  const anteileV = art.verpaechter.includes("person") ? z.gewichtet(anteileVerpaechter) : null;
  const v = verpaechterIds(z, art, anteileV?.length ?? 1, mitSteuer, plan);
  if (sonderfall.ohneVerpaechter(nr)) return liste; // the lessor is being traced; the account cannot be billed until then
  if (sonderfall.verpaechterwechsel(nr) && kannWechseln) {
    const erben = verpaechterIds(z, art, 2, mitSteuer, plan);
    liste.push(...partei("verpaechter", v, anteileV, null, tagVor(wechsel)));
    liste.push(
      ...partei(
        "verpaechter",
        erben,
        [
          [1, 2],
          [1, 2],
        ],
        wechsel,
      ),
    );
  } else if (sonderfall.pauschalierterVerpaechter(nr) || sonderfall.verpaechterOhneSteuerstatus(nr)) {
    const status = sonderfall.pauschalierterVerpaechter(nr) ? "pauschaliert" : null;
    const verpaechter = suche(nr, plan.verpaechter, (kandidat) => verpaechterStatus(kandidat) === status);
    liste.push(...partei("verpaechter", [plan.paechter + verpaechter + 1], null));
  } else liste.push(...partei("verpaechter", v, anteileV));

  if (z.chance(0.12)) {
    const id = plan.paechter + plan.verpaechter + z.ganz(1, plan.uebrige);
    liste.push(...partei("bevollmaechtigter", [id], null));
  }
  return liste;
};
