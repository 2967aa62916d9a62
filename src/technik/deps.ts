import type { Config } from "./config.ts";
import type { Datenbank } from "./database/datenbank.ts";

/** What every slice gets to work with. `melde` takes errors that nobody expected. */
export type Deps = Omit<Datenbank, "beende" | "trenne"> & {
  config: Config;
  uhr: () => Date;
  /** Aborted when the process is told to end: from then on it takes no new work. */
  ende: AbortSignal;
};
