import { vergissAlteSammeldateien } from "../../belege/sammeldateien/vergiss.ts";
import { vergissAlteImporte } from "../../bestand/import/lese.ts";
import { vergissAlteZaehler } from "../../technik/auth/fehlversuche.ts";
import { vergissAlteSitzungen } from "../../technik/auth/sitzung.ts";
import { vergissAlteVersuche } from "../../technik/auth/versuch.ts";
import { vergissAlteAuftraege } from "../../technik/database/auftrag/pflege.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { vergissAlteAntworten } from "../../technik/database/schreibe.ts";
import { vergissAlteUebergaben } from "../../uebergabe/auftraege/liste.ts";
import { vergissAlteLebenszeichen } from "../lebenszeichen/lese.ts";
import { vergissAltenVerlauf } from "../verlauf/lese.ts";

type Geraeumt = { sitzungen: number; antworten: number; sammeldateien: number; importe: number };

/** Removes what has had its time; for how long something is kept says who keeps it. */
export async function raeumeAuf(sql: Sql, jetzt: Date): Promise<Geraeumt> {
  const sitzungen = await vergissAlteSitzungen(sql, jetzt);
  const antworten = await vergissAlteAntworten(sql, jetzt);
  await vergissAlteVersuche(sql, jetzt);
  await vergissAlteZaehler(sql, jetzt);
  await vergissAlteLebenszeichen(sql, jetzt);
  await vergissAltenVerlauf(sql, jetzt);
  await vergissAlteAuftraege(sql, jetzt);
  await vergissAlteUebergaben(sql, jetzt);
  const sammeldateien = await vergissAlteSammeldateien(sql, jetzt);
  const importe = await vergissAlteImporte(sql, jetzt);
  return { sitzungen, antworten, sammeldateien, importe };
}
