import { istOhneBank } from "../../../belege/zahlungsdateien/sepa/zahlungen.ts";
import type { Kontaktwerte } from "../../../stammdaten/kontakte/pruefung.ts";
import type { Kontakt } from "../../../stammdaten/kontakte/schema.ts";
import type { Kontovorgang } from "./konten.ts";
import { befund, type Planung, type Planzeile } from "./planung.ts";
import type { Verzeichnis } from "./verweise.ts";
import { hatAenderung, jeDatensatz, type Vorgang } from "./vorgang.ts";

type Fehlendes = { feld: "iban" | "sepaMandat"; code: "iban_fehlt" | "mandat_fehlt"; text: string };

const ohneIban = (text: string): Fehlendes => ({ feld: "iban", code: "iban_fehlt", text });

const fuerDenEinzug = ({ zahlungsart, iban, sepaMandat }: Kontaktwerte): Fehlendes[] => {
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

const fuerDieAuszahlung = ({ zahlungsart, iban }: Kontaktwerte): Fehlendes[] =>
  iban === null && !istOhneBank(zahlungsart)
    ? [ohneIban("Dieser Kontakt ist Verpächter, aber die IBAN fehlt: überwiesen werden kann ihm nichts.")]
    : [];

const fehlendesDer = (rolle: unknown, kontakt: Kontaktwerte): Fehlendes[] =>
  rolle === "paechter" ? fuerDenEinzug(kontakt) : rolle === "verpaechter" ? fuerDieAuszahlung(kontakt) : [];

export type Bankumfeld = {
  kontakte: Verzeichnis;
  kontaktplan: readonly Vorgang<Kontakt, Kontaktwerte>[];
  /** Contacts of the stock that the file refers to. */
  kontaktbestand: ReadonlyMap<number, Kontakt>;
  konten: Verzeichnis;
  kontoplan: readonly Kontovorgang[];
  beteiligte: readonly Planzeile[];
};

/**
 * Tells where money has no way: of contacts and parties that the file writes, each contact once, beside its own row where
 * the file has one. Who is no party any more is passed over.
 */
export const meldeBankdaten = (planung: Planung, umfeld: Bankumfeld): void => {
  const { kontakte, kontaktbestand, konten, beteiligte } = umfeld;
  const kontaktplan = jeDatensatz(umfeld.kontaktplan);
  const kontoplan = jeDatensatz(umfeld.kontoplan);
  const zeilen = new Map([...kontakte.idVon].map(([zeile, id]) => [id, zeile]));
  const gesagt = new Set<string>();
  const melde = (id: number, fehlendes: readonly Fehlendes[], partei?: Planzeile) => {
    for (const { feld, code, text } of fehlendes) {
      if (gesagt.has(`${code} ${id}`)) continue;
      gesagt.add(`${code} ${id}`);
      const zeile = zeilen.get(id);
      if (zeile) planung.befunde.push(befund(zeile, feld, "hinweis", code, text));
      else if (partei) planung.befunde.push(befund(partei, "kontaktId", "hinweis", code, text));
    }
  };
  for (const vorgang of umfeld.kontaktplan) if (hatAenderung(vorgang)) melde(vorgang.id, fuerDenEinzug(vorgang.werte));
  for (const zeile of beteiligte) {
    const { kontaktId, pachtkontoId, rolle, gueltigBis } = zeile.werte;
    const id = kontakte.finde(String(kontaktId));
    const konto = kontoplan.get(konten.finde(String(pachtkontoId)) ?? 0);
    if (id === undefined || !konto || (typeof gueltigBis === "string" && gueltigBis < planung.heute)) continue;
    const vorgang = kontaktplan.get(id);
    const kontakt = vorgang?.werte ?? kontaktbestand.get(id);
    if (kontakt && ("beteiligte" in konto.geschrieben || (vorgang && hatAenderung(vorgang))))
      melde(id, fehlendesDer(rolle, kontakt), zeile);
  }
};
