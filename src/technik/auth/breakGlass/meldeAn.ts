import { Ablehnung } from "../../../kern/ablehnung.ts";
import { type Eintrag, protokolliere } from "../../auditlog/protokolliere.ts";
import type { Db, Sql, Tx } from "../../database/pool.ts";
import type { Sitzungen } from "../sitzung.ts";
import { type GeheimnisHash, passtZu } from "./hash.ts";

const hoechstens = 5;
const fensterMinuten = 15;
const sitzungMs = 15 * 60_000;

const name = "Notfallzugang";

/** Seconds until another try is allowed; null if one is. */
const findWartezeit = async (sql: Db): Promise<number | null> => {
  const [zeile] = await sql<{ sekunden: number }[]>`
    select greatest(1, ceil(extract(epoch from
      zeitpunkt + make_interval(mins => ${fensterMinuten}::integer) - clock_timestamp())))::integer as sekunden
    from break_glass_versuch
    where zeitpunkt > clock_timestamp() - make_interval(mins => ${fensterMinuten}::integer)
    order by zeitpunkt desc
    limit 1 offset ${hoechstens - 1}`;
  return zeile?.sekunden ?? null;
};

/** The user of the emergency sign-in; no identity provider's address is this word. */
const findBenutzer = async (tx: Tx): Promise<number> => {
  const [benutzer] = await tx<{ id: number }[]>`
    insert into benutzer (aussteller, subjekt, name, rollen)
    values ('break-glass', 'break-glass', ${name}, array['administrator'])
    on conflict (aussteller, subjekt) do update
    set rollen = excluded.rollen, letzte_anmeldung_am = now()
    returning id`;
  return Number(benutzer?.id);
};

type Ausgang = { cookie: string } | { wartezeit: number } | null;

/**
 * A try of the emergency sign-in. Each one is counted and written down, whatever comes of it; they come one after
 * another over all processes, so that no sixth slips through.
 *
 * @returns the cookie of an administrator's session of 15 minutes
 * @throws Ablehnung nichtAngemeldet `geheimnis_falsch`, zuViele `zu_viele_versuche` with Retry-After
 */
export const meldeNotfallAn = async (
  sql: Sql,
  sitzungen: Sitzungen,
  erwartet: GeheimnisHash,
  geheimnis: string,
  anfrageId: string,
): Promise<string> => {
  const ausgang = (await sql.begin(async (tx): Promise<Ausgang> => {
    const schreibe = (aktion: string, grund?: string, id: number | null = null) => {
      const eintrag: Eintrag = { aktion, ressource: "sitzung", ressourceId: id, neu: grund ? { grund } : null };
      return protokolliere(tx, { akteur: { id, name }, anfrageId }, eintrag);
    };
    await tx`select pg_advisory_xact_lock(hashtext('pachtverwaltung break-glass'))`;
    const wartezeit = await findWartezeit(tx);
    if (wartezeit !== null) {
      await schreibe("break_glass_fehlgeschlagen", "zu viele Versuche");
      return { wartezeit };
    }
    await tx`insert into break_glass_versuch (zeitpunkt) values (clock_timestamp())`;
    if (!(await passtZu(geheimnis, erwartet))) {
      await schreibe("break_glass_fehlgeschlagen", "falsches Geheimnis");
      return null;
    }
    const id = await findBenutzer(tx);
    await schreibe("break_glass", undefined, id);
    return { cookie: await sitzungen.beginne(tx, id, sitzungMs) };
  })) as Ausgang;
  if (!ausgang) throw new Ablehnung("nichtAngemeldet", "geheimnis_falsch", "Das Geheimnis ist falsch.");
  if ("cookie" in ausgang) return ausgang.cookie;
  throw new Ablehnung(
    "zuViele",
    "zu_viele_versuche",
    `Höchstens ${hoechstens} Versuche in ${fensterMinuten} Minuten. Bitte später noch einmal versuchen.`,
    {},
    { warteSekunden: ausgang.wartezeit },
  );
};
