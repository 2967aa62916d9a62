import type { PositionVersion } from "../../kern/pacht/typen.ts";
import {
  type Indexreihen,
  type Indexvergleich,
  vergleicheIndex,
  wartetAufStand,
} from "../../kern/wertsicherung/indexvergleich.ts";
import type { Indexklausel } from "../../kern/wertsicherung/klausel.ts";
import {
  type Anpassung,
  anpassungNach,
  naechsteAnpassung,
  schlageVor,
  type Vorschlag,
} from "../../kern/wertsicherung/vorschlag.ts";
import { ladeRechenreihen } from "../../stammdaten/einstellungen/indexreihen/pflege.ts";
import type { Db } from "../../technik/database/pool.ts";
import { inStapeln } from "../../technik/stapel.ts";
import { type Klauselzeile, listKlauselkonten, listPositionen } from "./queries.ts";
import type { Ausgelassencode } from "./schema.ts";

/** What a clause asks for, with the figures. */
export type Ermittelt = {
  konto: Klauselzeile;
  anpassung: Anpassung;
  /** Name of the series that a clause by index names. */
  reihe: string | null;
  /** Where that series ended before the newer value: its last month, and the name of the one that goes on. */
  fortsetzung: { reihe: string; beendetMit: string } | null;
  vorschlag: Vorschlag;
  positionen: readonly PositionVersion[];
};

/** Why there is no proposal where one could be expected; `wirksamAb` null: on whichever day. */
export type Ausgelassen = { konto: Klauselzeile; code: Ausgelassencode; wirksamAb: string | null };

/** Accounts read at a time; positions only of those whose clause asks for something. */
const jeTeil = 2000;

/**
 * What clauses ask for, by id of the account, some thousand accounts at a time.
 *
 * @param bis last `wirksamAb`; null: on whichever day
 * @param auswahl these accounts alone, in the order of ids
 */
export async function* ermittleVorschlaege(
  sql: Db,
  bis: string | null,
  auswahl: readonly number[] | null,
): AsyncGenerator<{ ermittelte: Ermittelt[]; ausgelassene: Ausgelassen[] }, void> {
  const reihen = await ladeRechenreihen(sql);
  const vergleiche = neueVergleiche(reihen);
  for await (const konten of ladeKlauselkonten(sql, auswahl)) {
    const geprueft = konten.flatMap((konto) => pruefe(konto, bis, reihen, vergleiche) ?? []);
    const gewollte = geprueft.filter((eines) => "anpassung" in eines);
    const positionen = Map.groupBy(
      await listPositionen(
        sql,
        gewollte.map(({ konto }) => konto.id),
      ),
      ({ pachtkontoId }) => pachtkontoId,
    );
    const berechnet = gewollte.flatMap(
      (eines) => berechne(eines, bis, positionen.get(eines.konto.id) ?? [], reihen) ?? [],
    );
    yield {
      ermittelte: berechnet.filter((eines) => "vorschlag" in eines),
      ausgelassene: [...geprueft, ...berechnet].filter((eines) => "code" in eines),
    };
  }
}

/** Accounts with a clause by id, some thousand at a time. */
async function* ladeKlauselkonten(sql: Db, auswahl: readonly number[] | null): AsyncGenerator<Klauselzeile[], void> {
  if (auswahl !== null) {
    for (const teil of inStapeln(auswahl, jeTeil))
      yield listKlauselkonten(sql, { auswahl: teil, nach: 0, anzahl: jeTeil });
    return;
  }
  let konten = await listKlauselkonten(sql, { auswahl, nach: 0, anzahl: jeTeil });
  for (let letztes = konten.at(-1); letztes; letztes = konten.at(-1)) {
    yield konten;
    konten = await listKlauselkonten(sql, { auswahl, nach: letztes.id, anzahl: jeTeil });
  }
}

/** Many clauses are the same: each is compared once. */
const neueVergleiche = (reihen: Indexreihen) => {
  const bekannt = new Map<string, Indexvergleich | null>();
  return (klausel: Indexklausel): Indexvergleich | null => {
    const { reiheId, basisMonat, schwelleBp, schwellePunkte, vergleich, rundung, beideRichtungen } = klausel;
    const schluessel = JSON.stringify([
      reiheId,
      basisMonat,
      schwelleBp,
      schwellePunkte?.punkte,
      schwellePunkte?.basis,
      vergleich,
      rundung,
      beideRichtungen,
    ]);
    const gefunden = bekannt.get(schluessel);
    if (gefunden !== undefined) return gefunden;
    const neu = vergleicheIndex(klausel, reihen);
    bekannt.set(schluessel, neu);
    return neu;
  };
};

type Gewollt = { konto: Klauselzeile; anpassung: Anpassung };

const stehtAn = (anpassung: Anpassung | null, bis: string | null): anpassung is Anpassung =>
  anpassung !== null && (bis === null || anpassung.wirksamAb <= bis);

const pruefe = (
  konto: Klauselzeile,
  bis: string | null,
  reihen: Indexreihen,
  vergleicheMit: ReturnType<typeof neueVergleiche>,
): Gewollt | Ausgelassen | null => {
  const { wertsicherung: klausel } = konto;
  const vergleich = klausel.art === "index" ? vergleicheMit(klausel) : null;
  if (klausel.art === "index" && vergleich === null)
    return wartetAufStand(klausel, reihen) ? null : { konto, code: "index_fehlt", wirksamAb: null };
  const anpassung = naechsteAnpassung(konto, klausel, vergleich);
  if (vergleich?.schwelleSeit === null && vergleich.istRundungssache)
    return { konto, code: "rundung", wirksamAb: null };
  if (!stehtAn(anpassung, bis)) return null;
  return konto.hatOffene ? { konto, code: "hebung_offen", wirksamAb: anpassung.wirksamAb } : { konto, anpassung };
};

const berechne = (
  { konto, anpassung }: Gewollt,
  bis: string | null,
  positionen: readonly PositionVersion[],
  reihen: Indexreihen,
): Ermittelt | Ausgelassen | null => {
  const vorschlag = schlageVor(anpassung, positionen);
  if (vorschlag === null) {
    const naechste = anpassungNach(konto, konto.wertsicherung, anpassung);
    return stehtAn(naechste, bis) ? berechne({ konto, anpassung: naechste }, bis, positionen, reihen) : null;
  }
  const { wirksamAb } = anpassung;
  if (typeof vorschlag === "string") return { konto, code: vorschlag, wirksamAb };
  return { konto, anpassung, ...reihenDer(anpassung, reihen), vorschlag, positionen };
};

const reihenDer = (anpassung: Anpassung, reihen: Indexreihen): Pick<Ermittelt, "reihe" | "fortsetzung"> => {
  if (anpassung.art !== "index") return { reihe: null, fortsetzung: null };
  const { basis, neu } = anpassung.vergleich;
  const alte = reihen.get(basis.reiheId);
  const neue = reihen.get(neu.reiheId);
  const fortsetzung =
    alte?.beendetMit && neue && neue !== alte ? { reihe: neue.name, beendetMit: alte.beendetMit } : null;
  return { reihe: alte?.name ?? null, fortsetzung };
};
