import { absage } from "./absage.ts";
import type { Httpausgang } from "./http.ts";
import { type Abgelehnt, Absage, type Ausgang, type Phase } from "./typen.ts";

/** Nobody knows what came of the request; `wartezeitMs` is what an answer with it asked for. */
type Ungewiss = { ungewiss: string; wartezeitMs?: number | undefined };

/** What a request came to: an answer, a refusal, or nobody knows. */
export type Antwort<T> = { wert: T } | Abgelehnt | Ungewiss;

/** What the other side said, or how the request ended without. */
export function deuteHttp<T>(
  ausgang: Httpausgang,
  deute: (antwort: Extract<Httpausgang, { art: "antwort" }>) => Antwort<T>,
): Antwort<T> {
  if (ausgang.art === "nicht_gesendet") return absage("nicht_gesendet", ausgang.ursache, "spaeter");
  if (ausgang.art === "abgerissen") return { ungewiss: ausgang.ursache };
  return deute(ausgang);
}

/** Of a look-up: one that got lost did no harm. */
export function alsAbsage(antwort: Abgelehnt | Ungewiss): Abgelehnt {
  return "ungewiss" in antwort ? absage("nicht_gesendet", antwort.ungewiss, "spaeter", antwort.wartezeitMs) : antwort;
}

/** Of a look-up. @throws Absage without a usable answer */
export function verlange<T>(antwort: Antwort<T>): T {
  if ("wert" in antwort) return antwort.wert;
  throw new Absage(alsAbsage(antwort));
}

/** Of a changing call. */
export function alsAusgang<T>(phase: Phase, antwort: Antwort<T>): Ausgang<T> {
  if ("wert" in antwort) return { ausgang: "done", wert: antwort.wert };
  if (!("ungewiss" in antwort)) return antwort;
  return { ausgang: "uncertain", phase, ursache: antwort.ungewiss, wartezeitMs: antwort.wartezeitMs };
}
