import { leseRueckstand } from "../../technik/auditlog/siegel/rueckstand.ts";
import type { Sql } from "../../technik/database/pool.ts";
import type { Replik } from "../../technik/database/replik.ts";
import { leseProzesse } from "../lebenszeichen/lese.ts";
import { leseZeitplaene } from "../zeitplaene/lese.ts";
import {
  findDatenbank,
  findSchreiben,
  listAngehaltene,
  listLaufende,
  listUebergaben,
  listWarteschlangen,
} from "./queries.ts";
import type { Betriebszustand } from "./schema.ts";

/** All at once: somebody looks at it every few seconds, also when the stock is large. */
export async function leseZustand(sql: Sql, jetzt: Date, replik?: Replik): Promise<Betriebszustand> {
  const [prozesse, datenbank, warteschlangen, siegel, schreiben, uebergaben, angehaltene, buchungslaeufe, plaene] =
    await Promise.all([
      leseProzesse(sql),
      findDatenbank(sql),
      listWarteschlangen(sql),
      leseRueckstand(sql),
      findSchreiben(sql),
      listUebergaben(sql),
      listAngehaltene(sql),
      listLaufende(sql),
      leseZeitplaene(sql, jetzt),
    ]);
  return {
    zeitpunkt: jetzt.toISOString(),
    prozesse,
    datenbank,
    lesekopie: replik?.zustand() ?? null,
    warteschlangen: [...warteschlangen],
    siegel,
    schreiben,
    uebergaben: [...uebergaben],
    angehalteneUebergaben: [...angehaltene],
    buchungslaeufe: [...buchungslaeufe],
    zeitplaene: plaene.map(({ name, naechsterLaufAm, laeufe }) => ({
      name,
      naechsterLaufAm,
      letzterLauf: laeufe[0] ?? null,
    })),
  };
}
