import type { Config } from "../../../technik/config.ts";
import type { Db } from "../../../technik/database/pool.ts";
import { countBenutzerMit, findLetzteOhneRolle } from "../queries.ts";
import { type Befund, fehlt, inOrdnung, offen } from "./befund.ts";

type Quelle = Pick<Config, "OIDC_ROLLEN_CLAIM" | "OIDC_ROLLEN_ZUORDNUNG">;

/** The provider's words that make an administrator. */
export function worteFuerAdministrator({ OIDC_ROLLEN_ZUORDNUNG: zuordnung }: Quelle): string[] {
  return zuordnung.length === 0
    ? ["administrator"]
    : zuordnung.filter(({ rolle }) => rolle === "administrator").map(({ gruppe }) => gruppe);
}

const alsPaar = ({ gruppe, rolle }: Quelle["OIDC_ROLLEN_ZUORDNUNG"][number]): string => `${gruppe}=${rolle}`;

/**
 * Whether the configuration makes an administrator of the word that was wanted.
 *
 * @param gewuenscht the provider's role or group; undefined: whatever leads there
 */
export function pruefeZuordnung(config: Quelle, gewuenscht: string | undefined): Befund {
  const was = "Rollen";
  const worte = worteFuerAdministrator(config);
  const angabe = config.OIDC_ROLLEN_CLAIM;
  if (gewuenscht !== undefined && !worte.includes(gewuenscht)) {
    const neu = [...config.OIDC_ROLLEN_ZUORDNUNG, { gruppe: gewuenscht, rolle: "administrator" as const }];
    return fehlt(
      was,
      `„${gewuenscht}“ führt nicht zum Administrator. Setzen: OIDC_ROLLEN_ZUORDNUNG=${neu.map(alsPaar).join(";")}`,
    );
  }
  if (worte.length === 0)
    return fehlt(
      was,
      "Keine Gruppe führt zum Administrator: OIDC_ROLLEN_ZUORDNUNG um <Gruppe>=administrator ergänzen.",
    );
  const eines = worte.map((wort) => `„${wort}“`).join(" oder ");
  return inOrdnung(was, `Administrator wird, wer im ID-Token unter ${angabe} ${eines} hat; so beim Anbieter eintragen`);
}

type OhneRolle = { angabe: string; gefunden: string[]; vorhandeneAngaben: string[] };

/** What stood in the token, and which line makes a role of it. */
const warum = (werte: string, { OIDC_ROLLEN_ZUORDNUNG: zuordnung }: Quelle): string => {
  const eintrag = (JSON.parse(werte) as { feld: string; neu: OhneRolle }[]).find(({ feld }) => feld === "ohneRolle");
  if (!eintrag) return "";
  const { angabe, gefunden, vorhandeneAngaben } = eintrag.neu;
  if (gefunden.length === 0)
    return (
      ` Unter ${angabe} stand nichts; das Token hatte: ${vorhandeneAngaben.join(", ")}.` +
      " Steht die Rolle oder Gruppe dort, setzen: OIDC_ROLLEN_CLAIM=<Angabe>; sonst beim Anbieter eintragen."
    );
  const zeile = [...zuordnung.map(alsPaar), ...gefunden.map((gruppe) => `${gruppe}=<Rolle>`)].join(";");
  const folge = zuordnung.length === 0 ? " (dann gilt nur, was dort steht)" : "";
  return ` Unter ${angabe} stand: ${gefunden.join(", ")}. Setzen: OIDC_ROLLEN_ZUORDNUNG=${zeile}${folge}`;
};

/** Whether an administrator has signed in, and what the last sign-in without a role brought instead. */
export async function pruefeAdministrator(sql: Db, config: Config): Promise<Befund> {
  const was = "Administrator";
  const anzahl = await countBenutzerMit(sql, config.OIDC_ISSUER, "administrator");
  const letzte = await findLetzteOhneRolle(sql, config.OIDC_ISSUER);
  const ohneRolle = letzte
    ? `${letzte.name} hat sich angemeldet und keine Rolle bekommen.${warum(letzte.werte, config)}`
    : undefined;
  if (anzahl > 0) {
    const angemeldet = `angemeldet ${anzahl === 1 ? "hat sich einer" : `haben sich ${anzahl}`}`;
    // Not everybody of the house is to have a role: nothing is wrong.
    return inOrdnung(was, ohneRolle ? `${angemeldet}. ${ohneRolle}` : angemeldet);
  }
  if (ohneRolle) return fehlt(was, ohneRolle);
  const adresse = `${new URL(config.PUBLIC_URL ?? `http://127.0.0.1:${config.PORT}`).origin}${config.BASE_PATH}/auth/login`;
  return offen(was, `Noch hat sich keiner angemeldet: ${adresse}`);
}
