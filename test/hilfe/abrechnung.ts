import type { z } from "@hono/zod-openapi";
import { expect } from "vitest";
import type { AbgeschlossenerBuchungslauf, BuchenKonflikt } from "../../src/abrechnung/buchung/schema.ts";
import type { Storno, StornoKonflikt } from "../../src/abrechnung/storno/schema.ts";
import type { Archivkonto, ArchivkontoDetail } from "../../src/belege/archiv/schema.ts";
import { dienst, heute, verwalter } from "./mitDienst.ts";

type Kopf = Record<string, string>;
type Beleg = ArchivkontoDetail["dokumente"][number];
/** A success or a refusal: a test looks at the fields of the one it expects. */
type Ausgang<Erfolg, Konflikt> = Erfolg & Omit<Konflikt, "status">;

/** What the preview remarks of an account that is due today. */
export async function hinweiseVon(pachtkontoId: number): Promise<string[]> {
  const { json } = await verwalter().get<{ data: { hinweise: { code: string; text: string }[] }[] }>(
    `/abrechnung/vorschau?datum=${heute}&pachtkontoId=${pachtkontoId}`,
  );
  return json.data[0]?.hinweise.map(({ code, text }) => `${code}: ${text}`) ?? [];
}

/** Asks for a booking, whatever becomes of it. */
export function sendeBuchung(body: object, kopf?: Kopf) {
  return verwalter().post<Ausgang<AbgeschlossenerBuchungslauf, z.output<typeof BuchenKonflikt>>>(
    "/abrechnung/buchen",
    body,
    kopf,
  );
}

/** Books accounts as of a day; without a selection all of them. */
export async function buche(datum: string, auswahl?: number[]): Promise<AbgeschlossenerBuchungslauf> {
  const { status, json, text } = await sendeBuchung({ datum, auswahl });
  expect(status, text).toBe(201);
  return json;
}

/** Asks for a cancellation, whatever becomes of it. */
export function storniere(body: object, kopf?: Kopf) {
  return verwalter().post<Ausgang<Storno, z.output<typeof StornoKonflikt>>>(
    "/abrechnung/stornieren",
    { grund: "Falscher Stichtag", ...body },
    kopf,
  );
}

/** All documents of an account, or those of one run, run after run, lessees first. */
export async function belegeVon(pachtkontoId: number, buchungslaufId?: string): Promise<Beleg[]> {
  const lauf = buchungslaufId === undefined ? "" : `&buchungslaufId=${buchungslaufId}`;
  const { json } = await verwalter().get<{ data: Archivkonto[] }>(
    `/abrechnung/archiv-konten?pachtkontoId=${pachtkontoId}${lauf}`,
  );
  const details = await Promise.all(
    json.data.map(({ id }) => verwalter().get<ArchivkontoDetail>(`/abrechnung/archiv-konten/${id}`)),
  );
  return details.flatMap((detail) => detail.json.dokumente);
}

/** Per series: numbers 1 to n without a gap, and the counter right behind them. */
export async function pruefeNummern(): Promise<void> {
  const reihen = await dienst.owner`
    select b.belegart, count(*) anzahl, max(right(b.belegnummer, 6)::bigint) hoechste,
      count(distinct b.belegnummer) verschieden, n.naechste
    from archiv_beleg b
    join nummernkreis n on n.belegart = b.belegart and n.jahr = extract(year from b.belegdatum)
    group by b.belegart, n.naechste`;
  expect(reihen.length).toBeGreaterThan(0);
  for (const { anzahl, hoechste, verschieden, naechste } of reihen)
    expect([hoechste, verschieden, naechste]).toEqual([anzahl, anzahl, anzahl + 1]);
}
