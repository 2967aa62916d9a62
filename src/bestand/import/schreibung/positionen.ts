import { type PachtkontoPosition, positionFelder } from "../../../stammdaten/pachtkonten/positionen/schema.ts";
import { aendereFassungen, legeFassungenAn, zieheIds } from "../../../stammdaten/pachtkonten/positionen/schreibung.ts";
import type { Positionvorgang } from "../plan/positionen.ts";
import { hatAenderung } from "../plan/vorgang.ts";

import { alsBild, jeTeil, merkeStaende, type Rahmen, type Teil, wirklich } from "./rahmen.ts";

export const schreibePositionen = async (
  rahmen: Rahmen,
  { plan: { vorgaenge } }: Teil<"positionen">,
): Promise<void> => {
  const { tx, urheber, ids } = rahmen;
  const auf = <W extends { positionsartId?: unknown }>(werte: W): W =>
    typeof werte.positionsartId === "number"
      ? { ...werte, positionsartId: wirklich(rahmen, werte.positionsartId) }
      : werte;
  const geaenderte = vorgaenge.flatMap((vorgang) =>
    vorgang.alt && hatAenderung(vorgang) ? [{ alt: vorgang.alt, werte: auf(vorgang.werte) }] : [],
  );
  const geschriebene = new Map<number, PachtkontoPosition>();
  const vorher = new Map(vorgaenge.flatMap(({ alt }) => (alt ? [[alt.id, alt] as const] : [])));
  // Those that become shorter make room for the others.
  const wirdKuerzer = ({ alt, werte }: (typeof geaenderte)[number]) =>
    (werte.gueltigVon ?? "") >= (alt.gueltigVon ?? "") && (werte.gueltigBis ?? "9999") <= (alt.gueltigBis ?? "9999");
  for (const welche of [geaenderte.filter(wirdKuerzer), geaenderte.filter((eine) => !wirdKuerzer(eine))])
    await jeTeil(rahmen, welche, async (teil) => {
      for (const fassung of await aendereFassungen(tx, urheber, teil)) geschriebene.set(fassung.id, fassung);
    });
  const neue = vorgaenge.filter(({ alt }) => alt === undefined);
  await jeTeil(rahmen, neue, async (teil) => {
    for (const [nr, id] of (await zieheIds(tx, teil.length)).entries()) ids.set((teil[nr] as Positionvorgang).id, id);
  });
  await jeTeil(rahmen, neue, async (teil) => {
    const fassungen = teil.map(({ id, ursprungId, vorgaengerId, werte }) => ({
      id: wirklich(rahmen, id),
      ursprungId: wirklich(rahmen, ursprungId),
      vorgaengerId: vorgaengerId === null ? null : wirklich(rahmen, vorgaengerId),
      werte: { ...auf(werte), pachtkontoId: wirklich(rahmen, werte.pachtkontoId) },
    }));
    for (const fassung of await legeFassungenAn(tx, urheber, fassungen, vorher)) {
      geschriebene.set(fassung.id, fassung);
      vorher.set(fassung.id, fassung);
    }
  });
  const aufgeloest = vorgaenge.map((vorgang) => ({ ...vorgang, gesagt: auf(vorgang.gesagt) }));
  await merkeStaende(rahmen, "position", positionFelder, aufgeloest, alsBild, geschriebene);
};
