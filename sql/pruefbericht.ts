import { type Befund, pruefeArchiv } from "../src/betrieb/pruefung/pruefe.ts";
import { tagInBerlin } from "../src/kern/kalender/berlin.ts";
import { pruefeAuditlog } from "../src/technik/auditlog/siegel/pruefung.ts";
import type { Sql } from "../src/technik/database/pool.ts";

/** A hash to be kept outside the database. */
export function sageAnker(hash: string): void {
  console.log(`Anker des Audit-Logs: ${tagInBerlin(new Date())} ${hash}`);
}

/** A word that is no hash would be reported as a chain that was cut. */
export function istAnker(wort: string): boolean {
  return /^[\da-f]{64}$/i.test(wort);
}

/** @returns whether the chain holds */
export async function sageAuditlog(sql: Sql, anker: string[]): Promise<boolean> {
  const { geprueft, offen, geloescht, kopf, bruch } = await pruefeAuditlog(sql, { anker });
  if (bruch) {
    const wo = bruch.eintrag === null ? "" : `Eintrag ${bruch.eintrag} `;
    console.error(`Das Audit-Log ist gebrochen: ${wo}${bruch.grund}. Davor sind ${geprueft} Einträge unversehrt.`);
    return false;
  }
  console.log(`Das Audit-Log ist unversehrt: ${geprueft} Einträge versiegelt, ${offen} noch nicht.`);
  if (geloescht > 0)
    console.log(`Bei ${geloescht} davon sind die Werte gelöscht; versiegelte Löscheinträge nennen jeden von ihnen.`);
  if (geprueft > 0) sageAnker(kopf);
  return true;
}

const sageBefund = ({ was, geprueft, woran, falsch, stellen }: Befund): void => {
  if (falsch === 0) console.log(`${was}: ${geprueft} geprüft, ${woran}.`);
  else {
    const weitere = falsch > stellen.length ? " …" : "";
    console.error(`${was}: ${falsch} Fehler bei ${geprueft} geprüften: ${stellen.join("; ")}${weitere}`);
  }
};

/** @returns whether all of it holds */
export async function sageArchiv(sql: Sql): Promise<boolean> {
  const befunde = await pruefeArchiv(sql);
  for (const befund of befunde) sageBefund(befund);
  const heil = befunde.every(({ falsch }) => falsch === 0);
  console.log(heil ? "Das Archiv ist unversehrt." : "Das Archiv ist NICHT unversehrt.");
  return heil;
}
