/**
 * The one interface to an accounting system. It assumes no unique key, no draft step, no cancel, no delete and no
 * reference: what a system can do stands in its `Faehigkeiten`, and how a call ended in exactly one `Ausgang`.
 */

/** The systems that there is an adapter for. */
export const systeme = ["sandkasten", "tryton", "lexware"] as const;
export type System = (typeof systeme)[number];

/** `rechnung` to a lessee or a fee to a lessor, `lieferant` what the operator owes a lessor; negative sums turn it round. */
export type Belegrichtung = "rechnung" | "lieferant";

export type ExterneZeile = {
  text: string;
  /** Signed whole cents, net. */
  nettoCent: number;
  steuersatzBp: number;
  /** What the mapping of the settings is looked up by. */
  positionsartId: number | null;
  erloeskonto: string | null;
};

export type ExternePartei = {
  /** Unique and unchanging in the other system: parties are made once by it. */
  code: string;
  rolle: "paechter" | "verpaechter";
  name: string;
  strasse: string;
  adresszusatz: string | null;
  plz: string;
  ort: string;
  /** ISO 3166-1 alpha-2 */
  land: string;
  ustId: string | null;
};

/** An archived document as it is to stand outside; an `ExternerBeleg` is how it does. */
export type Sollbeleg = {
  /** Our reference: unique per document and attempt generation, `[A-Z0-9-]{1,35}`. */
  referenz: string;
  belegnummer: string;
  richtung: Belegrichtung;
  /** Day of the document, and day on which it is posted. */
  belegdatum: string;
  buchungsdatum: string;
  zahlbarBis: string | null;
  beschreibung: string;
  partei: ExternePartei;
  zeilen: ExterneZeile[];
  /** Signed: a credit has negative sums. */
  nettoCent: number;
  steuerCent: number;
  bruttoCent: number;
};

/** A document as it stands outside. */
export type ExternerBeleg = {
  id: string;
  referenz: string | null;
  /** null: not numbered yet, so still a draft. */
  nummer: string | null;
  zustand: "entwurf" | "offen" | "bezahlt" | "storniert";
  /** The word of the other system. */
  rohzustand: string;
  parteiCode: string | null;
  /** null where the system cannot say yet. */
  nettoCent: number | null;
  bruttoCent: number | null;
  /** Number or id of what cancelled it. */
  storniertDurch: string | null;
};

export type Faehigkeiten = {
  /** How our reference can be looked up. */
  referenz: "eindeutig" | "suchbar" | "keine";
  entwurf: boolean;
  storno: boolean;
  loeschenEntwurf: boolean;
  pdf: boolean;
  /** Least time between two requests; the adapter keeps it itself. */
  abstandMs: number;
  /** How long after a lost answer "not found" proves nothing. */
  setzzeitMs: number;
};

/** The changing calls of a hand-over, in their order. */
export const phasen = ["partei", "anlegen", "festschreiben", "stornieren", "loeschen"] as const;
export type Phase = (typeof phasen)[number];

/** Of the document: `nie`, `nach_korrektur`. Of the system or of the moment: `spaeter`. */
export type Wiederholung = "nie" | "nach_korrektur" | "spaeter";

export const absagecodes = [
  // nothing happened, about us or the server
  "nicht_gesendet",
  "anmeldung",
  "gesperrt",
  "zu_viele_anfragen",
  "beschaeftigt",
  // about the document
  "ungueltig",
  "periode_geschlossen",
  "datum_reihenfolge",
  "bestaetigung_noetig",
  "doppelt",
  "unveraenderlich",
  "bezahlt",
  "nicht_gefunden",
  "verboten",
  "nicht_unterstuetzt",
  "abweichung",
] as const;
export type Absagecode = (typeof absagecodes)[number];

export type Abgelehnt = {
  ausgang: "rejected";
  code: Absagecode;
  /** German, for the clerk; never a secret. */
  ursache: string;
  wiederholung: Wiederholung;
  /** `Retry-After` of the other side. */
  wartezeitMs?: number;
};

/** Every changing call ends in one of these; adapters never throw for what the other side answers. */
export type Ausgang<T> =
  | { ausgang: "done"; wert: T }
  | { ausgang: "accepted"; vorgangId: string }
  | Abgelehnt
  | {
      ausgang: "uncertain";
      phase: Phase;
      ursache: string;
      id?: string;
      /** `Retry-After` of the other side. */
      wartezeitMs?: number | undefined;
    };

/** A look-up changes nothing, so it may always be repeated. */
export type Fund = { fund: "none" } | { fund: "one"; beleg: ExternerBeleg } | { fund: "many"; belege: ExternerBeleg[] };

export type Verbindungsbefund = {
  verbunden: boolean;
  angemeldet: boolean;
  version: string | null;
  antwortzeitMs: number | null;
  /** What is wrong, where it is not ready. */
  problem: { code: Absagecode | "version" | "mandant"; ursache: string } | null;
  /** What stands in nobody's way, but that documents will lack. */
  hinweise?: Verbindungshinweis[];
};

export type Verbindungshinweis = { code: "laender_fehlen"; text: string };

/** A trustee (company) of the other system that documents can be posted for. */
export type Mandant = { id: string; name: string; waehrung: string };

export type Suche = {
  referenz: string;
  richtung: Belegrichtung;
  belegdatum: string;
  bruttoCent: number;
  /** What the other system told us of it before. */
  nummer: string | null;
};

/** The signal ends the call when its time is up; what was under way then is `uncertain`. */
export type Aufruf = { signal: AbortSignal };

/** Where the other system is and how one signs in there: from the configuration alone, never stored, never shown. */
export type Zugang = {
  url: string;
  datenbank: string | null;
  benutzer: string | null;
  geheimnis: string;
  /** Configured instead of the system's usual time. */
  setzzeitMs: number | undefined;
};

/** Account and tax there for lines of ours: null fits every position type, every rate. The narrowest one counts. */
export type Zuordnung = {
  richtung: Belegrichtung;
  positionsartId: number | null;
  steuersatzBp: number | null;
  /** Id, number or code: whatever the system knows it by. */
  konto: string;
  steuer: string | null;
};

/** What the trustee assignment says; null or empty where nobody has said anything yet. */
export type Einstellungen = {
  mandantId: string | null;
  journalRechnung: string | null;
  journalLieferant: string | null;
  kontoForderungen: string | null;
  kontoVerbindlichkeiten: string | null;
  zuordnungen: Zuordnung[];
};

/** Makes an adapter without asking the other system anything; it lives as long as its access and settings are the same. */
export type ErstelleAdapter = (zugang: Zugang, einstellungen: Einstellungen) => Adapter;

/**
 * Look-ups (`status`, `mandanten`, `suche`, `lies`, `pdf`) throw `Absage` when they get no answer.
 */
export type Adapter = {
  readonly system: string;
  readonly faehigkeiten: Faehigkeiten;
  status(aufruf: Aufruf): Promise<Verbindungsbefund>;
  mandanten(aufruf: Aufruf): Promise<Mandant[]>;
  /** Finds or makes the party by its code; id in the other system. */
  sorgeFuerPartei(partei: ExternePartei, aufruf: Aufruf): Promise<Ausgang<{ id: string }>>;
  suche(suche: Suche, aufruf: Aufruf): Promise<Fund>;
  /** null: there is none (any more) with that id. */
  lies(ids: string[], aufruf: Aufruf): Promise<Map<string, ExternerBeleg | null>>;
  /** Makes a draft, or where there are none the final document. */
  lege(soll: Sollbeleg, parteiId: string, aufruf: Aufruf): Promise<Ausgang<ExternerBeleg>>;
  /** Numbers it; twice is once. Where there are no drafts it only reads back. */
  schreibeFest(id: string, soll: Sollbeleg, aufruf: Aufruf): Promise<Ausgang<ExternerBeleg>>;
  /** Reads again afterwards: an answer that changed nothing is a rejection. */
  storniere(id: string, grund: string, aufruf: Aufruf): Promise<Ausgang<ExternerBeleg>>;
  /** Only an unnumbered draft. */
  loesche(id: string, aufruf: Aufruf): Promise<Ausgang<null>>;
  /** null: the system has a document but no PDF of it. */
  pdf(id: string, aufruf: Aufruf): Promise<{ inhalt: Uint8Array; dateiname: string } | null>;
};

/** A look-up that got no usable answer. */
export class Absage extends Error {
  override name = "Absage";
  readonly absage: Abgelehnt;

  constructor(absage: Abgelehnt) {
    super(absage.ursache);
    this.absage = absage;
  }
}
