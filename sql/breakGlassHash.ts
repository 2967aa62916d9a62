import { randomBytes } from "node:crypto";
import process from "node:process";
import { bildeGeheimnisHash } from "../src/technik/auth/breakGlass/hash.ts";
import { Bedienfehler, beendeMit } from "../src/technik/befehl.ts";

await beendeMit(async () => {
  if (process.argv.length > 2) throw new Bedienfehler("Aufruf: npm run break-glass-hash   (ohne weitere Wörter)");
  const geheimnis = randomBytes(24).toString("base64url");
  console.log(`Geheimnis (verschlossen verwahren, steht nirgends sonst): ${geheimnis}`);
  console.log(`BREAK_GLASS_HASH=${await bildeGeheimnisHash(geheimnis)}`);
  return true;
});
