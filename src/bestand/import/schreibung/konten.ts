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
export async function zieheKontonummern(rahmen: Rahmen, { bedarf }: Teil<"kontonummern">): Promise<void> {
  const gezogene = await updateNaechsteKontonummern(rahmen.tx, bedarf.anzahl, bedarf.genannte);
  rahmen.kontonummern = gezogene.values();
}

type Vorgaenge = Teil<"pachtkonten">["vorgaenge"];
/** Accounts as they were read or written last, by id. */
type Jetzige = Map<number, Pachtkonto & Pick<Kontobild, "feldwerte">>;

const mitKontakten = <P extends Pick<Parteizeile, "kontaktId">>(rahmen: Rahmen, parteien: readonly P[]): P[] =>
  parteien.map((partei) => ({ ...partei, kontaktId: wirklich(rahmen, partei.kontaktId) }));

const legeNeueAn = async (rahmen: Rahmen, vorgaenge: Vorgaenge): Promise<Jetzige> => {
  const jetzige: Jetzige = new Map();
  const neue = vorgaenge.filter(({ alt }) => alt === undefined);
  await jeTeil(neue, async (teil) => {
    const angelegte = await legePachtkontenAn(
      rahmen.tx,
      rahmen.urheber,
      teil.map(({ werte: { werte, beteiligte = [] } }) => ({
        werte: { ...werte, kontonummer: werte.kontonummer ?? rahmen.kontonummern.next().value ?? null },
        beteiligte: mitKontakten(rahmen, beteiligte),
      })),
      rahmen.heute,
    );
    for (const [nr, konto] of angelegte.entries()) {
      rahmen.ids.set((teil[nr] as { id: number }).id, konto.id);
      jetzige.set(konto.id, { ...konto, feldwerte: {} });
    }
    rahmen.geschriebene.neueKonten.push(...angelegte.map(({ id }) => id));
  });
  return jetzige;
};

const aendereAlte = async (rahmen: Rahmen, vorgaenge: Vorgaenge): Promise<void> => {
  const geaenderte = vorgaenge.flatMap(({ alt, werte: { werte, beteiligte }, geschrieben }) => {
    const { feldwerte: _, ...konto } = geschrieben;
    if (!alt || Object.keys(konto).length === 0) return [];
    return [{ id: alt.id, werte: werte as Kontowerte, beteiligte: beteiligte && mitKontakten(rahmen, beteiligte) }];
  });
  await jeTeil(geaenderte, async (teil) => {
    // Read again: what the parties are called may have changed with the contacts, which is no change of the account.
    const bilder = await listKontobilder(
      rahmen.tx,
      teil.map(({ id }) => id),
    );
    const alte = new Map(bilder.map(({ feldwerte: _, geplanteHebungen: __, ...bild }) => [bild.id, bild]));
    const aenderungen = teil.map(({ id, ...ziel }) => ({ ...ziel, alt: alte.get(id) as Pachtkonto }));
    await aenderePachtkonten(rahmen.tx, rahmen.urheber, aenderungen, rahmen.heute);
  });
};

/** @returns the accounts whose own fields were written */
const schreibeFeldwerte = async (rahmen: Rahmen, vorgaenge: Vorgaenge): Promise<number[]> => {
  const felder = vorgaenge.flatMap(({ id, alt, werte: { feldwerte } }) =>
    feldwerte === undefined ? [] : [{ pachtkontoId: wirklich(rahmen, id), alt: alt?.feldwerte ?? {}, neu: feldwerte }],
  );
  await jeTeil(felder, async (teil) => void (await aendereFeldwerte(rahmen.tx, rahmen.urheber, teil)));
  return felder.map(({ pachtkontoId }) => pachtkontoId);
};

/** What the file said, its parties by the ids that their contacts have by now. */
const mitGesagtenParteien = (rahmen: Rahmen, vorgang: Vorgaenge[number]): Vorgaenge[number] => {
  const { beteiligte } = vorgang.gesagt as { beteiligte?: Parteizeile[] };
  if (beteiligte === undefined) return vorgang;
  const gesagt = { ...vorgang.gesagt, ...alsVergleichsbild({ beteiligte: mitKontakten(rahmen, beteiligte) }) };
  return { ...vorgang, gesagt };
};

const merkeKontostaende = async (rahmen: Rahmen, vorgaenge: Vorgaenge, jetzige: Jetzige): Promise<void> => {
  const zuMerken = vorgaenge.filter((vorgang) => vorgang.stand === undefined || hatAenderung(vorgang));
  await jeTeil(zuMerken, async (teil) => {
    const ungelesene = teil.map(({ id }) => wirklich(rahmen, id)).filter((id) => !jetzige.has(id));
    if (ungelesene.length > 0)
      for (const bild of await listKontobilder(rahmen.tx, ungelesene)) jetzige.set(bild.id, bild);
    await merkeStaende(
      rahmen,
      "pachtkonto",
      [...kontofelder, "beteiligte", "feldwerte"],
      teil.map((vorgang) => mitGesagtenParteien(rahmen, vorgang)),
      jetzige,
      alsVergleichsbild,
    );
  });
};

export async function schreibePachtkonten(rahmen: Rahmen, { vorgaenge }: Teil<"pachtkonten">): Promise<void> {
  const jetzige = await legeNeueAn(rahmen, vorgaenge);
  await aendereAlte(rahmen, vorgaenge);
  for (const id of await schreibeFeldwerte(rahmen, vorgaenge)) jetzige.delete(id);
  await merkeKontostaende(rahmen, vorgaenge, jetzige);
}
