import { Buffer } from "node:buffer";
import { z } from "zod";
import { beiBedarf } from "../../technik/beiBedarf.ts";
import type { Db } from "../../technik/database/pool.ts";
import * as buch from "./buch.ts";
import * as q from "./queries.ts";
import type { Vorgang } from "./stoerung.ts";

const zeichneBeleg = beiBedarf(async () => (await import("./pdf.ts")).zeichneBeleg);

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

/** What an address, its query and its body say. */
type Anfrage = { mandant: string; id: string; suche: URLSearchParams; body: unknown };
type Tat = (tx: Db, anfrage: Anfrage, mehrCent: number) => Promise<unknown>;
/** What the stand-in can do. */
type Weg = { methode: string; muster: RegExp; vorgang: Vorgang; tue: Tat };

export const wege: Weg[] = [
  {
    methode: "PUT",
    muster: /^\/mandanten\/([^/]+)\/parteien\/([^/]+)$/,
    vorgang: "partei",
    tue: (tx, { mandant, id, body }) => q.insertPartei(tx, mandant, id, Partei.parse(body).name),
  },
  {
    methode: "GET",
    muster: /^\/mandanten\/([^/]+)\/belege$/,
    vorgang: "lesen",
    tue: (tx, { mandant, suche }) => {
      const referenz = suche.get("referenz");
      return referenz === null ? q.listJuengste(tx, mandant) : q.listNachReferenz(tx, mandant, referenz);
    },
  },
  {
    methode: "POST",
    muster: /^\/mandanten\/([^/]+)\/lesen$/,
    vorgang: "lesen",
    tue: (tx, { mandant, body }) => q.listNachId(tx, mandant, Lesen.parse(body).ids),
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
      const beleg = await buch.liesBeleg(tx, mandant, id);
      const inhalt = Buffer.from(await zeichneBeleg(beleg)).toString("base64");
      return { inhalt, dateiname: beleg.nummer ?? `Entwurf-${beleg.id}` };
    },
  },
];
