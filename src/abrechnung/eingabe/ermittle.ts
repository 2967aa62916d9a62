import { formatTag, parseTag } from "../../kern/kalender/tag.ts";
import { zahlbarBis } from "../../kern/kalender/werktag.ts";
import type { KontoErgebnis, Schlussabrechnung } from "../../kern/pacht/ergebnis.ts";
import { wendeHebungenAn } from "../../kern/pacht/hebung/hebung.ts";
import { berechneKonto } from "../../kern/pacht/konto.ts";
import type { BelegEntwurf, KontoEingabe } from "../../kern/pacht/typen.ts";
import type { Db } from "../../technik/database/pool.ts";
import { ladeEingaben, ladeKonten } from "./lade.ts";
import type { Ladung } from "./packeAus.ts";
import type { Buchungstage, Umfang } from "./queries.ts";

/** An account with what its due periods come to. Preview and booking both begin here. */
export type Ermittelt = Ladung & { ergebnis: KontoErgebnis };

export async function* ermittle(sql: Db, umfang: Umfang): AsyncGenerator<Ermittelt[], void> {
  for await (const ladungen of ladeEingaben(sql, umfang)) yield berechne(ladungen, umfang.datum);
}

export async function ermittleKonten(sql: Db, ids: number[], tage: Buchungstage): Promise<Ermittelt[]> {
  return berechne(await ladeKonten(sql, ids, tage), tage.datum);
}

const berechne = (ladungen: Ladung[], datum: string): Ermittelt[] =>
  ladungen.map((ladung) => ermittleEines(ladung, datum));

export function ermittleEines(ladung: Ladung, datum: string): Ermittelt {
  return {
    ...ladung,
    ergebnis: ergebnisVon(ladung.konto, datum),
  };
}

/** An inactive account is never billed; what else stands against it is said as well. */
const ergebnisVon = (konto: KontoEingabe, datum: string): KontoErgebnis => {
  if (konto.status !== "inaktiv") return berechneKonto(konto, datum);
  const sonst = berechneKonto({ ...konto, status: "ausgelaufen" }, datum);
  const { gruende, stellen } = sonst.abrechenbar ? { gruende: [], stellen: {} } : sonst;
  return { abrechenbar: false, gruende: [...gruende, "inaktiv" as const].sort(), stellen };
};

/** A due period of an account, or its final settlement, for which no due period need be open. */
export type Posten = { faelligkeit: Schlussabrechnung["faelligkeit"]; belege: BelegEntwurf[] };

/** By when to pay: the later of due date and date of the document, plus the account's days, on a working day. */
export function fristVon(
  { zahlungszielTage }: KontoEingabe,
  { faelligAm }: Posten["faelligkeit"],
  belegdatum: string,
): string {
  return formatTag(zahlbarBis(parseTag(faelligAm), parseTag(belegdatum), zahlungszielTage));
}

type Abrechenbar = Extract<KontoErgebnis, { abrechenbar: true }>;

/** All that an account is billed for, oldest first; the final settlement comes last. */
export function postenVon({ perioden, schlussabrechnung }: Omit<Abrechenbar, "abrechenbar">): Posten[] {
  return schlussabrechnung ? [...perioden, schlussabrechnung] : perioden;
}

/** Active increases that the amounts of these periods follow from: booking the periods completes them, and no others. */
export function angewandteHebungen({ positionen, hebungen }: KontoEingabe, posten: readonly Posten[]): number[] {
  if (hebungen.length === 0) return [];
  const bis = posten.reduce(
    (letzter, { faelligkeit: { zeitraumBis } }) => (zeitraumBis > letzter ? zeitraumBis : letzter),
    "",
  );
  const wirksame = hebungen.filter(({ wirksamAb }) => wirksamAb <= bis);
  return [...new Set(wendeHebungenAn(positionen, wirksame).aenderungen.map(({ hebungId }) => hebungId))];
}
