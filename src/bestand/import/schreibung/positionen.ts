import { type PachtkontoPosition, positionFelder } from "../../../stammdaten/pachtkonten/positionen/schema.ts";
import { aendereFassungen, legeFassungenAn, zieheIds } from "../../../stammdaten/pachtkonten/positionen/schreibung.ts";
import type { Positionvorgang } from "../plan/blaetter/positionen.ts";
import { hatAenderung, jeDatensatz } from "../plan/vorgang.ts";
import { jeTeil, merkeStaende, type Rahmen, type Teil, wirklich } from "./rahmen.ts";

type Geaenderter = Positionvorgang & { alt: PachtkontoPosition };

const istGeaendert = (vorgang: Positionvorgang): vorgang is Geaenderter =>
  vorgang.alt !== undefined && hatAenderung(vorgang);

const wirdKuerzer = ({ alt, werte }: Geaenderter): boolean =>
  (werte.gueltigVon ?? "") >= (alt.gueltigVon ?? "") && (werte.gueltigBis ?? "9999") <= (alt.gueltigBis ?? "9999");

const mitArt = <W extends { positionsartId?: unknown }>(rahmen: Rahmen, werte: W): W =>
  typeof werte.positionsartId === "number"
    ? { ...werte, positionsartId: wirklich(rahmen, werte.positionsartId) }
    : werte;

const merke = (
  rahmen: Rahmen,
  vorgaenge: readonly Positionvorgang[],
  geschriebene: readonly PachtkontoPosition[],
): Promise<void> =>
  merkeStaende(
    rahmen,
    "position",
    positionFelder,
    vorgaenge.map((vorgang) => ({ ...vorgang, gesagt: mitArt(rahmen, vorgang.gesagt) })),
    jeDatensatz(geschriebene),
  );

const legeNeueAn = async (
  rahmen: Rahmen,
  neue: readonly Positionvorgang[],
  vorhandene: readonly PachtkontoPosition[],
): Promise<void> => {
  const { tx, urheber, ids } = rahmen;
  await jeTeil(neue, async (teil) => {
    for (const [nr, id] of (await zieheIds(tx, teil.length)).entries()) ids.set((teil[nr] as Positionvorgang).id, id);
  });
  // All that the versions behind them need to be known by.
  const davor = new Set(neue.map(({ vorgaengerId }) => vorgaengerId));
  const vorgaenger = jeDatensatz(vorhandene.filter(({ id }) => davor.has(id)));
  const schreibe = async (teil: Positionvorgang[]): Promise<void> => {
    const fassungen = teil.map(({ id, ursprungId, vorgaengerId, werte }) => ({
      id: wirklich(rahmen, id),
      ursprungId: wirklich(rahmen, ursprungId),
      vorgaengerId: vorgaengerId === null ? null : wirklich(rahmen, vorgaengerId),
      werte: { ...mitArt(rahmen, werte), pachtkontoId: wirklich(rahmen, werte.pachtkontoId) },
    }));
    const angelegte = await legeFassungenAn(tx, urheber, fassungen, vorgaenger);
    for (const [nr, fassung] of angelegte.entries())
      if (davor.has((teil[nr] as Positionvorgang).id)) vorgaenger.set(fassung.id, fassung);
    await merke(rahmen, teil, angelegte);
  };
  const haengenZusammen = neue.some(({ id }) => davor.has(id));
  await jeTeil(neue, schreibe, haengenZusammen);
};

export async function schreibePositionen(rahmen: Rahmen, { plan: { vorgaenge } }: Teil<"positionen">): Promise<void> {
  const { tx, urheber } = rahmen;
  const geaenderte = vorgaenge.filter(istGeaendert);
  // Those that become shorter make room for the others.
  for (const welche of [geaenderte.filter(wirdKuerzer), geaenderte.filter((eine) => !wirdKuerzer(eine))])
    await jeTeil(welche, async (teil) => {
      const aenderungen = teil.map(({ alt, werte }) => ({ alt, werte: mitArt(rahmen, werte) }));
      await merke(rahmen, teil, await aendereFassungen(tx, urheber, aenderungen));
    });
  await legeNeueAn(
    rahmen,
    vorgaenge.filter(({ alt }) => alt === undefined),
    vorgaenge.flatMap(({ alt }) => alt ?? []),
  );
  await merke(
    rahmen,
    vorgaenge.filter((vorgang) => vorgang.alt !== undefined && !hatAenderung(vorgang)),
    [],
  );
}
