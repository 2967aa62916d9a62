import process from "node:process";
import { buildApp } from "./app.ts";
import { KonfigurationUnvollstaendig, liesConfig } from "./technik/config.ts";
import { starteBoss } from "./technik/database/boss.ts";
import { verbinde } from "./technik/database/pool.ts";
import { beiEnde } from "./technik/prozess.ts";
import { lausche } from "./technik/server.ts";

const starte = async () => {
  const config = liesConfig();
  const sql = verbinde(config.DATABASE_URL, "pacht_app", { max: config.DATABASE_POOL });
  const melde = (text: string, fehler: unknown) => console.error(text, fehler);
  const boss = await starteBoss(sql, "app", (fehler) => melde("pg-boss", fehler));
  const app = buildApp({ sql, config, uhr: () => new Date(), melde });
  const schliesse = await lausche(app.fetch, config.HOST, config.PORT);
  beiEnde(async () => {
    await schliesse();
    await boss.stop({ close: false });
    await sql.end({ timeout: 5 });
  }, config.SUPERVISED);
};

starte().catch((fehler: unknown) => {
  console.error(fehler instanceof KonfigurationUnvollstaendig ? fehler.message : fehler);
  process.exit(1);
});
