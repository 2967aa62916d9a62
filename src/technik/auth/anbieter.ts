import { Buffer } from "node:buffer";
import { z } from "zod";
import { Ablehnung } from "../../kern/ablehnung.ts";
import type { Config } from "../config.ts";
import { liesFremdantwort } from "../http/fremdantwort.ts";
import type { Anmeldeversuch } from "./versuch.ts";

const fristMs = 5_000;
const hoechstens = 1024 * 1024;

/** What id tokens may be signed with. */
export const verfahren = ["RS256", "PS256", "ES256", "EdDSA"] as const;

/** No answer, or none that helps; `grund` is for whoever runs the service, not for who signs in. */
export class AnbieterFehlt extends Ablehnung {
  readonly grund: string;

  constructor(grund: string) {
    super(
      "nichtVerfuegbar",
      "anbieter_nicht_erreichbar",
      "Der Identitätsanbieter ist nicht erreichbar. Bitte gleich noch einmal versuchen.",
      {},
      { warteSekunden: 10 },
    );
    this.grund = grund;
  }
}

const warumKeine = (fehler: unknown): string => {
  if (!(fehler instanceof Error)) return String(fehler);
  if (fehler.name === "TimeoutError") return `keine Antwort binnen ${fristMs / 1000} Sekunden`;
  const { cause } = fehler;
  return cause instanceof Error ? cause.message || String((cause as { code?: unknown }).code) : fehler.message;
};

/**
 * Asks the provider: within five seconds, a mebibyte at most, and where it was told to, not where a redirect leads.
 *
 * @param auch statuses beside 200 that are an answer
 * @throws AnbieterFehlt
 */
export async function frage(
  adresse: string,
  anfrage: RequestInit = {},
  auch: readonly number[] = [],
): Promise<Response> {
  const antwort = await fetch(adresse, { ...anfrage, redirect: "manual", signal: AbortSignal.timeout(fristMs) })
    // The body too is to be there in time.
    .then(async (kopf) => new Response(await liesFremdantwort(kopf, hoechstens), kopf))
    .catch((fehler: unknown) => {
      throw new AnbieterFehlt(`${adresse}: ${warumKeine(fehler)}`);
    });
  if (antwort.status === 200 || auch.includes(antwort.status)) return antwort;
  throw new AnbieterFehlt(`${adresse} antwortet mit ${antwort.status}`);
}

const ohneStrich = (adresse: string) => adresse.replace(/\/$/, "");

const Entdeckung = (produktion: boolean) => {
  const endpunkt = z.url(produktion ? { protocol: /^https$/ } : {});
  return z.object({
    issuer: z.string(),
    authorization_endpoint: endpunkt,
    token_endpoint: endpunkt,
    jwks_uri: endpunkt,
    scopes_supported: z.array(z.string()).optional().catch(undefined),
    token_endpoint_auth_methods_supported: z.array(z.string()).optional().catch(undefined),
  });
};
export type Anbieter = z.output<ReturnType<typeof Entdeckung>>;

/** What the provider says of itself. @throws AnbieterFehlt also where it is another one */
export async function entdecke(config: Pick<Config, "OIDC_ISSUER" | "produktion">): Promise<Anbieter> {
  const adresse = `${ohneStrich(config.OIDC_ISSUER)}/.well-known/openid-configuration`;
  const antwort = await frage(adresse);
  const gelesen = Entdeckung(config.produktion).safeParse(await antwort.json().catch(() => undefined));
  if (!gelesen.success) {
    const felder = gelesen.error.issues.map(({ path }) => path.join(".")).filter(Boolean);
    const was = felder.length > 0 ? `ohne gültiges ${felder.join(", ")}` : "kein JSON";
    throw new AnbieterFehlt(`${adresse} ist keine Beschreibung eines Anbieters (${was})`);
  }
  if (ohneStrich(gelesen.data.issuer) !== ohneStrich(config.OIDC_ISSUER))
    throw new AnbieterFehlt(`${adresse} gehört zu ${gelesen.data.issuer}`);
  return gelesen.data;
}

/** RFC 6749, 2.3.1: both parts are form-encoded before they are put together. */
const alsForm = (text: string): string => new URLSearchParams({ x: text }).toString().slice(2);

/** Asks for the tokens of a code; 400 and 401 are an answer too. */
export function tauscheCode(
  config: Pick<Config, "OIDC_CLIENT_ID" | "OIDC_CLIENT_SECRET">,
  { token_endpoint }: Anbieter,
  code: string,
  { verifier, redirectUri }: Pick<Anmeldeversuch, "verifier" | "redirectUri">,
): Promise<Response> {
  const zugang = `${alsForm(config.OIDC_CLIENT_ID)}:${alsForm(config.OIDC_CLIENT_SECRET)}`;
  const anfrage = {
    method: "POST",
    headers: {
      Accept: "application/json",
      Authorization: `Basic ${Buffer.from(zugang).toString("base64")}`,
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }).toString(),
  };
  return frage(token_endpoint, anfrage, [400, 401]);
}
