import type { Parteizeile } from "../../../stammdaten/pachtkonten/beteiligte.ts";
import { aendereFeldwerte } from "../../../stammdaten/pachtkonten/feldwerte/pflege.ts";
import type { Kontowerte } from "../../../stammdaten/pachtkonten/schema.ts";
import { kontofelder, type Pachtkonto } from "../../../stammdaten/pachtkonten/schema.ts";
import {
  aenderePachtkonten,
  type Kontobild,
  legePachtkontenAn,
  listKontobilder,
  updateNaechsteKontonummern,
} from "../../../stammdaten/pachtkonten/schreibung.ts";
import { alsVergleichsbild } from "../plan/blaetter/konten.ts";
import { hatAenderung } from "../plan/vorgang.ts";
import { jeTeil, merkeStaende, type Rahmen, type Teil, wirklich } from "./rahmen.ts";

/** All of them at once: what is drawn for one piece must not be what a later one names. */
export const zieheKontonummern = async (rahmen: Rahmen, { bedarf }: Teil<"kontonummern">): Promise<void> => {
  const gezogene = await updateNaechsteKontonummern(rahmen.tx, bedarf.anzahl, bedarf.genannte);
  rahmen.kontonummern = gezogene.values();
};

export const schreibePachtkonten = async (
  rahmen: Rahmen,
  { vorgaenge: pachtkonten }: Teil<"pachtkonten">,
): Promise<void> => {
  const { tx, urheber, heute, ids } = rahmen;
  const mitKontakten = <P extends Pick<Parteizeile, "kontaktId">>(parteien: readonly P[]): P[] =>
    parteien.map((partei) => ({ ...partei, kontaktId: wirklich(rahmen, partei.kontaktId) }));
  const neue = pachtkonten.filter(({ alt }) => alt === undefined);
  const jetzige = new Map<number, Pachtkonto & Pick<Kontobild, "feldwerte">>();
  await jeTeil(neue, async (teil) => {
    const angelegte = await legePachtkontenAn(
      tx,
      urheber,
      teil.map(({ werte: { werte, beteiligte = [] } }) => ({
        werte: { ...werte, kontonummer: werte.kontonummer ?? rahmen.kontonummern.next().value ?? null },
        beteiligte: mitKontakten(beteiligte),
      })),
      heute,
    );
    for (const [nr, konto] of angelegte.entries()) {
      ids.set((teil[nr] as { id: number }).id, konto.id);
      jetzige.set(konto.id, { ...konto, feldwerte: {} });
    }
    rahmen.geschriebene.neueKonten.push(...angelegte.map(({ id }) => id));
  });
  const geaenderte = pachtkonten.flatMap(({ alt, werte: { werte, beteiligte }, geschrieben }) => {
    const { feldwerte: _, ...konto } = geschrieben;
    if (!alt || Object.keys(konto).length === 0) return [];
    return [{ id: alt.id, werte: werte as Kontowerte, beteiligte: beteiligte && mitKontakten(beteiligte) }];
  });
  await jeTeil(geaenderte, async (teil) => {
    // Read again: what the parties are called may have changed with the contacts, which is no change of the account.
    const bilder = await listKontobilder(
      tx,
      teil.map(({ id }) => id),
    );
    const alte = new Map(bilder.map(({ feldwerte: _, geplanteHebungen: __, ...bild }) => [bild.id, bild]));
    const aenderungen = teil.map(({ id, ...ziel }) => ({ ...ziel, alt: alte.get(id) as Pachtkonto }));
    await aenderePachtkonten(tx, urheber, aenderungen, heute);
  });
  const felder = pachtkonten.flatMap(({ id, alt, werte: { feldwerte } }) =>
    feldwerte === undefined ? [] : [{ pachtkontoId: wirklich(rahmen, id), alt: alt?.feldwerte ?? {}, neu: feldwerte }],
  );
  await jeTeil(felder, async (teil) => void (await aendereFeldwerte(tx, urheber, teil)));
  for (const { pachtkontoId } of felder) jetzige.delete(pachtkontoId);

  const zuMerken = pachtkonten.filter((vorgang) => vorgang.stand === undefined || hatAenderung(vorgang));
  await jeTeil(zuMerken, async (teil) => {
    const ungelesene = teil.map(({ id }) => wirklich(rahmen, id)).filter((id) => !jetzige.has(id));
    if (ungelesene.length > 0) for (const bild of await listKontobilder(tx, ungelesene)) jetzige.set(bild.id, bild);
    await merkeStaende(
      rahmen,
      "pachtkonto",
      [...kontofelder, "beteiligte", "feldwerte"],
      teil.map((vorgang) => {
        const { beteiligte } = vorgang.gesagt as { beteiligte?: Parteizeile[] };
        if (beteiligte === undefined) return vorgang;
        const gesagt = { ...vorgang.gesagt, ...alsVergleichsbild({ beteiligte: mitKontakten(beteiligte) }) };
        return { ...vorgang, gesagt };
      }),
      alsVergleichsbild,
      jetzige,
    );
  });
};
