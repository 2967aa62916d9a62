import { geschehe } from "./geschehe.ts";
import { type Fingerabdruck, fingerabdruck, pruefeBestand, pruefePlan, pruefeSiegel, Verstoss } from "./invarianten.ts";
import { liesLage } from "./lage.ts";
import { pruefeOrakel } from "./orakel.ts";
import { starteProzesswelt } from "./prozesswelt.ts";
import { istMitAbstuerzen, istMitKlauseln, type Schritt } from "./schritte.ts";
import { pruefeVorschlaege } from "./vorschlaege.ts";
import { istUngewiss, starteWelt, type Welt } from "./welt.ts";

const beginn = "2026-11-20";

/** What a history has come to: what happened, and the rule that it broke, if it did. */
export type Ausgang = {
  zeilen: string[];
  verstoss: string | null;
  abgewiesen: number;
  verglichen: number;
};

/** Answers 503 of a history: from lost sessions, and from a machine that is busy otherwise. */
const hoechstensAbgewiesen = 12;

const schreibend = /^(post|put|patch|delete)$/;
const nurLesend = /vorschau-gruppen/;

const pruefeSpuren = (
  vorher: Fingerabdruck,
  nachher: Fingerabdruck,
  { rufe, antworten }: Awaited<ReturnType<typeof geschehe>>,
): void => {
  if (rufe.length === 0 || antworten.some(istUngewiss)) return;
  const geschrieben = rufe.some(
    ({ anruf }, i) =>
      schreibend.test(anruf.methode) && !nurLesend.test(anruf.pfad) && (antworten[i]?.status ?? 500) < 300,
  );
  if (!geschrieben && vorher.bestand !== nachher.bestand) throw new Verstoss("Abgelehnt, und doch etwas geändert");
  if (vorher.bestand !== nachher.bestand && vorher.eintraege === nachher.eintraege)
    throw new Verstoss("Geändert ohne Eintrag im Audit-Log");
};

const spieleSchritt = async (welt: Welt, schritt: Schritt, ausgang: Ausgang): Promise<void> => {
  const lage = await liesLage(welt.owner, welt.heute());
  const vorher = await fingerabdruck(welt.owner);
  const geschehen = await geschehe(welt, schritt, lage);
  for (const zeile of geschehen.zeilen) ausgang.zeilen.push(`${schritt.nr}. ${zeile}`);
  ausgang.abgewiesen += geschehen.antworten.filter(
    ({ status }, i) => status === 503 && !geschehen.rufe[i]?.anruf.pfad.startsWith("/extaccounting"),
  ).length;
  if (ausgang.abgewiesen > hoechstensAbgewiesen) throw new Verstoss("Zu viele Antworten 503");
  const unerwartet = welt.fehler();
  if (unerwartet.length > 0) throw new Verstoss(`Unerwarteter Fehler: ${unerwartet.join("; ")}`);
  const nachher = await fingerabdruck(welt.owner);
  // A worker of its own may have done something meanwhile.
  if (!welt.ruhe || (vorher.offen === 0 && vorher.auftraege === nachher.auftraege))
    pruefeSpuren(vorher, nachher, geschehen);
  await pruefeBestand(welt.owner);
  if (schritt.nr % 10 === 9) {
    await pruefeSiegel(welt.worker);
    await pruefePlan(welt.owner, welt.heute());
    if (istMitKlauseln(schritt.saat)) await pruefeVorschlaege(welt);
  }
};

/** Plays these steps on a database of their own, to the end or to the first rule that breaks. */
export async function spiele(schritte: readonly Schritt[]): Promise<Ausgang> {
  const ausgang: Ausgang = { zeilen: [], verstoss: null, abgewiesen: 0, verglichen: 0 };
  const welt = await (istMitAbstuerzen(schritte[0]?.saat ?? 1) ? starteProzesswelt(beginn) : starteWelt(beginn));
  let aktuell: Schritt | undefined;
  try {
    for (const schritt of schritte) {
      aktuell = schritt;
      await spieleSchritt(welt, schritt, ausgang);
    }
    await welt.ruhe?.();
    await pruefeBestand(welt.owner);
    await pruefeSiegel(welt.worker);
    await pruefePlan(welt.owner, welt.heute());
    ausgang.verglichen = await pruefeOrakel(welt);
  } catch (fehler) {
    const text = fehler instanceof Error ? fehler.message : String(fehler);
    ausgang.verstoss = `Schritt ${aktuell?.nr} (${aktuell?.art}): ${text}`;
  } finally {
    await welt.beende();
  }
  return ausgang;
}
