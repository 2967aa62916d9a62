import { iban, testbanken } from "../../../src/lokal/daten/vorrat/nummern.ts";
import type { Zufall } from "../../../src/lokal/daten/vorrat/zufall.ts";
import type { Anschrift, Kontakt } from "./erzeuge.ts";

/** What happens to a contact when it is entered a second time. */
export const arten = [
  "schreibweise",
  "tippfehler",
  "umlaute",
  "vertauscht",
  "abgekuerzt",
  "umgezogen",
  "firma",
] as const;
export type Art = (typeof arten)[number];

const buchstaben = "abcdefghijklmnopqrstuvwxyz";

const vertippe = (z: Zufall, text: string): string => {
  if (text.length < 3) return text;
  const i = z.ganz(1, text.length - 2);
  switch (z.ganz(1, 4)) {
    case 1:
      return `${text.slice(0, i)}${text[i + 1]}${text[i]}${text.slice(i + 2)}`;
    case 2:
      return text.slice(0, i) + text.slice(i + 1);
    case 3:
      return text.slice(0, i) + z.aus([...buchstaben]) + text.slice(i + 1);
    default:
      return text.slice(0, i) + text[i] + text.slice(i);
  }
};

const ohneUmlaut = (text: string, wie: "zwei" | "eins"): string =>
  wie === "zwei"
    ? text.replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue").replaceAll("Ö", "Oe").replaceAll("ß", "ss")
    : text.replaceAll("ä", "a").replaceAll("ö", "o").replaceAll("ü", "u").replaceAll("Ö", "O").replaceAll("ß", "s");

const ziffern = (z: Zufall, n: number): string => String(z.ganz(10 ** (n - 1), 10 ** n - 1));

const andersGeschrieben = (z: Zufall, nummer: string | null): string | null => {
  if (nummer === null || z.chance(0.4)) return nummer;
  const nackt = nummer.replace(/\D/g, "");
  return z.chance(0.5) ? `+49 ${nackt.slice(1, 4)} ${nackt.slice(4)}` : nackt;
};

/** Each field may be left out, be new by now, or be written differently. */
const nochmalsErfasst = (z: Zufall, k: Kontakt): Kontakt => {
  const oder = (wert: string | null, neu: () => string): string | null => {
    if (z.chance(0.35)) return null;
    return wert !== null && z.chance(0.12) ? neu() : wert;
  };
  const strasse = k.strasse?.replace(/straße$/, () => z.aus(["straße", "str.", "strasse", "str"])) ?? null;
  return {
    ...k,
    anrede: z.chance(0.3) ? null : k.anrede,
    titel: z.chance(0.5) ? null : k.titel,
    strasse,
    hausnummer: k.hausnummer?.replace(/(\d)([a-z])$/, z.chance(0.5) ? "$1 $2" : "$1$2") ?? null,
    telefon: andersGeschrieben(
      z,
      oder(k.telefon, () => `0${ziffern(z, 4)} ${ziffern(z, 6)}`),
    ),
    mobil: andersGeschrieben(
      z,
      oder(k.mobil, () => `017${z.ganz(0, 9)} ${ziffern(z, 7)}`),
    ),
    email: oder(k.email, () => `neu${ziffern(z, 7)}@web.example`),
    iban: oder(k.iban, () => iban(z.aus(testbanken).blz, z.ganz(1, 9_999_999_999))),
    steuernummer: z.chance(0.5) ? null : k.steuernummer,
    ust_id: z.chance(0.4) ? null : k.ust_id,
  };
};

const firmenschreibweise = (z: Zufall, firma: string): string => {
  const aenderungen: ((text: string) => string)[] = [
    (text) => text.replace("GmbH & Co. KG", z.aus(["GmbH und Co KG", "GmbH & Co.KG", "GmbH + Co. KG"])),
    (text) => text.replace(/ (GmbH|KG|OHG|GbR|AG|eG|e\. K\.)$/, ""),
    (text) => text.replace(" & ", " und "),
    (text) => text.replace("-", " "),
    (text) => text.replace("Landwirtschaftsbetrieb", z.aus(["Landw. Betrieb", "Landwirtschaftl. Betrieb", "Fa."])),
    (text) => text.replace(/(\p{L}{6,})/u, (wort) => vertippe(z, wort)),
    (text) => (text.includes("GmbH") ? text.replace("GmbH", "Gesellschaft mit beschränkter Haftung") : text),
    (text) => text.toUpperCase(),
  ];
  let neu = firma;
  for (let versuch = 0; versuch < 12 && neu === firma; versuch += 1) neu = z.aus(aenderungen)(firma);
  return neu;
};

const verderber: Record<Art, (z: Zufall, k: Kontakt, umzug: () => Anschrift) => Kontakt> = {
  schreibweise: (_, k) => k,
  tippfehler: (z, k) => {
    if (k.firma) return { ...k, firma: k.firma.replace(/\p{L}{5,}/u, (wort) => vertippe(z, wort)) };
    if (z.chance(0.65)) return { ...k, nachname: vertippe(z, k.nachname ?? "") };
    return { ...k, vorname: vertippe(z, k.vorname ?? "") };
  },
  umlaute: (z, k) => {
    const wie = z.chance(0.7) ? "zwei" : "eins";
    const wandle = (text: string | null) => (text === null ? null : ohneUmlaut(text, wie));
    return {
      ...k,
      vorname: wandle(k.vorname),
      nachname: wandle(k.nachname),
      firma: wandle(k.firma),
      strasse: wandle(k.strasse),
      ort: wandle(k.ort),
    };
  },
  vertauscht: (_, k) => ({ ...k, vorname: k.nachname, nachname: k.vorname }),
  abgekuerzt: (z, k) => {
    const voll = k.vorname ?? "";
    return { ...k, vorname: z.chance(0.5) ? `${voll[0]}.` : (voll.split("-")[0] ?? voll) };
  },
  umgezogen: (z, k, umzug) => ({ ...k, ...umzug(), telefon: z.chance(0.2) ? k.telefon : null }),
  firma: (z, k) => ({ ...k, firma: k.firma && firmenschreibweise(z, k.firma) }),
};

const passt = (art: Art, k: Kontakt): boolean => {
  if (art === "firma") return k.ist_organisation;
  if (art === "vertauscht" || art === "abgekuerzt") return !k.ist_organisation;
  return art !== "umlaute" || /[äöüÖß]/.test(`${k.vorname}${k.nachname}${k.firma}`);
};

/** The same person or company entered again, and what mainly makes it look different; one in four has two faults. */
export function verderbe(z: Zufall, vorlage: Kontakt, umzug: () => Anschrift): { kontakt: Kontakt; art: Art } {
  const moegliche = arten.filter((art) => passt(art, vorlage));
  const art = z.aus(moegliche);
  let kontakt = verderber[art](z, nochmalsErfasst(z, vorlage), umzug);
  if (z.chance(0.25)) {
    const zweite = z.aus(moegliche.filter((andere) => andere !== art && andere !== "umgezogen"));
    kontakt = verderber[zweite](z, kontakt, umzug);
  }
  return { kontakt, art };
}
