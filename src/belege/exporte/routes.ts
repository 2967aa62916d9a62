import type { Deps } from "../../technik/deps.ts";
import type { App } from "../../technik/http/app.ts";
import { mountDatev } from "./datev/routes.ts";
import { mountTabellen } from "./tabellen/routes.ts";

export function mountExporte(app: App, deps: Deps): void {
  mountTabellen(app, deps);
  mountDatev(app, deps);
}
