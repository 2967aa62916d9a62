import { absage } from "../../absage.ts";
import type { Abgelehnt, Absagecode, Wiederholung } from "../../typen.ts";

const klassen: Record<string, { code: Absagecode; wiederholung: Wiederholung }> = {
  UserError: { code: "ungueltig", wiederholung: "nach_korrektur" },
  UserWarning: { code: "bestaetigung_noetig", wiederholung: "nach_korrektur" },
  LoginException: { code: "anmeldung", wiederholung: "spaeter" },
  RateLimitException: { code: "gesperrt", wiederholung: "spaeter" },
  ConcurrencyException: { code: "beschaeftigt", wiederholung: "spaeter" },
};

/** What databases say, in English always, when another transaction is at the same rows. */
const datenbankBeschaeftigt = /could not obtain lock|could not serialize|deadlock detected|database is locked/;

const laengsterText = 500;

/** How the files of the other machine are called is nobody's business here. */
const ohnePfade = (text: string): string => text.replace(/(?<![\w:/.])(?:\/|[A-Za-z]:\\)[^\s'",;:()<>]+/g, "…");

/**
 * The `error` of an answer. Whatever it says, Tryton has rolled back: nothing has happened. Its first element is the
 * class and the texts are translated, so the class decides; what has none is a failure within the server.
 */
export function deuteFehler(fehler: unknown): Abgelehnt {
  const [klasse, einzelheiten] = Array.isArray(fehler) ? fehler : [fehler];
  const bekannt = klassen[String(klasse)];
  if (!bekannt) {
    const text = ohnePfade(String(klasse)).trim().slice(0, laengsterText);
    return datenbankBeschaeftigt.test(text)
      ? absage("beschaeftigt", "Tryton bucht gerade etwas anderes.", "spaeter")
      : absage("ungueltig", `Tryton ist an dieser Anfrage gescheitert: ${text}`, "nach_korrektur");
  }
  const { code, wiederholung } = bekannt;
  if (klasse === "LoginException") return absage(code, "Tryton verlangt eine andere Anmeldung.", wiederholung);
  // A warning begins with its name, an error with its text.
  const texte = Array.isArray(einzelheiten) ? einzelheiten : [einzelheiten];
  const text = String(texte[klasse === "UserWarning" ? 1 : 0] ?? "").slice(0, laengsterText);
  return absage(code, `Tryton lehnt ab: ${text}`, wiederholung);
}
