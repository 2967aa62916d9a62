import { halteVorschlaegeNach } from "../../src/abrechnung/vorschlaege/gehalten/halteNach.ts";
import { Verstoss } from "./invarianten.ts";
import type { Welt } from "./welt.ts";
import { plusTage } from "./wuerfel.ts";

const liste = async ({ frage, heute }: Welt): Promise<string> => {
  const pfad = `/abrechnung/hebungsvorschlaege?bis=${plusTage(heute(), 700)}&limit=500`;
  const { status, text, code } = await frage("verwalter", { methode: "get", pfad });
  if (status !== 200) throw new Verstoss(`Keine Vorschläge: ${status} ${code}`);
  return text;
};

/** What is kept of the accounts' proposals is what a computation over all of them gives, byte for byte. */
export async function pruefeVorschlaege(welt: Welt): Promise<void> {
  const gehalten = await liste(welt);
  const [marke] = await welt.owner`insert into hebungsvorschlag_marke default values returning id`;
  const gerechnet = await liste(welt);
  await welt.owner`delete from hebungsvorschlag_marke where id = ${marke?.id}`;
  if (gehalten !== gerechnet) throw new Verstoss(`Gehaltene Vorschläge weichen ab: ${gehalten} statt ${gerechnet}`);
  await halteVorschlaegeNach(welt.worker);
}
