import { bucheAbrechnung } from "../../abrechnung/buchung/buche.ts";
import { raeumeToteLaeufe } from "../../abrechnung/buchung/laufsperre.ts";
import { erstelleZahlungsdatei } from "../../belege/zahlungsdateien/erstelle.ts";
import { sepaArten } from "../../belege/zahlungsdateien/sepa/zahlungen.ts";
import { Ablehnung } from "../../kern/ablehnung.ts";
import { deutschesDatum, formatTag, plusTage, type Tag } from "../../kern/kalender/tag.ts";
import type { Akteur } from "../../kern/kontext.ts";
import { starteBoss } from "../../technik/database/boss.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { beispiellauf } from "../../technik/http/werte.ts";
import { type Plan, zeitpunktAm } from "./plan.ts";

const buchhalter = async (sql: Sql, plan: Plan): Promise<Akteur> => {
  const name = "Demodaten";
  const seit = zeitpunktAm(plusTage(plan.uebernahme, -90), 0);
  const [benutzer] = await sql<{ id: number }[]>`
    insert into benutzer (aussteller, subjekt, name, erstellt_am, letzte_anmeldung_am)
    values ('lokal', 'demodaten', ${name}, ${seit}, ${seit})
    on conflict (aussteller, subjekt) do update set name = excluded.name
    returning id`;
  return { id: Number(benutzer?.id), name, email: null, rollen: [] };
};

const kontextAm = (akteur: Akteur, tag: Tag, minute: number) => {
  const heute = formatTag(tag);
  return { akteur, anfrageId: `demodaten-${heute}`, heute, jetzt: new Date(zeitpunktAm(tag, minute)) };
};

/** The run that a load was at when it broke off has booked nothing, and makes room for its id. */
const raeumeUnterbrochenen = async (sql: Sql, akteur: Akteur): Promise<void> => {
  await raeumeToteLaeufe(sql);
  await sql`delete from buchungslauf where benutzer_id = ${akteur.id} and status = 'fehlgeschlagen'`;
};

/** The ids of the runs by the day on which they booked. */
const listGebuchte = async (sql: Sql, akteur: Akteur): Promise<Map<string, string>> => {
  const laeufe = await sql<{ id: string; belegdatum: string }[]>`
    select id, belegdatum from buchungslauf where benutzer_id = ${akteur.id}`;
  return new Map(laeufe.map(({ id, belegdatum }) => [belegdatum, id]));
};

const buche = async (sql: Sql, akteur: Akteur, tag: Tag, laufId?: string): Promise<string> => {
  const { id } = await bucheAbrechnung(sql, kontextAm(akteur, tag, 95), { datum: formatTag(tag) }, laufId);
  return id;
};

/** The run took place then, though its numbers were drawn now. */
const datiereZurueck = async (sql: Sql, tag: Tag, laufId: string): Promise<void> => {
  const begonnen = zeitpunktAm(tag, 95);
  await sql`
    update buchungslauf
    set begonnen_am = ${begonnen}, beendet_am = ${begonnen}::timestamptz + (beendet_am - begonnen_am)
    where id = ${laufId}`;
};

/** What a run paid went to the bank on the day after it; a small stock may have nothing of a kind. */
const zahle = async (sql: Sql, akteur: Akteur, tag: Tag, buchungslaufId: string): Promise<void> => {
  for (const art of sepaArten)
    try {
      await erstelleZahlungsdatei(sql, kontextAm(akteur, plusTage(tag, 1), 20), { buchungslaufId, art });
    } catch (fehler) {
      if (!(fehler instanceof Ablehnung && fehler.code === "keine_zahlungen")) throw fehler;
    }
};

/** The booked past of a small stock, or the rest of it: real bookings, payment files, as if today were those days. */
export async function bucheVergangenes(
  sql: Sql,
  plan: Plan,
  melde: (text: string, anteil: number) => void,
): Promise<void> {
  if (plan.laeufe === null) return;
  const akteur = await buchhalter(sql, plan);
  await raeumeUnterbrochenen(sql, akteur);
  const gebuchte = await listGebuchte(sql, akteur);
  const boss = await starteBoss(sql, "app");
  try {
    for (const [nr, tag] of plan.laeufe.entries()) {
      const juengster = nr === plan.laeufe.length - 1;
      const laufId =
        gebuchte.get(formatTag(tag)) ?? (await buche(sql, akteur, tag, juengster ? beispiellauf : undefined));
      await datiereZurueck(sql, tag, laufId);
      if (!juengster) await zahle(sql, akteur, tag, laufId);
      melde(`Buchungslauf vom ${deutschesDatum(formatTag(tag))}`, 0.94 + nr * 0.05);
    }
  } finally {
    await boss.stop({ close: false, graceful: false });
  }
}
