import { Ablehnung } from "../../kern/ablehnung.ts";
import type { Config } from "../config.ts";
import type { Sql } from "../database/pool.ts";
import type { Deps } from "../deps.ts";
import { meldeAn } from "./anmelden.ts";
import { zaehleFehlversuch } from "./fehlversuche.ts";
import type { Oidc } from "./oidc.ts";
import type { Sitzungen } from "./sitzung.ts";
import { deleteVersuch } from "./versuch.ts";

/** What is no ASCII as every address has it: a header would carry bytes of Latin-1, which no browser takes for UTF-8. */
const alsAdresse = (ziel: string): string => ziel.replace(/\P{ASCII}+/gu, encodeURIComponent);

/**
 * Where a browser may be sent after the sign-in; without a wish to the documentation.
 *
 * @param eigene origin of this service, where a frontend may be as well
 * @throws Ablehnung ungueltig `ungueltiges_ziel` for what is neither this service nor a configured frontend
 */
export function pruefeZiel(
  { BASE_PATH, FRONTEND_ORIGINS }: Config,
  eigene: string,
  returnTo: string | undefined,
): string {
  if (!returnTo) return `${BASE_PATH}/docs`;
  const origin = URL.canParse(returnTo) ? new URL(returnTo).origin : undefined;
  const istEigenes = /^\/(?![/\\])/.test(returnTo) || (origin && [eigene, ...FRONTEND_ORIGINS].includes(origin));
  // A URL parser passes over line breaks, a header takes none.
  if (istEigenes && !/\p{Cc}/u.test(returnTo)) return alsAdresse(returnTo);
  throw new Ablehnung(
    "ungueltig",
    "ungueltiges_ziel",
    "returnTo muss auf diesen Dienst oder eine freigegebene Oberfläche zeigen.",
  );
}

/** What the provider sends a browser back with, and what that had kept. */
type Rueckkehr = {
  code?: string | undefined;
  state?: string | undefined;
  error?: string | undefined;
  /** The service's origin, as the browser sees it. */
  eigene: string;
  versuche: readonly string[];
  /** The session before this sign-in. */
  bisherige: string | undefined;
  anfrageId: string;
};

/** RFC 6749, 4.1.2.1 knows no other characters there; some of them no JSON of PostgreSQL holds, and entries stay for ever. */
const alsFehlerwort = (error: string): string => error.replace(/[^\x20-\x7e]/g, "").slice(0, 100);

const scheitere = async (sql: Sql, grund: string, anfrageId: string): Promise<never> => {
  await zaehleFehlversuch(sql, { aktion: "anmeldung_fehlgeschlagen", grund }, anfrageId);
  throw new Ablehnung(
    "ungueltig",
    "anmeldung_fehlgeschlagen",
    "Die Anmeldung ist fehlgeschlagen. Bitte noch einmal beginnen.",
  );
};

/**
 * Ends an attempt to sign in, which counts once: what the provider says is checked, and the session begins.
 *
 * @returns where the browser goes on, and the cookie of its session
 * @throws Ablehnung ungueltig `anmeldung_fehlgeschlagen`, which is written down, nichtVerfuegbar where the provider does
 *   not answer
 */
export async function schliesseAnmeldungAb(
  { config, sqlVorrang: sql }: Pick<Deps, "config" | "sqlVorrang">,
  sitzungen: Sitzungen,
  oidc: Oidc,
  { code, state, error, eigene, versuche, bisherige, anfrageId }: Rueckkehr,
): Promise<{ returnTo: string; cookie: string }> {
  const versuch = state ? await deleteVersuch(sql, versuche, state) : undefined;
  if (error) return scheitere(sql, `Anbieter: ${alsFehlerwort(error)}`, anfrageId);
  if (!versuch || !code) return scheitere(sql, "Versuch unbekannt oder schon eingelöst", anfrageId);
  const returnTo = pruefeZiel(config, eigene, versuch.returnTo);
  const anspruch = await oidc.loeseEin(code, versuch).catch((grund: unknown) => {
    // An attempt that the provider did not answer for may be begun anew; that is no refusal.
    if (grund instanceof Ablehnung) throw grund;
    return scheitere(sql, grund instanceof Error ? grund.name : "Token ungültig", anfrageId);
  });
  const cookie = await meldeAn(sql, sitzungen, {
    aussteller: config.OIDC_ISSUER,
    anspruch,
    rollenquelle: config,
    bisherige,
    anfrageId,
  });
  return { returnTo, cookie };
}
