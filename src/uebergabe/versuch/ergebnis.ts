import type { Ablehnung } from "../../kern/ablehnung.ts";
import type { ExternerBeleg } from "../adapter/typen.ts";
import { brauchtMenschen } from "../verbindung/unterbrecher.ts";
import type { Standaenderung, Versuchsende } from "./queries.ts";

/** What an action comes to: of the attempt, of the document, and of the document that a Storno cancels. */
export type Ergebnis = {
  versuch: Pick<Versuchsende, "ausgang" | "code" | "ursache">;
  aenderung: Standaenderung;
  aenderungAmOriginal?: Standaenderung;
  /** Nothing has happened to the document; the system does not take anything at the moment. */
  systemfehler?: { code: string; ursache: string; wartezeitMs: number };
  /** The answer, where it is not the document. */
  problem?: Ablehnung;
};

type Grund = { code: string; ursache: string; wartezeitMs?: number | undefined };

/** What stands outside, as columns of ours. */
export function ausBeleg(beleg: ExternerBeleg): Standaenderung {
  return {
    externId: beleg.id,
    externNummer: beleg.nummer,
    externZustand: beleg.rohzustand,
  };
}

export const nichtsAussen = { externId: null, externNummer: null, externZustand: null } as const;

export function erledigt(aenderung: Standaenderung): Ergebnis {
  return {
    versuch: { ausgang: "done", code: null, ursache: null },
    aenderung: { code: null, ursache: null, phase: null, nichtVor: null, ...aenderung },
  };
}

/** A refusal that says nothing of the document: its cause stands in the attempt alone. */
export function bleibt({ code, ursache }: Grund, aenderung: Standaenderung = {}): Ergebnis {
  return {
    versuch: { ausgang: "rejected", code, ursache },
    aenderung,
  };
}

/** A definite refusal of the document. */
export function abgelehnt({ code, ursache }: Grund, aenderung: Standaenderung = {}): Ergebnis {
  return bleibt({ code, ursache }, { ...aenderung, zustand: "failed", code, ursache, phase: null, nichtVor: null });
}

const langePauseMs = 15 * 60_000;

/** Nothing has happened to the document: the system does not take anything, or not from us. */
export function systemfehler({ code, ursache, wartezeitMs }: Grund, aenderung: Standaenderung = {}): Ergebnis {
  return {
    ...bleibt({ code, ursache }, aenderung),
    systemfehler: { code, ursache, wartezeitMs: wartezeitMs ?? (brauchtMenschen(code) ? langePauseMs : 1_000) },
  };
}
