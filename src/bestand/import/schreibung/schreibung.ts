import { vertageAbgleich } from "../../../stammdaten/duplikate/pflege.ts";
import { beendeVertagung, schreibeVertagteListen, vertageListen } from "../../../stammdaten/pachtkonten/listen.ts";
import type { Planteil } from "../plan/plan.ts";
import { schreibeHebungen } from "./hebungen.ts";
import { schreibePachtkonten, zieheKontonummern } from "./konten.ts";
import { nebeneinander, type Tat } from "./nebeneinander.ts";
import { schreibePositionen } from "./positionen.ts";
import { upsertSchluessel } from "./queries.ts";
import { jeTeil, type Rahmen, type Teil, wirklich } from "./rahmen.ts";
import { schreibeKontakte, schreibeListen, schreibePatchobjekte } from "./stammsaetze.ts";

const merkeSchluessel = async (rahmen: Rahmen, { art, neue, urspruenge }: Teil<"schluessel">): Promise<void> => {
  const wirkliche = neue.map(({ schluessel, id }) => ({
    schluessel,
    id: wirklich(rahmen, art === "position" ? (urspruenge.get(id) as number) : id),
  }));
  await jeTeil(wirkliche, async (teil) => void (await upsertSchluessel(rahmen.tx, art, teil)), false);
};

const schreibeTeil = (rahmen: Rahmen, teil: Planteil): Promise<void> => {
  switch (teil.was) {
    case "listen":
      return schreibeListen(rahmen, teil);
    case "kontakte":
      return schreibeKontakte(rahmen, teil);
    case "kontonummern":
      return zieheKontonummern(rahmen, teil);
    case "pachtkonten":
      return schreibePachtkonten(rahmen, teil);
    case "positionen":
      return schreibePositionen(rahmen, teil);
    case "patchobjekte":
      return schreibePatchobjekte(rahmen, teil);
    case "hebungen":
      return schreibeHebungen(rahmen, teil);
    case "schluessel":
      return merkeSchluessel(rahmen, teil);
  }
};

/** Counts the pieces of a kind in a row. @returns whether it is the first, or there are twice as many as the last time */
const verdopplung = (): ((was: Planteil["was"]) => boolean) => {
  let letztes: Planteil["was"] | undefined;
  let stuecke = 0;
  return (was) => {
    stuecke = was === letztes ? stuecke + 1 : 1;
    letztes = was;
    return Number.isInteger(Math.log2(stuecke));
  };
};

/** Pieces of nothing but new records know nothing of each other; what is changed may have to make room for another. */
const istNeues = (teil: Planteil): boolean =>
  (teil.was === "kontakte" || teil.was === "pachtkonten" || teil.was === "patchobjekte") &&
  teil.vorgaenge.every(({ alt }) => alt === undefined);

/** The next piece is judged while others are written: what all ask of the transaction queues up in it. */
async function* stuecke(rahmen: Rahmen, plan: AsyncIterable<Planteil>, istRichtig: () => boolean): AsyncGenerator<Tat> {
  const hatSichVerdoppelt = verdopplung();
  for await (const teil of plan) {
    // What was planned while a table held few of these rows reads all of it when there are many.
    if (hatSichVerdoppelt(teil.was)) await rahmen.tx`discard plans`;
    const tue = async () => {
      if (istRichtig()) await schreibeTeil(rahmen, teil);
    };
    yield { tue, gruppe: istNeues(teil) ? teil.was : teil };
  }
}

/**
 * Writes a plan in the transaction of its locks, each record with the entries that the API writes. The plan goes on to
 * its end where something of it is wrong, so that all of that is told.
 *
 * @param istRichtig whether what has been planned so far may be written
 */
export async function schreibePlan(
  rahmen: Omit<Rahmen, "ids" | "kontonummern" | "geschriebene">,
  plan: AsyncIterable<Planteil>,
  istRichtig: () => boolean,
): Promise<void> {
  const voller: Rahmen = {
    ...rahmen,
    ids: new Map(),
    kontonummern: [].values(),
    geschriebene: { kontakte: [], patchobjekte: [], neueKonten: [] },
  };
  await vertageListen(rahmen.tx);
  // What it has just written lies in memory: to find some rows of it by their keys costs less than to read all of it.
  await rahmen.tx`set local random_page_cost = 1.1`;
  await nebeneinander(stuecke(voller, plan, istRichtig));
  if (!istRichtig()) return;
  await beendeVertagung(rahmen.tx);
  await jeTeil(voller.geschriebene.neueKonten, (teil) => schreibeVertagteListen(rahmen.tx, teil));
  await vertageAbgleich(rahmen.tx, voller.geschriebene);
}
