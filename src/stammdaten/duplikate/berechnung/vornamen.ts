import { falte, worte } from "./falte.ts";

const maennlich = `Alexander Alfred Andreas Anton Arne Arnold Axel Benjamin Bernd Bernhard Björn Carsten Karsten Christian
  Christoph Daniel David Detlef Dieter Dietmar Dirk Dominik Eberhard Eckhard Edmund Eduard Egon Emil Erich Ernst Erwin
  Felix Ferdinand Finn Florian Frank Franz Friedhelm Friedrich Fritz Georg Gerd Gerhard Günter Günther Gustav Hans Harald
  Hartmut Heiko Heiner Heinrich Heinz Helmut Henning Herbert Hermann Hinrich Holger Horst Hubert Hugo Ingo Jan Jens
  Joachim Jochen Johann Johannes Jonas Jörg Jörn Josef Julian Jürgen Kai Karl Kevin Klaus Konrad Kurt Lars Leon Lothar
  Ludwig Lukas Lutz Malte Manfred Marc Marcel Marco Mario Markus Martin Mathias Matthias Max Maximilian Michael Moritz
  Nico Niklas Niels Nils Norbert Olaf Ole Oliver Oskar Otto Patrick Paul Peter Philipp Rainer Ralf Reinhard Reinhold
  Richard Robert Roland Rolf Rudolf Rüdiger Sascha Sebastian Siegfried Simon Stefan Stephan Steffen Sven Theodor Thomas
  Thorsten Tim Timo Tobias Tom Torsten Udo Ulf Ulrich Uwe Viktor Volker Walter Werner Wilfried Wilhelm Willi Winfried
  Wolfgang`;

const weiblich = `Alexandra Andrea Angela Angelika Anja Anke Anna Anne Annegret Anneliese Annette Antje Astrid Barbara
  Beate Bettina Bianca Birgit Birte Brigitte Britta Carina Carmen Carola Charlotte Christa Christel Christiane Christina
  Christine Claudia Cornelia Dagmar Daniela Diana Doris Dorothea Edith Elfriede Elisabeth Elke Ella Elsa Emma Erika Erna
  Eva Franziska Frauke Frieda Gabriele Gerda Gertrud Gisela Gudrun Hanna Hannah Hannelore Heide Heidi Heike Helene Helga
  Hildegard Ida Ilona Ilse Imke Ina Ines Inge Ingeborg Ingrid Irene Iris Irmgard Jana Janina Jasmin Jennifer Jessica
  Johanna Julia Jutta Karin Karla Karola Katharina Kathrin Katja Katrin Kerstin Kirsten Klara Laura Lea Lena Leonie Lina
  Linda Lisa Lotte Luise Magdalena Manuela Maren Margarete Margit Margot Margret Maria Marianne Marie Marion Marlies
  Martha Martina Meike Maike Melanie Merle Michaela Mia Monika Nadine Nadja Natalie Nicole Nina Olga Pauline Petra Pia
  Regina Regine Renate Rita Rosemarie Roswitha Ruth Sabine Sabrina Sandra Sara Sarah Sigrid Silke Silvia Simone Sonja
  Sophie Stefanie Stephanie Susanne Svenja Sylvia Tanja Tatjana Tina Ulrike Ursula Ute Vanessa Vera Verena Waltraud
  Wiebke Yvonne`;

const nachnamen = `Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter
  Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt Werner Schmitz Krause Meier
  Lehmann Schmid Schulze Maier Köhler Herrmann König Walter Mayer Huber Kaiser Fuchs Peters Lang Scholz Möller Weiß Jung
  Hahn Schubert`;

/** A short form and the name that it stands for, where the one does not follow from the other. */
const kurzformen = `Hans=Johannes Hannes=Johannes Johann=Johannes Fritz=Friedrich Heinz=Heinrich Hinrich=Heinrich
  Heiner=Heinrich Willi=Wilhelm Willy=Wilhelm Sepp=Josef Toni=Anton Klaus=Nikolaus Alex=Alexander Andi=Andreas
  Matze=Matthias Micha=Michael Uli=Ulrich Rudi=Rudolf Gerd=Gerhard Jochen=Joachim Achim=Joachim Bernd=Bernhard
  Kalle=Karl Rolf=Rudolf Tom=Thomas Chris=Christian Max=Maximilian Wolf=Wolfgang Uschi=Ursula Gabi=Gabriele
  Kathi=Katharina Käthe=Katharina Steffi=Stefanie Susi=Susanne Moni=Monika Lisa=Elisabeth Elli=Elisabeth Lotte=Charlotte
  Gitte=Brigitte Heidi=Adelheid Inge=Ingeborg Conny=Cornelia Margret=Margarete Grete=Margarete Christel=Christiane
  Betti=Bettina Manu=Manuela Resi=Therese Traudel=Waltraud Lene=Helene`;

const herren = new Set(worte(maennlich));
const damen = new Set(worte(weiblich));
const familien = new Set(worte(nachnamen));
const ausgeschrieben = new Map(
  kurzformen
    .split(/\s+/)
    .map((paar) => paar.split("="))
    .map(([kurz, lang]) => [falte(kurz), falte(lang)]),
);

/** @param name folded */
export function istBekannterVorname(name: string): boolean {
  return herren.has(name) || damen.has(name);
}

/** Names that are frequent all over Germany, so also where the stock is too small to show it. */
export function istHaeufigerName(name: string): boolean {
  return istBekannterVorname(name) || familien.has(name);
}

export type Geschlecht = "m" | "w" | null;

/** @param vorname first of the first names, folded */
export function geschlechtVon(anrede: string, vorname: string): Geschlecht {
  if (anrede.startsWith("herr")) return "m";
  if (anrede.startsWith("frau")) return "w";
  if (herren.has(vorname)) return "m";
  return damen.has(vorname) ? "w" : null;
}

/** The name that a short form stands for, else the name itself. */
export function langform(vorname: string): string {
  return ausgeschrieben.get(vorname) ?? vorname;
}
