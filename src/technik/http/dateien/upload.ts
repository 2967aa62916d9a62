import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";
import { Busboy } from "@fastify/busboy";
import type { Context } from "hono";
import { Ablehnung, ungueltig } from "../../../kern/ablehnung.ts";
import type { Kontext } from "../../../kern/kontext.ts";
import { sha256Von } from "../../sha256.ts";
import type { Env } from "../app.ts";
import { zuLangsam } from "../einlass/koerper.ts";
import { neuerOrdner } from "./zwischenlager.ts";

/** A file that has arrived whole and lies on disk until the request is answered. */
export type Eingang = {
  pfad: string;
  /** As the client named it; empty if it did not. */
  name: string;
  groesse: number;
  sha256: string;
};

/** Boundaries and headers of the form around the file. */
const beiwerk = 64 * 1024;

/** A file may take its time, but it must go on: less than that in 30 s and nobody waits for the rest. */
const taktMs = 30_000;
const jeTaktMindestens = 256 * 1024;

const zuGross = (max: number): Ablehnung =>
  new Ablehnung("zuGross", "zu_gross", `Die Datei ist größer als ${max / 1024 / 1024} MiB.`);

const verstuemmelt = (): Ablehnung =>
  new Ablehnung("ungueltig", "ungueltiges_formular", "Der Inhalt ist kein vollständiges multipart/form-data.");

/** Lets everything through and looks at it, until `sieh` says what is wrong. */
const durchlauf = (sieh: (stueck: Uint8Array) => Error | null): Transform =>
  new Transform({
    transform(stueck: Uint8Array, _, fertig) {
      fertig(sieh(stueck), stueck);
    },
  });

/** @param gelesen bytes that have come so far   @returns ends the watch */
const wacheUeberTakt = (gelesen: () => number, beiStillstand: () => void): (() => void) => {
  let zuletzt = 0;
  const takt = setInterval(() => {
    if (gelesen() - zuletzt < jeTaktMindestens) beiStillstand();
    zuletzt = gelesen();
  }, taktMs);
  return () => clearInterval(takt);
};

/** @throws Ablehnung ungueltig where the medium type names no boundary, or one that nothing can be parted by */
const neuesFormular = (typ: string, max: number) => {
  try {
    return new Busboy({
      headers: { "content-type": typ },
      limits: { files: 1, fields: 0, fileSize: max, headerPairs: 20, headerSize: 16 * 1024 },
    });
  } catch {
    throw verstuemmelt();
  }
};

/** The one part of the form as a file on disk. */
const empfange = async (koerper: ReadableStream, typ: string, max: number, pfad: string): Promise<Eingang> => {
  const abbruch = new AbortController();
  const { signal } = abbruch;
  let ablehnung: unknown;
  const lehneAb = (grund: unknown): void => {
    ablehnung ??= grund;
    abbruch.abort();
  };
  const hash = createHash("sha256");
  let [name, groesse, gelesen] = ["", 0, 0];
  let schreiben: Promise<void> | undefined;

  const formular = neuesFormular(typ, max);
  formular.on("file", (feld, strom, dateiname) => {
    // Of a part without a name it is undefined, whatever the type says.
    if (feld !== "datei") lehneAb(ungueltig(feld ?? "", "unbekanntes_feld", "Erwartet wird das Feld datei."));
    name = dateiname ?? "";
    strom.on("limit", () => {
      ablehnung ??= zuGross(max);
    });
    const messe = durchlauf((stueck) => {
      groesse += stueck.length;
      hash.update(stueck);
      return null;
    });
    schreiben = pipeline(strom, messe, createWriteStream(pfad), { signal });
    schreiben.catch(lehneAb);
  });
  for (const grenze of ["fieldsLimit", "filesLimit"] as const)
    formular.on(grenze, () => lehneAb(ungueltig("", "unbekanntes_feld", "Erwartet wird allein die Datei datei.")));

  const zaehle = durchlauf((stueck) => {
    gelesen += stueck.length;
    return gelesen > 2 * max + beiwerk ? zuGross(max) : null;
  });
  const hoereAuf = wacheUeberTakt(
    () => gelesen,
    () => lehneAb(zuLangsam()),
  );
  try {
    await pipeline(Readable.fromWeb(koerper as WebStream), zaehle, formular, { signal });
    await schreiben;
  } catch (fehler) {
    const anlass = ablehnung ?? fehler;
    abbruch.abort();
    await schreiben?.catch(() => {});
    // A full disk is our trouble; everything else is a form that ends too early or makes no sense.
    throw anlass instanceof Ablehnung || (anlass as { syscall?: unknown }).syscall ? anlass : verstuemmelt();
  } finally {
    hoereAuf();
  }
  if (ablehnung) throw ablehnung;
  if (!schreiben) throw ungueltig("datei", "fehlt", "Die Datei fehlt.");
  if (groesse === 0) throw ungueltig("datei", "leer", "Die Datei ist leer.");
  return { pfad, name, groesse, sha256: hash.digest("hex") };
};

const mitInhalt = (einmal: NonNullable<Kontext["einmal"]>, { sha256, name }: Eingang): Kontext["einmal"] => ({
  ...einmal,
  koerperHash: sha256Von(`${einmal.koerperHash} ${sha256} ${name}`),
});

/**
 * Takes the file `datei` of a `multipart/form-data` body through the disk, so that neither memory nor a database
 * connection is held while it arrives, and hands it to `tat`, with a context whose idempotency knows the content.
 *
 * @param hoechstensMib largest file in MiB, as `dateiKoerper` says
 * @throws Ablehnung ungueltig for a form that is broken or not that one file, zuGross, zuLangsam, falscherTyp for another
 *   medium type
 */
export async function mitDatei<T>(
  c: Context<Env>,
  hoechstensMib: number,
  tat: (datei: Eingang, kontext: Kontext) => Promise<T>,
): Promise<T> {
  const max = hoechstensMib * 1024 * 1024;
  const typ = c.req.header("content-type") ?? "";
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(typ))
    throw new Ablehnung("falscherTyp", "medientyp", "Bitte die Datei als multipart/form-data im Feld datei senden.");
  if (Number(c.req.header("content-length") ?? 0) > max + beiwerk) throw zuGross(max);
  const koerper = c.get("dateikoerper");
  if (!koerper) throw verstuemmelt();
  const ordner = await neuerOrdner();
  try {
    const datei = await empfange(koerper, typ, max, join(ordner, "datei"));
    const kontext = c.get("kontext");
    return await tat(datei, { ...kontext, einmal: kontext.einmal && mitInhalt(kontext.einmal, datei) });
  } finally {
    await rm(ordner, { recursive: true, force: true });
  }
}

/**
 * The body of an upload for the document, with its largest size. A plain schema: with one of zod the router would read
 * the form itself.
 */
export function dateiKoerper(inhalt: string, hoechstensMib: number) {
  const description = `${inhalt}, höchstens ${hoechstensMib} MiB`;
  return {
    body: {
      required: true as const,
      content: {
        "multipart/form-data": {
          schema: {
            type: "object" as const,
            required: ["datei"],
            properties: { datei: { type: "string" as const, format: "binary", description } },
          },
        },
      },
    },
  };
}
