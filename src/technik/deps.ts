import type { Config } from "./config.ts";
import type { Sql } from "./database/pool.ts";

/** What every slice gets to work with. */
export type Deps = {
  sql: Sql;
  config: Config;
  uhr: () => Date;
  /** Where errors that nobody expected are written. */
  melde: (text: string, fehler: unknown) => void;
};
