import { Absage, type ExternerBeleg } from "../../adapter/typen.ts";
import { abgelehnt, ausBeleg, type Ergebnis, systemfehler } from "../ergebnis.ts";
import type { Standaenderung } from "../queries.ts";
import { bildeReferenz } from "../sollbeleg.ts";
import {
  alsAufhebung,
  ausAusgang,
  findeEigene,
  type Lage,
  liesEinen,
  mehrere,
  sucheAlle,
  vergleiche,
  verlangeExternId,
} from "./lage.ts";

/**
 * Hands a document over: what stands outside under its reference is taken, else it is made, numbered, read back and
 * compared. Exporting a Storno cancels its original outside; only what cannot be cancelled it takes back as a document.
 *
 * @throws Absage when a look-up gets no answer before anything was sent
 */
export async function exportiere(lage: Lage): Promise<Ergebnis> {
  const { original, gegenstelle } = lage;
  const hebtAuf = original && (gegenstelle.adapter.faehigkeiten.storno || (await istAufgehoben(lage, original)));
  if (hebtAuf && !(await istAusgeglichen(lage, original))) {
    const eigener = await raeumeEigenen(lage, original);
    if (eigener === null) return hebeAuf(lage, original);
    return "versuch" in eigener ? eigener : schreibeFest(lage, eigener);
  }
  const gefunden = await findeVorhandenen(lage);
  if ("versuch" in gefunden) return gefunden;
  const beleg = gefunden.beleg ?? (await lege(lage));
  if ("versuch" in beleg) return beleg;
  return schreibeFest(lage, beleg);
}

/** Where we cannot cancel a bookkeeper may have done it by hand: a credit note beside it would take it back twice. */
const istAufgehoben = async (lage: Lage, original: NonNullable<Lage["original"]>): Promise<boolean> =>
  original.zustand === "cancelled" ||
  (lage.stand.externId === null && (await liesEinen(lage, verlangeExternId(original)))?.zustand === "storniert");

/**
 * A system may hold a document over 0 as settled by itself and cancel it no more, while its revenue and VAT are in the
 * books: they are taken back by a credit note.
 */
const istAusgeglichen = async (lage: Lage, { zustand, externId }: NonNullable<Lage["original"]>): Promise<boolean> =>
  lage.soll.bruttoCent === 0 &&
  zustand !== "cancelled" &&
  externId !== null &&
  (await liesEinen(lage, externId))?.zustand === "bezahlt";

/**
 * What stands outside of a Storno that was to be a document of its own while its original could not be cancelled: a
 * draft goes before the original is cancelled, what is numbered stays instead of that. Never both.
 */
const raeumeEigenen = async (
  lage: Lage,
  original: NonNullable<Lage["original"]>,
): Promise<Ergebnis | ExternerBeleg | null> => {
  if (!(await lage.warUnterwegs())) return null;
  const eigene = (await findeEigene(lage)).filter(
    ({ id, zustand }) => id !== original.externId && zustand !== "storniert",
  );
  const entwuerfe = eigene.filter(({ zustand }) => zustand === "entwurf");
  const [fester, ...weitere] = eigene.filter(({ zustand }) => zustand !== "entwurf");
  if (fester && weitere.length > 0) return mehrere([fester, ...weitere]);
  return (await loescheEntwuerfe(lage, entwuerfe)) ?? fester ?? null;
};

/** @returns null: all are gone */
const loescheEntwuerfe = async (lage: Lage, entwuerfe: readonly ExternerBeleg[]): Promise<Ergebnis | null> => {
  const { gegenstelle, versuch } = lage;
  if (entwuerfe.length > 0 && !gegenstelle.adapter.faehigkeiten.loeschenEntwurf) return mehrere(entwuerfe);
  for (const { id } of entwuerfe) {
    await versuch.phase("loeschen");
    const ausgang = await gegenstelle.sende("loeschen", (adapter, aufruf) => adapter.loesche(id, aufruf));
    if (ausgang.ausgang !== "done") return ausAusgang(lage, ausgang);
  }
  return null;
};

const hebeAuf = async (lage: Lage, original: NonNullable<Lage["original"]>): Promise<Ergebnis> => {
  const { gegenstelle, versuch, grund } = lage;
  const id = verlangeExternId(original);
  const vorher = await liesEinen(lage, id);
  if (vorher === null)
    return abgelehnt({
      code: "nicht_gefunden",
      ursache: `Der stornierte Beleg ${original.belegnummer} steht außen nicht mehr; bitte ihn zuerst aktualisieren.`,
    });
  if (vorher.zustand === "storniert") return alsAufhebung(original, vorher);
  if (original.zustand === "cancelled")
    return abgelehnt({
      code: "abweichung",
      ursache: `Der stornierte Beleg ${original.belegnummer} ist außen wieder offen; bitte ihn zuerst aktualisieren.`,
    });
  await versuch.phase("stornieren");
  const ausgang = await gegenstelle.sende("stornieren", (adapter, aufruf) => adapter.storniere(id, grund, aufruf));
  return ausgang.ausgang === "done" ? alsAufhebung(original, ausgang.wert) : ausAusgang(lage, ausgang);
};

/** Ids are numbers in most systems. */
const nachId = (a: ExternerBeleg, b: ExternerBeleg): number => a.id.localeCompare(b.id, "de", { numeric: true });

/** What is there already, if it is to be taken; several drafts are made one. */
const findeVorhandenen = async (lage: Lage): Promise<Ergebnis | { beleg: ExternerBeleg | null }> => {
  const { gegenstelle, warUnterwegs, stand, soll } = lage;
  // Without a reference a look-up goes by day and amount, and could find what others made.
  if (gegenstelle.adapter.faehigkeiten.referenz === "keine" && !(await warUnterwegs())) return { beleg: null };
  const alle = await sucheAlle(lage);
  if (alle.length === 0 && stand.zustand !== "deleted") return { beleg: null };
  const lebende = alle.filter(({ zustand }) => zustand !== "storniert");
  if (lebende.length === 0) {
    // Dead or deleted under this reference: the next one is new, so that nobody takes one for the other.
    stand.generation += 1;
    soll.referenz = bildeReferenz(stand.belegnummer, stand.generation);
    return { beleg: null };
  }
  const [bleibt, ...uebrige] = [
    ...lebende.filter(({ zustand }) => zustand !== "entwurf"),
    ...lebende.filter(({ zustand }) => zustand === "entwurf").sort(nachId),
  ];
  if (
    uebrige.some(({ zustand }) => zustand !== "entwurf") ||
    (uebrige.length > 0 && !gegenstelle.adapter.faehigkeiten.loeschenEntwurf)
  )
    return mehrere(lebende);
  return (await loescheEntwuerfe(lage, uebrige)) ?? { beleg: bleibt ?? null };
};

/** Party and document; where there are drafts a draft. */
const lege = async (lage: Lage): Promise<Ergebnis | ExternerBeleg> => {
  const { gegenstelle, soll, versuch, stand } = lage;
  await versuch.phase("partei");
  const partei = await gegenstelle.sende("partei", (adapter, aufruf) => adapter.sorgeFuerPartei(soll.partei, aufruf));
  // Parties are made once by their code: whether it was made now does not matter, nothing of the document was sent.
  if (partei.ausgang === "uncertain") return systemfehler({ ...partei, code: "keine_antwort" });
  if (partei.ausgang !== "done") return ausAusgang(lage, partei);
  const neu = stand.referenz !== soll.referenz;
  await versuch.phase("anlegen", neu ? { generation: stand.generation, referenz: soll.referenz } : {});
  const ausgang = await gegenstelle.sende("anlegen", (adapter, aufruf) => adapter.lege(soll, partei.wert.id, aufruf));
  if (ausgang.ausgang === "done") return ausgang.wert;
  if (ausgang.ausgang === "rejected" && ausgang.code === "doppelt") {
    const schon = await findeVorhandenen({ ...lage, warUnterwegs: async () => true });
    if ("versuch" in schon) return schon;
    if (schon.beleg) return schon.beleg;
  }
  return ausAusgang(lage, ausgang);
};

/** Numbers a draft and reads the document back. */
const schreibeFest = async (lage: Lage, beleg: ExternerBeleg): Promise<Ergebnis> => {
  const { gegenstelle, soll, versuch, stand } = lage;
  const { id } = beleg;
  const gesehen: Standaenderung = ausBeleg(beleg);
  if (beleg.zustand === "entwurf") {
    await versuch.phase("festschreiben", gesehen);
    const ausgang = await gegenstelle.sende("festschreiben", (adapter, aufruf) =>
      adapter.schreibeFest(id, soll, aufruf),
    );
    if (ausgang.ausgang !== "done") {
      const ergebnis = ausAusgang(lage, ausgang, gesehen);
      // The draft is there: what was legacy is on its way now.
      return ergebnis.systemfehler && stand.zustand !== "failed"
        ? { ...ergebnis, aenderung: { ...gesehen, zustand: "pending" } }
        : ergebnis;
    }
  }
  return liesNach(lage, id, gesehen);
};

/** What was just numbered, read back and compared; without an answer it is not known yet whether it fits. */
const liesNach = async (lage: Lage, id: string, gesehen: Standaenderung): Promise<Ergebnis> => {
  const gelesen = await liesEinen(lage, id).catch((fehler: unknown) => {
    if (fehler instanceof Absage) return fehler.absage;
    throw fehler;
  });
  if (gelesen === null)
    return abgelehnt({ code: "nicht_gefunden", ursache: "Der Beleg steht außen nicht, obwohl er angelegt wurde." });
  if ("ausgang" in gelesen) {
    const { code } = gelesen;
    const ursache = `Festgeschrieben, aber noch nicht nachgelesen: ${gelesen.ursache}`;
    return {
      versuch: { ausgang: "uncertain", code, ursache },
      aenderung: { ...gesehen, zustand: "uncertain", code, ursache, phase: "festschreiben", nichtVor: lage.jetzt() },
    };
  }
  if (gelesen.zustand === "entwurf" || gelesen.zustand === "storniert") {
    const ursache = `Der Beleg steht außen als „${gelesen.rohzustand}“, obwohl er festgeschrieben wurde.`;
    return abgelehnt({ code: "abweichung", ursache }, ausBeleg(gelesen));
  }
  return vergleiche(lage, gelesen);
};
