import { z } from "@hono/zod-openapi";

/** Said of what is not there at all: zod has no word of its own for it. */
export const fehlt = "fehlt";

const art: Record<string, string> = {
  string: "Text",
  number: "Zahl",
  int: "ganze Zahl",
  boolean: "true oder false",
  array: "Liste",
  object: "Objekt",
  record: "Objekt",
};

const format: Record<string, string> = {
  date: "Datum im Format JJJJ-MM-TT erwartet",
  datetime: "Zeitpunkt nach RFC 3339 erwartet",
  email: "keine gültige E-Mail-Adresse",
  url: "keine gültige Internetadresse",
  guid: "UUID erwartet",
  uuid: "UUID erwartet",
};

const aufzaehlung = (werte: readonly unknown[]): string => {
  const worte = werte.map(String);
  // Keys that look like numbers come first in a JavaScript object, whatever their order was.
  if (worte.every((wort) => /^\d+$/.test(wort))) worte.sort();
  return worte.length === 1
    ? `erlaubt ist ${worte[0]}`
    : `erlaubt sind ${worte.slice(0, -1).join(", ")} und ${worte.at(-1)}`;
};

const mitEinheit = (herkunft: string, grenze: number | bigint): string => {
  if (herkunft === "string") return `${grenze} Zeichen`;
  if (herkunft === "array") return `${grenze} ${Number(grenze) === 1 ? "Eintrag" : "Einträge"}`;
  return String(grenze);
};

/** What is wrong with a field, in words for people; undefined leaves it to zod's German. */
export const meldung: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined && ["invalid_type", "invalid_value", "invalid_union"].includes(issue.code ?? ""))
    return fehlt;
  switch (issue.code) {
    case "invalid_type": {
      const erwartet = art[issue.expected];
      return erwartet && `${erwartet} erwartet`;
    }
    case "invalid_value":
      return aufzaehlung(issue.values);
    case "too_small":
      if (issue.origin === "string" && issue.minimum === 1) return "darf nicht leer sein";
      return `${issue.inclusive === false ? "größer als" : "mindestens"} ${mitEinheit(issue.origin, issue.minimum)}`;
    case "too_big":
      return `${issue.inclusive === false ? "kleiner als" : "höchstens"} ${mitEinheit(issue.origin, issue.maximum)}`;
    case "invalid_format":
      return format[issue.format];
    case "invalid_union":
      // Of shapes that one field tells apart; `options` are its values.
      return "options" in issue && Array.isArray(issue.options) ? aufzaehlung(issue.options) : undefined;
    case "invalid_key":
      return `unzulässiger Feldname: ${issue.issues[0]?.message ?? ""}`;
    default:
      return undefined;
  }
};

/** From now on whatever is parsed in this process is refused in German. */
export function sprichDeutsch(): void {
  z.config({ ...z.locales.de(), customError: meldung });
}
