import type { JWTPayload } from "jose";
import type { Akteur } from "../../kern/kontext.ts";
import { protokolliere } from "../auditlog/protokolliere.ts";
import type { Sql } from "../database/pool.ts";
import { type Rollenquelle, rollenAus, warumOhneRolle } from "./rollen.ts";
import type { Sitzungen } from "./sitzung.ts";

const text = (wert: unknown): string | null => (typeof wert === "string" && wert.trim() ? wert.trim() : null);

type Angaben = {
  aussteller: string;
  anspruch: JWTPayload & { sub: string };
  rollenquelle: Rollenquelle;
  /** The session that the browser has had until now: it ends. */
  bisherige: string | undefined;
  anfrageId: string;
};

/**
 * Takes name and roles from the id token, anew at each sign-in, begins the session and writes the sign-in down; of one
 * without a role also why.
 *
 * @returns the session's cookie
 */
export function meldeAn(sql: Sql, sitzungen: Sitzungen, angaben: Angaben): Promise<string> {
  return sql.begin(async (tx) => {
    const { aussteller, anspruch, rollenquelle, bisherige, anfrageId } = angaben;
    const name = text(anspruch.name) ?? text(anspruch.email) ?? anspruch.sub;
    const rollen = rollenAus(anspruch, rollenquelle);
    const [benutzer] = await tx<{ id: number }[]>`
      insert into benutzer (aussteller, subjekt, name, email, rollen)
      values (${aussteller}, ${anspruch.sub}, ${name}, ${text(anspruch.email)}, ${rollen})
      on conflict (aussteller, subjekt) do update
      set name = excluded.name, email = excluded.email, rollen = excluded.rollen, letzte_anmeldung_am = now()
      returning id`;
    const id = Number(benutzer?.id);
    if (bisherige) await sitzungen.beende(tx, bisherige);
    await protokolliere(
      tx,
      { akteur: { id, name }, anfrageId },
      {
        aktion: "anmeldung",
        ressource: "sitzung",
        ressourceId: id,
        neu: rollen.length === 0 ? { ohneRolle: warumOhneRolle(anspruch, rollenquelle) } : null,
      },
    );
    return sitzungen.beginne(tx, id);
  }) as Promise<string>;
}

/** Ends the session, if there is one, and writes that down. */
export function meldeAb(
  sql: Sql,
  sitzungen: Sitzungen,
  sitzungId: string | undefined,
  akteur: Akteur | null,
  anfrageId: string,
): Promise<void> {
  return sql.begin(async (tx) => {
    if (sitzungId) await sitzungen.beende(tx, sitzungId);
    if (akteur)
      await protokolliere(
        tx,
        { akteur, anfrageId },
        { aktion: "abmeldung", ressource: "sitzung", ressourceId: akteur.id },
      );
  }) as Promise<void>;
}
