import type { Db, Fragment } from "../../../technik/database/pool.ts";
import type { Logo } from "./schema.ts";

/** The version is on the wire as ETag only. */
export type LogoZeile = Logo & { version: number };

const spalten = (sql: Db): Fragment => sql`
  version, medientyp, breite, hoehe, groesse, sha256, hochgeladen_von, erstellt_am, geaendert_am`;

export const findLogo = async (sql: Db): Promise<LogoZeile | undefined> => {
  const [zeile] = await sql<LogoZeile[]>`select ${spalten(sql)} from logo where id = 1`;
  return zeile;
};

type Logobild = Pick<LogoZeile, "version" | "medientyp" | "sha256"> & { inhalt: Uint8Array };

export const findLogobild = async (sql: Db): Promise<Logobild | undefined> => {
  const [zeile] = await sql<Logobild[]>`
    select version, medientyp, sha256, inhalt from logo where id = 1`;
  return zeile;
};

type Werte = Omit<Logo, "erstelltAm" | "geaendertAm"> & { inhalt: Uint8Array };

export const upsertLogo = async (sql: Db, werte: Werte): Promise<LogoZeile> => {
  const [zeile] = await sql<LogoZeile[]>`
    insert into logo (medientyp, breite, hoehe, groesse, sha256, inhalt, hochgeladen_von)
    values (${werte.medientyp}, ${werte.breite}, ${werte.hoehe}, ${werte.groesse}, ${werte.sha256}, ${werte.inhalt},
      ${werte.hochgeladenVon})
    on conflict (id) do update
    set medientyp = excluded.medientyp, breite = excluded.breite, hoehe = excluded.hoehe, groesse = excluded.groesse,
      sha256 = excluded.sha256, inhalt = excluded.inhalt, hochgeladen_von = excluded.hochgeladen_von
    returning ${spalten(sql)}`;
  return zeile as LogoZeile;
};

export const deleteLogo = (sql: Db) => sql`delete from logo where id = 1`;
