import type { Zufall } from "./zufall.ts";

const maennlich = [
  "Heinrich",
  "Hans-Jürgen",
  "Karl-Heinz",
  "Friedrich",
  "Wilhelm",
  "Jürgen",
  "Günther",
  "Klaus",
  "Dieter",
  "Uwe",
  "Bernd",
  "Holger",
  "Thomas",
  "Andreas",
  "Stefan",
  "Matthias",
  "Carsten",
  "Torsten",
  "Jörg",
  "Henning",
  "Hinrich",
  "Christian",
  "Jan",
  "Tobias",
  "Florian",
  "Sebastian",
  "Lukas",
  "Malte",
  "Ole",
  "Björn",
] as const;

const weiblich = [
  "Anneliese",
  "Ilse",
  "Gisela",
  "Ursula",
  "Renate",
  "Helga",
  "Karin",
  "Ingrid",
  "Elke",
  "Heike",
  "Sabine",
  "Petra",
  "Birgit",
  "Susanne",
  "Martina",
  "Kerstin",
  "Silke",
  "Anja",
  "Katrin",
  "Wiebke",
  "Maren",
  "Frauke",
  "Christiane",
  "Julia",
  "Katharina",
  "Anna",
  "Lena",
  "Johanna",
  "Gesa",
  "Marlies",
] as const;

const nachnamen = [
  "Meyer",
  "Müller",
  "Schulze",
  "Schröder",
  "Hinrichs",
  "Behn",
  "Lüders",
  "Niemann",
  "Harms",
  "Bergmann",
  "Schmidt",
  "Wolter",
  "Krüger",
  "Wieckhorst",
  "Cordes",
  "Dierks",
  "Drögemüller",
  "Eggers",
  "Ehlers",
  "Fabel",
  "Gade",
  "Grefe",
  "Hagelberg",
  "Hilmer",
  "Hoffmann",
  "Isermann",
  "Jahnke",
  "Kaiser",
  "Kassuhn",
  "Klasen",
  "Köhler",
  "Kruse",
  "Lange",
  "Lühring",
  "Maack",
  "Mennerich",
  "Michaelis",
  "Neubauer",
  "Oelmann",
  "Ohlde",
  "Peters",
  "Prigge",
  "Rademacher",
  "Riechelmann",
  "Röber",
  "Sander",
  "Scharnhop",
  "Schenk",
  "Schütte",
  "Sültemeyer",
  "Stolte",
  "Thiele",
  "Tippe",
  "Ulrich",
  "Völker",
  "von der Ohe",
  "Warnecke",
  "Weiß",
  "Wendt",
  "Winkelmann",
  "Witthöft",
  "Wulf",
  "Ziegler",
  "Zierath",
  "Großmann",
  "Jürgens",
  "Burmester",
  "Brammer",
  "Bohlmann",
  "Twesten",
] as const;

const vorsilben = [
  "Acker",
  "Berg",
  "Brink",
  "Busch",
  "Eich",
  "Feld",
  "Heid",
  "Holz",
  "Kamp",
  "Linden",
  "Moor",
  "Wiesen",
];
const nachsilben = [
  "mann",
  "hoff",
  "meyer",
  "kamp",
  "horst",
  "brock",
  "hagen",
  "stedt",
  "müller",
  "dorf",
  "baum",
  "rieke",
];

/** Mostly from the list; the compounds keep a large stock from consisting of namesakes. */
export function nachname(z: Zufall): string {
  return z.chance(0.8) ? z.aus(nachnamen) : `${z.aus(vorsilben)}${z.aus(nachsilben)}`;
}

type Person = { anrede: "Herr" | "Frau"; titel: string | null; vorname: string; nachname: string };

export function person(z: Zufall, name: string): Person {
  const istFrau = z.chance(0.44);
  return {
    anrede: istFrau ? "Frau" : "Herr",
    titel: z.gewichtet([
      [null, 46],
      ["Dr.", 3],
      ["Prof. Dr.", 1],
    ]),
    vorname: istFrau ? z.aus(weiblich) : z.aus(maennlich),
    nachname: name,
  };
}

/** "Jürgen von der Ohe" as "juergen.vonderohe", for an e-mail address. */
export function alsAdresse(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("ä", "ae")
    .replaceAll("ö", "oe")
    .replaceAll("ü", "ue")
    .replaceAll("ß", "ss")
    .replace(/[^a-z0-9.-]/g, "");
}

const betriebe = [
  "Tischlerei",
  "Autohaus",
  "Zimmerei",
  "Landmaschinen",
  "Elektrotechnik",
  "Metallbau",
  "Bäckerei",
  "Baustoffe",
  "Fahrradwerkstatt",
  "Gartencenter",
  "Reitsport",
  "Spedition",
];

export function gewerbebetrieb(z: Zufall, name: string): string {
  return `${z.aus(betriebe)} ${name} ${z.gewichtet([
    ["GmbH", 5],
    ["e. K.", 3],
    ["GmbH & Co. KG", 2],
    ["UG (haftungsbeschränkt)", 1],
  ])}`;
}

export function landwirtschaft(z: Zufall, name: string, ort: string): string {
  return z.gewichtet([
    [`Hof ${name} GbR`, 4],
    [`${name} & Sohn GbR`, 3],
    [`Landwirtschaftsbetrieb ${name} KG`, 3],
    [`Agrargesellschaft ${ort} mbH`, 2],
    [`Biohof ${name} GbR`, 2],
    [`Saatzucht ${name} GmbH & Co. KG`, 1],
  ]);
}
