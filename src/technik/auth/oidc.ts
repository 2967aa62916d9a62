import { Buffer } from "node:buffer";
import { CodeChallengeMethod, generateCodeVerifier, generateState, OAuth2Client } from "arctic";
import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";
import { Ablehnung } from "../../kern/ablehnung.ts";
import type { Config } from "../config.ts";
import type { Anmeldeversuch } from "./versuch.ts";

const fristMs = 5_000;
/** An id token is made for the sign-in that asks for it. */
const hoechstalter = "10m";

const nichtErreichbar = (): Ablehnung =>
  new Ablehnung(
    "nichtVerfuegbar",
    "anbieter_nicht_erreichbar",
    "Der Identitätsanbieter ist nicht erreichbar. Bitte gleich noch einmal versuchen.",
    {},
    { warteSekunden: 10 },
  );

/** The provider says no: this attempt has failed, the provider has not. */
export class Abgewiesen extends Error {
  override name = "Abgewiesen";
}

/**
 * Asks the provider: within five seconds, and where it was told to, not where a redirect leads.
 *
 * @param auch statuses beside 200 that are an answer
 */
const frage = async (adresse: string, anfrage: RequestInit = {}, auch: readonly number[] = []): Promise<Response> => {
  try {
    const antwort = await fetch(adresse, { ...anfrage, redirect: "manual", signal: AbortSignal.timeout(fristMs) });
    // The body too is to be there in time.
    const inhalt = await antwort.arrayBuffer();
    if (antwort.status === 200 || auch.includes(antwort.status)) return new Response(inhalt, antwort);
  } catch {
    // no answer, or not all of it
  }
  throw nichtErreichbar();
};

const Token = z.object({ id_token: z.string() });

/** RFC 6749, 2.3.1: both parts are form-encoded before they are put together. */
const alsForm = (text: string): string => new URLSearchParams({ x: text }).toString().slice(2);

/** With several audiences, and wherever it is named, the token must be made for us (OpenID Connect Core, 3.1.3.7). */
const istFuerUns = ({ aud, azp }: JWTPayload, clientId: string): boolean =>
  azp === undefined ? !Array.isArray(aud) || aud.length === 1 : azp === clientId;

const istSub = (sub: unknown): sub is string => typeof sub === "string" && /^[\x20-\x7e]{1,255}$/.test(sub);

/** OpenID Connect, authorization code with PKCE, state and nonce. */
export const erstelleOidc = (config: Config) => {
  const endpunkt = z.url(config.produktion ? { protocol: /^https$/ } : {});
  const Entdeckung = z.object({
    issuer: z.string(),
    authorization_endpoint: endpunkt,
    token_endpoint: endpunkt,
    jwks_uri: endpunkt,
  });
  const ohneStrich = (adresse: string) => adresse.replace(/\/$/, "");
  let anbieter: Promise<z.infer<typeof Entdeckung> & { schluessel: ReturnType<typeof createRemoteJWKSet> }> | undefined;

  const entdecke = async () => {
    const antwort = await frage(`${ohneStrich(config.OIDC_ISSUER)}/.well-known/openid-configuration`);
    const daten = Entdeckung.parse(await antwort.json());
    if (ohneStrich(daten.issuer) !== ohneStrich(config.OIDC_ISSUER)) throw new Error("anderer Aussteller");
    const schluessel = createRemoteJWKSet(new URL(daten.jwks_uri), { [customFetch]: frage });
    return { ...daten, schluessel };
  };

  /** A failed discovery is not kept: the next sign-in tries again. */
  const finde = () => {
    anbieter ??= entdecke().catch(() => {
      anbieter = undefined;
      throw nichtErreichbar();
    });
    return anbieter;
  };

  const holeIdToken = async (adresse: string, code: string, { verifier, redirectUri }: Anmeldeversuch) => {
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
    const antwort = await frage(adresse, anfrage, [400, 401]);
    const token = Token.safeParse(await antwort.json().catch(() => undefined));
    if (!antwort.ok || !token.success) throw new Abgewiesen("Code abgewiesen");
    return token.data.id_token;
  };

  return {
    async beginne(returnTo: string, redirectUri: string): Promise<{ adresse: URL; versuch: Anmeldeversuch }> {
      const { authorization_endpoint } = await finde();
      const versuch = {
        state: generateState(),
        verifier: generateCodeVerifier(),
        nonce: generateState(),
        returnTo,
        redirectUri,
      };
      const client = new OAuth2Client(config.OIDC_CLIENT_ID, null, redirectUri);
      const adresse = client.createAuthorizationURLWithPKCE(
        authorization_endpoint,
        versuch.state,
        CodeChallengeMethod.S256,
        versuch.verifier,
        config.OIDC_SCOPES.split(" "),
      );
      adresse.searchParams.set("nonce", versuch.nonce);
      return { adresse, versuch };
    },

    /** @throws Ablehnung nichtVerfuegbar, or another error when the code is refused or the id token does not hold */
    async loeseEin(code: string, versuch: Anmeldeversuch): Promise<JWTPayload & { sub: string }> {
      const { token_endpoint, issuer, schluessel } = await finde();
      const idToken = await holeIdToken(token_endpoint, code, versuch);
      const { payload } = await jwtVerify(idToken, schluessel, {
        issuer,
        audience: config.OIDC_CLIENT_ID,
        algorithms: ["RS256", "PS256", "ES256", "EdDSA"],
        clockTolerance: 5,
        maxTokenAge: hoechstalter,
        requiredClaims: ["sub", "exp", "iat", "nonce"],
      });
      const { sub } = payload;
      if (payload.nonce !== versuch.nonce) throw new Abgewiesen("nonce stimmt nicht");
      if (!istFuerUns(payload, config.OIDC_CLIENT_ID)) throw new Abgewiesen("azp stimmt nicht");
      if (!istSub(sub)) throw new Abgewiesen("sub stimmt nicht");
      return { ...payload, sub };
    },
  };
};

export type Oidc = ReturnType<typeof erstelleOidc>;
