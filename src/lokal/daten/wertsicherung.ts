import { pachtjahrMit } from "../../kern/kalender/perioden.ts";
import { addiereMonate, formatTag, frueherer, parseTag, spaeterer } from "../../kern/kalender/tag.ts";
import type { Wertsicherung } from "../../kern/wertsicherung/klausel.ts";
import { ersterIndexmonat } from "./indexreihen.ts";
import type { Plan } from "./plan.ts";
import type { Konto } from "./positionen.ts";
import { type Zufall, zufall } from "./vorrat/zufall.ts";

/** Values of the last two months may not be published yet. */
const monatVor = (tag: string, plan: Plan): string => {
  const gewollt = addiereMonate(parseTag(tag), -2);
  return formatTag(frueherer(spaeterer(gewollt, ersterIndexmonat), addiereMonate(plan.heute, -3))).slice(0, 7);
};

const indexklausel = (z: Zufall, seit: string, plan: Plan): Wertsicherung => ({
  art: "index",
  reiheId: 1,
  basisMonat: monatVor(seit, plan),
  schwelleBp: z.aus([500, 1000, 1000]),
  schwellePunkte: null,
  vergleich: z.aus(["erreicht", "ueberschritten"]),
  rundung: z.aus(["exakt", "amtlich"]),
  weitergabeBp: z.gewichtet([
    [10_000, 8],
    [7500, 2],
  ]),
  obergrenzeBp: z.gewichtet([
    [null, 8],
    [1500, 2],
  ]),
  beideRichtungen: z.chance(0.9),
  fruehestensMonate: z.aus([0, 12, 24, 36]),
});

const staffel = (z: Zufall, { pachtjahrBeginn }: Konto, plan: Plan): Wertsicherung => {
  const beginn = pachtjahrMit(plan.heute, pachtjahrBeginn);
  const prozentBp = z.aus([150, 200, 250]);
  const stufen = [12, 24, 36].map((monate) => ({
    ab: formatTag(addiereMonate(beginn, monate)),
    betragCent: null,
    prozentBp,
  }));
  return { art: "staffel", stufen };
};

/** What was agreed on how the rent follows the value of money: mostly in trades, now and then for land. */
export function wertsicherung(konto: Konto, letzteHebung: string | null, plan: Plan): Wertsicherung | null {
  const z = zufall(11, konto.nr);
  if (konto.status !== "aktiv" || !z.chance(konto.art.monatlich ? 0.7 : 0.25)) return null;
  const art = z.gewichtet([
    ["index", konto.art.monatlich ? 6 : 3],
    ["prozent", 2],
    ["staffel", 2],
  ] as const);
  if (art === "index") return indexklausel(z, letzteHebung ?? konto.pachtbeginn, plan);
  if (art === "staffel") return staffel(z, konto, plan);
  return { art: "prozent", wertBp: z.aus([200, 300, 500]), alleMonate: z.aus([36, 60]) };
}
