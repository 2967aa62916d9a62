import path from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { ertrageFehlendeLeser } from "../../technik/prozess.ts";
import { Klientfehler, schreibeKlient } from "./schreibe.ts";

const liesOrdner = (): string => {
  try {
    return parseArgs({ allowPositionals: true }).positionals[0] ?? "klient-ausgabe";
  } catch {
    throw new Klientfehler("Aufruf: npm run klient -- [Ordner]");
  }
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
