import { schreibeFirmendaten } from "../../../stammdaten/einstellungen/firmendaten/pflege.ts";
import { schreibbareFelder as firmenfelder } from "../../../stammdaten/einstellungen/firmendaten/schema.ts";
import { legeKontaktartenAn } from "../../../stammdaten/einstellungen/kontaktarten/pflege.ts";
import {
  aenderePositionsarten,
  legePositionsartenAn,
} from "../../../stammdaten/einstellungen/positionsarten/pflege.ts";
import { schreibbareFelder as artfelder } from "../../../stammdaten/einstellungen/positionsarten/schema.ts";
import { schreibbareFelder as kontaktfelder } from "../../../stammdaten/kontakte/schema.ts";
import { aendereKontakte, legeKontakteAn } from "../../../stammdaten/kontakte/schreibung.ts";
import { schreibbareFelder as objektfelder } from "../../../stammdaten/patchobjekte/schema.ts";
import { aenderePatchobjekte, legePatchobjekteAn } from "../../../stammdaten/patchobjekte/schreibung.ts";
import { hatAenderung } from "../plan/vorgang.ts";
import { jeTeil, merkeStaende, type Rahmen, schreibeDatensaetze, type Teil, wirklich } from "./rahmen.ts";

export async function schreibeListen(
  rahmen: Rahmen,
  { firmendaten, kontaktarten, positionsarten }: Teil<"listen">,
): Promise<void> {
  const { tx, urheber } = rahmen;
  for (const vorgang of firmendaten) {
    const { alt, werte } = vorgang;
    if (!alt) continue;
    const jetzt = hatAenderung(vorgang) ? await schreibeFirmendaten(tx, urheber, alt, werte) : alt;
    await merkeStaende(rahmen, "firmendaten", firmenfelder, [vorgang], new Map([[vorgang.id, jetzt]]));
  }
  await jeTeil(kontaktarten, async (teil) => void (await legeKontaktartenAn(tx, urheber, teil)));
  const geschriebene = await schreibeDatensaetze(
    rahmen,
    positionsarten,
    (neue) =>
      legePositionsartenAn(
        tx,
        urheber,
        neue.map(({ werte }) => werte),
      ),
    (geaenderte) => aenderePositionsarten(tx, urheber, geaenderte),
  );
  await merkeStaende(rahmen, "positionsart", artfelder, positionsarten, geschriebene);
}

export async function schreibeKontakte(rahmen: Rahmen, { vorgaenge: kontakte }: Teil<"kontakte">): Promise<void> {
  const { tx, urheber } = rahmen;
  const geschriebene = await schreibeDatensaetze(
    rahmen,
    kontakte,
    (neue) =>
      legeKontakteAn(
        tx,
        urheber,
        neue.map(({ werte }) => werte),
      ),
    (geaenderte) => aendereKontakte(tx, urheber, geaenderte),
  );
  await merkeStaende(rahmen, "kontakt", kontaktfelder, kontakte, geschriebene);
  rahmen.geschriebene.kontakte.push(...geschriebene.keys());
}

export async function schreibePatchobjekte(
  rahmen: Rahmen,
  { vorgaenge: patchobjekte }: Teil<"patchobjekte">,
): Promise<void> {
  const { tx, urheber } = rahmen;
  const aufgeloest = patchobjekte.map((vorgang) => {
    const auf = <W extends { pachtkontoId?: unknown }>(werte: W): W =>
      typeof werte.pachtkontoId === "number" ? { ...werte, pachtkontoId: wirklich(rahmen, werte.pachtkontoId) } : werte;
    return { ...vorgang, werte: auf(vorgang.werte), gesagt: auf(vorgang.gesagt) };
  });
  const geschriebene = await schreibeDatensaetze(
    rahmen,
    aufgeloest,
    (neue) =>
      legePatchobjekteAn(
        tx,
        urheber,
        neue.map(({ werte }) => werte),
      ),
    (geaenderte) => aenderePatchobjekte(tx, urheber, geaenderte),
  );
  await merkeStaende(rahmen, "patchobjekt", objektfelder, aufgeloest, geschriebene);
  rahmen.geschriebene.patchobjekte.push(...geschriebene.keys());
}
