import { Ablehnung, type Ablehnungsart } from "../../kern/ablehnung.ts";

const gleichzeitig: [Ablehnungsart, string, string] = [
  "konflikt",
  "gleichzeitig_geaendert",
  "Jemand hat gleichzeitig daran gearbeitet. Bitte noch einmal versuchen.",
];

/** What PostgreSQL refuses although the verb let it through: the last line of defence, still a clear answer. */
const bekannte: Record<string, [Ablehnungsart, string, string]> = {
  "23505": ["konflikt", "existiert_bereits", "Einen solchen Datensatz gibt es schon."],
  "23503": [
    "konflikt",
    "verweis",
    "Ein anderer Datensatz verweist noch hierauf, oder der, auf den dieser verweist, ist nicht mehr da. Bitte neu laden.",
  ],
  "23P01": ["konflikt", "ueberschneidung", "Der Zeitraum überschneidet sich mit einem vorhandenen."],
  "23514": ["ungueltig", "ungueltige_eingabe", "Die Angaben passen nicht zusammen."],
  "23001": ["konflikt", "unveraenderlich", "Dieser Datensatz ist unveränderlich."],
  "22021": ["ungueltig", "ungueltige_eingabe", "Ein Text enthält unzulässige Zeichen."],
  "22P05": ["ungueltig", "ungueltige_eingabe", "Ein Text enthält unzulässige Zeichen."],
  "22007": ["ungueltig", "ungueltige_eingabe", "Ein Datum gibt es nicht."],
  "22008": ["ungueltig", "ungueltige_eingabe", "Ein Datum gibt es nicht."],
  "22003": ["ungueltig", "ungueltige_eingabe", "Eine Zahl ist zu groß."],
  "40001": gleichzeitig,
  "40P01": gleichzeitig,
};

/** Of these the verb should have refused itself: no two requests that meet lead to them, only a gap of ours. */
const luecken = new Set(["23514", "23001", "22007", "22008", "22003"]);

/** A gap of ours without the values that PostgreSQL tells with it; they may be about people. */
export function alsLuecke(fehler: unknown): Error | undefined {
  const { code, constraint_name: regel } = (fehler ?? {}) as { code?: unknown; constraint_name?: unknown };
  if (typeof code !== "string" || !luecken.has(code)) return undefined;
  return new Error(`Erst die Datenbank hat es abgelehnt: ${[code, regel].filter(Boolean).join(" ")}`);
}

const keinPlatz: [Ablehnungsart, string, string, warteSekunden: number] = [
  "nichtVerfuegbar",
  "kein_platz",
  "Dem Dienst fehlt Speicherplatz; geändert wurde nichts. Bitte den Betreiber verständigen.",
  60,
];

/** The same for what may well succeed at the next try. */
const spaeter: Record<string, [Ablehnungsart, string, string, warteSekunden: number]> = {
  "55P03": ["konflikt", "in_benutzung", "Jemand arbeitet gerade daran. Bitte gleich noch einmal versuchen.", 2],
  "57014": ["nichtVerfuegbar", "dauert_zu_lange", "Die Datenbank hat zu lange gebraucht. Bitte später versuchen.", 30],
  // The disk of PostgreSQL; that of temporary files, what an account may have of it, or one that takes nothing any more.
  "53100": keinPlatz,
  ENOSPC: keinPlatz,
  EDQUOT: keinPlatz,
  EROFS: keinPlatz,
};

/** What PostgreSQL, or a full disk, refused; undefined for what is a failure. */
export function ausDatenbank(fehler: unknown): Ablehnung | undefined {
  const code = (fehler as { code?: unknown } | null)?.code;
  if (typeof code !== "string") return undefined;
  const bekannt = bekannte[code];
  if (bekannt) return new Ablehnung(...bekannt);
  const vertagt = spaeter[code];
  if (!vertagt) return undefined;
  const [art, wort, detail, warteSekunden] = vertagt;
  return new Ablehnung(art, wort, detail, {}, { warteSekunden });
}

/** Refused only because somebody else was at work on the same: at another time, or for another record, it is not. */
export function ausGleichzeitigem(fehler: unknown): Ablehnung | undefined {
  const ablehnung = ausDatenbank(fehler);
  return ablehnung && ["gleichzeitig_geaendert", "in_benutzung"].includes(ablehnung.code) ? ablehnung : undefined;
}
