import { Buffer } from "node:buffer";
import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as warte } from "node:timers/promises";
import { z } from "zod";
import type { Db, Sql } from "../../technik/database/pool.ts";
import * as buch from "./buch.ts";
import { zeichneBeleg } from "./pdf.ts";
import { erstelleStoerer, Schalter, type Stoerung, type Vorgang } from "./stoerung.ts";

const Partei = z.strictObject({ name: z.string().min(1) });
const Lesen = z.strictObject({ ids: z.array(z.string()).max(1000) });
const Beleg = z.strictObject({
  parteiId: z.string().regex(/^\d{1,15}$/),
  referenz: z.string().regex(/^[A-Z0-9-]{1,35}$/),
  richtung: z.enum(["rechnung", "lieferant"]),
  belegdatum: z.iso.date(),
  buchungsdatum: z.iso.date(),
  beschreibung: z.string(),
  zeilen: z.array(z.strictObject({ text: z.string(), nettoCent: z.int(), steuersatzBp: z.int() })).min(1),
});

type Anfrage = { mandant: string; id: string; suche: URLSearchParams; body: unknown };
type Tat = (tx: Db, anfrage: Anfrage, mehrCent: number) => Promise<unknown>;
type Weg = { methode: string; muster: RegExp; vorgang: Vorgang; tue: Tat };

const wege: Weg[] = [
  {
    methode: "PUT",
    muster: /^\/mandanten\/([^/]+)\/parteien\/([^/]+)$/,
    vorgang: "partei",
    tue: (tx, { mandant, id, body }) => buch.sorgeFuerPartei(tx, mandant, id, Partei.parse(body).name),
  },
  {
    methode: "GET",
    muster: /^\/mandanten\/([^/]+)\/belege$/,
    vorgang: "lesen",
    tue: (tx, { mandant, suche }) => {
      const referenz = suche.get("referenz");
      return referenz === null ? buch.listeBelege(tx, mandant) : buch.findeBelege(tx, mandant, referenz);
    },
  },
  {
    methode: "POST",
    muster: /^\/mandanten\/([^/]+)\/lesen$/,
    vorgang: "lesen",
    tue: (tx, { mandant, body }) => buch.liesBelege(tx, mandant, Lesen.parse(body).ids),
  },
  {
    methode: "POST",
    muster: /^\/mandanten\/([^/]+)\/belege$/,
    vorgang: "anlegen",
    tue: (tx, { mandant, body }, mehrCent) => buch.lege(tx, mandant, Beleg.parse(body), mehrCent),
  },
  {
    methode: "POST",
    muster: /^\/mandanten\/([^/]+)\/belege\/([^/]+)\/festschreiben$/,
    vorgang: "festschreiben",
    tue: (tx, { mandant, id }) => buch.schreibeFest(tx, mandant, id),
  },
  {
    methode: "POST",
    muster: /^\/mandanten\/([^/]+)\/belege\/([^/]+)\/stornieren$/,
    vorgang: "stornieren",
    tue: (tx, { mandant, id }) => buch.storniere(tx, mandant, id),
  },
  {
    methode: "POST",
    muster: /^\/mandanten\/([^/]+)\/belege\/([^/]+)\/bezahlen$/,
    vorgang: "stornieren",
    tue: (tx, { mandant, id }) => buch.bezahle(tx, mandant, id),
  },
  {
    methode: "DELETE",
    muster: /^\/mandanten\/([^/]+)\/belege\/([^/]+)$/,
    vorgang: "loeschen",
    tue: (tx, { mandant, id }) => buch.loesche(tx, mandant, id),
  },
  {
    methode: "GET",
    muster: /^\/mandanten\/([^/]+)\/belege\/([^/]+)\/pdf$/,
    vorgang: "lesen",
    tue: async (tx, { mandant, id }) => {
      const [beleg] = await buch.liesBelege(tx, mandant, [id]);
      if (!beleg) throw new buch.Verweigert(404, "nicht_gefunden", `Einen Beleg ${id} gibt es im Sandkasten nicht.`);
      const inhalt = Buffer.from(await zeichneBeleg(beleg)).toString("base64");
      return { inhalt, dateiname: beleg.nummer ?? `Entwurf-${beleg.id}` };
    },
  },
];

const hoechstens = 1024 * 1024;

const liesKoerper = async (anfrage: IncomingMessage): Promise<unknown> => {
  const stuecke: Buffer[] = [];
  let groesse = 0;
  for await (const stueck of anfrage) {
    groesse += (stueck as Buffer).length;
    if (groesse > hoechstens) throw new buch.Verweigert(413, "ungueltig", "Der Inhalt ist zu groß.");
    stuecke.push(stueck as Buffer);
  }
  const text = Buffer.concat(stuecke).toString("utf8");
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    throw new buch.Verweigert(400, "ungueltig", "Der Inhalt ist kein JSON.");
  }
};

const gleich = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

export type Sandkasten = { url: string; beende(): Promise<void> };

/**
 * A small accounting system that is none: it keeps its books in PostgreSQL, numbers, cancels and deletes as real ones do,
 * knows no unique references, and fails in every way that its switches say. HTTP and JSON on the loopback.
 *
 * @param sql pool of the role pacht_worker, the only one that may open these books
 */
export const starteSandkasten = async (
  sql: Sql,
  { port = 0, geheimnis, melde }: { port?: number; geheimnis: string; melde: (fehler: unknown) => void },
): Promise<Sandkasten> => {
  const stoerer = erstelleStoerer();
  /** What is done although its answer got lost; waited for at the end. */
  const spaete = new Set<Promise<unknown>>();

  const sende = (antwort: ServerResponse, status: number, inhalt: unknown, kopf: Record<string, string> = {}) =>
    antwort.writeHead(status, { "content-type": "application/json", ...kopf }).end(JSON.stringify(inhalt));

  const spaeter = (tue: () => Promise<unknown>): void => {
    const lauf: Promise<unknown> = warte(stoerer.schalter().spaetMs)
      .then(tue)
      .catch(() => {})
      .finally(() => spaete.delete(lauf));
    spaete.add(lauf);
  };

  const stoere = async (
    stoerung: Stoerung | undefined,
    tue: (mehrCent: number) => Promise<unknown>,
    antwort: ServerResponse,
  ): Promise<void> => {
    const { langsamMs, retryAfterSekunden } = stoerer.schalter();
    const brichAb = () => antwort.socket?.destroy();
    if (stoerung === "verloren_vorher" || stoerung === "aus") brichAb();
    else if (stoerung === "spaet") {
      brichAb();
      spaeter(() => tue(0));
    } else if (stoerung === "429")
      sende(antwort, 429, { code: "zu_viele_anfragen" }, { "retry-after": String(retryAfterSekunden) });
    else if (stoerung === "500") sende(antwort, 500, { code: "fehler" });
    else {
      if (stoerung === "langsam") await warte(langsamMs);
      const wert = await tue(stoerung === "falsche_summen" ? 1 : 0);
      if (stoerung === "verloren_nachher") brichAb();
      else sende(antwort, 200, wert ?? null);
    }
  };

  const behandle = async (anfrage: IncomingMessage, antwort: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(anfrage.url ?? "/", "http://sandkasten");
    const methode = anfrage.method ?? "GET";
    const body = await liesKoerper(anfrage);
    if (pathname === "/") {
      const belege = await sql.begin((tx) => Promise.all(buch.mandanten.map(({ id }) => buch.listeBelege(tx, id))));
      return void sende(antwort, 200, {
        system: "Sandkasten",
        hinweis: "Nachbildung einer Buchhaltung zum Ausprobieren; die jüngsten Belege je Mandant",
        mandanten: buch.mandanten.map((mandant, nr) => ({ ...mandant, belege: belege[nr] })),
      });
    }
    if (pathname === "/schalter") {
      if (methode === "PUT") stoerer.stelle(Schalter.parse(body ?? {}));
      return void sende(antwort, 200, stoerer.schalter());
    }
    if (pathname === "/version" || pathname === "/mandanten") {
      const stoerung = stoerer.naechste("lesen");
      if (pathname === "/mandanten" && !gleich(anfrage.headers.authorization ?? "", `Bearer ${geheimnis}`))
        return void sende(antwort, 401, { code: "anmeldung" });
      const wert =
        pathname === "/version" ? { system: "Sandkasten", version: stoerer.schalter().version } : buch.mandanten;
      return stoere(stoerung, async () => wert, antwort);
    }
    const weg = wege.find((einer) => einer.methode === methode && einer.muster.test(pathname));
    if (!weg) throw new buch.Verweigert(404, "ungueltig", "Diese Adresse gibt es im Sandkasten nicht.");
    if (!gleich(anfrage.headers.authorization ?? "", `Bearer ${geheimnis}`))
      return void sende(antwort, 401, { code: "anmeldung" });
    const [, mandant = "", id = ""] = (weg.muster.exec(pathname) ?? []).map(decodeURIComponent);
    if (!buch.mandanten.some((einer) => einer.id === mandant))
      throw new buch.Verweigert(404, "verboten", `Einen Mandanten ${mandant} gibt es im Sandkasten nicht.`);
    const eine = { mandant, id, suche: searchParams, body };
    const tue = (mehrCent: number): Promise<unknown> =>
      weg.vorgang === "lesen" ? weg.tue(sql, eine, mehrCent) : sql.begin((tx) => weg.tue(tx, eine, mehrCent));
    return stoere(stoerer.naechste(weg.vorgang), tue, antwort);
  };

  const server = createServer((anfrage, antwort) => {
    behandle(anfrage, antwort).catch((fehler: unknown) => {
      if (antwort.headersSent || antwort.destroyed) return;
      if (fehler instanceof buch.Verweigert)
        sende(antwort, fehler.status, { code: fehler.code, ursache: fehler.message });
      else if (fehler instanceof z.ZodError)
        sende(antwort, 422, { code: "ungueltig", ursache: "Der Sandkasten versteht diesen Inhalt nicht." });
      else {
        melde(fehler);
        sende(antwort, 500, { code: "fehler" });
      }
    });
  });
  await new Promise<void>((bereit, gescheitert) => {
    server.once("error", gescheitert);
    server.listen(port, "127.0.0.1", bereit);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async beende() {
      await new Promise<void>((zu) => {
        server.close(() => zu());
        server.closeAllConnections();
      });
      await Promise.all(spaete);
    },
  };
};
