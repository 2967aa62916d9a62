import { Ablehnung } from "../../../kern/ablehnung.ts";
import { type Datenbankrolle, type Sql, verbinde } from "../../../technik/database/pool.ts";
import { listFehlendeRechte } from "../../../technik/database/rechte.ts";
import { frageAuf } from "../../../technik/database/waechter.ts";
import { pruefeGesundheit } from "../../gesundheit/pruefe.ts";
import { findUhr, findZeichen } from "../queries.ts";
import { type Befund, fehlt, inOrdnung, offen } from "./befund.ts";

/** What PostgreSQL's refusal means for whoever set the address. */
const abhilfe: Record<string, string> = {
  "28P01": "Das Passwort stimmt nicht",
  "28000": "Der Server lässt diese Anmeldung nicht zu (pg_hba.conf)",
  "3D000": "Die Datenbank gibt es nicht",
  "22023": "Die Rolle gibt es noch nicht: zuerst npm run migrate",
  "42501": "Die Anmeldung darf die Rolle nicht annehmen; als Administrator: grant",
};

const warum = (fehler: unknown, rolle: Datenbankrolle): string => {
  const { code = "", message } = fehler as Error & { code?: string };
  const satz = abhilfe[code];
  if (satz === undefined) return `${message || code}: Adresse und Netz prüfen`;
  return code === "42501" ? `${satz} ${rolle} to <Anmeldung>;` : satz;
};

/** Whether the address leads into a database of a supported version, as the role that the process acts as. */
export async function pruefeVerbindung(variable: string, url: string, rolle: Datenbankrolle): Promise<Befund> {
  const was = rolle === "pacht_app" ? "Datenbank" : "Datenbank Worker";
  const sql = verbinde(url, rolle, { max: 1 });
  try {
    const { version } = await findUhr(sql);
    const haupt = Math.floor(version / 10_000);
    if (haupt < 15) return fehlt(was, `${variable}: PostgreSQL ${haupt} ist zu alt, nötig ist 15 bis 18.`);
    return inOrdnung(was, `${variable}: PostgreSQL ${haupt}, als ${rolle}`);
  } catch (fehler) {
    return fehlt(was, `${variable}: ${warum(fehler, rolle)}.`);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const pruefeRechte = async (sql: Sql): Promise<Befund> => {
  const fehlende = await listFehlendeRechte(sql);
  if (fehlende.length === 0) return inOrdnung("Rechte", "wie in sql/schema.sql");
  return fehlt("Rechte", `npm run migrate gibt sie wieder: ${fehlende.join(" ")}`);
};

const inBerlin = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Berlin",
  dateStyle: "short",
  timeStyle: "short",
});
/** An id token may come from five seconds ahead. */
const hoechstensSekunden = 4;

const pruefeUhr = async (sql: Sql, uhr: () => Date): Promise<Befund> => {
  const davor = uhr().getTime();
  const { jetzt, berlin } = await findUhr(sql);
  const mitte = (davor + uhr().getTime()) / 2;
  const vor = Math.round((Date.parse(jetzt) - mitte) / 1000);
  if (Math.abs(vor) > hoechstensSekunden)
    return fehlt(
      "Uhr",
      `Die Uhr der Datenbank geht ${Math.abs(vor)} s ${vor > 0 ? "vor" : "nach"}: beide Rechner nach NTP stellen.`,
    );
  const hier = inBerlin.format(new Date(jetzt));
  if (hier !== berlin)
    return fehlt(
      "Uhr",
      `In Berlin ist es für die Datenbank ${berlin}, hier ${hier}: Zeitzonendaten (tzdata) erneuern.`,
    );
  return inOrdnung("Uhr", `Datenbank und Prozess sagen beide: in Berlin ist es ${berlin}`);
};

const pruefeStand = async (sql: Sql): Promise<Befund[]> => {
  try {
    const { worker, workerGesehenAm } = await pruefeGesundheit(frageAuf(sql));
    const migriert = inOrdnung("Migrationen", "auf dem Stand dieses Programms");
    if (worker === "laeuft") return [migriert, inOrdnung("Worker", "gibt Lebenszeichen")];
    const wann = worker === "still" ? "Still" : "Beendet";
    const seit = workerGesehenAm === null ? "Keiner läuft" : `${wann} seit ${workerGesehenAm}`;
    return [migriert, fehlt("Worker", `${seit}: npm run worker (bei systemd: systemctl status pacht-worker).`)];
  } catch (fehler) {
    if (fehler instanceof Ablehnung) return [fehlt("Migrationen", `${fehler.detail} Zuerst: npm run migrate`)];
    throw fehler;
  }
};

/** On a server that was installed without a language, `create database` alone makes one that knows A to Z. */
const pruefeZeichen = async (sql: Sql): Promise<Befund> => {
  const { kennt, zeichen } = await findZeichen(sql);
  if (kennt) return inOrdnung("Umlaute", `groß und klein sind für die Suche dasselbe (LC_CTYPE ${zeichen})`);
  return offen(
    "Umlaute",
    `Die Suche findet „Müller“ nicht in „MÜLLER“: LC_CTYPE ist ${zeichen}. Die Datenbank mit lc_ctype 'C.UTF-8' neu anlegen, einen Bestand sichern und darin wiederherstellen.`,
  );
};

/** What the database is and knows; its connection stands already. */
export async function pruefeDatenbank(sql: Sql, uhr: () => Date): Promise<Befund[]> {
  const stand = await pruefeStand(sql);
  const migriert = stand.every(({ was, lage }) => was !== "Migrationen" || lage === "in Ordnung");
  return [
    ...stand,
    ...(migriert ? [await pruefeRechte(sql)] : []),
    await pruefeZeichen(sql),
    await pruefeUhr(sql, uhr),
  ];
}
