import { CodeChallengeMethod, generateCodeVerifier, generateState, OAuth2Client } from "arctic";
import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";
import type { Config } from "../config.ts";
import { type Anbieter, entdecke, frage, tauscheCode, verfahren } from "./anbieter.ts";
import type { Anmeldeversuch } from "./versuch.ts";

/** An id token is made for the sign-in that asks for it. */
const hoechstalter = "10m";

/** The provider says no: this attempt has failed, the provider has not. */
class Abgewiesen extends Error {
  override name = "Abgewiesen";
}

const Token = z.object({ id_token: z.string() });

/** With several audiences, and wherever it is named, the token must be made for us (OpenID Connect Core, 3.1.3.7). */
const istFuerUns = ({ aud, azp }: JWTPayload, clientId: string): boolean =>
  azp === undefined ? !Array.isArray(aud) || aud.length === 1 : azp === clientId;

const istSub = (sub: unknown): sub is string => typeof sub === "string" && /^[\x20-\x7e]{1,255}$/.test(sub);

/** OpenID Connect, authorization code with PKCE, state and nonce. */
export function erstelleOidc(config: Config) {
  let anbieter: Promise<Anbieter & { schluessel: ReturnType<typeof createRemoteJWKSet> }> | undefined;

  const entdeckeMitSchluesseln = async () => {
    const entdeckter = await entdecke(config);
    return { ...entdeckter, schluessel: createRemoteJWKSet(new URL(entdeckter.jwks_uri), { [customFetch]: frage }) };
  };

  /** A failed discovery is not kept: the next sign-in tries again. */
  const finde = () => {
    anbieter ??= entdeckeMitSchluesseln().catch((fehler: unknown) => {
      anbieter = undefined;
      throw fehler;
    });
    return anbieter;
  };

  const holeIdToken = async (anbieter: Anbieter, code: string, versuch: Anmeldeversuch) => {
    const antwort = await tauscheCode(config, anbieter, code, versuch);
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
      const anbieter = await finde();
      const { issuer, schluessel } = anbieter;
      const idToken = await holeIdToken(anbieter, code, versuch);
      const { payload } = await jwtVerify(idToken, schluessel, {
        issuer,
        audience: config.OIDC_CLIENT_ID,
        algorithms: [...verfahren],
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
}

export type Oidc = ReturnType<typeof erstelleOidc>;
