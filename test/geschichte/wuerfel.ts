import { zufall } from "../sicherheit/hilfe/zufall.ts";

const TAG_MS = 86_400_000;

export function plusTage(tag: string, tage: number): string {
  return new Date(Date.parse(`${tag}T00:00:00Z`) + tage * TAG_MS).toISOString().slice(0, 10);
}

/** What a step draws: the same seed and place draw the same again, whatever other steps drew. */
export function wuerfel(saat: number, nr: number) {
  const bruch = zufall(Math.imul(saat, 0x9e3779b1) ^ Math.imul(nr + 1, 0x85ebca6b));
  bruch();
  const bis = (n: number): number => Math.floor(bruch() * n);
  const wahr = (prozent: number): boolean => bis(100) < prozent;
  const aus = <T>(werte: readonly T[]): T => werte[bis(werte.length)] as T;
  return {
    /** Whole number from 0 to below `n`. */
    bis,
    wahr,
    aus,
    ausOder: <T>(werte: readonly T[]): T | undefined => (werte.length === 0 ? undefined : aus(werte)),
    gewichtet: <T extends { gewicht: number }>(werte: readonly T[]): T => {
      let rest = bis(werte.reduce((summe, { gewicht }) => summe + gewicht, 0));
      for (const wert of werte) {
        rest -= wert.gewicht;
        if (rest < 0) return wert;
      }
      throw new RangeError("nichts zu ziehen");
    },
    /** A day around `heute`; every other one begins a month, where periods meet. */
    tag: (heute: string, von: number, nach: number): string => {
      const tag = plusTage(heute, von + bis(nach - von));
      return wahr(50) ? `${tag.slice(0, 8)}01` : tag;
    },
  };
}

export type Wuerfel = ReturnType<typeof wuerfel>;
