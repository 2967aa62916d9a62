import type { Db } from "../../technik/database/pool.ts";

/** What the stand-in refuses, as it says it. */
export class Verweigert extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, ursache: string) {
    super(ursache);
    this.status = status;
    this.code = code;
  }
}

export type Zeile = { text: string; nettoCent: number; steuersatzBp: number };
export type NeuerBeleg = {
  parteiId: string;
  referenz: string;
  richtung: "rechnung" | "lieferant";
  belegdatum: string;
  buchungsdatum: string;
  beschreibung: string;
  zeilen: Zeile[];
};
export type Buchbeleg = {
  id: string;
  referenz: string;
  nummer: string | null;
  zustand: "entwurf" | "offen" | "bezahlt" | "storniert";
  rohzustand: string;
  parteiCode: string;
  nettoCent: number;
  bruttoCent: number;
  storniertDurch: string | null;
};

export const mandanten = [
  { id: "1", name: "Sandkasten Treuhand", waehrung: "EUR" },
  { id: "2", name: "Sandkasten Zweitmandant", waehrung: "EUR" },
];

const spalten = (sql: Db) => sql`
  b.id::text, b.referenz, b.nummer, b.zustand, b.zustand rohzustand, p.code partei_code, b.netto_cent, b.brutto_cent,
  b.storniert_durch`;

const halbAufwaerts = (wert: number): number => Math.sign(wert) * Math.round(Math.abs(wert));

/** Tax by rate, as the archive computes it. */
export const brutto = (zeilen: readonly Zeile[]): { nettoCent: number; bruttoCent: number } => {
  const jeSatz = new Map<number, number>();
  for (const { steuersatzBp, nettoCent } of zeilen)
    jeSatz.set(steuersatzBp, (jeSatz.get(steuersatzBp) ?? 0) + nettoCent);
  const nettoCent = [...jeSatz.values()].reduce((summe, cent) => summe + cent, 0);
  const steuer = [...jeSatz].reduce((summe, [satz, cent]) => summe + halbAufwaerts((cent * satz) / 10_000), 0);
  return { nettoCent, bruttoCent: nettoCent + steuer };
};

export const sorgeFuerPartei = async (tx: Db, mandant: string, code: string, name: string): Promise<{ id: string }> => {
  const [partei] = await tx<{ id: string }[]>`
    insert into sandkasten_partei (mandant_id, code, name) values (${mandant}, ${code}, ${name})
    on conflict (mandant_id, code) do update set name = excluded.name
    returning id::text`;
  return { id: partei?.id ?? "" };
};

export const findeBelege = (tx: Db, mandant: string, referenz: string) => tx<Buchbeleg[]>`
  select ${spalten(tx)}
  from sandkasten_beleg b
  join sandkasten_partei p on p.id = b.partei_id
  where b.mandant_id = ${mandant} and b.referenz = ${referenz}
  order by b.id
  limit 20`;

export const liesBelege = (tx: Db, mandant: string, ids: string[]) => tx<Buchbeleg[]>`
  select ${spalten(tx)}
  from sandkasten_beleg b
  join sandkasten_partei p on p.id = b.partei_id
  where b.mandant_id = ${mandant} and b.id = any(${ids.filter((id) => /^\d{1,15}$/.test(id))}::bigint[])`;

/** The newest first, for whoever wants to look into the books. */
export const listeBelege = (tx: Db, mandant: string) => tx<
  (Buchbeleg & { beschreibung: string; belegdatum: string })[]
>`
  select ${spalten(tx)}, b.beschreibung, b.belegdatum
  from sandkasten_beleg b
  join sandkasten_partei p on p.id = b.partei_id
  where b.mandant_id = ${mandant}
  order by b.id desc
  limit 500`;

const einen = async (tx: Db, mandant: string, id: string, gesperrt = false): Promise<Buchbeleg> => {
  if (gesperrt && /^\d{1,15}$/.test(id)) await tx`select from sandkasten_beleg where id = ${id}::bigint for update`;
  const [beleg] = await liesBelege(tx, mandant, [id]);
  if (!beleg) throw new Verweigert(404, "nicht_gefunden", `Einen Beleg ${id} gibt es im Sandkasten nicht.`);
  return beleg;
};

export const lege = async (tx: Db, mandant: string, neu: NeuerBeleg, mehrCent: number): Promise<Buchbeleg> => {
  const { nettoCent, bruttoCent } = brutto(neu.zeilen);
  const [zeile] = await tx<{ id: string }[]>`
    insert into sandkasten_beleg (mandant_id, referenz, richtung, partei_id, belegdatum, buchungsdatum, beschreibung,
      zeilen, netto_cent, brutto_cent)
    select ${mandant}, ${neu.referenz}, ${neu.richtung}, p.id, ${neu.belegdatum}, ${neu.buchungsdatum},
      ${neu.beschreibung}, ${tx.json(neu.zeilen as never)}, ${nettoCent}, ${bruttoCent + mehrCent}
    from sandkasten_partei p
    where p.mandant_id = ${mandant} and p.id = ${neu.parteiId}::bigint
    returning id::text`;
  if (!zeile) throw new Verweigert(422, "ungueltig", "Die Partei gibt es im Sandkasten nicht.");
  return einen(tx, mandant, zeile.id);
};

const nummer = async (tx: Db, kreis: string): Promise<string> => {
  const [zeile] = await tx<{ nummer: number }[]>`
    insert into sandkasten_nummer as n (kreis, naechste) values (${kreis}, 2)
    on conflict (kreis) do update set naechste = n.naechste + 1
    returning naechste - 1 nummer`;
  return `${kreis}-${String(zeile?.nummer).padStart(6, "0")}`;
};

/** Twice is once. */
export const schreibeFest = async (tx: Db, mandant: string, id: string): Promise<Buchbeleg> => {
  const beleg = await einen(tx, mandant, id, true);
  if (beleg.zustand === "storniert") throw new Verweigert(409, "unveraenderlich", "Der Beleg ist storniert.");
  if (beleg.zustand !== "entwurf") return beleg;
  await tx`
    update sandkasten_beleg set zustand = 'offen', nummer = ${await nummer(tx, `SAND${mandant}`)} where id = ${id}::bigint`;
  return einen(tx, mandant, id);
};

export const storniere = async (tx: Db, mandant: string, id: string): Promise<Buchbeleg> => {
  const beleg = await einen(tx, mandant, id, true);
  if (beleg.zustand === "bezahlt") throw new Verweigert(409, "bezahlt", "Der Beleg ist im Sandkasten schon bezahlt.");
  if (beleg.zustand === "entwurf")
    throw new Verweigert(409, "ungueltig", "Ein Entwurf wird gelöscht, nicht storniert.");
  if (beleg.zustand === "offen")
    await tx`
      update sandkasten_beleg set zustand = 'storniert', storniert_durch = ${await nummer(tx, `SANDST${mandant}`)}
      where id = ${id}::bigint`;
  return einen(tx, mandant, id);
};

/** What somebody does in the other system by hand. */
export const bezahle = async (tx: Db, mandant: string, id: string): Promise<Buchbeleg> => {
  await tx`
    update sandkasten_beleg set zustand = 'bezahlt'
    where id = ${id}::bigint and mandant_id = ${mandant} and zustand = 'offen'`;
  return einen(tx, mandant, id);
};

export const loesche = async (tx: Db, mandant: string, id: string): Promise<null> => {
  const beleg = await einen(tx, mandant, id, true);
  if (beleg.nummer !== null)
    throw new Verweigert(409, "unveraenderlich", `Der Beleg ${beleg.nummer} ist festgeschrieben.`);
  await tx`delete from sandkasten_beleg where id = ${id}::bigint`;
  return null;
};
