import type { Context } from "hono";
import type { Env } from "./app.ts";

/** Sets the ETag of a record, its version, and passes the record on. */
export const mitETag = <T extends { version: number }>(c: Context<Env>, datensatz: T): T => {
  c.header("ETag", `"${datensatz.version}"`);
  return datensatz;
};
