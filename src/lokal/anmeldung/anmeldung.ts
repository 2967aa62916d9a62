import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import Provider, { interactionPolicy } from "oidc-provider";
import { oeffnePort } from "../port.ts";
import { benutzer } from "./benutzer.ts";
import { anmeldeformular, hinweisAbgelaufen } from "./formular.ts";
import { Anmeldespeicher } from "./speicher.ts";

export type Anmeldung = {
  issuer: string;
  port: number;
  clientId: string;
  clientSecret: string;
  beende(): Promise<void>;
};

const { Check, Prompt, base } = interactionPolicy;

/** Asks who it is at each sign-in, so that one can be several users in turn. */
const immerFragen = () => {
  const regeln = base();
  const frage = new Prompt(
    { name: "login", requestable: true },
    new Check("jedesmal", "jede Anmeldung fragt", (ctx) => ctx.oidc.result?.login === undefined),
  );
  regeln.remove("login");
  regeln.remove("consent");
  regeln.add(frage, 0);
  return regeln;
};

const erstelleAnbieter = async (issuer: string, clientId: string, clientSecret: string, redirectUris: string[]) => {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const schluessel = {
    ...(await exportJWK(privateKey)),
    alg: "ES256",
    use: "sig",
    kid: randomBytes(6).toString("hex"),
  };
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        grant_types: ["authorization_code"],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_basic",
        id_token_signed_response_alg: "ES256",
      },
    ],
    adapter: Anmeldespeicher,
    ttl: { Interaction: 3600, Grant: 3600, Session: 3600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    jwks: { keys: [schluessel] },
    cookies: { keys: [randomBytes(16).toString("hex")] },
    // Else name, e-mail and roles would only stand at the userinfo endpoint.
    conformIdTokenClaims: false,
    claims: { openid: ["sub", "rollen"], profile: ["name"], email: ["email", "email_verified"] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { policy: immerFragen(), url: (_ctx, { uid }) => `/anmeldung/${uid}` },
    renderError: (ctx) => {
      ctx.type = "html";
      ctx.body = hinweisAbgelaufen;
    },
    findAccount: (_ctx, login) => {
      const einer = benutzer.find((kandidat) => kandidat.login === login);
      if (einer === undefined) return undefined;
      const { name, rollen } = einer;
      const email = `${login}@pachtverwaltung.example`;
      return {
        accountId: login,
        claims: () => ({ sub: login, name, email, email_verified: true, rollen: [...rollen] }),
      };
    },
    // The user is not asked for consent: the grant is given with the sign-in.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session?.accountId ?? "" });
      grant.addOIDCScope(String(oidc.params?.scope ?? ""));
      await grant.save();
      return grant;
    },
  });
};

const liesKoerper = async (anfrage: IncomingMessage): Promise<URLSearchParams> => {
  let text = "";
  for await (const stueck of anfrage) if (text.length < 1000) text += stueck;
  return new URLSearchParams(text);
};

/** The page with the names (GET) and the choice made there (POST). */
const behandleFormular = async (
  anbieter: Provider,
  anfrage: IncomingMessage,
  antwort: ServerResponse,
): Promise<void> => {
  const sende = (status: number, html: string) =>
    antwort.writeHead(status, { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" }).end(html);
  try {
    const { uid } = await anbieter.interactionDetails(anfrage, antwort);
    const login = anfrage.method === "POST" ? (await liesKoerper(anfrage)).get("login") : null;
    const gewaehlt = benutzer.find((einer) => einer.login === login);
    if (gewaehlt === undefined) sende(login === null ? 200 : 400, anmeldeformular(uid, benutzer));
    else
      await anbieter.interactionFinished(anfrage, antwort, { login: { accountId: gewaehlt.login, remember: false } });
  } catch {
    // Expired, already used, or never begun in this browser.
    sende(400, hinweisAbgelaufen);
  }
};

/**
 * An OpenID provider on the loopback for machines without one. Nothing is kept: sign-ins under way end with it.
 *
 * @param optionen.port wanted; another one if it is taken, any if 0
 */
export async function starteAnmeldung(optionen: { port?: number; redirectUris: string[] }): Promise<Anmeldung> {
  const clientId = "pachtverwaltung";
  const clientSecret = randomBytes(24).toString("hex");
  const server = createServer();
  const port = await oeffnePort(server, optionen.port ?? 0).catch(() => oeffnePort(server, 0));
  const issuer = `http://127.0.0.1:${port}`;
  const anbieter = await erstelleAnbieter(issuer, clientId, clientSecret, optionen.redirectUris);
  const uebrige = anbieter.callback();
  server.on("request", (anfrage, antwort) => {
    if (anfrage.url?.startsWith("/anmeldung/")) void behandleFormular(anbieter, anfrage, antwort);
    else uebrige(anfrage, antwort);
  });
  return {
    issuer,
    port,
    clientId,
    clientSecret,
    beende: () =>
      new Promise((fertig) => {
        server.close(() => fertig());
        server.closeAllConnections();
      }),
  };
}
