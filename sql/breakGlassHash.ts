import { randomBytes } from "node:crypto";
import { bildeGeheimnisHash } from "../src/technik/auth/breakGlass/hash.ts";
import { beendeMit } from "./befehl.ts";

await beendeMit(async () => {
  const geheimnis = randomBytes(24).toString("base64url");
  console.log(`Geheimnis (verschlossen verwahren, steht nirgends sonst): ${geheimnis}`);
  console.log(`BREAK_GLASS_HASH=${await bildeGeheimnisHash(geheimnis)}`);
  return true;
});
