import { type Hebung, schreibbareFelder as hebungsfelder } from "../../../abrechnung/hebungen/schema.ts";
import {
  aendereHebungen,
  legeHebungenAn,
  listHebungenMit,
  type NeueHebung,
} from "../../../abrechnung/hebungen/schreibung.ts";
import { jeDatensatz } from "../plan/vorgang.ts";
import { merkeStaende, type Rahmen, schreibeDatensaetze, type Teil, wirklich } from "./rahmen.ts";

/** Each is planned first, and then activated where the file says so: two steps, as by hand. */
const legeGefuehrteAn = async ({ tx, urheber, heute }: Rahmen, neue: readonly NeueHebung[]): Promise<Hebung[]> => {
  const geplante = await legeHebungenAn(
    tx,
    urheber,
    neue.map((hebung) => ({ ...hebung, status: "geplant" })),
    heute,
  );
  const schritte = geplante.flatMap((alt, nr) =>
    neue[nr]?.status === "aktiv" ? [{ alt, werte: { ...alt, status: "aktiv" as const } }] : [],
  );
  if (schritte.length === 0) return geplante;
  const aktive = jeDatensatz(await aendereHebungen(tx, urheber, schritte, heute));
  return geplante.map((hebung) => aktive.get(hebung.id) ?? hebung);
};

export async function schreibeHebungen(
  rahmen: Rahmen,
  { vorgaenge: hebungen, urspruenge }: Teil<"hebungen">,
): Promise<void> {
  const { tx, urheber, heute } = rahmen;
  const auf = <W extends { positionIds?: unknown }>(werte: W): W =>
    Array.isArray(werte.positionIds)
      ? {
          ...werte,
          positionIds: werte.positionIds.map((id) => wirklich(rahmen, urspruenge.get(id) ?? id)).sort((a, b) => a - b),
        }
      : werte;
  const aufgeloest = hebungen.map((vorgang) => ({
    ...vorgang,
    werte: { ...auf(vorgang.werte), pachtkontoId: wirklich(rahmen, vorgang.pachtkontoId) },
    gesagt: auf(vorgang.gesagt),
  }));
  const geschriebene = await schreibeDatensaetze<Hebung, NeueHebung>(
    rahmen,
    aufgeloest,
    (neue) =>
      legeGefuehrteAn(
        rahmen,
        neue.map(({ werte }) => werte),
      ),
    async (geaenderte) => {
      // Read again: the number of their account may have changed, which is no change of theirs.
      const ids = geaenderte.map(({ alt }) => alt.id);
      const jetzige = jeDatensatz(await listHebungenMit(tx, ids));
      const aenderungen = geaenderte.map(({ alt, werte }) => ({ alt: jetzige.get(alt.id) as Hebung, werte }));
      return aendereHebungen(tx, urheber, aenderungen, heute);
    },
  );
  await merkeStaende(rahmen, "hebung", hebungsfelder, aufgeloest, geschriebene);
}
