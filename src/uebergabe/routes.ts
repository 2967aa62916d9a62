import type { Deps } from "../technik/deps.ts";
import type { App } from "../technik/http/app.ts";
import { mountAuftraege } from "./auftraege/routes.ts";
import { mountExtaccountingDokumente } from "./dokumente/routes.ts";
import { mountEinrichtung } from "./einrichtung/routes.ts";
import { mountStatus } from "./status/routes.ts";
import { erstelleVerbindung } from "./verbindung/verbindung.ts";

/** All slices of the hand-over share one connection to the other system, and with it its sign-in. */
export function mountExtaccounting(app: App, { sql, sqlLang, config, uhr, melde }: Deps): void {
  const verbindung = erstelleVerbindung(sql, config, uhr, melde);
  const dienst = { sql, verbindung, uhr };
  mountStatus(app, verbindung);
  mountEinrichtung(app, dienst);
  // An action holds a connection for as long as the other system takes.
  mountExtaccountingDokumente(app, { ...dienst, sql: sqlLang });
  mountAuftraege(app, dienst, config.BASE_PATH);
}
