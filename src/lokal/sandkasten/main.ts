import process from "node:process";
import { verbinde } from "../../technik/database/pool.ts";
import { beiEnde } from "../../technik/prozess.ts";
import { starteSandkasten } from "./server.ts";

/** The sandbox as a process of its own; the local start says where it listens and which secret opens it. */
const starte = async () => {
  const { DATABASE_URL = "", SANDKASTEN_PORT, SANDKASTEN_GEHEIMNIS = "", SUPERVISED } = process.env;
  if (DATABASE_URL === "" || SANDKASTEN_GEHEIMNIS === "")
    throw new Error("DATABASE_URL und SANDKASTEN_GEHEIMNIS fehlen.");
  const sql = verbinde(DATABASE_URL, "pacht_worker", { max: 4 });
  const sandkasten = await starteSandkasten(sql, {
    port: Number(SANDKASTEN_PORT ?? 0),
    geheimnis: SANDKASTEN_GEHEIMNIS,
    melde: (fehler) => console.error("Sandkasten", fehler),
  });
  beiEnde(async () => {
    await sandkasten.beende();
    await sql.end({ timeout: 1 });
  }, SUPERVISED === "1");
  console.info("bereit");
};

starte().catch((fehler: unknown) => {
  console.error(fehler instanceof Error ? fehler.message : fehler);
  process.exit(1);
});
