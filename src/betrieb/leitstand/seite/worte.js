// What the page says, in the words of those who read it. Pure: runs in the browser and in the tests.
const zeitzone = "Europe/Berlin";
const zahl = new Intl.NumberFormat("de-DE");
const eineStelle = new Intl.NumberFormat("de-DE", { maximumFractionDigits: 1 });
const volleEuro = new Intl.NumberFormat("de-DE", { style: "currency", currency: "EUR", maximumFractionDigits: 0 });
const gerundeteEuro = new Intl.NumberFormat("de-DE", {
  style: "currency",
  currency: "EUR",
  notation: "compact",
  maximumFractionDigits: 1,
});
const stundeUndMinute = new Intl.DateTimeFormat("de-DE", { timeZone: zeitzone, hour: "2-digit", minute: "2-digit" });
const mitSekunden = new Intl.DateTimeFormat("de-DE", { timeZone: zeitzone, timeStyle: "medium" });
const tagUndUhrzeit = new Intl.DateTimeFormat("de-DE", {
  timeZone: zeitzone,
  day: "2-digit",
  month: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
});
const nurTag = new Intl.DateTimeFormat("de-DE", { timeZone: zeitzone, day: "2-digit", month: "2-digit" });
const isoTag = new Intl.DateTimeFormat("sv-SE", { timeZone: zeitzone });
const monatsname = new Intl.DateTimeFormat("de-DE", { timeZone: "UTC", month: "short", year: "numeric" });

export const anzahl = (n) => zahl.format(n);
export const euro = (cent) => volleEuro.format(cent / 100);

/** For axes: "1,2 Mio. €". */
export const kurzEuro = (cent) => gerundeteEuro.format(cent / 100);

/** "1 Auftrag", "12 Aufträge". */
export const mehrere = (n, eines, viele) => `${anzahl(n)} ${n === 1 ? eines : viele}`;

export const bytes = (n) => {
  const stufen = ["Byte", "KB", "MB", "GB", "TB"];
  const stufe = Math.min(stufen.length - 1, n < 1000 ? 0 : Math.floor(Math.log10(n) / 3));
  return `${eineStelle.format(n / 1000 ** stufe)} ${stufen[stufe]}`;
};

/** How long something took: "85 ms", "1,9 s", "3 min 20 s", "2 h 5 min". */
export const dauer = (ms) => {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${eineStelle.format(ms / 1000)} s`;
  const sekunden = Math.round(ms / 1000);
  const [stunden, minuten] = [Math.floor(sekunden / 3600), Math.floor((sekunden % 3600) / 60)];
  const rest = stunden > 0 ? [minuten, "min"] : [sekunden % 60, "s"];
  return [stunden > 0 ? `${stunden} h` : `${minuten} min`, rest[0] > 0 ? rest.join(" ") : ""].filter(Boolean).join(" ");
};

/** How long ago an instant is, roughly. */
export const vor = (zeitpunkt, jetzt) => {
  const sekunden = Math.max(0, Math.round((jetzt - Date.parse(zeitpunkt)) / 1000));
  if (sekunden < 60) return `vor ${sekunden} s`;
  if (sekunden < 3600) return `vor ${Math.floor(sekunden / 60)} min`;
  if (sekunden < 86_400) return `vor ${Math.floor(sekunden / 3600)} h`;
  return `vor ${mehrere(Math.floor(sekunden / 86_400), "Tag", "Tagen")}`;
};

export const uhrzeit = (zeitpunkt) => stundeUndMinute.format(new Date(zeitpunkt));
export const sekundengenau = (zeitpunkt) => mitSekunden.format(new Date(zeitpunkt));
export const zeit = (zeitpunkt) => tagUndUhrzeit.format(new Date(zeitpunkt)).replace(",", "");
export const kurzerTag = (zeitpunkt) => nurTag.format(new Date(zeitpunkt));
/** The civil day in Berlin, "2026-11-20". */
export const tagInBerlin = (zeitpunkt) => isoTag.format(new Date(zeitpunkt));
/** "2026-11" as "Nov. 2026". */
export const monat = (jahrUndMonat) => monatsname.format(new Date(`${jahrUndMonat}-01T00:00:00Z`));

export const auftragsnamen = {
  "pdf-lauf": "Schreiben eines Laufs",
  "pdf-nachtrag": "Fehlende Schreiben",
  sammeldatei: "Sammeldatei",
  extaccounting: "Übergabe an die Buchhaltung",
  "import-pruefung": "Prüfung eines Imports",
  "import-ausfuehrung": "Ausführung eines Imports",
  faelligkeiten: "Fälligkeiten",
  pachtende: "Pachtenden",
  "naechste-hebung": "Nächste Hebungen",
  hebungsbriefe: "Schreiben zu Hebungen",
  duplikate: "Vergleich auf Duplikate",
  aufraeumen: "Aufräumen",
};
export const auftragsname = (art) => auftragsnamen[art] ?? art;

export const statusworte = {
  wartend: "wartet",
  laeuft: "läuft",
  fertig: "fertig",
  fehlgeschlagen: "fehlgeschlagen",
  abgebrochen: "abgebrochen",
};

export const uebergabeworte = {
  offen: "noch nicht übergeben",
  pending: "in Arbeit",
  synced: "übergeben",
  failed: "abgewiesen",
  uncertain: "ungeklärt",
  cancelled: "storniert",
  deleted: "gelöscht",
};

export const uebergabeartworte = { export: "Übergeben", refresh: "Aktualisieren", reconcile: "Klären" };

export const lesekopieworte = {
  folgt: "auf dem Stand",
  zurueck: "zu weit zurück",
  weg: "nicht erreichbar",
  fremd: "keine Kopie dieser Datenbank",
};

/** Figures of jobs and the parts that they are of, in the order in which they are read. */
export const zahlenworte = {
  erstellt: "erstellt",
  nichtErstellbar: "nicht erstellbar",
  fehlgeschlagen: "fehlgeschlagen",
  teile: "Teile",
  geprueft: "geprüft",
  bestand: "Bestand",
  verglichen: "verglichen",
  paare: "Paare",
  neu: "neu",
  geaendert: "geändert",
  unveraendert: "unverändert",
  falsch: "falsch",
  fehler: "Fehler",
  entfallen: "entfallen",
  ausgelaufen: "ausgelaufen",
  ueberfaellig: "überfällig",
  sitzungen: "Sitzungen",
  antworten: "gemerkte Antworten",
  sammeldateien: "Sammeldateien",
  importe: "Importe",
};
const teilworte = { kontakte: "Kontakte", pachtobjekte: "Patchobjekte" };
const teilVon = (name) => name.slice(0, Math.max(0, name.indexOf(".")));
const zahlVon = (name) => name.slice(name.indexOf(".") + 1);
const stelle = ([name]) => Object.keys(zahlenworte).indexOf(zahlVon(name));

const liste = (zahlen) =>
  zahlen
    .toSorted((a, b) => stelle(a) - stelle(b))
    .map(([name, wert]) => `${zahlenworte[zahlVon(name)] ?? zahlVon(name)} ${anzahl(wert)}`)
    .join(", ");

const satz = (teil, zahlen) => {
  if (teil === "") return liste(zahlen);
  const gezaehlte = zahlen.filter(([, wert]) => wert !== 0);
  return gezaehlte.length === 0 ? "" : `${teilworte[teil] ?? teil}: ${liste(gezaehlte)}`;
};

/**
 * What came out of a job: "erstellt 120, fehlgeschlagen 2"; without figures nothing. Of parts, named "part.figure", only
 * what is not 0: "Kontakte: neu 3; Positionen: neu 5, geändert 1".
 */
export const ergebnis = (zahlen) =>
  [...Map.groupBy(Object.entries(zahlen ?? {}), ([name]) => teilVon(name))]
    .map(([teil, werte]) => satz(teil, werte))
    .filter(Boolean)
    .join("; ");
