import { konflikt } from "../../kern/ablehnung.ts";
import { merkeGeaenderte, merkeNeue } from "../../technik/auditlog/datensaetze.ts";
import type { Urheber } from "../../technik/auditlog/protokolliere.ts";
import type { Tx } from "../../technik/database/pool.ts";
import { aktualisiereFaelligkeiten } from "../faelligkeiten/plan.ts";
import type { Parteizeile } from "./beteiligte.ts";
import { deleteBeteiligte, insertBeteiligte } from "./parteien/queries.ts";
import * as q from "./queries.ts";
import type { Kontowerte, NeueKontowerte, Pachtkonto } from "./schema.ts";

export {
  type Kontobild,
  listKontobilder,
  listKuendigungslagen,
  listPachtkontoIdsGesperrt,
  updateNaechsteKontonummern,
} from "./queries.ts";

/** The record without what only its detail shows. */
const alsPachtkonto = ({ feldwerte, geplanteHebungen, ...konto }: q.Kontobild): Pachtkonto => konto;

/** Which key of ours two accounts with one number break, and how it tells the number: as it is, or small with a count. */
const eindeutige: Record<string, RegExp> = {
  pachtkonto_kontonummer_key: /=\((.*)\)/s,
  pachtkonto_kontonummer: /=\((.*), \d+\)/s,
};

/** The number is taken, in this spelling or in another. */
const kontonummerVergeben = (fehler: unknown, werte: readonly Kontowerte[]): unknown => {
  const { constraint_name: regel, detail } = fehler as { constraint_name?: unknown; detail?: unknown };
  const worin = eindeutige[String(regel)];
  if (!worin) return fehler;
  const genannt = worin.exec(String(detail))?.[1]?.toLowerCase();
  const [eine, zweite] = werte;
  const vergebene = zweite ? werte.find(({ kontonummer }) => kontonummer.toLowerCase() === genannt) : eine;
  const nummer = vergebene?.kontonummer ?? genannt;
  return konflikt(
    "kontonummer_vergeben",
    `Die Kontonummer ${nummer} ist schon vergeben. Groß- und Kleinschreibung unterscheiden sie nicht.`,
  );
};

const mitNummern = async (tx: Tx, werte: readonly NeueKontowerte[]): Promise<Kontowerte[]> => {
  const genannte = werte.flatMap(({ kontonummer }) => kontonummer ?? []);
  await q.sperreKontonummern(tx, genannte);
  const gezogene = await q.updateNaechsteKontonummern(tx, werte.length - genannte.length, genannte);
  return werte.map((eine) => ({ ...eine, kontonummer: eine.kontonummer ?? (gezogene.shift() as string) }));
};

const zuKonto = (pachtkontoId: number, parteien: readonly Parteizeile[]) =>
  parteien.map((partei) => ({ ...partei, pachtkontoId }));

type NeuesKonto = { werte: NeueKontowerte; beteiligte: readonly Parteizeile[] };

/**
 * @returns the accounts in the order given, which is that of their ids
 * @throws Ablehnung konflikt `kontonummer_vergeben`
 */
export async function legePachtkontenAn(
  tx: Tx,
  urheber: Urheber,
  neue: readonly NeuesKonto[],
  heute: string,
): Promise<Pachtkonto[]> {
  const werte = await mitNummern(
    tx,
    neue.map((konto) => konto.werte),
  );
  const ids = await q.insertPachtkonten(tx, werte).catch((fehler: unknown) => {
    throw kontonummerVergeben(fehler, werte);
  });
  await insertBeteiligte(
    tx,
    neue.flatMap(({ beteiligte }, nr) => zuKonto(ids[nr] as number, beteiligte)),
  );
  await aktualisiereFaelligkeiten(tx, ids, heute);
  const konten = (await q.listKontobilder(tx, ids)).map(alsPachtkonto);
  await merkeNeue(tx, urheber, "pachtkonto", konten);
  return konten;
}

/** @param beteiligte replace those that there are */
type Kontoaenderung = { alt: Pachtkonto; werte: Kontowerte; beteiligte: readonly Parteizeile[] | undefined };

/**
 * @param aenderungen of locked accounts, each one once   @returns the accounts in the same order
 * @throws Ablehnung konflikt `kontonummer_vergeben`
 */
export async function aenderePachtkonten(
  tx: Tx,
  urheber: Urheber,
  aenderungen: readonly Kontoaenderung[],
  heute: string,
): Promise<Pachtkonto[]> {
  const ids = aenderungen.map(({ alt }) => alt.id);
  const werte = aenderungen.map(({ alt, werte }) => ({ ...werte, id: alt.id }));
  const umnummerierte = aenderungen.filter(({ alt, werte }) => werte.kontonummer !== alt.kontonummer);
  await q.sperreKontonummern(
    tx,
    umnummerierte.map(({ werte }) => werte.kontonummer),
  );
  await q.updatePachtkonten(tx, werte).catch((fehler: unknown) => {
    throw kontonummerVergeben(fehler, werte);
  });
  const mitParteien = aenderungen.filter(({ beteiligte }) => beteiligte !== undefined);
  if (mitParteien.length > 0) {
    await deleteBeteiligte(
      tx,
      mitParteien.map(({ alt }) => alt.id),
    );
    await insertBeteiligte(
      tx,
      mitParteien.flatMap(({ alt, beteiligte = [] }) => zuKonto(alt.id, beteiligte)),
    );
  }
  await aktualisiereFaelligkeiten(tx, ids, heute);
  return merkeGeaenderte(
    tx,
    urheber,
    "pachtkonto",
    aenderungen.map(({ alt }) => alt),
    (await q.listKontobilder(tx, ids)).map(alsPachtkonto),
  );
}
