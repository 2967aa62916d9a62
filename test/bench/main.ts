import process from "node:process";
import { parseArgs } from "node:util";
import { messeAbrechnung } from "./abrechnung.ts";

const { values, positionals } = parseArgs({
  options: { konten: { type: "string", default: "50000" } },
  allowPositionals: true,
});

if (positionals[0] !== "abrechnung") {
  console.error("Aufruf: npm run bench -- abrechnung [--konten 50000]");
  process.exit(1);
}
await messeAbrechnung(Number(values.konten));
