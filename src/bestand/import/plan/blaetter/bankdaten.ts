import { istOhneBank } from "../../../../kern/pacht/schnappschuss.ts";
import type { Kontaktwerte } from "../../../../stammdaten/kontakte/pruefung.ts";
import { befund, type Ort, type Planung, type Planzeile } from "../planung.ts";
import type { Verzeichnis } from "../verweise/verweise.ts";
import { hatAenderung } from "../vorgang.ts";
import type { Kontaktvorgang } from "./kontakte.ts";
import type { Kontovorgang } from "./konten.ts";

type Fehlendes = { feld: "iban" | "sepaMandat"; code: "iban_fehlt" | "mandat_fehlt"; text: string };
export type Bankwerte = Pick<Kontaktwerte, "zahlungsart" | "iban" | "sepaMandat">;

const ohneIban = (text: string): Fehlendes => ({ feld: "iban", code: "iban_fehlt", text });

const fuerDenEinzug = ({ zahlungsart, iban, sepaMandat }: Bankwerte): Fehlendes[] => {
  if (zahlungsart !== "lastschrift") return [];
  const fehlende = iban === null ? [ohneIban("Die Zahlungsart ist Lastschrift, aber die IBAN fehlt.")] : [];
  if (sepaMandat === null)
    fehlende.push({
      feld: "sepaMandat",
      code: "mandat_fehlt",
      text: "Die Zahlungsart ist Lastschrift, aber das SEPA-Mandat fehlt; der Brief bittet dann um Überweisung.",
    });
  return fehlende;
};

const fuerDieAuszahlung = ({ zahlungsart, iban }: Bankwerte): Fehlendes[] =>
  iban === null && !istOhneBank(zahlungsart)
    ? [ohneIban("Dieser Kontakt ist Verpächter, aber die IBAN fehlt: überwiesen werden kann ihm nichts.")]
    : [];

const fehlendesDer = (rolle: unknown, kontakt: Bankwerte): Fehlendes[] => {
  if (rolle === "paechter") return fuerDenEinzug(kontakt);
  return rolle === "verpaechter" ? fuerDieAuszahlung(kontakt) : [];
};

/** Whether money may have no way, whatever the contact's part is. */
export function fehltWas(kontakt: Bankwerte): boolean {
  return fuerDenEinzug(kontakt).length > 0 || fuerDieAuszahlung(kontakt).length > 0;
}

/**
 * Tells where money has no way: of contacts and parties that the file writes, each contact once, beside its own row where
 * the file has one. Who is no party any more is passed over.
 *
 * @param imBestand contacts of the stock that the file refers to, and to which money may have no way
 */
export function bankpruefung(
  planung: Planung,
  kontakte: Verzeichnis,
  konten: Verzeichnis,
  imBestand: ReadonlyMap<number, Bankwerte>,
) {
  const luecken = new Map<number, { werte: Bankwerte; geaendert: boolean }>();
  for (const [id, werte] of imBestand) luecken.set(id, { werte, geaendert: false });
  /** The accounts that are right, and whether the file writes their parties. */
  const mitParteien = new Map<number, boolean>();
  const gesagt = new Set<string>();
  let zeilen: ReadonlyMap<number, number> | undefined;
  const melde = (id: number, fehlendes: readonly Fehlendes[], partei?: Planzeile): void => {
    for (const { feld, code, text } of fehlendes) {
      if (gesagt.has(`${code} ${id}`)) continue;
      gesagt.add(`${code} ${id}`);
      zeilen ??= new Map([...kontakte.idVon].map(([zeile, eine]) => [eine, zeile]));
      const zeile = zeilen.get(id);
      const eigene: Ort | undefined = zeile === undefined ? undefined : { blatt: "Kontakte", zeile, werte: {} };
      if (eigene) planung.befunde.push(befund(eigene, feld, "hinweis", code, text));
      else if (partei) planung.befunde.push(befund(partei, "kontaktId", "hinweis", code, text));
    }
  };
  return {
    nimmKontakte(vorgaenge: readonly Kontaktvorgang[]): void {
      for (const vorgang of vorgaenge) {
        const { zahlungsart, iban, sepaMandat } = vorgang.werte;
        const werte = { zahlungsart, iban, sepaMandat };
        luecken.delete(vorgang.id);
        if (fehltWas(werte)) luecken.set(vorgang.id, { werte, geaendert: hatAenderung(vorgang) });
        if (hatAenderung(vorgang)) melde(vorgang.id, fuerDenEinzug(werte));
      }
    },
    nimmKonten(vorgaenge: readonly Kontovorgang[]): void {
      for (const { id, geschrieben } of vorgaenge) mitParteien.set(id, "beteiligte" in geschrieben);
    },
    /** Once all contacts and accounts are known. */
    pruefeParteien(beteiligte: readonly Planzeile[]): void {
      for (const zeile of beteiligte) {
        const { kontaktId, pachtkontoId, rolle, gueltigBis } = zeile.werte;
        const id = kontakte.finde(String(kontaktId));
        const kontakt = id === undefined ? undefined : luecken.get(id);
        const parteien = mitParteien.get(konten.finde(String(pachtkontoId)) ?? 0);
        if (id === undefined || !kontakt || parteien === undefined) continue;
        if (typeof gueltigBis === "string" && gueltigBis < planung.heute) continue;
        if (parteien || kontakt.geaendert) melde(id, fehlendesDer(rolle, kontakt.werte), zeile);
      }
    },
  };
}

export type Bankpruefung = ReturnType<typeof bankpruefung>;
