import type { Db } from "../../technik/database/pool.ts";

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

const istId = (id: string): boolean => /^\d{1,15}$/.test(id);

const spalten = (sql: Db) => sql`
  b.id::text, b.referenz, b.nummer, b.zustand, b.zustand rohzustand, p.code partei_code, b.netto_cent, b.brutto_cent,
  b.storniert_durch`;

/** Made once by its code; the latest name counts. */
export const insertPartei = async (tx: Db, mandant: string, code: string, name: string): Promise<{ id: string }> => {
  const [partei] = await tx<{ id: string }[]>`
    insert into sandkasten_partei (mandant_id, code, name) values (${mandant}, ${code}, ${name})
    on conflict (mandant_id, code) do update set name = excluded.name
    returning id::text`;
  return { id: partei?.id ?? "" };
};

export const listNachReferenz = (tx: Db, mandant: string, referenz: string) => tx<Buchbeleg[]>`
  select ${spalten(tx)}
  from sandkasten_beleg b
  join sandkasten_partei p on p.id = b.partei_id
  where b.mandant_id = ${mandant} and b.referenz = ${referenz}
  order by b.id
  limit 20`;

/** Ids that are none find nothing. */
export const listNachId = (tx: Db, mandant: string, ids: string[]) => tx<Buchbeleg[]>`
  select ${spalten(tx)}
  from sandkasten_beleg b
  join sandkasten_partei p on p.id = b.partei_id
  where b.mandant_id = ${mandant} and b.id = any(${ids.filter(istId)}::bigint[])`;

/** The newest first, for whoever wants to look into the books. */
export const listJuengste = (tx: Db, mandant: string) => tx<
  (Buchbeleg & { beschreibung: string; belegdatum: string })[]
>`
  select ${spalten(tx)}, b.beschreibung, b.belegdatum
  from sandkasten_beleg b
  join sandkasten_partei p on p.id = b.partei_id
  where b.mandant_id = ${mandant}
  order by b.id desc
  limit 500`;

/** Whoever else changes the document waits. */
export const findGesperrten = async (tx: Db, mandant: string, id: string): Promise<Buchbeleg | undefined> => {
  if (!istId(id)) return undefined;
  const [beleg] = await tx<Buchbeleg[]>`
    select ${spalten(tx)}
    from sandkasten_beleg b
    join sandkasten_partei p on p.id = b.partei_id
    where b.mandant_id = ${mandant} and b.id = ${id}::bigint
    for update of b`;
  return beleg;
};

/** @returns undefined where there is no such party */
export const insertBeleg = async (
  tx: Db,
  mandant: string,
  neu: NeuerBeleg,
  { nettoCent, bruttoCent }: { nettoCent: number; bruttoCent: number },
): Promise<string | undefined> => {
  const [zeile] = await tx<{ id: string }[]>`
    insert into sandkasten_beleg (mandant_id, referenz, richtung, partei_id, belegdatum, buchungsdatum, beschreibung,
      zeilen, netto_cent, brutto_cent)
    select ${mandant}, ${neu.referenz}, ${neu.richtung}, p.id, ${neu.belegdatum}, ${neu.buchungsdatum},
      ${neu.beschreibung}, ${tx.json(neu.zeilen)}, ${nettoCent}, ${bruttoCent}
    from sandkasten_partei p
    where p.mandant_id = ${mandant} and p.id = ${neu.parteiId}::bigint
    returning id::text`;
  return zeile?.id;
};

/** The next number of the series: a number is given once. */
export const updateNummernkreis = async (tx: Db, kreis: string): Promise<number> => {
  const [zeile] = await tx<{ nummer: number }[]>`
    insert into sandkasten_nummer as n (kreis, naechste) values (${kreis}, 2)
    on conflict (kreis) do update set naechste = n.naechste + 1
    returning naechste - 1 nummer`;
  return Number(zeile?.nummer);
};

export const updateFestgeschrieben = (tx: Db, id: string, nummer: string) => tx`
  update sandkasten_beleg set zustand = 'offen', nummer = ${nummer} where id = ${id}::bigint`;

export const updateStorniert = (tx: Db, id: string, durch: string) => tx`
  update sandkasten_beleg set zustand = 'storniert', storniert_durch = ${durch} where id = ${id}::bigint`;

export const updateBezahlt = (tx: Db, mandant: string, id: string) => tx`
  update sandkasten_beleg set zustand = 'bezahlt'
  where id = ${id}::bigint and mandant_id = ${mandant} and zustand = 'offen'`;

export const deleteBeleg = (tx: Db, id: string) => tx`
  delete from sandkasten_beleg where id = ${id}::bigint`;
