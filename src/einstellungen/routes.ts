import type { Deps } from "../app.ts";
import type { App } from "../http/app.ts";
import { mountFirmendaten } from "./firmendaten/routes.ts";
import { mountKontaktarten } from "./kontaktarten/routes.ts";
import { mountPositionsarten } from "./positionsarten/routes.ts";

export const mountEinstellungen = (app: App, deps: Deps): void => {
  mountPositionsarten(app, deps);
  mountKontaktarten(app, deps);
  mountFirmendaten(app, deps);
};
