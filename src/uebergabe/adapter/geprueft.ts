import { z } from "zod";
import type { Adapter, Ausgang, ExternerBeleg } from "./typen.ts";

/** What the database cannot keep is no text. */
const Text = z.string().refine((wert) => !wert.includes("\0"));

const Partei = z.object({ id: Text.min(1) });

const Mandanten = z.array(z.object({ id: Text, name: Text, waehrung: Text }));

const Beleg = z.object({
  id: Text.min(1),
  referenz: Text.nullable(),
  nummer: Text.nullable(),
  zustand: z.enum(["entwurf", "offen", "bezahlt", "storniert"]),
  rohzustand: Text,
  parteiCode: Text.nullable(),
  nettoCent: z.int().nullable(),
  bruttoCent: z.int().nullable(),
  storniertDurch: Text.nullable(),
}) satisfies z.ZodType<ExternerBeleg>;

/** One that is told by our reference: another one's must not be taken for it. */
const belegMit = (referenz: string) => Beleg.refine((beleg) => [null, referenz].includes(beleg.referenz));

const belegNummer = (id: string) => Beleg.refine((beleg) => beleg.id === id);

const geprueft = <T>(schema: z.ZodType<T>, ausgang: Ausgang<T>): Ausgang<T> =>
  ausgang.ausgang === "done" ? { ausgang: "done", wert: schema.parse(ausgang.wert) } : ausgang;

/**
 * The adapter, whose answers are what its types say, and about the document that was asked for: systems, and what stands
 * before them, also answer 200 with something else.
 *
 * Its calls throw `ZodError` where they are not.
 */
export function pruefeAntworten(adapter: Adapter): Adapter {
  return {
    ...adapter,
    mandanten: async (aufruf) => Mandanten.parse(await adapter.mandanten(aufruf)),
    sorgeFuerPartei: async (partei, aufruf) => geprueft(Partei, await adapter.sorgeFuerPartei(partei, aufruf)),
    async suche(suche, aufruf) {
      const fund = await adapter.suche(suche, aufruf);
      const belege = fund.fund === "many" ? fund.belege : fund.fund === "one" ? [fund.beleg] : [];
      z.array(belegMit(suche.referenz)).parse(belege);
      return fund;
    },
    async lies(ids, aufruf) {
      const gelesen = await adapter.lies(ids, aufruf);
      for (const [id, beleg] of gelesen) belegNummer(id).nullable().parse(beleg);
      return gelesen;
    },
    lege: async (soll, parteiId, aufruf) =>
      geprueft(belegMit(soll.referenz), await adapter.lege(soll, parteiId, aufruf)),
    schreibeFest: async (id, soll, aufruf) => geprueft(belegNummer(id), await adapter.schreibeFest(id, soll, aufruf)),
    storniere: async (id, grund, aufruf) => geprueft(belegNummer(id), await adapter.storniere(id, grund, aufruf)),
  };
}
