import { expect, test } from "vitest";
import { importAusfuehrung, importPruefung } from "../../src/bestand/import/jobs.ts";
import type { Import } from "../../src/bestand/import/schema.ts";
import { WorkerEndet } from "../../src/technik/database/auftrag/arbeiteAb.ts";
import { importiereImFaden } from "../../worker/import.ts";
import { alsMappe, kleineMappe, lies, mitKontaktarten } from "../bestand/import/handgriffe.ts";
import { dienst, heute, mitDienst, verwalter } from "../hilfe/mitDienst.ts";
import { bisWarten } from "../hilfe/sperren.ts";

mitDienst({ stammdaten: true });
mitKontaktarten();

const nie = new AbortController().signal;
type Was = typeof importPruefung | typeof importAusfuehrung;
const arbeite = (was: Was, importId: number, signal = nie, datenbankUrl = dienst.datenbank.workerUrl) =>
  importiereImFaden({ datenbankUrl, was, importId, heute }, signal);

const ladeHoch = async (): Promise<number> => {
  const form = new FormData();
  form.set("datei", await alsMappe(kleineMappe()));
  return (await verwalter().post<Import>("/import", form)).json.id;
};

const bestand = async () => {
  const [zeile] = await dienst.owner`
    select (select count(*) from kontakt) kontakte, (select count(*) from pachtkonto) konten,
      (select count(*) from importschluessel) schluessel, (select count(*) from auditlog where ressource <> 'import') eintraege`;
  return zeile;
};

test("der Faden prüft und führt aus, mit eigenen Verbindungen; abgebrochen, lässt er nichts zurück", async () => {
  const id = await ladeHoch();
  await arbeite(importPruefung, id);
  expect(await lies(id)).toMatchObject({ status: "geprueft", fehler: 0 });
  expect((await verwalter().post(`/import/${id}/ausfuehren`, {})).status).toBe(202);

  const vorher = await bestand();
  const abbruch = new AbortController();
  await dienst.owner.begin(async (tx) => {
    // Contacts and accounts are written by then.
    await tx`lock table patchobjekt in share mode`;
    const lauf = arbeite(importAusfuehrung, id, abbruch.signal);
    // Where it fails before, that is told, and not that nobody waits.
    await Promise.race([bisWarten(dienst.owner, 1), lauf]);
    abbruch.abort(new WorkerEndet());
    await expect(lauf).rejects.toThrow("Der Worker wird beendet");
  });
  await bisWarten(dienst.owner, 0);
  expect(await bestand()).toEqual(vorher);

  expect(await arbeite(importAusfuehrung, id)).toMatchObject({ neu: expect.any(Number), falsch: 0, fehler: 0 });
  expect(await lies(id)).toMatchObject({ status: "ausgefuehrt" });
  expect(await bestand()).toMatchObject({ konten: 2, schluessel: 8 });
});

test("was nicht geht, wird gemeldet", async () => {
  const fremd = dienst.datenbank.workerUrl.replace(/\/[^/]*$/, "/gibt_es_nicht");
  await expect(arbeite(importPruefung, 1, nie, fremd)).rejects.toThrow("gibt_es_nicht");
  await expect(arbeite(importPruefung, 1, AbortSignal.abort(new WorkerEndet()))).rejects.toThrow(
    "Der Worker wird beendet",
  );
});
