import { Ablehnung, konflikt, nichtGefunden } from "../../../kern/ablehnung.ts";
import { deutschesDatum } from "../../../kern/kalender/tag.ts";
import type { Sql } from "../../../technik/database/pool.ts";
import { sha256Von } from "../../../technik/sha256.ts";
import type { Blatt } from "../../briefe/satz/blatt.ts";
import type { Grundlage } from "../../briefe/satz/schrift.ts";
import { setzeEntwurf } from "../../briefe/satz/wasserzeichen.ts";
import { verlangeAussteller } from "../aussteller.ts";
import { zeichneVerlangt } from "../zeichneVerlangt.ts";
import { type HebungsbriefDaten, hebungsbriefLayout } from "./daten.ts";
import { type Briefentwurf, ladeHebungsbriefe, ladeHebungsentwuerfe } from "./lade.ts";
import { angabenVonHebungsbrief, layoutHebungsbriefe } from "./layout.ts";
import {
  findHebungStatus,
  findHebungsbrief,
  type Hebungsbrief,
  type HebungsbriefZeile,
  insertHebungsbriefe,
  listOhneBrief,
} from "./queries.ts";

/**
 * The letter of a completed rent increase: the stored one, or made and stored now, so that everybody is always served
 * the same bytes.
 *
 * @throws Ablehnung nichtGefunden, konflikt `nicht_abgeschlossen`, or konflikt for what is missing to write it
 */
export async function erstelleHebungsbrief(sql: Sql, hebungId: number): Promise<Hebungsbrief> {
  const vorhanden = await findHebungsbrief(sql, hebungId);
  if (vorhanden) return vorhanden;
  const status = await findHebungStatus(sql, hebungId);
  if (status === undefined) throw nichtGefunden("Eine Hebung mit der id", hebungId);
  if (status !== "abgeschlossen")
    throw konflikt("nicht_abgeschlossen", `Die Hebung ist ${status}; ein Schreiben gibt es nach dem Abschluss.`);
  for (const brief of await ladeHebungsbriefe(sql, [hebungId])) await insertHebungsbriefe(sql, [await zeichne(brief)]);
  const gespeichert = await findHebungsbrief(sql, hebungId);
  if (!gespeichert) throw new Error(`Das Schreiben der Hebung ${hebungId} wurde nicht gespeichert.`);
  return gespeichert;
}

/**
 * The letter as it would be, marked ENTWURF; it is not kept.
 *
 * @throws Ablehnung nichtGefunden, or konflikt for what `entwirfHebungen` and the letter itself refuse
 */
export async function zeichneHebungsentwurf(
  sql: Sql,
  hebungId: number,
  heute: string,
): Promise<Pick<Hebungsbrief, "inhalt" | "kontonummer" | "wirksamAb">> {
  const entwurf = (await ladeHebungsentwuerfe(sql, [hebungId], heute)).get(hebungId);
  if (!entwurf) throw nichtGefunden("Eine Hebung mit der id", hebungId);
  const { brief, kontonummer, wirksamAb } = entwurf;
  if (brief instanceof Ablehnung) throw brief;
  return { inhalt: await zeichneAlle(brief, "eingetragen", setzeEntwurf), kontonummer, wirksamAb };
}

/** The sheets of a draft. @throws Ablehnung for what stands against the letter */
export function entwurfsblaetter({ brief }: Briefentwurf): Blatt[] {
  if (brief instanceof Ablehnung) throw brief;
  return setze(brief, setzeEntwurf);
}

const zeichne = async (brief: HebungsbriefDaten): Promise<HebungsbriefZeile> => {
  const inhalt = await zeichneAlle(brief, "abgeschlossen");
  const sha256 = sha256Von(inhalt);
  return { hebungId: brief.hebungId, layoutVersion: hebungsbriefLayout, sha256, inhalt };
};

const setze = (brief: HebungsbriefDaten, kennzeichne: (blaetter: Blatt[]) => void): Blatt[] => {
  verlangeAnschriften(brief);
  const blaetter = layoutHebungsbriefe(brief);
  kennzeichne(blaetter);
  return blaetter;
};

/** The letters to all lessees. @throws Ablehnung konflikt for what is missing to write them */
const zeichneAlle = async (
  brief: HebungsbriefDaten,
  grundlage: Grundlage,
  kennzeichne: (blaetter: Blatt[]) => void = () => {},
): Promise<Uint8Array> => zeichneVerlangt(setze(brief, kennzeichne), angabenVonHebungsbrief(brief), grundlage);

/** The letter stays for ever: without addressee or sender there is none yet. */
const verlangeAnschriften = ({ aussteller, empfaenger, wirksamAb }: HebungsbriefDaten): void => {
  if (empfaenger.length === 0)
    throw konflikt(
      "kein_paechter",
      `Am ${deutschesDatum(wirksamAb)} hat das Pachtkonto keinen Pächter, dem zu schreiben wäre.`,
    );
  verlangeAussteller(aussteller);
};

const jeStapel = 50;

/**
 * Makes the missing letters of completed increases. One that cannot be made stops no other and is tried again the next
 * time.
 *
 * @throws the reason of `signal` when aborted
 */
export async function erstelleFehlendeHebungsbriefe(
  sql: Sql,
  signal?: AbortSignal,
): Promise<{ erstellt: number; nichtErstellbar: number }> {
  const ergebnis = { erstellt: 0, nichtErstellbar: 0 };
  let nach = 0;
  for (;;) {
    signal?.throwIfAborted();
    const ids = await listOhneBrief(sql, nach, jeStapel);
    const letzte = ids.at(-1);
    if (letzte === undefined) return ergebnis;
    const zeilen: HebungsbriefZeile[] = [];
    for (const brief of await ladeHebungsbriefe(sql, ids))
      try {
        zeilen.push(await zeichne(brief));
      } catch (fehler) {
        if (!(fehler instanceof Ablehnung)) throw fehler;
        ergebnis.nichtErstellbar += 1;
      }
    if (zeilen.length > 0) ergebnis.erstellt += (await insertHebungsbriefe(sql, zeilen)).count;
    nach = letzte;
  }
}
