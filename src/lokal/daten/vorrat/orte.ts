import type { Zufall } from "./zufall.ts";

export type Ort = { plz: string; ort: string; vorwahl: string; gemarkungen: readonly string[] };

/** Where the land lies: Uelzen and around. */
export const orte: readonly Ort[] = [
  {
    plz: "29525",
    ort: "Uelzen",
    vorwahl: "0581",
    gemarkungen: ["Uelzen", "Oldenstadt", "Westerweyhe", "Holdenstedt", "Veerßen", "Kirchweyhe", "Molzen", "Ripdorf"],
  },
  {
    plz: "29549",
    ort: "Bad Bevensen",
    vorwahl: "05821",
    gemarkungen: ["Bevensen", "Medingen", "Klein Hesebeck", "Röbbel", "Sasendorf", "Jastorf", "Gollern"],
  },
  {
    plz: "29574",
    ort: "Ebstorf",
    vorwahl: "05822",
    gemarkungen: ["Ebstorf", "Altenebstorf", "Tatendorf", "Wessenstedt"],
  },
  { plz: "29556", ort: "Suderburg", vorwahl: "05826", gemarkungen: ["Suderburg", "Hösseringen", "Räber", "Bahnsen"] },
  { plz: "29389", ort: "Bad Bodenteich", vorwahl: "05824", gemarkungen: ["Bodenteich", "Abbendorf", "Kattien"] },
  {
    plz: "29559",
    ort: "Wrestedt",
    vorwahl: "05802",
    gemarkungen: ["Wrestedt", "Stederdorf", "Stadensen", "Wieren", "Emern"],
  },
  {
    plz: "29553",
    ort: "Bienenbüttel",
    vorwahl: "05823",
    gemarkungen: ["Bienenbüttel", "Steddorf", "Edendorf", "Hohnstorf"],
  },
  { plz: "29571", ort: "Rosche", vorwahl: "05803", gemarkungen: ["Rosche", "Borg", "Prielip", "Teyendorf"] },
  {
    plz: "29562",
    ort: "Suhlendorf",
    vorwahl: "05820",
    gemarkungen: ["Suhlendorf", "Batensen", "Güstau", "Növenthien"],
  },
  {
    plz: "29587",
    ort: "Natendorf",
    vorwahl: "05806",
    gemarkungen: ["Natendorf", "Luttmissen", "Oldendorf", "Wichmannsburg"],
  },
  { plz: "29576", ort: "Barum", vorwahl: "05806", gemarkungen: ["Barum", "Tätendorf", "Eppensen"] },
  {
    plz: "29584",
    ort: "Himbergen",
    vorwahl: "05828",
    gemarkungen: ["Himbergen", "Almstorf", "Groß Thondorf", "Kettelstorf"],
  },
  { plz: "29585", ort: "Jelmstorf", vorwahl: "05821", gemarkungen: ["Jelmstorf", "Bruchtorf", "Addenstorf"] },
  { plz: "29591", ort: "Römstedt", vorwahl: "05821", gemarkungen: ["Römstedt", "Drögennottorf", "Masbrock"] },
  { plz: "29581", ort: "Gerdau", vorwahl: "05808", gemarkungen: ["Gerdau", "Bargfeld", "Bohlsen", "Groß Süstedt"] },
  { plz: "29578", ort: "Eimke", vorwahl: "05873", gemarkungen: ["Eimke", "Ellerndorf", "Wichtenbeck"] },
  { plz: "29593", ort: "Schwienau", vorwahl: "05822", gemarkungen: ["Melzingen", "Linden", "Wittenwater"] },
  { plz: "29588", ort: "Oetzen", vorwahl: "05805", gemarkungen: ["Oetzen", "Süttorf", "Stöcken", "Jarlitz"] },
  { plz: "29394", ort: "Lüder", vorwahl: "05824", gemarkungen: ["Lüder", "Langenbrügge", "Reinstorf"] },
  { plz: "29594", ort: "Soltendieck", vorwahl: "05874", gemarkungen: ["Soltendieck", "Kattien", "Bockholt"] },
  { plz: "29439", ort: "Lüchow", vorwahl: "05841", gemarkungen: ["Lüchow", "Bösel", "Grabow", "Jeetzel"] },
  { plz: "29459", ort: "Clenze", vorwahl: "05844", gemarkungen: ["Clenze", "Bussau", "Satkau"] },
  { plz: "29378", ort: "Wittingen", vorwahl: "05831", gemarkungen: ["Wittingen", "Knesebeck", "Ohrdorf", "Radenbeck"] },
  { plz: "29386", ort: "Hankensbüttel", vorwahl: "05832", gemarkungen: ["Hankensbüttel", "Emmen", "Alt Isenhagen"] },
];

/** Where lessors who moved away live. */
const staedte: readonly Ort[] = [
  { plz: "21335", ort: "Lüneburg", vorwahl: "04131", gemarkungen: ["Lüneburg"] },
  { plz: "20144", ort: "Hamburg", vorwahl: "040", gemarkungen: ["Eimsbüttel"] },
  { plz: "22765", ort: "Hamburg", vorwahl: "040", gemarkungen: ["Ottensen"] },
  { plz: "30161", ort: "Hannover", vorwahl: "0511", gemarkungen: ["Hannover"] },
  { plz: "29221", ort: "Celle", vorwahl: "05141", gemarkungen: ["Celle"] },
  { plz: "38102", ort: "Braunschweig", vorwahl: "0531", gemarkungen: ["Braunschweig"] },
  { plz: "28203", ort: "Bremen", vorwahl: "0421", gemarkungen: ["Bremen"] },
  { plz: "10437", ort: "Berlin", vorwahl: "030", gemarkungen: ["Prenzlauer Berg"] },
  { plz: "37073", ort: "Göttingen", vorwahl: "0551", gemarkungen: ["Göttingen"] },
  { plz: "50674", ort: "Köln", vorwahl: "0221", gemarkungen: ["Köln"] },
  { plz: "80799", ort: "München", vorwahl: "089", gemarkungen: ["Maxvorstadt"] },
];

const strassen = [
  "Dorfstraße",
  "Hauptstraße",
  "Lindenstraße",
  "Bahnhofstraße",
  "Schulstraße",
  "Kirchweg",
  "Mühlenweg",
  "Am Brink",
  "Im Winkel",
  "Feldstraße",
  "Gartenstraße",
  "Ringstraße",
  "Birkenweg",
  "Eichenallee",
  "Uelzener Straße",
  "Lüneburger Straße",
  "Celler Straße",
  "Salzwedeler Straße",
  "Ebstorfer Straße",
  "Molkereistraße",
  "Zum Sportplatz",
  "Alte Poststraße",
  "Heideweg",
  "Wiesengrund",
  "Am Teich",
  "Hinter der Mühle",
  "Oldenstädter Straße",
  "Königsberger Straße",
  "Rosenweg",
  "Twiete",
];

export const flurnamen = [
  "Auf dem Brink",
  "Im Bruch",
  "Kuhkamp",
  "Lange Wiese",
  "Hinter den Höfen",
  "Das Rott",
  "Mühlenfeld",
  "Kirchenacker",
  "Papenkamp",
  "Heidkoppel",
  "Schaftrift",
  "Am Galgenberg",
  "Im Sieken",
  "Große Breite",
  "Wolfskuhle",
  "Eichhorst",
  "Birkenkoppel",
  "Sandberg",
  "Kreuzacker",
  "Osterfeld",
  "Lehmkuhle",
  "Haferkamp",
  "Fuhrenkamp",
  "Moorwiese",
  "Voßberg",
  "Hopfengarten",
  "Steinkamp",
  "Twehlen",
] as const;

export type Anschrift = { strasse: string; hausnummer: string; plz: string; ort: string; vorwahl: string };

/** @param auswaertig how likely the address is in a city elsewhere */
export function anschrift(z: Zufall, auswaertig: number): Anschrift {
  const { plz, ort, vorwahl } = z.chance(auswaertig) ? z.aus(staedte) : z.aus(orte);
  const hausnummer = `${z.ganz(1, 88)}${z.chance(0.12) ? z.aus(["a", "b", "c"]) : ""}`;
  return { strasse: z.aus(strassen), hausnummer, plz, ort, vorwahl };
}
