import { buildApp } from "../../app.ts";
import { liesConfig } from "../../technik/config.ts";
import { oeffneDatenbank } from "../../technik/database/datenbank.ts";

/** Where nobody listens: the document follows from the routes alone, nothing of it asks the database or the provider. */
const niemand = "127.0.0.1:1";

/** The OpenAPI document as the service of this source serves it, as JSON. */
export async function liesDokument(): Promise<string> {
  const config = liesConfig({
    DATABASE_URL: `postgres://${niemand}/keine`,
    OIDC_ISSUER: `http://${niemand}`,
    OIDC_CLIENT_ID: "-",
    OIDC_CLIENT_SECRET: "-",
  });
  const { beende, trenne: _, ...datenbank } = oeffneDatenbank(config.DATABASE_URL, config.DATABASE_POOL, () => {});
  try {
    const app = buildApp({ ...datenbank, config, uhr: () => new Date(), ende: new AbortController().signal });
    return await (await app.request(`${config.BASE_PATH}/openapi.json`)).text();
  } finally {
    await beende();
  }
}
