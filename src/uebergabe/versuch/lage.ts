import type { Abgelehnt, Ausgang, ExternerAuftrag, ExternerBeleg, Suche } from "../adapter/typen.ts";
import { brauchtMenschen, istSystemfehler } from "../verbindung/unterbrecher.ts";
import type { Leitung } from "../verbindung/verbindung.ts";
import type { Stand, Standaenderung } from "./queries.ts";
import { findeAbweichung } from "./sollbeleg.ts";
import { abgelehnt, ausBeleg, type Ergebnis, erledigt, type Versuch } from "./versuch.ts";

/** What an action works with. */
export type Lage = {
  leitung: Leitung;
  stand: Stand;
  /** Of a Storno the document that it cancels. */
  original: Stand | undefined;
  auftrag: ExternerAuftrag;
  versuch: Versuch;
  grund: string;
  /** Whether a request that may have made something was ever on its way. */
  warUnterwegs: () => Promise<boolean>;
  jetzt: () => Date;
};

const suchbild = ({ auftrag, stand }: Pick<Lage, "auftrag" | "stand">): Suche => ({
  referenz: auftrag.referenz,
  richtung: auftrag.richtung,
  belegdatum: auftrag.belegdatum,
  parteiCode: auftrag.partei.code,
  bruttoCent: auftrag.bruttoCent,
  nummer: stand.externNummer,
});

export const liesEinen = async ({ leitung }: Pick<Lage, "leitung">, id: string): Promise<ExternerBeleg | null> =>
  (await leitung.frage((adapter, aufruf) => adapter.lies([id], aufruf))).get(id) ?? null;

export const mehrere = (belege: readonly ExternerBeleg[]): Ergebnis =>
  abgelehnt({
    code: "doppelt",
    ursache: `Außen stehen mehrere Belege dafür: ${belege.map(({ id, nummer }) => nummer ?? id).join(", ")}.`,
  });

/** The one that counts, a cancelled one only where there is no other; several are nobody's to choose from. */
export const einziger = (belege: readonly ExternerBeleg[]): { beleg: ExternerBeleg | undefined } | Ergebnis => {
  const lebende = belege.filter(({ zustand }) => zustand !== "storniert");
  return lebende.length > 1 ? mehrere(lebende) : { beleg: lebende[0] ?? belege[0] };
};

/** Everything that a look-up by our reference finds. @throws Ablehnung */
export const sucheAlle = async (lage: Pick<Lage, "auftrag" | "stand" | "leitung">): Promise<ExternerBeleg[]> => {
  const fund = await lage.leitung.frage((adapter, aufruf) => adapter.suche(suchbild(lage), aufruf));
  return fund.fund === "none" ? [] : fund.fund === "one" ? [fund.beleg] : fund.belege;
};

/** The moment from which "not found" counts. */
const nachSetzzeit = ({ jetzt, leitung }: Pick<Lage, "jetzt" | "leitung">): Date =>
  new Date(jetzt().getTime() + leitung.adapter.faehigkeiten.setzzeitMs);

const langePauseMs = 15 * 60_000;

/** Nothing has happened to the document: the system does not take anything, or not from us. */
export const systemfehler = (
  { code, ursache, wartezeitMs }: Pick<Abgelehnt, "wartezeitMs"> & { code: string; ursache: string },
  stand: Standaenderung = {},
): Ergebnis => ({
  versuch: { ausgang: "rejected", code, ursache },
  stand,
  systemfehler: { code, ursache, wartezeitMs: wartezeitMs ?? (brauchtMenschen(code) ? langePauseMs : 1_000) },
});

/** What a changing call that is not `done` comes to. `stand` is what is known of the document all the same. */
export const ausAusgang = (
  lage: Lage,
  ausgang: Exclude<Ausgang<unknown>, { ausgang: "done" }>,
  stand: Standaenderung = {},
): Ergebnis => {
  if (ausgang.ausgang === "rejected") {
    if (istSystemfehler(ausgang)) return systemfehler(ausgang, stand);
    const { code, ursache } = ausgang;
    return abgelehnt(ausgang, { ...stand, zustand: "failed", code, ursache, phase: null, nichtVor: null });
  }
  const [phase, ursache, id] =
    ausgang.ausgang === "uncertain"
      ? ([ausgang.phase, ausgang.ursache, ausgang.id] as const)
      : (["anlegen", `Der Auftrag ${ausgang.auftragId} läuft dort noch.`, undefined] as const);
  return {
    versuch: { ausgang: ausgang.ausgang, code: "unbekannt", ursache },
    stand: {
      ...stand,
      ...(id === undefined ? {} : { externId: id }),
      zustand: "uncertain",
      code: "unbekannt",
      ursache,
      phase,
      nichtVor: nachSetzzeit(lage),
    },
  };
};

/** A final document outside, held against the archive. */
export const vergleiche = ({ auftrag }: Pick<Lage, "auftrag">, beleg: ExternerBeleg): Ergebnis => {
  const ursache = findeAbweichung(auftrag, beleg);
  const gelesen = ausBeleg(beleg);
  return ursache === null
    ? erledigt({ ...gelesen, zustand: "synced" })
    : abgelehnt(
        { code: "abweichung", ursache },
        { ...gelesen, zustand: "failed", code: "abweichung", ursache, phase: null, nichtVor: null },
      );
};

/** Whether a Storno stands outside as the cancellation of its original, or is to. */
export const istAufhebung = ({ leitung, stand, original }: Pick<Lage, "leitung" | "stand" | "original">): boolean =>
  original !== undefined &&
  (stand.externId === null ? leitung.adapter.faehigkeiten.storno : stand.externId === original.externId);

/** The Storno as the cancellation that stands outside, and its original with it. */
export const alsAufhebung = (original: Stand, beleg: ExternerBeleg): Ergebnis => ({
  ...erledigt({
    zustand: "synced",
    externId: beleg.id,
    externNummer: beleg.storniertDurch ?? beleg.nummer,
    externZustand: beleg.rohzustand,
  }),
  ...(original.zustand === "cancelled"
    ? {}
    : { original: { zustand: "cancelled", externZustand: beleg.rohzustand, code: null, ursache: null } }),
});
