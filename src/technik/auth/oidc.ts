import { CodeChallengeMethod, generateCodeVerifier, generateState, OAuth2Client } from "arctic";
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";
import { Ablehnung } from "../../kern/ablehnung.ts";
import type { Config } from "../config.ts";

const Entdeckung = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});

/** What the browser keeps between leaving for the provider and coming back. */
export const Anmeldeversuch = z.object({
  state: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  returnTo: z.string(),
  redirectUri: z.string(),
});
export type Anmeldeversuch = z.infer<typeof Anmeldeversuch>;

const frist = 5_000;

/** OpenID Connect, authorization code with PKCE, state and nonce; the id token's signature, issuer and audience count. */
export const erstelleOidc = (config: Config) => {
  let anbieter: Promise<z.infer<typeof Entdeckung> & { schluessel: ReturnType<typeof createRemoteJWKSet> }> | undefined;

  const entdecke = async () => {
    const adresse = `${config.OIDC_ISSUER.replace(/\/$/, "")}/.well-known/openid-configuration`;
    const antwort = await fetch(adresse, { signal: AbortSignal.timeout(frist) });
    const daten = Entdeckung.parse(await antwort.json());
    if (daten.issuer.replace(/\/$/, "") !== config.OIDC_ISSUER.replace(/\/$/, ""))
      throw new Error("anderer Aussteller");
    return { ...daten, schluessel: createRemoteJWKSet(new URL(daten.jwks_uri), { timeoutDuration: frist }) };
  };

  /** A failed discovery is not kept: the next sign-in tries again. */
  const finde = () => {
    anbieter ??= entdecke().catch(() => {
      anbieter = undefined;
      throw new Ablehnung("fremdsystem", "anbieter_nicht_erreichbar", "Der Identitätsanbieter ist nicht erreichbar.");
    });
    return anbieter;
  };

  const client = (redirectUri: string) =>
    new OAuth2Client(config.OIDC_CLIENT_ID, config.OIDC_CLIENT_SECRET, redirectUri);

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
      const adresse = client(redirectUri).createAuthorizationURLWithPKCE(
        authorization_endpoint,
        versuch.state,
        CodeChallengeMethod.S256,
        versuch.verifier,
        config.OIDC_SCOPES.split(" "),
      );
      adresse.searchParams.set("nonce", versuch.nonce);
      return { adresse, versuch };
    },

    /** @throws when the provider refuses the code or the id token does not hold */
    async loeseEin(code: string, versuch: Anmeldeversuch): Promise<JWTPayload & { sub: string }> {
      const { token_endpoint, issuer, schluessel } = await finde();
      const token = await client(versuch.redirectUri).validateAuthorizationCode(token_endpoint, code, versuch.verifier);
      const { payload } = await jwtVerify(token.idToken(), schluessel, {
        issuer,
        audience: config.OIDC_CLIENT_ID,
        algorithms: ["RS256", "PS256", "ES256", "EdDSA"],
        clockTolerance: 5,
        requiredClaims: ["sub", "exp", "iat", "nonce"],
      });
      if (payload.nonce !== versuch.nonce) throw new Error("nonce stimmt nicht");
      return { ...payload, sub: String(payload.sub) };
    },
  };
};

export type Oidc = ReturnType<typeof erstelleOidc>;
