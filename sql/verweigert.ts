import { Bedienfehler } from "../src/technik/befehl.ts";

/** What stops a migration before it changes anything, in words for whoever deploys. */
export class MigrationVerweigert extends Bedienfehler {
  override name = "MigrationVerweigert";
}
