import { frueherer, parseTag, plusTage, spaeterer } from "../../kern/kalender/tag.ts";
import type { PositionVersion } from "../../kern/pacht/typen.ts";
import { type Beteiligter, beteiligte } from "./beteiligte.ts";
import type { Wert } from "./fuegeEin.ts";
import { type Hebung, hebungen, hebungstage } from "./hebungen.ts";
import { type Laufzeit, laufzeit } from "./laufzeit.ts";
import { lage, type Objekt, objekt } from "./objekte.ts";
import { type Pachtart, pachtarten } from "./pachtarten.ts";
import { type Plan, zeitpunktAm } from "./plan.ts";
import { positionen } from "./positionen.ts";
import { sonderfall } from "./sonderfaelle.ts";
import { positionsarten } from "./stammdaten.ts";
import { vertragSpalten } from "./vertrag.ts";
import { type Zufall, zufall } from "./vorrat/zufall.ts";
import { wertsicherung } from "./wertsicherung.ts";

type Zeile = Record<string, Wert>;

/** Everything of one account as rows, but for the ids of the rows below it. */
type Kontobestand = {
  konto: Zeile;
  bemerkung: Zeile | null;
  beteiligte: Zeile[];
  /** `id` and `ursprung_id` count from 1 within the account. */
  positionen: (Zeile & { id: number; ursprung_id: number })[];
  hebungen: { zeile: Zeile; abschluss: Hebung["abschluss"] }[];
  objekte: Zeile[];
};

const bemerkungen = [
  "Vertrag liegt nur als Kopie vor.",
  "Pächter hat Interesse an weiteren Flächen.",
  "Grenzstein im Norden fehlt, Vermessung beantragt.",
  "Vorkaufsrecht laut Nachtrag beachten.",
  "Düngeauflagen Wasserschutzgebiet Zone III.",
  "Zahlung kommt regelmäßig zehn Tage zu spät.",
  "Rücksprache mit der Erbengemeinschaft vor jeder Anpassung.",
  "Drainage 2019 erneuert, Kosten trägt der Verpächter.",
];
const bearbeiter = ["Sabine Lührs", "Torben Ahlers", "Marlies Isermann"];

const tausend = pachtarten.map((art) => [art, art.anteil] as const);
const [gewerbe] = pachtarten.filter(({ objektart }) => objektart === "gewerbe") as [Pachtart];

/** What the kind of lease calls itself, with where it lies. */
const bezeichnung = (art: Pachtart, objekte: readonly Objekt[]): string => {
  const [erstes] = objekte;
  const mehr = objekte.length > 1 ? " u. a." : "";
  return art.objektart === "jagd" ? `${erstes?.bezeichnung}` : `${erstes?.bezeichnung}${mehr}, ${erstes?.gemarkung}`;
};

const feldwerte = (z: Zufall, art: Pachtart) => {
  const werte: Record<string, string | number | boolean> = {};
  if (z.chance(0.5)) werte.Altnummer = `${z.ganz(100, 999)}/${z.ganz(1, 40)}`;
  if (z.chance(0.3)) werte.Ordner = `${z.aus(["A", "B", "C", "D"])}-${z.ganz(1, 60)}`;
  if (art.objektart === "acker" && z.chance(0.5)) werte.Bodenpunkte = z.ganz(22, 58);
  if (z.chance(0.15)) werte.Vorkaufsrecht = true;
  return werte;
};

const beteiligterZeile = (id: number, b: Beteiligter): Zeile => ({
  pachtkonto_id: id,
  kontakt_id: b.kontaktId,
  rolle: b.rolle,
  hauptkontakt: b.hauptkontakt,
  anteil_zaehler: b.anteil?.[0] ?? null,
  anteil_nenner: b.anteil?.[1] ?? null,
  gueltig_von: b.gueltigVon,
  gueltig_bis: b.gueltigBis,
});

const hebungZeile = (id: number, h: Hebung): Zeile => ({
  pachtkonto_id: id,
  bezeichnung: h.bezeichnung,
  art: h.art,
  wert_bp: h.wertBp,
  betrag_cent: h.betragCent,
  index_basis: h.indexBasis,
  index_neu: h.indexNeu,
  index_basisjahr: h.indexBasisjahr,
  wirksam_ab: h.wirksamAb,
  status: h.status,
  begruendung: h.begruendung,
  abgeschlossen_am: h.abgeschlossenAm,
  abgeschlossen_von: h.abgeschlossenAm === null ? null : (bearbeiter[id % bearbeiter.length] ?? null),
  erstellt_am: h.erstelltAm,
  geaendert_am: h.abgeschlossenAm ?? h.erstelltAm,
});

const bemerkungZeile = (id: number, bemerkung: string, wer: string, zeitpunkt: string): Zeile => ({
  ressource: "pachtkonto",
  ressource_id: id,
  bemerkung,
  benutzer_name: wer,
  zeitpunkt,
});

const positionZeile = (id: number, v: PositionVersion, erstelltAm: string): Kontobestand["positionen"][number] => ({
  id: v.id,
  ursprung_id: v.ursprungId,
  pachtkonto_id: id,
  positionsart_id: v.positionsartId,
  bezeichnung: v.bezeichnung,
  betrag_cent: v.betragCent,
  intervall: v.intervall,
  gueltig_von: v.gueltigVon,
  gueltig_bis: v.gueltigBis,
  // Null: the rate of the position type.
  steuersatz_bp: positionsarten[v.positionsartId - 1]?.bp === v.steuersatzBp ? null : v.steuersatzBp,
  anteilig: v.anteilig,
  erstellt_am: erstelltAm,
  geaendert_am: erstelltAm,
});

/** Entered before the lease began or the operator moved, edited since. */
const zeitstempel = (z: Zufall, pachtbeginn: string, plan: Plan): { erstelltAm: string; geaendertAm: string } => {
  const vorBeginn = frueherer(plusTage(parseTag(pachtbeginn), -z.ganz(5, 60)), plusTage(plan.heute, -2));
  const angelegt = spaeterer(plusTage(plan.uebernahme, -z.ganz(5, 60)), vorBeginn);
  const erstelltAm = zeitpunktAm(angelegt, z.ganz(0, 500));
  const bearbeitet = spaeterer(angelegt, plusTage(plan.heute, -z.ganz(1, 300)));
  return { erstelltAm, geaendertAm: zeitpunktAm(bearbeitet, z.ganz(501, 530)) };
};

const laufzeitSpalten = (zeiten: Laufzeit): Zeile => ({
  status: zeiten.status,
  pachtbeginn: zeiten.pachtbeginn,
  pachtende: zeiten.pachtende,
  gekuendigt_am: zeiten.gekuendigtAm,
  kuendigung_zum: zeiten.kuendigungZum,
  abrechnung_ab: zeiten.abrechnungAb,
  pachtjahr_beginn: zeiten.pachtjahrBeginn,
  zahlungsrhythmus: zeiten.zahlungsrhythmus,
  ist_vorauszahlend: zeiten.istVorauszahlend,
});

const bedingungen = (z: Zufall, art: Pachtart): Zeile => ({
  zahlungsziel_tage: z.gewichtet([
    [null, 8],
    [30, 1],
    [7, 1],
  ]),
  berechnungsart: z.gewichtet(art.berechnungsart),
  verwaltungsgebuehr_bp: z.gewichtet([
    [500, 6],
    [350, 2],
    [650, 2],
    [null, 1],
  ]),
});

/** The account with this id, from 1. The draws keep their order. */
export function kontobestand(plan: Plan, id: number): Kontobestand {
  const z = zufall(5, id);
  // A trade is due every month or quarter: what hinders it shows.
  const gezogen = z.gewichtet(tausend);
  const art = sonderfall.pauschalierterVerpaechter(id) || sonderfall.ohneVerpaechter(id) ? gewerbe : gezogen;
  const wo = lage(z);
  const objekte = Array.from({ length: z.gewichtet(art.objekte) }, (_, nr) => objekt(z, art, wo, nr, plan));
  const zeiten = laufzeit(z, id, art, plan);
  const konto = { ...zeiten, nr: id, art, objekte };
  const { hebungen: liste, versionen } = hebungen(z, konto, positionen(z, konto, plan), plan);
  const hebemonat = art.monatlich || z.chance(0.2) ? z.aus(["01", "04", "07", "10"]) : null;
  const { letzteHebung, naechsteHebung } = hebungstage(liste, hebemonat, plan);
  const bemerkung = z.chance(0.14) ? z.aus(bemerkungen) : null;
  const { erstelltAm, geaendertAm } = zeitstempel(z, zeiten.pachtbeginn, plan);
  const zeile = {
    id,
    kontonummer: `PK-${String(id).padStart(6, "0")}`,
    bezeichnung: bezeichnung(art, objekte),
    ...laufzeitSpalten(zeiten),
    ...bedingungen(z, art),
    ...vertragSpalten(id, art, zeiten, plan),
    wertsicherung: wertsicherung(konto, letzteHebung, plan),
    hebemonat,
    letzte_hebung: letzteHebung,
    // A settled lease has nothing left to review.
    naechste_hebung: zeiten.schlussabrechnung === null ? naechsteHebung : null,
    schlussabrechnung: zeiten.schlussabrechnung,
    bemerkung,
    feldwerte: feldwerte(z, art),
    eingabe_geaendert_am: geaendertAm,
    erstellt_am: erstelltAm,
    geaendert_am: geaendertAm,
  };
  return {
    konto: zeile,
    bemerkung: bemerkung === null ? null : bemerkungZeile(id, bemerkung, z.aus(bearbeiter), geaendertAm),
    beteiligte: beteiligte(z, id, art, zeiten, plan).map((b) => beteiligterZeile(id, b)),
    positionen: versionen.map((v) => positionZeile(id, v, erstelltAm)),
    hebungen: liste.map((h) => ({ zeile: hebungZeile(id, h), abschluss: h.abschluss })),
    objekte: objekte.map((o) => ({ ...o, pachtkonto_id: id })),
  };
}
