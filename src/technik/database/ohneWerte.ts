import { istVonPostgres } from "./ausfall.ts";

type Fehler = Error & { code: string; [feld: string]: unknown };

const istAusPostgres = (fehler: unknown): fehler is Fehler =>
  fehler instanceof Error && "code" in fehler && typeof fehler.code === "string" && istVonPostgres(fehler.code);

/** Values refused, rules broken, and what our own triggers say: their messages may quote what somebody entered. */
const zitiertWerte = (code: string): boolean => /^(22|23|P0)/.test(code);

/**
 * An error for logs and for what a job leaves behind: of PostgreSQL's the code, the names of table, column and rule, and
 * the trace. Its message, detail and context may be about people, and a log outlives every erasure.
 */
export function ohneWerte(fehler: unknown): unknown {
  if (!istAusPostgres(fehler)) return fehler;
  const { code, message, stack = "", table_name, column_name, constraint_name, routine } = fehler;
  const namen = [table_name, column_name, constraint_name, routine].filter((name) => typeof name === "string");
  const text = [`PostgreSQL ${code}`, ...(zitiertWerte(code) ? [] : [message]), namen.join(" ")]
    .filter(Boolean)
    .join(": ");
  const ort = stack.split("\n").filter((zeile) => /^\s+at /.test(zeile));
  return Object.assign(new Error(text), { code, stack: [`Error: ${text}`, ...ort].join("\n") });
}
