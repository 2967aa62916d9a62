import process from "node:process";
import { verbinde } from "../../src/technik/database/pool.ts";
import { messeDokumente } from "./messungen/dokumente.ts";
import { messeAlltag, messeDuplikatlauf } from "./messungen/duplikate.ts";
import { messeEinzug } from "./messungen/einzug.ts";
import { messeExport } from "./messungen/exporte.ts";
import { messeLauf } from "./messungen/lauf.ts";
import { messePdfLauf, messeSammeldatei } from "./messungen/sammeldatei.ts";
import { messeStorno } from "./messungen/storno.ts";
import { messeVorschau } from "./messungen/vorschau.ts";
import { messeZeilenweise } from "./messungen/zeilenweise.ts";
import { anweisungZuvor } from "./zuvor.ts";

/** One measurement in a process of its own, so that its memory is only its own; the result is a line of JSON. */
const [was, url, heute, stichprobe] = process.argv.slice(2) as [string, string, string, string?];
const sql = verbinde(url, "pacht_app", { max: 10 });
const messungen: Record<string, () => Promise<object>> = {
  vorschau: () => messeVorschau(sql, heute),
  duplikate: () => messeDuplikatlauf(url),
  "duplikate-alltag": () => messeAlltag(sql, Number(stichprobe)),
  lauf: () => messeLauf(sql, heute),
  "lauf-zuvor": () => messeLauf(sql, heute, anweisungZuvor),
  exporte: () => messeExport(sql, heute, String(stichprobe)),
  einzug: () => messeEinzug(sql, heute, JSON.parse(String(stichprobe))),
  dokumente: () => {
    const [art = "", anzahl] = String(stichprobe).split(":");
    return messeDokumente(art, Number(anzahl));
  },
  pdfLauf: () => messePdfLauf(url),
  sammeldatei: () => messeSammeldatei(url),
  storno: () => messeStorno(sql, heute),
  zeilenweise: () => messeZeilenweise(sql, heute, Number(stichprobe)),
};
const ergebnis = await messungen[was]?.();
await sql.end();
console.log(JSON.stringify({ ...ergebnis, spitzeMib: Math.round(process.resourceUsage().maxRSS / 1024) }));
