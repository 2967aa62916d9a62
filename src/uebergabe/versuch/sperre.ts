import { Ablehnung, konflikt } from "../../kern/ablehnung.ts";
import { einlass } from "../../technik/database/einlass.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { type Halter, mitHalter } from "../../technik/database/sperre.ts";

export function aktionLaeuft() {
  return konflikt(
    "aktion_laeuft",
    "An diesem Beleg läuft gerade eine andere Aktion. Bitte gleich noch einmal versuchen.",
  );
}

/** Longest time to wait for those before, in seconds; then the caller may come again. */
const frist = 20;

const senderBelegt = () =>
  new Ablehnung(
    "nichtVerfuegbar",
    "extaccounting_nicht_bereit",
    "Für diesen Mandanten wird gerade anderes übergeben. Bitte gleich noch einmal versuchen.",
    { grund: "beschaeftigt" },
    { warteSekunden: 5 },
  );

/** Each action holds a connection while it works on others: more at once would use up the pool. */
const eintritt = einlass(3, { ms: frist * 1000, sonst: senderBelegt });

/**
 * A connection to hold locks by, for one of the few actions that run at a time.
 *
 * @throws Ablehnung nichtVerfuegbar when the others take too long
 */
export function mitPlatz<T>(sql: Sql, tat: (halter: Halter) => Promise<T>): Promise<T> {
  return eintritt(() => mitHalter(sql, tat));
}

/**
 * Runs `tat` while these documents are ours, and with `sender` also as the only one who sends for that trustee: other
 * systems post one document at a time. The locks go when the process does, which is how an abandoned attempt is told
 * from a live one.
 *
 * @throws Ablehnung konflikt `aktion_laeuft`, nichtVerfuegbar when another action sends for too long
 */
export async function mitSperre<T>(
  halter: Halter,
  belegIds: number[],
  sender: string | null,
  tat: () => Promise<T>,
): Promise<T> {
  if (!(await halter.versuche(...belegIds.map((id) => `extaccounting ${id}`)))) throw aktionLaeuft();
  if (sender !== null && !(await halter.warte(`extaccounting sender ${sender}`, frist))) throw senderBelegt();
  return await tat();
}
