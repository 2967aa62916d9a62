import { createHash } from "node:crypto";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "vitest";
import { buildApp } from "../../src/app.ts";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { type Rolle, rollen } from "../../src/kern/rechte.ts";
import { liesConfig } from "../../src/technik/config.ts";
import { starteBoss } from "../../src/technik/database/boss.ts";
import { oeffneDatenbank } from "../../src/technik/database/datenbank.ts";
import { type Sql, verbinde } from "../../src/technik/database/pool.ts";
import type { Deps } from "../../src/technik/deps.ts";
import { neueDatenbank, type Testdatenbank } from "./datenbank.ts";
import { holeDokument } from "./dokument.ts";

type Rumpf = Record<string, unknown>;
type Operation = {
  operationId: string;
  security?: object[];
  parameters?: { name: string; in: string; required?: boolean; schema: Rumpf }[];
  requestBody?: { content: Record<string, { schema: Rumpf }> };
  responses: Record<
    string,
    { content?: Record<string, { examples?: object }>; headers?: Record<string, { required?: boolean }> }
  >;
  "x-rollen"?: Rolle[];
};
export type Dokument = {
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Rumpf> };
};

export type Antwort<T = Rumpf> = { status: number; kopf: Headers; json: T; text: string; bytes: Uint8Array };

export type Wer = Rolle | "ohne-rolle" | null;

type Anfrage = { body?: unknown; kopf?: Record<string, string> };

const ausdruecke = new Map<string, RegExp>();

const ausdruckVon = (muster: string): RegExp => {
  const ausdruck = ausdruecke.get(muster) ?? new RegExp(`^${muster.replace(/\{[^}]+\}/g, "[^/]+")}$`);
  ausdruecke.set(muster, ausdruck);
  return ausdruck;
};

/** Finds the documented path of a request: of those that fit, the one with the fewest parameters, if it has the method. */
export function findePfad(dokument: Dokument, pfad: string, methode: string): string | undefined {
  return Object.keys(dokument.paths)
    .filter((muster) => ausdruckVon(muster).test(pfad))
    .sort((a, b) => a.split("{").length - b.split("{").length)
    .slice(0, 1)
    .find((muster) => dokument.paths[muster]?.[methode]);
}

const zeiger = (...teile: string[]) =>
  teile.map((teil) => `/${teil.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

type PrueferVon = (ort: string) => ValidateFunction;
const pruefer = new Map<string, PrueferVon>();

/** Checkers of a document's schemas; services of one process that have the same document share them. */
const prueferZu = (dokumenttext: string): PrueferVon => {
  const bekannt = pruefer.get(dokumenttext);
  if (bekannt) return bekannt;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat("binary", true);
  ajv.addSchema({ $id: "dokument", ...JSON.parse(dokumenttext) });
  const jeOrt = new Map<string, ValidateFunction>();
  const prueferVon: PrueferVon = (ort) => {
    const validiere = jeOrt.get(ort) ?? ajv.compile({ $ref: ort });
    jeOrt.set(ort, validiere);
    return validiere;
  };
  pruefer.set(dokumenttext, prueferVon);
  return prueferVon;
};

/** A test asks more in a minute than any person. */
const grenzenlos = {
  GRENZE_ANMELDUNG: "1000000",
  GRENZE_UNANGEMELDET: "1000000",
  GRENZE_ABRUF: "1000000",
  GRENZE_UPLOAD: "1000000",
};

/** A user for each role, and one without any, each with a session. */
const legeSitzungenAn = async (owner: Sql): Promise<void> => {
  for (const rolle of [...rollen, "ohne-rolle"]) {
    const [benutzer] = await owner<{ id: number }[]>`
      insert into benutzer (aussteller, subjekt, name, email, rollen)
      values ('test', ${rolle}, ${`Test ${rolle}`}, ${`${rolle}@example.org`},
        ${rolle === "ohne-rolle" ? [] : [rolle]})
      returning id`;
    await owner`
      insert into sitzung (id_hash, benutzer_id, laeuft_ab_am, endet_spaetestens_am)
      values (${createHash("sha256").update(`sitzung-${rolle}`).digest("hex")}, ${Number(benutzer?.id)},
        now() + interval '8 hours', now() + interval '24 hours')`;
  }
};

/**
 * Holds an answer against the document: its status, its ETag, the name of its file, its content type and its body.
 *
 * @param fehler what the service did not expect, to be told with an answer that should not be
 */
const erstellePruefung =
  (dokument: Dokument, prueferVon: PrueferVon, fehler: readonly unknown[]) =>
  (methode: string, pfad: string, antwort: Response, koerper: unknown): void => {
    const muster = findePfad(dokument, pfad, methode);
    if (!muster) return;
    const stelle = `${methode} ${muster} ${antwort.status}`;
    const beschrieben = dokument.paths[muster]?.[methode]?.responses[String(antwort.status)];
    if (!beschrieben)
      expect.fail(`${stelle} steht nicht im Dokument: ${JSON.stringify(koerper)} ${String(fehler.at(-1))}`);
    const etag = beschrieben.headers?.ETag;
    const hatEtag = antwort.headers.has("etag");
    if (hatEtag || etag?.required) expect([hatEtag, etag !== undefined], `ETag: ${stelle}`).toEqual([true, true]);
    const dateiname = beschrieben.headers?.["Content-Disposition"];
    const nenntDatei = antwort.headers.has("content-disposition");
    if (nenntDatei || dateiname?.required)
      expect([nenntDatei, dateiname !== undefined], `Content-Disposition: ${stelle}`).toEqual([true, true]);
    if (!beschrieben.content) return;
    const typ = (antwort.headers.get("content-type") ?? "").split(";")[0] ?? "";
    expect(Object.keys(beschrieben.content), stelle).toContain(typ);
    if (!typ.endsWith("json")) return;
    const beispiele = beschrieben.content[typ]?.examples;
    if (beispiele) expect(Object.keys(beispiele), stelle).toContain((koerper as Rumpf).code);
    const ort = ["paths", muster, methode, "responses", String(antwort.status), "content", typ, "schema"];
    const validiere = prueferVon(`dokument#${zeiger(...ort)}`);
    const gueltig = validiere(koerper);
    expect(gueltig, `${stelle}: ${JSON.stringify(validiere.errors?.slice(0, 5))}`).toBe(true);
  };

/**
 * The service in this process on a database of its own, spoken to as a client would. Every answer is held against the
 * live document: its status, its content type and its body.
 *
 * @param heute the civil day that the service believes in; `dienst.stelle(tag)` moves it
 * @param umgebung configuration that differs from the usual one
 */
export async function starteDienst(heute = "2026-11-20", umgebung: Record<string, string> = {}) {
  const datenbank: Testdatenbank = await neueDatenbank();
  const owner: Sql = verbinde(datenbank.ownerUrl, "pacht_owner", { max: 2 });
  const config = liesConfig({
    DATABASE_URL: datenbank.appUrl,
    OIDC_ISSUER: "http://127.0.0.1:1/oidc",
    OIDC_CLIENT_ID: "test",
    OIDC_CLIENT_SECRET: "test",
    FRONTEND_ORIGINS: "http://localhost:5173,http://127.0.0.1:5173",
    ...grenzenlos,
    ...umgebung,
  });
  let jetzt = new Date(`${heute}T09:00:00Z`);
  const fehler: unknown[] = [];
  const { beende, trenne: _, ...zugang } = oeffneDatenbank(datenbank.appUrl, 10, (...zeile) => fehler.push(zeile));
  const { sql } = zugang;
  const boss = await starteBoss(sql, "app");
  const deps: Deps = { ...zugang, config, uhr: () => jetzt, ende: new AbortController().signal };
  const app = buildApp(deps);

  await legeSitzungenAn(owner);

  const basis = config.BASE_PATH;
  const dokumenttext = await holeDokument(app, basis, tagInBerlin(jetzt));
  const dokument = JSON.parse(dokumenttext) as Dokument;
  const pruefe = erstellePruefung(dokument, prueferZu(dokumenttext), fehler);

  const frage = async <T = Rumpf>(
    wer: Wer,
    methode: string,
    pfad: string,
    anfrage: Anfrage = {},
  ): Promise<Antwort<T>> => {
    const kopf = new Headers(anfrage.kopf);
    if (wer) kopf.set("cookie", `service.sid=sitzung-${wer}`);
    const { body } = anfrage;
    // A form or a stream says itself what it is.
    const roh = typeof body === "string" || body instanceof FormData || body instanceof ReadableStream;
    if (body !== undefined && !(body instanceof FormData) && !kopf.has("content-type"))
      kopf.set("content-type", "application/json");
    const antwort = await app.request(`${basis}${pfad}`, {
      method: methode.toUpperCase(),
      headers: kopf,
      ...(body === undefined ? {} : { body: roh ? body : JSON.stringify(body) }),
      ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
    });
    const bytes = new Uint8Array(await antwort.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    const json = /json/.test(antwort.headers.get("content-type") ?? "") ? JSON.parse(text) : undefined;
    pruefe(methode, pfad.split("?")[0] ?? "", antwort, json);
    return { status: antwort.status, kopf: antwort.headers, json: json as T, text, bytes };
  };

  return {
    app,
    deps,
    dokument,
    /** Pool of the service's own role. */
    sql,
    /** Pool of the owner, for what a test arranges behind the service's back. */
    owner,
    /** For what fills the database by itself. */
    ownerUrl: datenbank.ownerUrl,
    datenbank,
    /** Errors that the service did not expect; a test file ends with none. */
    fehler,
    frage,
    als: (wer: Wer) => ({
      get: <T = Rumpf>(pfad: string, anfrage?: Anfrage) => frage<T>(wer, "get", pfad, anfrage),
      post: <T = Rumpf>(pfad: string, body?: unknown, kopf?: Record<string, string>) =>
        frage<T>(wer, "post", pfad, { body, kopf }),
      put: <T = Rumpf>(pfad: string, body?: unknown, kopf?: Record<string, string>) =>
        frage<T>(wer, "put", pfad, { body, kopf }),
      patch: <T = Rumpf>(pfad: string, body?: unknown, kopf?: Record<string, string>) =>
        frage<T>(wer, "patch", pfad, { body, kopf }),
      delete: <T = Rumpf>(pfad: string, kopf?: Record<string, string>) => frage<T>(wer, "delete", pfad, { kopf }),
    }),
    /** Moves the service's clock, to noon UTC if nothing else is said. */
    stelle: (tag: string, uhrzeitUtc = "12:00") => {
      jetzt = new Date(`${tag}T${uhrzeitUtc}:00Z`);
    },
    async beende() {
      await boss.stop({ close: false, graceful: false });
      await Promise.all([beende(), owner.end()]);
      await datenbank.loesche();
    },
  };
}

export type Testdienst = Awaited<ReturnType<typeof starteDienst>>;
