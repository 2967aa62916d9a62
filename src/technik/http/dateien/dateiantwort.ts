import { createHash } from "node:crypto";
import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { Ablehnung } from "../../../kern/ablehnung.ts";
import type { Env } from "../app.ts";
import { problem } from "../schema.ts";
import { abreissend } from "./abreissend.ts";

/** Bytes `von` to `bis` of a file, both included. */
export type Bereich = { von: number; bis: number };

/** `Content-Disposition` with a file name for every client (RFC 6266, RFC 8187): what ASCII cannot say is replaced, and said in full beside it. */
export function anordnung(art: "attachment" | "inline", name: string): string {
  const ascii = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\w.() -]/g, "_");
  const voll = encodeURIComponent(name).replace(
    /['()*]/g,
    (zeichen) => `%${zeichen.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${art}; filename="${ascii}"; filename*=UTF-8''${voll}`;
}

/**
 * The part of a file that a `Range` header asks for, both ends included. A header that is malformed or asks for
 * several parts is ignored, as RFC 9110 allows.
 *
 * @throws Ablehnung falscherBereich for a part that the file does not have
 */
const liesBereich = (range: string | undefined, groesse: number): Bereich | undefined => {
  const treffer = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range?.trim() ?? "");
  if (!treffer || (!treffer[1] && !treffer[2])) return undefined;
  const [von, bis] = treffer[1]
    ? [Number(treffer[1]), Math.min(treffer[2] ? Number(treffer[2]) : groesse - 1, groesse - 1)]
    : [Math.max(0, groesse - Number(treffer[2])), groesse - 1];
  if (treffer[1] && treffer[2] && Number(treffer[2]) < von) return undefined;
  if (von >= groesse)
    throw new Ablehnung("falscherBereich", "bereich", `Die Datei hat ${groesse} Bytes.`, {}, { bytes: groesse });
  return { von, bis };
};

/** The entity tag of bytes that were made or read just now: half of their SHA-256 tells versions apart. */
export function etagVon(inhalt: Uint8Array): string {
  return `"${createHash("sha256").update(inhalt).digest("base64url").slice(0, 22)}"`;
}

/** Whether an entity tag stands in `If-None-Match`; weak comparison. */
export function kenntSchon(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? "").split(",").some((eintrag) => ["*", etag].includes(eintrag.trim().replace(/^W\//, "")));
}

/** A file as it leaves the house. */
export type Sendung = {
  /** Of the whole content: its entity tag. */
  sha256: string;
  /** Bytes. */
  groesse: number;
  medientyp: string;
  /** `Content-Disposition` */
  anordnung: string;
  kopfzeilen?: Record<string, string>;
  oeffne(bereich: Bereich): ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>;
  /** Records the download; of a part that is asked for, which one. */
  merke(bereich: Bereich | undefined): Promise<void>;
};

/** Sends a file, or the part that `Range` asks for, or 304 to who has it; the body of a HEAD stays at home. */
export async function sendeDatei(c: Context<Env>, sendung: Sendung): Promise<Response> {
  const { groesse } = sendung;
  const etag = `"${sendung.sha256}"`;
  const kopfzeilen = {
    ETag: etag,
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, no-cache",
    ...sendung.kopfzeilen,
  };
  if (kenntSchon(c.req.header("if-none-match"), etag)) return c.body(null, 304, kopfzeilen);
  const ifRange = c.req.header("if-range");
  const bereich = ifRange === undefined || ifRange === etag ? liesBereich(c.req.header("range"), groesse) : undefined;
  const { von, bis } = bereich ?? { von: 0, bis: groesse - 1 };
  const alles = {
    ...kopfzeilen,
    "Content-Type": sendung.medientyp,
    "Content-Length": String(bis - von + 1),
    "Content-Disposition": sendung.anordnung,
    ...(bereich ? { "Content-Range": `bytes ${von}-${bis}/${groesse}` } : {}),
  };
  const status = bereich ? 206 : 200;
  if (c.req.method === "HEAD") return c.body(null, status, alles);
  await sendung.merke(bereich);
  const inhalt = sendung.oeffne({ von, bis });
  return c.body(inhalt instanceof Uint8Array ? inhalt : abreissend(c, inhalt), status, alles);
}

const text = (description: string) => z.string().openapi({ description });

const kopf = z.object({
  "Content-Disposition": text("Dateiname"),
  ETag: text("Der SHA-256 des Inhalts, für `If-None-Match` und `If-Range`, nicht für `If-Match`"),
  "Accept-Ranges": text("bytes"),
});

type Inhalt = Record<string, { schema: z.ZodType }>;

/** The answers of an operation that sends a file by {@link sendeDatei}, for the document. */
export function dateiAntworten<I extends Inhalt>(content: I) {
  return {
    200: { description: "Die Datei", headers: kopf, content },
    206: {
      description: "Der verlangte Teil der Datei",
      headers: kopf.extend({ "Content-Range": text("bytes von-bis/gesamt") }),
      content,
    },
    304: { description: "Unverändert", headers: kopf.pick({ ETag: true }) },
    416: problem("Diesen Teil hat die Datei nicht"),
  };
}
