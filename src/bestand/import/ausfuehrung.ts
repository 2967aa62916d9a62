import { konflikt } from "../../kern/ablehnung.ts";
import { protokolliere, type Urheber } from "../../technik/auditlog/protokolliere.ts";
import { beauftrageEinmal } from "../../technik/database/auftrag/beauftrage.ts";
import type { Sql, Tx } from "../../technik/database/pool.ts";
import { sperre } from "../../technik/database/sperre.ts";
import { planeImport } from "./plan/plan.ts";
import type { Planung, Quelle } from "./plan/planung.ts";
import type { Verweisart, Verweise } from "./plan/verweise/verweisart.ts";
import { ersetzePruefbefunde, liegtIn } from "./pruefung.ts";
import * as q from "./queries.ts";
import { schreibePlan } from "./schreibung/schreibung.ts";

/** Rolls everything back; what the check found is kept. */
class Fehlerhaft extends Error {}

const anzahl = (zaehlung: Planung["zaehlung"], was: "neu" | "geaendert" | "falsch"): number =>
  Object.values(zaehlung).reduce((summe, zahlen) => summe + zahlen[was], 0);

const zahlenVon = ({ zaehlung, befunde }: Pick<Planung, "zaehlung" | "befunde">) => ({
  neu: anzahl(zaehlung, "neu"),
  geaendert: anzahl(zaehlung, "geaendert"),
  falsch: anzahl(zaehlung, "falsch"),
  fehler: befunde.filter(({ schwere }) => schwere === "fehler").length,
});

/** Where the keys of the file led when it was checked. */
const ladeGesehene = async (tx: Tx, id: number): Promise<Verweise> => {
  const gesehene = new Map<Verweisart, Map<string, number>>();
  for (const { art, schluessel, datensatzId } of await q.listGesehene(tx, id)) {
    const eine = gesehene.get(art) ?? new Map<string, number>();
    gesehene.set(art, eine.set(schluessel, datensatzId));
  }
  return gesehene;
};

const fuehrePlanAus = async (tx: Tx, lauf: q.Importzeile, planung: Planung, quelle: Quelle): Promise<void> => {
  const { id, dateiname, benutzerId, benutzerName, anfrageId, ueberschreiben } = lauf;
  const urheber: Urheber = { akteur: { id: benutzerId, name: benutzerName }, anfrageId };
  const istRichtig = (): boolean => !planung.befunde.some(({ schwere }) => schwere === "fehler");
  const plan = planeImport(planung, quelle);
  await schreibePlan({ tx, urheber, heute: planung.heute }, plan, istRichtig);
  if (!istRichtig()) throw new Fehlerhaft();
  await ersetzePruefbefunde(tx, id, planung.befunde);
  await q.updateAusgefuehrt(tx, id, planung.zaehlung);
  await protokolliere(tx, urheber, {
    aktion: "ausfuehren",
    ressource: "import",
    ressourceId: id,
    neu: { dateiname, ueberschreiben, ...zahlenVon(planung) },
  });
  // Compared are all of them at once, and later: a pair at a time would take longer than the import.
  await beauftrageEinmal(tx, "duplikate", { id: benutzerId, name: benutzerName });
};

const verworfen = () =>
  konflikt(
    "import_verworfen",
    "Die Datei ist nicht mehr da; sie wurde verworfen, weil Daten einer Person gelöscht wurden oder 30 Tage um sind. Bitte noch einmal hochladen.",
  );

/**
 * The import, locked until the end of the transaction; undefined where it is not to be executed any more, as when a job
 * whose worker died after the end is tried again.
 *
 * @throws Ablehnung konflikt `import_verworfen`
 */
const uebernimm = async (tx: Tx, id: number): Promise<q.Importzeile | undefined> => {
  // One after another, over all workers: what one of them writes the next one finds by its keys.
  await sperre(tx, "import");
  const lauf = await q.findImportGesperrt(tx, id);
  if (!lauf) throw verworfen();
  return lauf.status === "wird_ausgefuehrt" ? lauf : undefined;
};

/**
 * Writes a checked file into the stock, in one transaction, all of it or nothing. It is checked once more, with all
 * records locked: whatever somebody changed meanwhile counts, and a `fehler` that came of it keeps all of it out.
 *
 * @param sql a pool of two connections or more: one is read from while the other writes
 * @throws Ablehnung konflikt `import_verworfen` where the file was thrown away meanwhile, as an erasure does
 */
export async function fuehreImportAus(sql: Sql, id: number, heute: string): Promise<object> {
  const planung = { heute, gesperrt: true, verweise: new Map(), befunde: [], zaehlung: {} };
  try {
    await sql.begin(async (tx) => {
      const lauf = await uebernimm(tx, id);
      if (!lauf) return;
      const { rollen, ueberschreiben } = lauf;
      const gesehene = await ladeGesehene(tx, id);
      await fuehrePlanAus(tx, lauf, Object.assign(planung, { tx, rollen, ueberschreiben, gesehene }), liegtIn(sql, id));
    });
  } catch (fehler) {
    if (!(fehler instanceof Fehlerhaft)) throw fehler;
    await sql.begin(async (tx) => {
      // A worker that stood still has been taken for dead: another one may have come to an end with it meanwhile.
      if (!(await uebernimm(tx, id))) return;
      await ersetzePruefbefunde(tx, id, planung.befunde);
      await q.updateGeprueft(tx, id, planung.zaehlung);
    });
  }
  return zahlenVon(planung);
}
