import type { Config } from "./config.ts";
import type { Datenbank } from "./database/datenbank.ts";
import type { Replik } from "./database/replik.ts";

/** What is known of a request when its answer has left. */
type Anfrageende = {
  anfrageId: string;
  benutzerId: number | null;
  status: number;
  dauerMs: number;
  /** On the wire with its head; of the body where the runtime does not tell; null: unknown. */
  bytes: number | null;
  /** Code of a refused authorization. */
  verweigert: string | null;
};

/** What every slice gets to work with. `melde` takes errors that nobody expected. */
export type Deps = Omit<Datenbank, "beende" | "trenne" | "lage"> & {
  config: Config;
  /** Only with `DATABASE_READ_URL`. */
  replik?: Replik;
  uhr: () => Date;
  /** Aborted when the process is told to end: from then on it takes no new work. */
  ende: AbortSignal;
  /** Hears of each request, by the template of its path, and returns what hears of its end. */
  beobachte?: (methode: string, route: string) => (ende: Anfrageende) => void;
};
