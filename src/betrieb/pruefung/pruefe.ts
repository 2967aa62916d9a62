import { readFileSync } from "node:fs";
import { findeVerletzungen } from "../../abrechnung/buchung/veroeffentlichung/invarianten/pruefe.ts";
import { planeFuerMassen } from "../../technik/database/anweisung/massen.ts";
import { inMomentaufnahme } from "../../technik/database/momentaufnahme.ts";
import type { Db, Sql } from "../../technik/database/pool.ts";
import { pruefeDateien } from "./dateien.ts";
import * as q from "./queries.ts";

/** One kind of thing that was looked at: how many, what they are held against, and what does not hold. */
export type Befund = { was: string; geprueft: number; woran: string; falsch: number; stellen: string[] };

const schemaDatei = new URL("../../../sql/schema.sql", import.meta.url);

const pruefeSchutz = async (sql: Db): Promise<Befund> => {
  const trigger = [...readFileSync(schemaDatei, "utf8").matchAll(/^CREATE TRIGGER (\w+) .*? ON public\.(\w+) /gm)];
  const fehlende = await q.listFehlendeTrigger(
    sql,
    trigger.map(([, , tabelle = ""]) => tabelle),
    trigger.map(([, name = ""]) => name),
  );
  const stellen = fehlende.map(({ stelle }) => stelle);
  return { was: "Trigger", geprueft: trigger.length, woran: "wie in sql/schema.sql", falsch: stellen.length, stellen };
};

const pruefeNummern = async (sql: Db): Promise<Befund> => {
  const stellen = (await q.listNummernfehler(sql)).map(({ fehler }) => fehler);
  const woran = "ohne Lücke, ohne Doppelte, der Zähler dahinter";
  return { was: "Nummernkreise", geprueft: await q.countReihen(sql), woran, falsch: stellen.length, stellen };
};

const pruefeSummen = async (sql: Db): Promise<Befund[]> => {
  const laeufe = await q.zaehleLaufsummen(sql);
  const verletzungen = await findeVerletzungen(sql);
  const stellen = [...laeufe.stellen, ...verletzungen];
  const falsch = laeufe.falsch + verletzungen.length;
  return [
    { was: "Buchungsläufe", woran: "Läufe, Belege, Steuer und Zeilen ergeben dasselbe", ...laeufe, falsch, stellen },
    { was: "Gebuchte Zeiträume", woran: "kein Tag eines Kontos zweimal", ...(await q.zaehleZeitraeume(sql)) },
    { was: "Stornos", woran: "nehmen genau ihr Original zurück", ...(await q.zaehleStornos(sql)) },
    { was: "Zahlungssummen", woran: "sind die ihrer Belege", ...(await q.zaehleZahlungssummen(sql)) },
  ];
};

const hash = "passen zu ihrem SHA-256";

const pruefeInhalte = async (sql: Db): Promise<Befund[]> => [
  { was: "Schreiben", woran: hash, ...(await q.zaehleBriefe(sql)) },
  { was: "XRechnungen", woran: hash, ...(await q.zaehleXrechnungen(sql)) },
  { was: "Hebungsschreiben", woran: hash, ...(await q.zaehleHebungsbriefe(sql)) },
  { was: "Aussteller", woran: hash, ...(await q.zaehleAussteller(sql)) },
  { was: "Logos", woran: hash, ...(await q.zaehleLogos(sql)) },
  { was: "Zahlungsdateien", woran: hash, ...(await pruefeDateien(q.listZahlungsdateistuecke(sql))) },
  { was: "Uploads", woran: hash, ...(await pruefeDateien(q.listUploadstuecke(sql))) },
  { was: "Sammeldateien", woran: hash, ...(await pruefeDateien(q.listSammeldateistuecke(sql))) },
];

/** Reads all that was ever booked or stored, in one snapshot, and holds it against its numbers, sums and hashes. */
export function pruefeArchiv(sql: Sql): Promise<Befund[]> {
  return inMomentaufnahme(sql, async (tx) => {
    await planeFuerMassen(tx);
    return [await pruefeSchutz(tx), await pruefeNummern(tx), ...(await pruefeSummen(tx)), ...(await pruefeInhalte(tx))];
  });
}
