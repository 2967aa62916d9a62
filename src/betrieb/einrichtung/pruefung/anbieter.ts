import { randomBytes } from "node:crypto";
import {
  type Anbieter,
  AnbieterFehlt,
  entdecke,
  frage,
  tauscheCode,
  verfahren,
} from "../../../technik/auth/anbieter.ts";
import { erstelleOidc } from "../../../technik/auth/oidc.ts";
import type { Config } from "../../../technik/config.ts";
import { eigeneOrigin } from "../../../technik/http/anfrage.ts";
import { type Befund, fehlt, inOrdnung, offen } from "./befund.ts";

/** Where the provider sends people back to, and what is to be registered with it. */
const rueckkehradresse = (config: Config): string =>
  `${eigeneOrigin(config, new URL(`http://127.0.0.1:${config.PORT}`))}${config.BASE_PATH}/auth/callback`;

const pruefeSchluessel = async ({ jwks_uri }: Anbieter): Promise<Befund> => {
  const was = "Schlüssel";
  const { keys } = (await (await frage(jwks_uri)).json()) as { keys?: { kty?: string; alg?: string; use?: string }[] };
  const brauchbar = (keys ?? []).filter(
    ({ alg, use }) => use !== "enc" && (alg === undefined || verfahren.some((eines) => eines === alg)),
  );
  return brauchbar.length > 0
    ? inOrdnung(was, `${brauchbar.length} zum Prüfen der Anmeldungen unter ${jwks_uri}`)
    : fehlt(was, `${jwks_uri} nennt keinen mit ${verfahren.join(", ")}: beim Anbieter als Signatur RS256 einstellen.`);
};

/** An id token may come from five seconds ahead, and `Date` says no parts of one. */
const hoechstensVorSekunden = 4;

/**
 * Whether the provider is ahead of us: then what it signs is from the future. One that is behind is not told from an
 * answer that waited somewhere, and does no harm for minutes.
 */
const pruefeUhr = async ({ jwks_uri }: Anbieter, uhr: () => Date): Promise<Befund> => {
  const was = "Uhr des Anbieters";
  const dort = Date.parse((await frage(jwks_uri)).headers.get("date") ?? "");
  if (Number.isNaN(dort)) return offen(was, "Er sagt nicht, wie spät es bei ihm ist.");
  const vor = Math.round((dort - uhr().getTime()) / 1000);
  return vor > hoechstensVorSekunden
    ? fehlt(was, `Sie geht ${vor} s vor, und Anmeldungen werden abgewiesen: beide Rechner nach NTP stellen.`)
    : inOrdnung(was, "geht der dieses Prozesses nicht voraus");
};

const pruefeUmfang = (config: Config, { scopes_supported }: Anbieter): Befund[] => {
  const fremde = config.OIDC_SCOPES.split(" ").filter((scope) => scopes_supported?.includes(scope) === false);
  if (fremde.length === 0) return [];
  return [
    offen("Scopes", `${fremde.join(", ")} nennt der Anbieter nicht. Weist er die Anmeldung ab: OIDC_SCOPES kürzen.`),
  ];
};

/**
 * Asks for a sign-in without a person: who knows the client and the address sends the browser back to it at once, if only
 * to say that nobody is signed in.
 */
const pruefeRueckkehr = async (config: Config, rueckkehr: string): Promise<Befund> => {
  const was = "Rückkehradresse";
  const { adresse } = await erstelleOidc(config).beginne("/", rueckkehr);
  adresse.searchParams.set("prompt", "none");
  const antwort = await frage(adresse.href, {}, [301, 302, 303, 307, 400, 401, 403, 404]);
  const ziel = antwort.headers.get("location") ?? "";
  if (ziel.startsWith(`${rueckkehr}?`)) return inOrdnung(was, `${rueckkehr} ist beim Anbieter eingetragen`);
  const eintrag = `beim Anbieter für den Client ${config.OIDC_CLIENT_ID} als Redirect URI eintragen: ${rueckkehr}`;
  return antwort.status >= 400
    ? fehlt(was, `Der Anbieter weist die Anmeldung ab (${antwort.status}): ${eintrag}`)
    : offen(was, `Der Anbieter sagt nicht, ob er sie kennt: ${eintrag}`);
};

/** A code that cannot hold: whoever hears of the code, and not of the client, has let the client in. */
const pruefeGeheimnis = async (config: Config, anbieter: Anbieter, redirectUri: string): Promise<Befund> => {
  const was = "Client-Geheimnis";
  const methoden = anbieter.token_endpoint_auth_methods_supported;
  if (methoden?.includes("client_secret_basic") === false)
    return fehlt(was, "Beim Anbieter für den Client „client_secret_basic“ zulassen.");
  const verifier = randomBytes(32).toString("base64url");
  const antwort = await tauscheCode(config, anbieter, "pruefung", { verifier, redirectUri });
  const { error } = (await antwort.json().catch(() => ({}))) as { error?: unknown };
  if (error === "invalid_grant") return inOrdnung(was, `Der Anbieter nimmt den Client ${config.OIDC_CLIENT_ID} an`);
  if (error === "invalid_client" || error === "unauthorized_client" || antwort.status === 401)
    return fehlt(
      was,
      "Der Anbieter nimmt OIDC_CLIENT_ID mit OIDC_CLIENT_SECRET nicht an: dort ablesen und neu setzen.",
    );
  return offen(
    was,
    `Der Anbieter antwortet mit „${String(error ?? antwort.status)}“; erst eine Anmeldung zeigt, ob es stimmt.`,
  );
};

const versuche = async (was: string, pruefe: () => Promise<Befund>): Promise<Befund> => {
  try {
    return await pruefe();
  } catch (fehler) {
    if (fehler instanceof AnbieterFehlt) return fehlt(was, fehler.grund);
    throw fehler;
  }
};

/** Whether the provider is there, knows this service, and lets it in. */
export async function pruefeAnbieter(config: Config, uhr: () => Date): Promise<Befund[]> {
  const was = "Identitätsanbieter";
  const gefunden = await entdecke(config).catch((fehler: unknown) => {
    if (fehler instanceof AnbieterFehlt) return fehler;
    throw fehler;
  });
  if (gefunden instanceof AnbieterFehlt) return [fehlt(was, `${gefunden.grund}: OIDC_ISSUER und das Netz prüfen.`)];
  const rueckkehr = rueckkehradresse(config);
  return [
    inOrdnung(was, gefunden.issuer),
    await versuche("Schlüssel", () => pruefeSchluessel(gefunden)),
    await versuche("Uhr des Anbieters", () => pruefeUhr(gefunden, uhr)),
    ...pruefeUmfang(config, gefunden),
    await versuche("Rückkehradresse", () => pruefeRueckkehr(config, rueckkehr)),
    await versuche("Client-Geheimnis", () => pruefeGeheimnis(config, gefunden, rueckkehr)),
  ];
}
