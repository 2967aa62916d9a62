import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { KonfigurationUnvollstaendig, liesConfig } from "../../../src/technik/config.ts";
import { dienst, mitDienst } from "../../hilfe/mitDienst.ts";

/** A provider that does what a test tells it to. */
type Antwort = (anfrage: IncomingMessage, antwort: ServerResponse) => unknown;
const wege = new Map<string, Antwort>();
let anbieter: Server;
let issuer: string;
let schluessel: Awaited<ReturnType<typeof generateKeyPair>>;
let nonce = "";

const json =
  (inhalt: unknown, status = 200): Antwort =>
  (_, antwort) => {
    antwort.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(inhalt));
  };
const nie: Antwort = () => {};
const woandershin: Antwort = (_, antwort) => antwort.writeHead(302, { location: `${issuer}/anderswo` }).end();

const stelleAus = async (mehr: JWTPayload = {}, iat?: number) => {
  const token = new SignJWT({ nonce, sub: "sub-1", name: "Vera", rollen: ["verwalter"], aud: "test", ...mehr })
    .setProtectedHeader({ alg: "ES256", kid: "k" })
    .setIssuer(issuer)
    .setIssuedAt(iat)
    .setExpirationTime("1h");
  return json({ access_token: "a", token_type: "Bearer", id_token: await token.sign(schluessel.privateKey) });
};

beforeAll(async () => {
  schluessel = await generateKeyPair("ES256", { extractable: true });
  anbieter = createServer((anfrage, antwort) => {
    const weg = wege.get(new URL(anfrage.url ?? "", issuer).pathname);
    if (weg) weg(anfrage, antwort);
    else antwort.writeHead(404).end();
  });
  await new Promise<void>((bereit) => anbieter.listen(0, "127.0.0.1", bereit));
  issuer = `http://127.0.0.1:${(anbieter.address() as AddressInfo).port}`;
  const jwk = { ...(await exportJWK(schluessel.publicKey)), kid: "k", alg: "ES256", use: "sig" };
  wege.set("/keys", json({ keys: [jwk] }));
  wege.set(
    "/.well-known/openid-configuration",
    json({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
    }),
  );
});
afterAll(() => {
  anbieter.closeAllConnections();
  anbieter.close();
});
const rollenquelle = {
  OIDC_ROLLEN_CLAIM: "realm_access.roles",
  OIDC_ROLLEN_ZUORDNUNG: "Pacht-Leitung=verwalter;Revision=pruefer",
};
mitDienst({
  tag: new Date().toISOString().slice(0, 10),
  umgebung: () => ({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: "test", OIDC_CLIENT_SECRET: "geheim%+: ü", ...rollenquelle }),
});

const basis = "http://127.0.0.1:3000/api/auth";

/** Leaves for the provider and comes back with a code. */
const melde = async () => {
  const hin = await dienst.app.request(`${basis}/login`);
  if (hin.status !== 302) return hin;
  const ziel = new URL(hin.headers.get("location") ?? "");
  nonce = ziel.searchParams.get("nonce") ?? "";
  return () => {
    const cookie = hin.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    return dienst.app.request(`${basis}/callback?code=c&state=${ziel.searchParams.get("state")}`, {
      headers: { cookie },
    });
  };
};

const zurueck = async (token: () => Promise<Antwort>): Promise<Response> => {
  const weiter = await melde();
  if (weiter instanceof Response) return weiter;
  wege.set("/token", await token());
  return weiter();
};

const in503 = async (antwort: Response) => {
  expect(antwort.status).toBe(503);
  expect(Number(antwort.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await antwort.json()).toMatchObject({ code: "anbieter_nicht_erreichbar" });
};

describe("Der Identitätsanbieter", () => {
  const entdeckung = "/.well-known/openid-configuration";
  let gute: Antwort;
  beforeEach(() => {
    gute ??= wege.get(entdeckung) as Antwort;
    wege.set(entdeckung, gute);
  });

  test("leitet bei der Entdeckung weiter: 503, der Umleitung folgt niemand", async () => {
    let gefolgt = false;
    wege.set("/anderswo", (anfrage, antwort) => {
      gefolgt = true;
      gute(anfrage, antwort);
    });
    wege.set(entdeckung, woandershin);
    await in503((await melde()) as Response);
    expect(gefolgt).toBe(false);
  });

  test("schweigt: nach fünf Sekunden 503", async () => {
    wege.set(entdeckung, nie);
    const beginn = performance.now();
    await in503((await melde()) as Response);
    // Who is not cut off would wait for ever.
    expect(performance.now() - beginn).toBeLessThan(20_000);
  });

  test("beschreibt sich ohne Ende: 503, und niemand liest es", async () => {
    const beschreibung = await (await fetch(`${issuer}${entdeckung}`)).text();
    // Blanks mean nothing within JSON: that it was too much is all that is wrong.
    wege.set(entdeckung, (_, antwort) => antwort.end(" ".repeat(2 * 1024 * 1024) + beschreibung));
    await in503((await melde()) as Response);
  });

  test("schweigt beim Token oder leitet weiter: 503, kein Fehlversuch", async () => {
    const vorher = await dienst.owner`select count(*) from auditlog`;
    await in503(await zurueck(async () => woandershin));
    await in503(await zurueck(async () => nie));
    expect(await dienst.owner`select count(*) from auditlog`).toEqual(vorher);
  });

  test("das Geheimnis kommt so kodiert an, wie es RFC 6749 verlangt", async () => {
    let kopf = "";
    const antwort = await zurueck(async () => {
      const echt = await stelleAus();
      return (anfrage, zurueckAn) => {
        kopf = anfrage.headers.authorization ?? "";
        echt(anfrage, zurueckAn);
      };
    });
    expect(antwort.status).toBe(302);
    expect(Buffer.from(kopf.replace("Basic ", ""), "base64").toString()).toBe("test:geheim%25%2B%3A+%C3%BC");
  });
});

describe("Das ID-Token", () => {
  const jetzt = () => Math.floor(Date.now() / 1000);

  test.each<[string, JWTPayload, (() => number) | undefined]>([
    ["für mehrere ausgestellt, ohne zu sagen, wem", { aud: ["test", "andere"] }, undefined],
    ["für jemand anderen ausgestellt", { aud: ["test", "andere"], azp: "andere" }, undefined],
    ["mit fremdem azp", { azp: "andere" }, undefined],
    ["ohne sub", { sub: "" }, undefined],
    ["mit zu langem sub", { sub: "x".repeat(256) }, undefined],
    ["mit fremder nonce", { nonce: "andere" }, undefined],
    ["eine Stunde alt", {}, () => jetzt() - 3600],
    ["aus der Zukunft", {}, () => jetzt() + 3600],
  ])("%s: abgewiesen", async (_, mehr, iat) => {
    const antwort = await zurueck(() => stelleAus({ nonce, ...mehr }, iat?.()));
    expect(antwort.status).toBe(400);
    expect(antwort.headers.getSetCookie().some((zeile) => zeile.startsWith("service.sid="))).toBe(false);
  });

  test.each<[string, JWTPayload]>([
    ["für uns allein", {}],
    ["für mehrere, an uns", { aud: ["test", "andere"], azp: "test" }],
  ])("%s: angenommen", async (_, mehr) => {
    expect((await zurueck(() => stelleAus({ nonce, ...mehr }))).status).toBe(302);
  });
});

describe("Die Rollen der Anmeldung", () => {
  const rollenMit = async (realm_access: unknown) => {
    const antwort = await zurueck(() => stelleAus({ realm_access }));
    expect(antwort.status).toBe(302);
    const [benutzer] = await dienst.owner`select rollen from benutzer where subjekt = 'sub-1'`;
    return benutzer?.rollen;
  };

  test("kommen bei jeder neu aus den Gruppen des Tokens", async () => {
    expect(await rollenMit({ roles: ["Pacht-Leitung", "Revision", "Alle"] })).toEqual(["verwalter", "pruefer"]);
    expect(await rollenMit({ roles: ["Revision"] })).toEqual(["pruefer"]);
  });

  test("fehlen sie, sagt das Audit-Log, wo gesucht wurde und was da stand", async () => {
    expect(await rollenMit({ roles: ["Alle"] })).toEqual([]);
    const [eintrag] = await dienst.owner`
      select werte::jsonb -> 0 as feld
      from auditlog left join auditwert on auditlog_id = id
      where aktion = 'anmeldung' order by id desc limit 1`;
    expect(eintrag?.feld).toMatchObject({
      feld: "ohneRolle",
      neu: {
        angabe: "realm_access.roles",
        gefunden: ["Alle"],
        vorhandeneAngaben: expect.arrayContaining(["name", "realm_access"]),
      },
    });
  });
});

test("in Produktion ist der Anbieter nur über https zu haben", () => {
  const umgebung = {
    NODE_ENV: "production",
    DATABASE_URL: "postgres://x",
    PUBLIC_URL: "https://pacht.example",
    OIDC_ISSUER: "http://anmeldung.example",
    OIDC_CLIENT_ID: "x",
    OIDC_CLIENT_SECRET: "x",
  };
  expect(() => liesConfig(umgebung)).toThrow(KonfigurationUnvollstaendig);
  expect(() => liesConfig(umgebung)).toThrow("OIDC_ISSUER");
  expect(liesConfig({ ...umgebung, OIDC_ISSUER: "https://anmeldung.example" }).produktion).toBe(true);
});
