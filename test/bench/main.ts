import process from "node:process";
import { parseArgs } from "node:util";
import { messeAbrechnung } from "./abrechnung.ts";
import { messeExporte } from "./exporte.ts";

const { values, positionals } = parseArgs({
  options: { konten: { type: "string", default: "50000" } },
  allowPositionals: true,
});

const konten = Number(values.konten);

const messungen: Record<string, () => Promise<void>> = {
  abrechnung: () => messeAbrechnung(konten),
  exporte: () => messeExporte(konten),
};

const messe = messungen[positionals[0] ?? ""];
if (!messe) {
  console.error(`Aufruf: npm run bench -- ${Object.keys(messungen).join("|")} [--konten 50000]`);
  process.exit(1);
}
await messe();
