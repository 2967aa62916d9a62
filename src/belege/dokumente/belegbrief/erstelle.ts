import { konflikt, nichtGefunden } from "../../../kern/ablehnung.ts";
import type { Sql } from "../../../technik/database/pool.ts";
import { inStapeln } from "../../../technik/stapel.ts";
import { layoutVersion } from "../../briefe/daten.ts";
import { ladeBriefe } from "./lade.ts";
import { findPdf, insertFehlschlaege, insertPdfs, listOhnePdf, type PdfZeile } from "./queries.ts";
import { type Zeichnung, zeichneBriefe } from "./zeichne.ts";
import type { Zeichner } from "./zeichner.ts";

type Pdf = { inhalt: Uint8Array; sha256: string; belegnummer: string };

/**
 * The letter of an archived document: the stored one, or made and stored now. The first to store wins, so that
 * everybody is always served the same bytes.
 *
 * @throws Ablehnung nichtGefunden, or konflikt `pdf_nicht_erstellbar` with the cause, which is kept with the document as well
 */
export async function erstellePdf(sql: Sql, belegId: number): Promise<Pdf> {
  const vorhanden = await findPdf(sql, belegId);
  if (vorhanden) return vorhanden;
  const briefe = await ladeBriefe(sql, [belegId]);
  if (briefe.length === 0) throw nichtGefunden("Einen Archivbeleg mit der id", belegId);
  const [zeichnung] = await zeichneBriefe(briefe);
  if (zeichnung) await speichere(sql, [zeichnung]);
  const gespeichert = await findPdf(sql, belegId);
  if (gespeichert) return gespeichert;
  const fehler = zeichnung && "fehler" in zeichnung ? zeichnung.fehler : "Das PDF ließ sich nicht erstellen.";
  throw konflikt("pdf_nicht_erstellbar", fehler);
}

/** Letters that are loaded, drawn and stored at a time. */
const jeStapel = 25;
/** Ids that are looked up at a time. */
const jeListe = 10_000;

type Stueckzahl = { erstellt: number; fehlgeschlagen: number };

/** `faeden` gives threads, where there is enough to draw; none: it is drawn right here. */
export type Zeichenumgebung = { signal?: AbortSignal; faeden?: (() => Zeichner) | undefined };

/**
 * Makes the missing letters of a run, batch by batch, so that it can be stopped or killed anywhere and started again. A
 * document that fails is marked with its cause and does not stop the others; each pass tries it once more.
 *
 * @throws the reason of `signal` when aborted, after what had been begun is stored
 */
export function erstellePdfsDesLaufs(
  sql: Sql,
  buchungslaufId: string,
  umgebung: Zeichenumgebung = {},
): Promise<Stueckzahl> {
  return erstelleFehlende(sql, buchungslaufId, umgebung);
}

/** The same for every document of the archive that has no letter. */
export function erstelleFehlendePdfs(sql: Sql, umgebung: Zeichenumgebung = {}): Promise<Stueckzahl> {
  return erstelleFehlende(sql, null, umgebung);
}

const hier: Zeichner = { gleichzeitig: 1, zeichne: zeichneBriefe, beende: async () => {} };

const erstelleFehlende = async (
  sql: Sql,
  buchungslaufId: string | null,
  { signal, faeden }: Zeichenumgebung,
): Promise<Stueckzahl> => {
  const ergebnis: Stueckzahl = { erstellt: 0, fehlgeschlagen: 0 };
  const erste = await listOhnePdf(sql, buchungslaufId, 0, jeListe);
  const zeichner = faeden && erste.length > 2 * jeStapel ? faeden() : hier;
  const erstelle = async (ids: number[]): Promise<void> => {
    const { erstellt, fehlgeschlagen } = await speichere(sql, await zeichner.zeichne(await ladeBriefe(sql, ids)));
    ergebnis.erstellt += erstellt;
    ergebnis.fehlgeschlagen += fehlgeschlagen;
  };
  try {
    for (let ids = erste; ids.length > 0; ids = await listOhnePdf(sql, buchungslaufId, ids.at(-1) ?? 0, jeListe))
      await nebeneinander(inStapeln(ids, jeStapel), zeichner.gleichzeitig, erstelle, signal);
  } finally {
    await zeichner.beende();
  }
  return ergebnis;
};

/**
 * Does `tue` for each, at most `gleichzeitig` at a time. When one fails or `signal` aborts, no other is begun, and
 * those that are under way come to their end.
 */
const nebeneinander = async <T>(
  alle: Iterator<T>,
  gleichzeitig: number,
  tue: (eines: T) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> => {
  let gescheitert = false;
  const arbeite = async (): Promise<void> => {
    for (let stapel = alle.next(); !stapel.done && !gescheitert; stapel = alle.next()) {
      signal?.throwIfAborted();
      await tue(stapel.value);
    }
  };
  const laeufe = Array.from({ length: gleichzeitig }, () =>
    arbeite().catch((grund: unknown) => {
      gescheitert = true;
      throw grund;
    }),
  );
  for (const lauf of await Promise.allSettled(laeufe)) if (lauf.status === "rejected") throw lauf.reason;
};

const speichere = async (sql: Sql, zeichnungen: readonly Zeichnung[]): Promise<Stueckzahl> => {
  const pdfs: PdfZeile[] = [];
  const fehlschlaege: { belegId: number; fehler: string }[] = [];
  for (const { id, ...zeichnung } of zeichnungen)
    if ("fehler" in zeichnung) fehlschlaege.push({ belegId: id, ...zeichnung });
    else pdfs.push({ belegId: id, layoutVersion, ...zeichnung });
  if (pdfs.length > 0) await insertPdfs(sql, pdfs);
  if (fehlschlaege.length > 0) await insertFehlschlaege(sql, fehlschlaege);
  return { erstellt: pdfs.length, fehlgeschlagen: fehlschlaege.length };
};
