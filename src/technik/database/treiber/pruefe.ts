import process from "node:process";
import { befehl, istGeflickt } from "./flicke.mjs";

/**
 * Ends the process if the driver is not the repaired one: it would be ended by the first session that is lost, and
 * transactions would get into each other.
 */
export function pruefeTreiber(): void {
  if (istGeflickt()) return;
  console.error(`Der Datenbanktreiber postgres ist nicht repariert: bitte einmal ${befehl} ausführen.`);
  process.exit(1);
}
