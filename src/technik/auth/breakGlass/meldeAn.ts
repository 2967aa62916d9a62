import { Ablehnung } from "../../../kern/ablehnung.ts";
import { type Eintrag, protokolliere } from "../../auditlog/protokolliere.ts";
import type { Db, Sql, Tx } from "../../database/pool.ts";
import { sperre } from "../../database/sperre.ts";
import { zaehleFehlversuch } from "../fehlversuche.ts";
import type { Sitzungen } from "../sitzung.ts";
import { type GeheimnisHash, passtZu } from "./hash.ts";

/** So many from one address, and so many altogether: one address cannot lock it for all. */
const hoechstensJeAdresse = 5;
const hoechstensInsgesamt = 50;
const fensterMinuten = 15;
const sitzungMs = 15 * 60_000;

const name = "Notfallzugang";

/** Seconds until another try is allowed; null if one is. */
const findWartezeit = async (tx: Tx, adresse: string | null, hoechstens: number): Promise<number | null> => {
  const [zeile] = await tx<{ sekunden: number }[]>`
    select greatest(1, ceil(extract(epoch from
      zeitpunkt + make_interval(mins => ${fensterMinuten}::integer) - clock_timestamp())))::integer as sekunden
    from break_glass_versuch
    where zeitpunkt > clock_timestamp() - make_interval(mins => ${fensterMinuten}::integer)
      ${adresse === null ? tx`` : tx`and adresse = ${adresse}`}
    order by zeitpunkt desc
    limit 1 offset ${hoechstens - 1}`;
  return zeile?.sekunden ?? null;
};

/**
 * Counts a try, one after another over all processes, so that none slips through.
 *
 * @returns seconds to wait where there have been too many; then it is none
 */
const zaehleVersuch = (sql: Sql, adresse: string): Promise<number | null> =>
  sql.begin(async (tx) => {
    await sperre(tx, "break-glass");
    const wartezeit =
      (await findWartezeit(tx, adresse, hoechstensJeAdresse)) ?? (await findWartezeit(tx, null, hoechstensInsgesamt));
    if (wartezeit === null)
      await tx`insert into break_glass_versuch (zeitpunkt, adresse) values (clock_timestamp(), ${adresse})`;
    return wartezeit;
  }) as Promise<number | null>;

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

type Notfallversuch = {
  geheimnis: string;
  adresse: string;
  /** The session that the browser has had until now: it ends. */
  bisherige: string | undefined;
  anfrageId: string;
};

/**
 * A try of the emergency sign-in. Each one is counted and written down, whatever comes of it; what comes after too many
 * is counted by the minute.
 *
 * @returns the cookie of an administrator's session of 15 minutes
 * @throws Ablehnung nichtAngemeldet `geheimnis_falsch`, zuViele `zu_viele_versuche` with Retry-After
 */
export async function meldeNotfallAn(
  sql: Sql,
  sitzungen: Sitzungen,
  erwartet: GeheimnisHash,
  { geheimnis, adresse, bisherige, anfrageId }: Notfallversuch,
): Promise<string> {
  const warteSekunden = await zaehleVersuch(sql, adresse);
  if (warteSekunden !== null) {
    await zaehleFehlversuch(sql, { aktion: "break_glass_fehlgeschlagen", grund: "zu viele Versuche" }, anfrageId);
    throw new Ablehnung(
      "zuViele",
      "zu_viele_versuche",
      `Zu viele Versuche in ${fensterMinuten} Minuten. Bitte später noch einmal versuchen.`,
      {},
      { warteSekunden },
    );
  }
  const schreibe = (tx: Db, aktion: string, grund?: string, id: number | null = null) => {
    const eintrag: Eintrag = { aktion, ressource: "sitzung", ressourceId: id, neu: grund ? { grund } : null };
    return protokolliere(tx, { akteur: { id, name }, anfrageId }, eintrag);
  };
  // It takes its time, and holds no connection meanwhile.
  if (!(await passtZu(geheimnis, erwartet))) {
    await schreibe(sql, "break_glass_fehlgeschlagen", "falsches Geheimnis");
    throw new Ablehnung("nichtAngemeldet", "geheimnis_falsch", "Das Geheimnis ist falsch.");
  }
  return sql.begin(async (tx) => {
    const id = await findBenutzer(tx);
    if (bisherige) await sitzungen.beende(tx, bisherige);
    await schreibe(tx, "break_glass", undefined, id);
    return sitzungen.beginne(tx, id, sitzungMs);
  }) as Promise<string>;
}
