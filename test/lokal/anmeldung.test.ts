import { CodeChallengeMethod, generateCodeVerifier, OAuth2Client } from "arctic";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Anmeldung, starteAnmeldung } from "../../src/lokal/anmeldung/anmeldung.ts";
import { benutzer } from "../../src/lokal/anmeldung/benutzer.ts";
import { rueckwege } from "../../src/lokal/anmeldung/rueckwege.ts";
import { liesConfig } from "../../src/technik/config.ts";
import { eigeneOrigin } from "../../src/technik/http/anfrage.ts";

const redirectUri = "http://localhost:3000/api/auth/callback";
let anmeldung: Anmeldung;

beforeAll(async () => {
  anmeldung = await starteAnmeldung({ redirectUris: [redirectUri] });
});

afterAll(() => anmeldung.beende());

/** A browser that follows no redirect and keeps its cookies; with a `login` it sends the form. */
const browser = () => {
  const kekse = new Map<string, string>();
  return async (adresse: string, login?: string) => {
    const antwort = await fetch(new URL(adresse, anmeldung.issuer), {
      redirect: "manual",
      headers: { cookie: [...kekse].map((paar) => paar.join("=")).join("; ") },
      ...(login === undefined ? {} : { method: "POST", body: new URLSearchParams({ login }) }),
    });
    for (const keks of antwort.headers.getSetCookie()) {
      const [name = "", wert = ""] = keks.split(";", 1)[0]?.split("=") ?? [];
      kekse.set(name, wert);
    }
    return { status: antwort.status, text: await antwort.text(), ort: antwort.headers.get("location") ?? "" };
  };
};

test.each([
  ["http://127.0.0.1:3100", "3100"],
  ["http://localhost:3100", "3100"],
  ["http://[::1]:3100", "3100"],
  ["http://127.0.0.1", "80"],
  ["http://frontend.example:5173", "3100"],
  ["https://pacht.example", "3100"],
])("zurück geht es auch nach %s", (herkunft, port) => {
  const config = liesConfig({
    PORT: port,
    FRONTEND_ORIGINS: "http://frontend.example:5173",
    DATABASE_URL: "postgres://lokal",
    OIDC_ISSUER: "http://127.0.0.1",
    OIDC_CLIENT_ID: "lokal",
    OIDC_CLIENT_SECRET: "lokal",
    ...(herkunft.startsWith("https") ? { PUBLIC_URL: herkunft } : {}),
  });
  expect(eigeneOrigin(config, new URL(herkunft))).toBe(herkunft);
  expect(rueckwege(config)).toContain(`${herkunft}/api/auth/callback`);
});

const client = () => new OAuth2Client(anmeldung.clientId, anmeldung.clientSecret, redirectUri);

const beginne = (verifier: string) => {
  const adresse = client().createAuthorizationURLWithPKCE(
    `${anmeldung.issuer}/auth`,
    "zustand",
    CodeChallengeMethod.S256,
    verifier,
    ["openid", "profile", "email"],
  );
  adresse.searchParams.set("nonce", "einmal");
  return adresse;
};

test("die Anmeldung ist ein schlichtes Formular mit den fünf Benutzern", async () => {
  const oeffne = browser();
  const { ort } = await oeffne(beginne(generateCodeVerifier()).href);
  const { text } = await oeffne(ort);
  expect(text).toMatch(/<form method="post" action="\/anmeldung\/[\w-]+">/);
  expect([...text.matchAll(/name="login" value="([^"]+)"/g)].map(([, wert]) => wert)).toEqual([
    "administrator",
    "verwalter",
    "mitarbeiter",
    "pruefer",
    "ohne-rolle",
  ]);
});

test.each(benutzer)("$login kommt mit seinen Rollen an, und die nächste Anmeldung fragt wieder", async (einer) => {
  const oeffne = browser();
  const verifier = generateCodeVerifier();
  const seite = await oeffne((await oeffne(beginne(verifier).href)).ort);
  const gewaehlt = await oeffne(/action="([^"]+)"/.exec(seite.text)?.[1] ?? "", einer.login);
  const { ort } = await oeffne(gewaehlt.ort);
  const code = new URL(ort).searchParams.get("code") ?? "";
  expect(ort.startsWith(`${redirectUri}?`)).toBe(true);
  const token = await client().validateAuthorizationCode(`${anmeldung.issuer}/token`, code, verifier);
  expect(decodeJwt(token.idToken())).toMatchObject({
    sub: einer.login,
    name: einer.name,
    rollen: einer.rollen,
    nonce: "einmal",
    aud: anmeldung.clientId,
    iss: anmeldung.issuer,
  });
  expect((await oeffne(beginne(verifier).href)).ort).toMatch(/^\/anmeldung\//);
});

test("ein unbekannter Name zeigt das Formular wieder, eine fremde Anmeldung nichts", async () => {
  const oeffne = browser();
  const seite = await oeffne((await oeffne(beginne(generateCodeVerifier()).href)).ort);
  const aktion = /action="([^"]+)"/.exec(seite.text)?.[1] ?? "";
  expect(await oeffne(aktion, "niemand")).toMatchObject({ status: 400, text: expect.stringContaining("<form") });
  expect(await browser()(aktion, "verwalter")).toMatchObject({ status: 400, ort: "" });
});

test("ohne PKCE oder zu einer anderen Adresse gibt es keine Anmeldung", async () => {
  const ohne = beginne(generateCodeVerifier());
  ohne.searchParams.delete("code_challenge");
  expect(new URL((await browser()(ohne.href)).ort).searchParams.get("error")).toBe("invalid_request");
  const fremd = beginne(generateCodeVerifier());
  fremd.searchParams.set("redirect_uri", "http://fremd.example/callback");
  expect(await browser()(fremd.href)).toMatchObject({ status: 400, ort: "" });
});

test("ist der Port belegt, nimmt sie einen anderen", async () => {
  const zweite = await starteAnmeldung({ port: anmeldung.port, redirectUris: [redirectUri] });
  expect(zweite.port).not.toBe(anmeldung.port);
  await zweite.beende();
});
