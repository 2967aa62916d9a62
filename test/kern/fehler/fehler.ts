/** A fault as a programmer might make it: in `datei`, the text `alt` (which stands there once) becomes `neu`. */
export type Fehler = { name: string; datei: string; alt: string; neu: string };

const geld = "src/kern/geld";
const kalender = "src/kern/kalender";
const berechnung = "src/kern/pacht";

export const fehler: Fehler[] = [
  {
    name: "halbe Cent werden abgerundet",
    datei: `${geld}/bruch.ts`,
    alt: "(2n * zaehler + nenner) / (2n * nenner)",
    neu: "(2n * zaehler + nenner - 1n) / (2n * nenner)",
  },
  {
    name: "negative Beträge werden abgeschnitten statt gerundet",
    datei: `${geld}/bruch.ts`,
    alt: "return -rundeQuotient(-zaehler, nenner);",
    neu: "return zaehler / nenner;",
  },
  {
    name: "bei gleichem Rest bekommt der Letzte den Cent",
    datei: `${geld}/verteile.ts`,
    alt: "a.stelle - b.stelle",
    neu: "b.stelle - a.stelle",
  },
  {
    name: "der kleinste Rest bekommt den Cent",
    datei: `${geld}/verteile.ts`,
    alt: "a.rest > b.rest ? -1 : 1",
    neu: "a.rest > b.rest ? 1 : -1",
  },
  {
    name: "ein negativer Betrag wird nicht gespiegelt verteilt",
    datei: `${geld}/verteile.ts`,
    alt: "richtung < 0n ? -1n : 1n",
    neu: "richtung < 0n ? 1n : 1n",
  },
  {
    name: "am ersten Tag des Pachtjahres gilt noch das alte",
    datei: `${kalender}/perioden.ts`,
    alt: "heuer <= tag",
    neu: "heuer < tag",
  },
  {
    name: "der letzte Tag zählt nicht mit",
    datei: `${kalender}/zeitraum.ts`,
    alt: "zeitraum.bis - zeitraum.von + 1",
    neu: "zeitraum.bis - zeitraum.von",
  },
  {
    name: "samstags ist zu zahlen",
    datei: `${kalender}/werktag.ts`,
    alt: "wochentag(werktag) >= 5",
    neu: "wochentag(werktag) > 5",
  },
  {
    name: "jede Rate eines Pachtjahres ist gerundet wie die erste",
    datei: `${berechnung}/betrag.ts`,
    alt: "cent(Number(bis(periode.nummer) - bis(periode.nummer - 1)))",
    neu: "cent(Number(bis(1)))",
  },
  {
    name: "tagesgenau rechnet jedes Jahr mit 365 Tagen",
    datei: `${berechnung}/betrag.ts`,
    alt: "bruch(anzahlTage(segment), anzahlTage(periode))",
    neu: "bruch(anzahlTage(segment) * rhythmus, 12 * 365)",
  },
  {
    name: "dreissig360 zählt den 31.",
    datei: `${berechnung}/betrag.ts`,
    alt: "+ imMonat - 1",
    neu: "+ Math.min(imMonat, 30) - 1",
  },
  {
    name: "Hebungen desselben Tages in verkehrter Folge",
    datei: `${berechnung}/hebung.ts`,
    alt: "|| a.id - b.id",
    neu: "|| b.id - a.id",
  },
  {
    name: "eine Hebung am letzten Tag einer Version entfällt",
    datei: `${berechnung}/hebung.ts`,
    alt: "version.gueltigBis < hebung.wirksamAb",
    neu: "version.gueltigBis <= hebung.wirksamAb",
  },
  {
    name: "der Mehrbetrag gilt als neue Jahressumme",
    datei: `${berechnung}/hebung.ts`,
    alt: "(alt) => alt + BigInt(wert(hebung.betragCent))",
    neu: "() => BigInt(wert(hebung.betragCent))",
  },
  {
    name: "eine einmalige Position wird erhöht",
    datei: `${berechnung}/hebung.ts`,
    alt: 'if (version.intervall === "einmalig") return false;',
    neu: "",
  },
  {
    name: "auch die letzte Periode ist im Voraus fällig",
    datei: `${berechnung}/perioden.ts`,
    alt: "konto.istVorauszahlend === true && !istLetzte",
    neu: "konto.istVorauszahlend === true",
  },
  {
    name: "am letzten Tag statt am Tag danach fällig",
    datei: `${berechnung}/perioden.ts`,
    alt: "vorab ? von : plusTage(letzterTag, 1)",
    neu: "vorab ? von : letzterTag",
  },
  {
    name: "abrechnungAb bleibt unbeachtet",
    datei: `${berechnung}/perioden.ts`,
    alt: "konto.abrechnungAb === null ? beginn : spaeterer(beginn, parseTag(konto.abrechnungAb))",
    neu: "spaeterer(beginn, beginn)",
  },
  {
    name: "die Schlussabrechnung ist schon am letzten Pachttag fällig",
    datei: `${berechnung}/perioden.ts`,
    alt: "ende < parseTag(datum)",
    neu: "ende <= parseTag(datum)",
  },
  {
    name: "jedes Segment wird für sich gerundet",
    datei: `${berechnung}/segmente.ts`,
    alt: "verteileWerte(roh.map((s) => bruch(BigInt(s.vollbetrag) * s.bruchteil.zaehler, s.bruchteil.nenner)))",
    neu: "roh.flatMap((s) => verteileWerte([bruch(BigInt(s.vollbetrag) * s.bruchteil.zaehler, s.bruchteil.nenner)]))",
  },
  {
    name: "eine einmalige Position gilt bis zu ihrem Ende",
    datei: `${berechnung}/segmente.ts`,
    alt: "return { von: tag, bis: tag };",
    neu: "return { von: tag, bis: zeitraum.bis };",
  },
  {
    name: "ein Wechsel der Verpächter teilt auch, was nicht weitergeleitet wird",
    datei: `${berechnung}/periode.ts`,
    alt: "weiterleitung ? schnitteAlle : schnittePaechter",
    neu: "schnitteAlle",
  },
  {
    name: "maßgeblich sind die Parteien des letzten Tages",
    datei: `${berechnung}/periode.ts`,
    alt: "besetzungAm(kontext[partei], segment.von)",
    neu: "besetzungAm(kontext[partei], segment.bis)",
  },
  {
    name: "ids werden als Text verglichen",
    datei: `${berechnung}/anteile.ts`,
    alt: "a.kontaktId - b.kontaktId",
    neu: "(String(a.kontaktId) < String(b.kontaktId) ? -1 : 1)",
  },
  {
    name: "die Gebühr wird vom Bruttobetrag genommen",
    datei: `${berechnung}/belege.ts`,
    alt: "gebuehrenzeile(summe(belastet),",
    neu: "gebuehrenzeile(gutschrift.bruttoCent,",
  },
  {
    name: "ohne Steuernummer bekommt ein Verpächter seine steuerfreie Gutschrift",
    datei: `${berechnung}/gutschrift.ts`,
    alt: '    case "regelbesteuert":\n      return GUTSCHRIFT;',
    neu: '    case "regelbesteuert":\n      return AUSZAHLUNGSMITTEILUNG;',
  },
  {
    name: "ohne Steuernummer wird berichtigt, was mit Steuer gebucht ist",
    datei: `${berechnung}/gutschrift.ts`,
    alt: "if (gruppen.some(({ steuersatzBp }) => steuersatzBp > 0)) return GUTSCHRIFT;",
    neu: "",
  },
  {
    name: "ausgezahlt wird ohne die Steuer der Gebühr",
    datei: `${berechnung}/belege.ts`,
    alt: "gutschrift.bruttoCent - gebuehr.bruttoCent",
    neu: "gutschrift.bruttoCent - gebuehr.nettoCent",
  },
  {
    name: "verschiedene Befreiungsgründe in einer Steuergruppe",
    datei: `${berechnung}/steuer.ts`,
    alt: "g.steuersatzBp === steuersatzBp && g.steuerbefreiungGrund === steuerbefreiungGrund",
    neu: "g.steuersatzBp === steuersatzBp",
  },
  {
    name: "ein pauschalierender Verpächter bekommt den Steuersatz",
    datei: `${berechnung}/steuer.ts`,
    alt: '    case "pauschaliert":\n    case null:',
    neu: '    case "pauschaliert":\n      return steuerPaechter(version);\n    case null:',
  },
  {
    name: "die Schlussabrechnung fordert, was zu erstatten ist",
    datei: `${berechnung}/schlussabrechnung.ts`,
    alt: "cent(richtigCent - gebuchtCent)",
    neu: "cent(gebuchtCent - richtigCent)",
  },
  {
    name: "gebuchte Zeiträume nach dem Pachtende bleiben stehen",
    datei: `${berechnung}/schlussabrechnung.ts`,
    alt: "konto.gebucht.toSorted(",
    neu: "konto.gebucht.filter((p) => p.zeitraumVon <= konto.pachtende).toSorted(",
  },
  {
    name: "berichtigt wird zum heutigen statt zum gebuchten Steuersatz",
    datei: `${berechnung}/schlussabrechnung.ts`,
    alt: "if (eigene) return eigene;",
    neu: "if (eigene) return kontext.steuer(partei, kontaktId, segment);",
  },
  {
    name: "berichtigt wird im heutigen statt im gebuchten Rhythmus",
    datei: `${berechnung}/schlussabrechnung.ts`,
    alt: "raster: rasterVon(periode),",
    neu: "",
  },
  {
    name: "berichtigt wird nach der heutigen statt der gebuchten Berechnungsart",
    datei: `${berechnung}/schlussabrechnung.ts`,
    alt: "konto: { ...kontext.konto, berechnungsart: periode.berechnungsart },",
    neu: "",
  },
  {
    name: "die Gebühr wird zum heutigen statt zum gebuchten Satz erstattet",
    datei: `${berechnung}/schlussabrechnung.ts`,
    alt: "gebuehr: gebuehrWieGebucht(konto, periode),",
    neu: "gebuehr: konto,",
  },
  {
    name: "die erstattete Gebühr wird mit dem heutigen statt dem gebuchten Steuersatz versteuert",
    datei: `${berechnung}/schlussabrechnung.ts`,
    alt: "gebucht ?? periode.gebuehrSteuersatzBp ?? konto.gebuehrSteuersatzBp",
    neu: "konto.gebuehrSteuersatzBp",
  },
  {
    name: "eine Rechnung ist für den Zeitraum bis zum letzten Tag der ersten Zeile",
    datei: `${berechnung}/belege.ts`,
    alt: "(a > b ? a : b)",
    neu: "(a > b ? b : a)",
  },
  {
    name: "eine Schlussrechnung ist für die ganzen gebuchten Zeiträume",
    datei: `${berechnung}/schlussabrechnung.ts`,
    alt: "return tage ? { leistungVon: formatTag(tage.von), leistungBis: formatTag(tage.bis) } : eigene;",
    neu: "return tage ? eigene : eigene;",
  },
  {
    name: "wer nach dem Pachtende gekommen wäre, bekommt eine Schlussrechnung über alles Gebuchte",
    datei: `${berechnung}/schlussabrechnung.ts`,
    alt: " ?? tageDer(konto, partei, kontaktId, spanne);",
    neu: ";",
  },
];
