import { z } from "zod";
import { type Rolle, rollen } from "../../kern/rechte.ts";

/** Off unless said otherwise. */
export const an = z
  .enum(["0", "1", "true", "false"])
  .default("0")
  .transform((wert) => wert === "1" || wert === "true");

/** What stands between the separators, without the blanks around it. */
const teileVon = (text: string, trenner: string): string[] =>
  text
    .split(trenner)
    .map((teil) => teil.trim())
    .filter(Boolean);

/** As a browser writes it in `Origin`: lower case, no port of its own scheme, no path. */
const alsHerkunft = (text: string): string | undefined => {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, href } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : undefined;
};

/** Whether an address is an origin alone; {@link ohneWeg} says what it should be. */
export function istHerkunft(text: string): boolean {
  return alsHerkunft(text) !== undefined;
}
export const ohneWeg = "nur Schema, Rechner und Port, wie https://pacht.example.org: den Weg sagt BASE_PATH";

/** `origin,…`, each as a browser writes it. */
export const herkuenfte = z
  .string()
  .default("")
  .transform((text, ctx) =>
    teileVon(text, ",").flatMap((teil) => {
      const herkunft = alsHerkunft(teil);
      if (herkunft !== undefined) return [herkunft];
      ctx.addIssue({ code: "custom", message: `„${teil}“ ist keine Herkunft wie https://frontend.example.org` });
      return [];
    }),
  );

/** Written in digits: `Number` would take 0x10 and 1e3, too. */
export function ganzzahl(min: number, max: number) {
  const error = `ganze Zahl von ${min} bis ${max} erwartet`;
  return z
    .string()
    .trim()
    .regex(/^\d+$/, { error, abort: true })
    .transform(Number)
    .pipe(z.number().min(min, { error }).max(max, { error }));
}

const vonNullBisEins = { error: "Zahl von 0 bis 1 erwartet" };

/** A share, with a decimal point. */
export const anteil = z
  .string()
  .trim()
  .regex(/^\d*\.?\d+$/, { ...vonNullBisEins, abort: true })
  .transform(Number)
  .pipe(z.number().max(1, vonNullBisEins));

/** So many requests a minute. */
export function grenze(vorgabe: number) {
  return ganzzahl(1, 1_000_000).default(vorgabe);
}

const istRolle = (wort: string): wort is Rolle => rollen.some((rolle) => rolle === wort);

/** `group=role;…`; a group may hold `=` itself (a DN), so the role stands behind the last one. */
export const zuordnung = z
  .string()
  .default("")
  .transform((text, ctx) =>
    teileVon(text, ";").flatMap((teil) => {
      const [, gruppe = "", rolle = ""] = /^(.+)=(.*)$/.exec(teil)?.map((wort) => wort.trim()) ?? [];
      if (gruppe && istRolle(rolle)) return [{ gruppe, rolle }];
      const grund = gruppe ? `„${rolle}“ ist keine Rolle` : `„${teil}“ ist nicht Gruppe=Rolle`;
      ctx.addIssue({ code: "custom", message: `${grund} (Rollen: ${rollen.join(", ")})` });
      return [];
    }),
  );

/** What is no escaped text stays as it is. */
const entschluesselt = (wert: string): string => {
  try {
    return decodeURIComponent(wert);
  } catch {
    return wert;
  }
};

/** `name=value,…` with values as in a URL, as OpenTelemetry has it. */
export const paare = z
  .string()
  .default("")
  .transform((text, ctx) =>
    Object.fromEntries(
      teileVon(text, ",").flatMap((teil) => {
        const [, name = "", wert = ""] = /^([^=\s]+)\s*=\s*(.*)$/.exec(teil) ?? [];
        if (name) return [[name, entschluesselt(wert)]];
        ctx.addIssue({ code: "custom", message: `„${teil}“ ist nicht Name=Wert` });
        return [];
      }),
    ),
  );

/** Whether the driver can take it apart; where it cannot, it throws the whole of it, password and all. */
const istZerlegbar = (adresse: string): boolean => {
  try {
    decodeURIComponent(adresse);
    // Several hosts may be named, which no URL parser takes: the first stands for all of them.
    return URL.canParse(adresse.replace(/,[^@/?#]*(?=[/?#]|$)/, ""));
  } catch {
    return false;
  }
};

const sslmodi = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];

/** The driver takes any other word for the strictest of them. */
const istSslmodusBekannt = (adresse: string): boolean => {
  const genannte = new URLSearchParams(adresse.split("?")[1]).getAll("sslmode");
  return genannte.every((modus) => sslmodi.includes(modus));
};

export const datenbankadresse = z
  .string({ error: "fehlt: Verbindung der Anwendung zu PostgreSQL" })
  .regex(/^postgres(?:ql)?:\/\/./, {
    error: "beginnt nicht mit postgres:// (auch nicht in Anführungszeichen)",
    abort: true,
  })
  .refine(istZerlegbar, {
    error:
      "keine Adresse wie postgres://name:passwort@rechner:5432/datenbank (im Passwort %2F für /, %23 für #, %3F für ?, %25 für %)",
    abort: true,
  })
  .refine(istSslmodusBekannt, { error: `sslmode ist keines von ${sslmodi.join(", ")}` });

export const httpAdresse = z.url({ protocol: /^https?$/, error: "keine http-Adresse", abort: true });

/** An address that has to be there: one that is wrong is not called missing. */
export function pflichtadresse(art: "http" | "https", wozu: string) {
  return z.url({
    protocol: art === "https" ? /^https$/ : /^https?$/,
    abort: true,
    error: ({ input }) => (input === undefined ? `fehlt: ${wozu}` : `keine ${art}-Adresse`),
  });
}
