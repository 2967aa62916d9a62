import path from "node:path";
import { parseArgs } from "node:util";
import { Bedienfehler, beendeMit } from "../../technik/befehl.ts";
import { schreibeKlient } from "./schreibe.ts";

const liesOrdner = (): string => {
  try {
    const [ordner = "klient-ausgabe", ...weitere] = parseArgs({ allowPositionals: true }).positionals;
    if (weitere.length === 0) return ordner;
  } catch {
    // an option that does not exist
  }
  throw new Bedienfehler("Aufruf: npm run klient -- [Ordner]");
};

await beendeMit(async () => {
  const ordner = liesOrdner();
  await schreibeKlient(path.resolve(ordner));
  console.log(`Der Klient liegt in ${ordner}. Was er kann und wie man ihn einbindet, sagt seine README.md.`);
  return true;
});
