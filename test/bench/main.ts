import process from "node:process";
import { parseArgs } from "node:util";
import { messeAbrechnung } from "./abrechnung.ts";
import { messeAnfragen } from "./anfragen.ts";
import { messeBriefe } from "./dokumente.ts";
import { messeDuplikate } from "./duplikate.ts";
import { messeExporte } from "./exporte.ts";
import { messeExtaccounting } from "./extaccounting.ts";
import { messeHebungen } from "./hebungen.ts";
import { messeImport } from "./import.ts";
import { messeListen } from "./listen.ts";

const { values, positionals } = parseArgs({
  options: {
    konten: { type: "string", default: "50000" },
    belege: { type: "string", default: "5000" },
    kontakte: { type: "string", default: "200000" },
  },
  allowPositionals: true,
});

const konten = Number(values.konten);

const messungen: Record<string, () => Promise<void>> = {
  abrechnung: () => messeAbrechnung(konten),
  anfragen: () => messeAnfragen(konten),
  dokumente: () => messeBriefe(Number(values.belege)),
  duplikate: () => messeDuplikate(Number(values.kontakte)),
  exporte: () => messeExporte(konten),
  extaccounting: () => messeExtaccounting(5 * konten),
  hebungen: () => messeHebungen(konten),
  import: () => messeImport(konten),
  listen: () => messeListen(konten),
};

const messe = messungen[positionals[0] ?? ""];
if (!messe) {
  console.error(
    `Aufruf: npm run bench -- ${Object.keys(messungen).join("|")} [--konten 50000] [--belege 5000] [--kontakte 200000]`,
  );
  process.exit(1);
}
await messe();
