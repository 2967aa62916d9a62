import process from "node:process";
import { buildApp } from "./app.ts";
import { KonfigurationUnvollstaendig, liesConfig } from "./technik/config.ts";
import { starteBoss } from "./technik/database/boss.ts";
import { oeffneDatenbank } from "./technik/database/datenbank.ts";
import { pruefeTreiber } from "./technik/database/treiber/pruefe.ts";
import { beiEnde } from "./technik/prozess.ts";
import { lausche } from "./technik/server.ts";

const starte = async () => {
  pruefeTreiber();
  const config = liesConfig();
  const { beende, ...datenbank } = oeffneDatenbank(config.DATABASE_URL, config.DATABASE_POOL, console.error);
  const boss = await starteBoss(datenbank.sqlVorrang, "app", (fehler) => datenbank.melde("pg-boss", fehler));
  const app = buildApp({ ...datenbank, config, uhr: () => new Date() });
  const schliesse = await lausche(app.fetch, config.HOST, config.PORT);
  beiEnde(async () => {
    await schliesse();
    await boss.stop({ close: false });
    await beende();
  }, config.SUPERVISED);
};

starte().catch((fehler: unknown) => {
  console.error(fehler instanceof KonfigurationUnvollstaendig ? fehler.message : fehler);
  process.exit(1);
});
