import type { Ausgang, ExternerBeleg, Sollbeleg, Suche } from "../../adapter/typen.ts";
import { istSystemfehler } from "../../verbindung/unterbrecher.ts";
import type { Gegenstelle } from "../../verbindung/verbindung.ts";
import { abgelehnt, ausBeleg, type Ergebnis, erledigt, systemfehler } from "../ergebnis.ts";
import type { Stand, Standaenderung } from "../queries.ts";
import { findeAbweichung } from "../sollbeleg.ts";
import type { Versuch } from "../versuch.ts";

/** What an action works with. */
export type Lage = {
  gegenstelle: Gegenstelle;
  stand: Stand;
  /** Of a Storno the document that it cancels. */
  original: Stand | undefined;
  soll: Sollbeleg;
  versuch: Versuch;
  grund: string;
  /** Whether a request that may have made something was ever on its way. */
  warUnterwegs: () => Promise<boolean>;
  jetzt: () => Date;
};

const suchbild = ({ soll, stand }: Pick<Lage, "soll" | "stand">): Suche => ({
  referenz: soll.referenz,
  richtung: soll.richtung,
  belegdatum: soll.belegdatum,
  bruttoCent: soll.bruttoCent,
  nummer: stand.externNummer,
});

/** Its id outside, which the rules of the action have made sure of. */
export function verlangeExternId({ externId, belegnummer }: Stand): string {
  if (externId === null) throw new Error(`Der Beleg ${belegnummer} hat außen keine id.`);
  return externId;
}

export async function liesEinen({ gegenstelle }: Pick<Lage, "gegenstelle">, id: string): Promise<ExternerBeleg | null> {
  return (await gegenstelle.frage((adapter, aufruf) => adapter.lies([id], aufruf))).get(id) ?? null;
}

export function mehrere(belege: readonly ExternerBeleg[]): Ergebnis {
  return abgelehnt({
    code: "doppelt",
    ursache: `Außen stehen mehrere Belege dafür: ${belege.map(({ id, nummer }) => nummer ?? id).join(", ")}.`,
  });
}

/** The one that counts, a cancelled one only where there is no other; several are nobody's to choose from. */
export function einziger(belege: readonly ExternerBeleg[]): { beleg: ExternerBeleg | undefined } | Ergebnis {
  const lebende = belege.filter(({ zustand }) => zustand !== "storniert");
  return lebende.length > 1 ? mehrere(lebende) : { beleg: lebende[0] ?? belege[0] };
}

/** Everything that a look-up by our reference finds. @throws Absage */
export async function sucheAlle(lage: Pick<Lage, "soll" | "stand" | "gegenstelle">): Promise<ExternerBeleg[]> {
  const fund = await lage.gegenstelle.frage((adapter, aufruf) => adapter.suche(suchbild(lage), aufruf));
  switch (fund.fund) {
    case "none":
      return [];
    case "one":
      return [fund.beleg];
    case "many":
      return fund.belege;
  }
}

/** What stands outside for the document itself, by its reference or its id there. @throws Absage */
export async function findeEigene(lage: Pick<Lage, "soll" | "stand" | "gegenstelle">): Promise<ExternerBeleg[]> {
  const { gegenstelle, stand } = lage;
  const ausId = async () => {
    const beleg = stand.externId === null ? null : await liesEinen(lage, stand.externId);
    return beleg ? [beleg] : [];
  };
  if (gegenstelle.adapter.faehigkeiten.referenz === "keine" && stand.externId !== null) return ausId();
  const gefunden = await sucheAlle(lage);
  return gefunden.length === 0 ? ausId() : gefunden;
}

/** The moment from which "not found" counts. */
const nachSetzzeit = ({ jetzt, gegenstelle }: Pick<Lage, "jetzt" | "gegenstelle">): Date =>
  new Date(jetzt().getTime() + gegenstelle.adapter.faehigkeiten.setzzeitMs);

/** What a changing call that is not `done` comes to. `bekannt` is what is known of the document all the same. */
export function ausAusgang(
  lage: Lage,
  ausgang: Exclude<Ausgang<unknown>, { ausgang: "done" }>,
  bekannt: Standaenderung = {},
): Ergebnis {
  if (ausgang.ausgang === "rejected")
    return istSystemfehler(ausgang) ? systemfehler(ausgang, bekannt) : abgelehnt(ausgang, bekannt);
  const { phase, ursache, id } =
    ausgang.ausgang === "uncertain"
      ? ausgang
      : { phase: "anlegen" as const, ursache: `Der Vorgang ${ausgang.vorgangId} läuft dort noch.`, id: undefined };
  return {
    versuch: { ausgang: ausgang.ausgang, code: "unbekannt", ursache },
    aenderung: {
      ...bekannt,
      ...(id === undefined ? {} : { externId: id }),
      zustand: "uncertain",
      code: "unbekannt",
      ursache,
      phase,
      nichtVor: nachSetzzeit(lage),
    },
  };
}

/** A final document outside, held against the archive. */
export function vergleiche({ soll }: Pick<Lage, "soll">, beleg: ExternerBeleg): Ergebnis {
  const ursache = findeAbweichung(soll, beleg);
  const gelesen = ausBeleg(beleg);
  return ursache === null
    ? erledigt({ ...gelesen, zustand: "synced" })
    : abgelehnt({ code: "abweichung", ursache }, gelesen);
}

/** Whether a Storno stands outside as the cancellation of its original, or is to. */
export function istAufhebung({
  gegenstelle,
  stand,
  original,
}: Pick<Lage, "gegenstelle" | "stand" | "original">): boolean {
  return (
    original !== undefined &&
    (stand.externId === null ? gegenstelle.adapter.faehigkeiten.storno : stand.externId === original.externId)
  );
}

/** The Storno as the cancellation that stands outside, and its original with it. */
export function alsAufhebung(original: Stand, beleg: ExternerBeleg): Ergebnis {
  return {
    ...erledigt({
      zustand: "synced",
      externId: beleg.id,
      externNummer: beleg.storniertDurch ?? beleg.nummer,
      externZustand: beleg.rohzustand,
    }),
    ...(original.zustand === "cancelled"
      ? {}
      : { aenderungAmOriginal: { zustand: "cancelled", externZustand: beleg.rohzustand, code: null, ursache: null } }),
  };
}
