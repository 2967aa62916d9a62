import type { Zufall } from "../../../src/lokal/daten/vorrat/zufall.ts";

const liste = (text: string): string[] => text.trim().split(/\s+/);

const herren = liste(`Michael Thomas Andreas Peter Stefan Christian Hans Wolfgang Klaus Jürgen Uwe Karl-Heinz Heinrich
  Frank Bernd Werner Dieter Martin Manfred Matthias Günter Helmut Jörg Ralf Gerhard Horst Rolf Walter Holger Friedrich
  Dirk Alexander Daniel Sebastian Jan Tobias Florian Markus Sven Torsten Thorsten Rainer Reiner Heinz Hermann Wilhelm
  Ernst Otto Georg Josef Johann Johannes Lukas Jonas Felix Maximilian Tim Philipp Niklas Simon Kai Lars Olaf Ulrich
  Volker Harald Detlef Hartmut Norbert Reinhard Eckhard Siegfried Lothar Albert Alfred Erwin Kurt Gustav August Hinrich
  Enno Onno Eilert Tjark Hauke Momme Focko Harm Gerrit Hajo Carsten Karsten Axel Ingo Marco Mirko Henrik Fabian Mehmet
  Ahmet Ali Mustafa Piotr Marek Iwan Sergej Dimitri Antonio Luca Noah Elias Ben Finn Leon Paul Emil Anton Oskar Jakob
  Hans-Jürgen Hans-Peter Klaus-Dieter Karl-Friedrich Ernst-August Jan-Hendrik Hans-Hermann`);

const damen = liste(`Maria Ursula Monika Petra Elisabeth Sabine Renate Helga Karin Brigitte Ingrid Erika Andrea Gisela
  Claudia Susanne Gabriele Christa Christine Hildegard Anna Birgit Barbara Gertrud Heike Marianne Elke Martina Angelika
  Irmgard Inge Ute Elfriede Doris Marion Ruth Ulrike Hannelore Jutta Gerda Kerstin Ilse Anneliese Margarete Ingeborg
  Anja Edith Sandra Waltraud Beate Rita Katharina Christiane Cornelia Anke Sonja Ilona Nicole Silke Silvia Bettina Stefanie
  Stephanie Julia Melanie Kathrin Katrin Daniela Tanja Nadine Anna-Lena Lena Laura Sarah Lisa Johanna Sophie Emma Mia
  Wiebke Frauke Maren Gesine Insa Tomke Altje Gesche Fenja Heidrun Gudrun Sigrid Astrid Roswitha Rosemarie Lieselotte
  Meike Maike Antje Imke Swantje Fatma Ayşe Emine Swetlana Olga Agnieszka Giulia Chiara Nele Ida Frieda Martha Karla
  Ute-Marie Anne-Kathrin Eva-Maria Heike-Susanne Rose-Marie`);

const haeufige = liste(`Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer
  Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt Werner Schmitz
  Krause Meier Lehmann Schmid Schulze Maier Köhler Herrmann König Walter Mayer Huber Kaiser Fuchs Peters Lang Scholz
  Möller Weiß Jung Hahn Schubert Vogel Friedrich Keller Günther Frank Berger Winkler Roth Beck Lorenz Baumann Franke
  Albrecht Schuster Simon Ludwig Böhm Winter Kraus Martin Schumacher Krämer Vogt Stein Jäger Otto Sommer Groß Seidel
  Heinrich Brandt Haas Schreiber Graf Schulte Dietrich Ziegler Kuhn Kühn Pohl Engel Horn Busch Bergmann Thomas Voigt
  Sauer Arnold Wolff Pfeiffer Janssen Hinrichs Petersen Hansen Carstens Claussen Thießen Wübbels Yılmaz Nowak Kowalski`);

const vorne = liste(`Alt Neu Ober Nieder Berg Tal Wald Feld Wies Moor Sand Stein Eich Buch Birk Linden Erlen Rot Schwarz
  Weiß Grün Gold Silber Eisen Kupfer Hasel Dorn Rosen Korn Hafer Gersten Müh Bach Brunn Quell Teich See Fluss Heid Hol
  Hill Kirch Kloster Burg Schloss Markt Hof Haus Stall Schäf Ochsen Lamm Vogel Falken Adler Raben Wolfs Bären Fuchs
  Osten Westen Süd Nord Lüt Gro Lang Kurz Breit Hoch Tief Lieb Frei Wohl`);
const hinten = liste(`mann bauer hof meier meyer stein berg burg kamp horst brink beck bach huber müller wald feld
  hagen rode stedt dorf hausen heim ing ler ner sen ke el er eder recht hardt wig mut gast brecht holz baum lein
  schmidt graf vogt hold rich mer bäumer köster lohe riede brook siek`);

export type Geschlecht = "m" | "w";

/** The first ones of a list are the frequent ones. */
const gewichtet = <T>(z: Zufall, werte: readonly T[], schiefe: number): T =>
  werte[Math.floor(z.zahl() ** schiefe * werte.length)] as T;

export function vorname(z: Zufall, geschlecht: Geschlecht): string {
  return gewichtet(z, geschlecht === "m" ? herren : damen, 1.8);
}

export function nachname(z: Zufall): string {
  const art = z.zahl();
  if (art < 0.4) return gewichtet(z, haeufige, 1.9);
  const name = `${gewichtet(z, vorne, 1.2)}${gewichtet(z, hinten, 1.2)}`;
  if (art < 0.93) return name;
  if (art < 0.97) return `von ${name}`;
  return `${gewichtet(z, haeufige, 1.5)}-${name}`;
}

const strassen = liste(`Haupt Dorf Bahnhof Schul Kirch Garten Linden Berg Wald Mühlen Ring Feld Goethe Schiller Mozart
  Birken Eichen Buchen Ahorn Rosen Tulpen Amsel Finken Lerchen Post Markt Burg Schloss Hafen Deich Bruch Moor Heide
  Wiesen Stein Sand Industrie Gewerbe Bismarck Friedrich Wilhelm Karl Luisen Kaiser Königs Ost West Nord Süd`);
const strassenarten = liste("straße straße straße weg weg allee platz gasse ring");
const eigene = ["Am Sportplatz", "Im Winkel", "Zum Alten Hof", "Auf dem Kamp", "An der Beeke", "Hinter den Höfen"];

export function strasse(z: Zufall): string {
  return z.chance(0.12) ? z.aus(eigene) : `${gewichtet(z, strassen, 1.3)}${z.aus(strassenarten)}`;
}

const branchen = liste(`Agrar Landtechnik Bau Tiefbau Metallbau Elektro Transporte Spedition Gartenbau Saatzucht
  Biogas Immobilien Handels Verwaltungs Beteiligungs Holz Getränke Fleischerei Bäckerei Logistik`);
const rechtsformen = [
  "GmbH",
  "GmbH",
  "GmbH & Co. KG",
  "KG",
  "OHG",
  "GbR",
  "e. K.",
  "AG",
  "eG",
  "UG (haftungsbeschränkt)",
];

/** @param ort the town that many companies are named after */
export function firma(z: Zufall, ort: string): string {
  const form = z.aus(rechtsformen);
  switch (z.ganz(1, 7)) {
    case 1:
      return `${nachname(z)} ${z.aus(branchen)} ${form}`;
    case 2:
      return `${z.aus(branchen)} ${ort} ${form}`;
    case 3:
      return `${nachname(z)} & ${nachname(z)} ${form}`;
    case 4:
      return `Windpark ${nachname(z)}-${ort} GmbH & Co. KG`;
    case 5:
      return `Landwirtschaftsbetrieb ${vorname(z, z.chance(0.8) ? "m" : "w")} ${nachname(z)}`;
    case 6:
      return `${z.aus(["Gemeinde", "Kirchengemeinde", "Jagdgenossenschaft", "Realverband", "Schützenverein"])} ${ort}`;
    default:
      return `${z.aus(branchen)}-${z.aus(["Service", "Technik", "Vertrieb", "Kontor"])} ${nachname(z)} ${form}`;
  }
}
