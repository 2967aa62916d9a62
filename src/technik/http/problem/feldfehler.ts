import type { z } from "@hono/zod-openapi";
import { Ablehnung, type Feldfehler } from "../../../kern/ablehnung.ts";
import type { Feldcode } from "../../../kern/feldcode.ts";
import { fehlt } from "./meldungen.ts";

type Befund = z.core.$ZodIssue;

const mengencode = (herkunft: string, text: Feldcode, liste: Feldcode, zahl: Feldcode): Feldcode => {
  if (herkunft === "string") return text;
  return herkunft === "array" ? liste : zahl;
};

const code = (befund: Befund): Feldcode => {
  switch (befund.code) {
    case "invalid_type":
      return befund.message === fehlt ? "fehlt" : "falscher_typ";
    case "invalid_value":
      return befund.message === fehlt ? "fehlt" : "nicht_erlaubt";
    case "too_small":
      if (befund.origin === "string" && befund.minimum === 1) return "leer";
      return mengencode(befund.origin, "zu_kurz", "zu_wenige", "zu_klein");
    case "too_big":
      return mengencode(befund.origin, "zu_lang", "zu_viele", "zu_gross");
    case "invalid_format":
      return "falsches_format";
    case "invalid_union":
      if (befund.message === fehlt) return "fehlt";
      return "options" in befund ? "nicht_erlaubt" : "ungueltig";
    case "unrecognized_keys":
    case "invalid_key":
      return "unbekanntes_feld";
    default:
      return "ungueltig";
  }
};

export function ungueltigeEingabe(errors: Feldfehler[]): Ablehnung {
  return new Ablehnung("ungueltig", "ungueltige_eingabe", "Die Eingabe ist ungültig.", { errors });
}

export function unbekannt(path: string, feld: string): Feldfehler {
  return {
    path,
    code: "unbekanntes_feld",
    message: `${feld} ist hier nicht bekannt.`,
  };
}

/** What was found at the input, one error for each field: what follows from the first says nothing new. */
export function alsFeldfehler(befunde: readonly Befund[]): Feldfehler[] {
  const fehler = new Map<string, Feldfehler>();
  const merke = (eines: Feldfehler) => fehler.has(eines.path) || fehler.set(eines.path, eines);
  for (const befund of befunde) {
    const path = befund.path.join(".");
    if (befund.code !== "unrecognized_keys") merke({ path, code: code(befund), message: befund.message });
    else for (const feld of befund.keys) merke(unbekannt(path ? `${path}.${feld}` : feld, feld));
  }
  return [...fehler.values()];
}
