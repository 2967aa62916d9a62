import { beginneVerfolgt, wirdVerfolgt } from "../spur.ts";
import { wortFuer } from "./ausfall.ts";

/** A statement of the driver: it is sent when somebody waits for it, and settles by its own two functions. */
type Anweisung = {
  executed: boolean;
  tagged: boolean;
  strings: readonly string[] | string[];
  resolve(wert: unknown): void;
  reject(fehler: unknown): void;
  handle(): Promise<void>;
};

const textHoechstens = 1000;

/** "select pachtkonto": what a statement does, and on which table first. */
export function kurzname(text: string): string {
  const [verb = "sql"] = /[a-z]+/i.exec(text.replace(/--[^\n]*/g, "")) ?? [];
  const [, tabelle] = /\b(?:from|into|update|join|table)\s+(?:only\s+)?"?([a-z_][\w.]*)/i.exec(text) ?? [];
  return [verb.toLowerCase(), tabelle].filter(Boolean).join(" ");
}

/** The source of a statement with a mark for each value or piece; of one put together elsewhere only its name. */
const merkmaleVon = ({ tagged, strings }: Anweisung, name: string): Record<string, string> => ({
  "db.system.name": "postgresql",
  "db.query.summary": name,
  ...(tagged ? { "db.query.text": strings.join("?").replace(/\s+/g, " ").trim().slice(0, textHoechstens) } : {}),
});

const verfolge = (anweisung: Anweisung): void => {
  const name = kurzname(anweisung.strings.join("?"));
  const beende = beginneVerfolgt({ name, art: "client", merkmale: merkmaleVon(anweisung, name) });
  if (!beende) return;
  const { resolve, reject } = anweisung;
  // Assigned one by one they would be made old, and hold the answer, see treiber/aenderungen.mjs.
  Object.assign(anweisung, {
    resolve: (wert: unknown) => {
      beende(null);
      resolve(wert);
    },
    reject: (fehler: unknown) => {
      beende(wortFuer(fehler));
      reject(fehler);
    },
  });
};

const verfolgte = new WeakSet<object>();

/**
 * Draws the statements of the driver into the trace of the work that sends them. The driver has no place for that: all its
 * pools share one class of statements, whose sending is listened to here, once and only if traces are wanted.
 */
export function verfolgeAnweisungen(sql: (text: TemplateStringsArray) => object): void {
  if (!wirdVerfolgt()) return;
  // Nobody waits for it, so it is never sent.
  const klasse = Object.getPrototypeOf(sql`select 1`) as Anweisung;
  if (verfolgte.has(klasse)) return;
  verfolgte.add(klasse);
  const sende = klasse.handle;
  klasse.handle = function (this: Anweisung) {
    if (!this.executed) verfolge(this);
    return sende.call(this);
  };
}
