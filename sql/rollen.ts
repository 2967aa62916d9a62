import postgres from "postgres";
import { bossSchema } from "../src/technik/database/boss.ts";
import { type Sql, verbindeAlsAnmeldung } from "../src/technik/database/pool.ts";
import { listFehlendeRechte, listRechteanweisungen } from "../src/technik/database/rechte.ts";
import { MigrationVerweigert } from "./verweigert.ts";

/** What the server must have, the query that tells, and the statement that makes it so, for us or an administrator. */
type Voraussetzung = { erfuellt: string; anweisung: string };

const voraussetzungen = (ich: string, datenbank: string): Voraussetzung[] => [
  {
    erfuellt: "exists (select from pg_roles where rolname = 'pacht_owner')",
    anweisung: "create role pacht_owner nologin createrole",
  },
  {
    // From version 16 on whoever made a role is its member without being allowed to take it.
    erfuellt: `pg_has_role(session_user, 'pacht_owner',
      case when current_setting('server_version_num')::integer < 160000 then 'member' else 'set' end)`,
    anweisung: `grant pacht_owner to ${ich}`,
  },
  {
    erfuellt: "has_database_privilege('pacht_owner', current_database(), 'create')",
    anweisung: `grant all on database ${datenbank} to pacht_owner`,
  },
  {
    erfuellt: `has_schema_privilege('pacht_owner', 'public', 'create')
      and has_schema_privilege('pacht_owner', 'public', 'usage with grant option')`,
    anweisung: "grant all on schema public to pacht_owner with grant option",
  },
  {
    // Nobody but the owner makes anything in the database, temporary tables neither.
    erfuellt: `not exists (
      select
      from pg_database d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) r
      where d.datname = current_database() and r.grantee = 0 and r.privilege_type in ('CREATE', 'TEMPORARY'))`,
    anweisung: `revoke create, temporary on database ${datenbank} from public`,
  },
];

/**
 * The migrations go through in any encoding, but normalize() works in UTF-8 alone, and no contact could be kept. An
 * encoding is for good: one that holds a stock already is carried on as it is.
 */
const verlangeUtf8 = async (sql: postgres.Sql): Promise<void> => {
  const [lage] = await sql<{ datenbank: string; kodierung: string }[]>`
    select quote_ident(datname) as datenbank, pg_encoding_to_char(encoding) as kodierung
    from pg_database
    where datname = current_database() and to_regclass('public.migration') is null`;
  if (lage === undefined || lage.kodierung === "UTF8") return;
  throw new MigrationVerweigert(
    `Die Datenbank ${lage.datenbank} hat die Kodierung ${lage.kodierung} statt UTF8. Ein Administrator muss sie neu anlegen: create database ${lage.datenbank} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8';`,
  );
};

const istErfuellt = async (sql: postgres.Sql, { erfuellt }: Voraussetzung): Promise<boolean> => {
  const [zeile] = await sql.unsafe<{ erfuellt: boolean }[]>(`select ${erfuellt} as erfuellt`);
  return zeile?.erfuellt === true;
};

/** No right to do it, or another migration on this server has just done it: what is there afterwards decides. */
const versuche = async (sql: postgres.Sql, anweisung: string): Promise<void> => {
  try {
    await sql.unsafe(anweisung).simple();
  } catch (fehler) {
    const erwartet = ["42501", "42710", "23505", "XX000"];
    if (!(fehler instanceof postgres.PostgresError) || !erwartet.includes(fehler.code)) throw fehler;
  }
};

/**
 * Tables of a dump that was restored where pacht_owner was not known belong to whoever restored it. (REASSIGN OWNED
 * refuses to take them from the administrator that a server was made with.)
 */
const uebernimmBestand = `
  do $$
  declare
    befehl text;
  begin
    for befehl in
      select format('alter schema %I owner to pacht_owner', nspname)
      from pg_namespace
      where nspname = '${bossSchema}' and nspowner <> 'pacht_owner'::regrole
      union all
      select format('alter %s %s owner to pacht_owner',
        case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
        oid::regclass)
      from pg_class c
      where relnamespace in (select oid from pg_namespace where nspname in ('public', '${bossSchema}'))
        and relkind in ('r', 'p', 'v', 'm', 'S') and relowner <> 'pacht_owner'::regrole
        -- A sequence goes with its column, and nothing of an extension is ours.
        and not exists (select from pg_depend d
          where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'e', 'i') and d.objsubid = 0
            and (d.deptype = 'e' or c.relkind = 'S'))
      union all
      select format('alter routine %s owner to pacht_owner', oid::regprocedure)
      from pg_proc p
      where pronamespace in (select oid from pg_namespace where nspname in ('public', '${bossSchema}'))
        and proowner <> 'pacht_owner'::regrole
        and not exists (select from pg_depend d
          where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      union all
      select format('alter type %s owner to pacht_owner', oid::regtype)
      from pg_type t
      where typnamespace in (select oid from pg_namespace where nspname in ('public', '${bossSchema}'))
        and typtype in ('e', 'd') and typowner <> 'pacht_owner'::regrole
        and not exists (select from pg_depend d
          where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
    loop
      execute befehl;
    end loop;
  end $$`;

const fremderEigentuemer = (sql: postgres.Sql) => sql<{ eigentuemer: string }[]>`
  select tableowner eigentuemer
  from pg_tables
  where schemaname = 'public' and tablename = 'migration' and tableowner <> 'pacht_owner'`;

/** As one of the two that run the service, it must never be given the owner's role as well. */
const istDienstanmeldung = async (sql: postgres.Sql): Promise<boolean> => {
  const [zeile] = await sql<{ ist: boolean }[]>`
    select count(*) filter (where rolname <> 'pacht_owner') > 0 and count(*) filter (where rolname = 'pacht_owner') = 0 ist
    from pg_roles
    where rolname in ('pacht_owner', 'pacht_app', 'pacht_worker') and pg_has_role(session_user, oid, 'member')`;
  return zeile?.ist === true;
};

/**
 * The embedded database comes with pacht_owner. On another server whoever signs in to migrate makes the role, if need
 * be, becomes a member of it and gives it this database, with the tables that a restored dump left to others.
 *
 * @throws MigrationVerweigert naming the statement that an administrator has to run first, that the wrong one signs in, or
 *   that a new database keeps its texts in another encoding than UTF-8
 */
export async function bereiteEigentuemerVor(url: string): Promise<void> {
  const sql = verbindeAlsAnmeldung(url);
  try {
    const [{ ich, datenbank } = { ich: "", datenbank: "" }] = await sql<{ ich: string; datenbank: string }[]>`
      select quote_ident(session_user) ich, quote_ident(current_database()) datenbank`;
    await verlangeUtf8(sql);
    for (const eine of voraussetzungen(ich, datenbank)) {
      if (await istErfuellt(sql, eine)) continue;
      await versuche(sql, eine.anweisung);
      if (await istErfuellt(sql, eine)) continue;
      throw new MigrationVerweigert(
        (await istDienstanmeldung(sql))
          ? `${ich} ist die Anmeldung des Dienstes; migriert wird mit der des Eigentümers: MIGRATION_DATABASE_URL setzen.`
          : `Der Anmeldung ${ich} fehlt das Recht dazu; ein Administrator muss in ${datenbank} zuerst ausführen: ${eine.anweisung};`,
      );
    }
    if ((await fremderEigentuemer(sql)).length > 0) await versuche(sql, uebernimmBestand);
    const [fremd] = await fremderEigentuemer(sql);
    if (fremd)
      throw new MigrationVerweigert(
        `Die Tabellen in ${datenbank} gehören ${fremd.eigentuemer} statt pacht_owner: einmal als ${fremd.eigentuemer} oder Administrator migrieren.`,
      );
  } finally {
    await sql.end();
  }
}

/**
 * The two that run the service, as the first migration makes them: a restored dump does not bring them along.
 *
 * @throws MigrationVerweigert naming the statement that an administrator has to run first
 */
export async function legeDienstrollenAn(sql: Sql): Promise<void> {
  const rollen = ["pacht_app", "pacht_worker"];
  const fehlende = async () => {
    const da = await sql<{ rolname: string }[]>`select rolname from pg_roles where rolname = any(${rollen})`;
    return rollen.filter((rolle) => !da.some(({ rolname }) => rolname === rolle));
  };
  for (const rolle of await fehlende()) await versuche(sql, `create role ${rolle} nologin`);
  const [rolle] = await fehlende();
  if (rolle)
    throw new MigrationVerweigert(
      `Die Rolle pacht_owner darf keine Rollen anlegen; ein Administrator muss zuerst ausführen: create role ${rolle} nologin;`,
    );
}

/** Rights that a dump restored without the roles has lost, or somebody has taken, are given again. */
export async function gibRechteWieder(sql: Sql): Promise<void> {
  if ((await listFehlendeRechte(sql)).length === 0) return;
  await sql
    .unsafe(["grant usage on schema public to pacht_app, pacht_worker;", ...listRechteanweisungen()].join("\n"))
    .simple();
}

/** So that one URL can serve for all on a server of one's own: `verbinde` then takes the smaller role. */
export function gibAnmeldungDieRollen(sql: Sql) {
  return sql
    .unsafe(`
      do $$
      begin
        -- Membership through pacht_owner, who made the roles, would not let it take them.
        if session_user <> 'pacht_owner' and not exists (
          select from pg_auth_members m join pg_roles r on r.oid = m.member
          where m.roleid = 'pacht_app'::regrole and r.rolname = session_user
        ) then
          execute format('grant pacht_app, pacht_worker to %I', session_user);
        end if;
      exception when insufficient_privilege then
        null; -- an administrator made the roles, and with them the sign-ins that take them
      end $$`)
    .simple();
}
