import type { JWTPayload } from "jose";
import type { Akteur } from "../../kern/kontext.ts";
import { type Rolle, rollen } from "../../kern/rechte.ts";
import { protokolliere } from "../auditlog/protokolliere.ts";
import type { Sql } from "../database/pool.ts";
import type { Sitzungen } from "./sitzung.ts";

const bekannt = new Set<string>(rollen);

/** The roles in the configured claim (a list, or words in one text); what is no role of ours is passed over. */
export const rollenAus = (anspruch: unknown): Rolle[] => {
  const worte = Array.isArray(anspruch) ? anspruch : typeof anspruch === "string" ? anspruch.split(/[\s,]+/) : [];
  return rollen.filter((rolle) => bekannt.has(rolle) && worte.includes(rolle));
};

const text = (wert: unknown): string | null => (typeof wert === "string" && wert.trim() ? wert.trim() : null);

type Angaben = {
  aussteller: string;
  anspruch: JWTPayload & { sub: string };
  /** The claim that names the roles. */
  rollenAnspruch: string;
  /** The session that the browser has had until now: it ends. */
  bisherige: string | undefined;
  anfrageId: string;
};

/**
 * Takes name and roles from the id token, anew at each sign-in, begins the session and writes the sign-in down.
 *
 * @returns the session's cookie
 */
export const meldeAn = (sql: Sql, sitzungen: Sitzungen, angaben: Angaben): Promise<string> =>
  sql.begin(async (tx) => {
    const { aussteller, anspruch, rollenAnspruch, bisherige, anfrageId } = angaben;
    const name = text(anspruch.name) ?? text(anspruch.email) ?? anspruch.sub;
    const [benutzer] = await tx<{ id: number }[]>`
      insert into benutzer (aussteller, subjekt, name, email, rollen)
      values (${aussteller}, ${anspruch.sub}, ${name}, ${text(anspruch.email)}, ${rollenAus(anspruch[rollenAnspruch])})
      on conflict (aussteller, subjekt) do update
      set name = excluded.name, email = excluded.email, rollen = excluded.rollen, letzte_anmeldung_am = now()
      returning id`;
    const id = Number(benutzer?.id);
    if (bisherige) await sitzungen.beende(tx, bisherige);
    await protokolliere(
      tx,
      { akteur: { id, name }, anfrageId },
      { aktion: "anmeldung", ressource: "sitzung", ressourceId: id },
    );
    return sitzungen.beginne(tx, id);
  }) as Promise<string>;

/** Ends the session, if there is one, and writes that down. */
export const meldeAb = (
  sql: Sql,
  sitzungen: Sitzungen,
  sitzungId: string | undefined,
  akteur: Akteur | null,
  anfrageId: string,
): Promise<void> =>
  sql.begin(async (tx) => {
    if (sitzungId) await sitzungen.beende(tx, sitzungId);
    if (akteur)
      await protokolliere(
        tx,
        { akteur, anfrageId },
        { aktion: "abmeldung", ressource: "sitzung", ressourceId: akteur.id },
      );
  }) as Promise<void>;
