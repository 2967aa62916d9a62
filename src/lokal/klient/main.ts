import path from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { ertrageFehlendeLeser } from "../../technik/prozess.ts";
import { Klientfehler, schreibeKlient } from "./schreibe.ts";

const liesOrdner = (): string => {
  try {
    const [ordner = "klient-ausgabe", ...weitere] = parseArgs({ allowPositionals: true }).positionals;
    if (weitere.length === 0) return ordner;
  } catch {
    // an option that does not exist
  }
  throw new Klientfehler("Aufruf: npm run klient -- [Ordner]");
};

ertrageFehlendeLeser();
try {
  const ordner = liesOrdner();
  await schreibeKlient(path.resolve(ordner));
  console.log(`Der Klient liegt in ${ordner}. Was er kann und wie man ihn einbindet, sagt seine README.md.`);
} catch (fehler) {
  console.error(fehler instanceof Klientfehler ? fehler.message : fehler);
  process.exitCode = 1;
}
