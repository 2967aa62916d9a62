import { expect, test } from "vitest";
import { fuehreImportAus } from "../../../src/bestand/import/ausfuehrung.ts";
import { pruefeImport } from "../../../src/bestand/import/pruefung.ts";
import type { Import } from "../../../src/bestand/import/schema.ts";
import { dienst, heute, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { bisWarten } from "../../hilfe/sperren.ts";
import { kurz, lies, mitKontaktarten, mitWorker, pruefe, worker } from "./handgriffe.ts";

mitDienst();
mitWorker();
mitKontaktarten();

const sende = (art: string) => {
  const form = new FormData();
  form.set("datei", new File(["typ;nachname\nverpaechter;Behrens\n"], "behrens.csv"));
  return verwalter().post<Import>(`/import?art=${art}`, form, { "Idempotency-Key": "behrens-1" });
};

test("Idempotency-Key: dieselbe Datei nur einmal, als anderes Blatt ist es eine andere Anfrage", async () => {
  const erste = await sende("Kontakte");
  expect(erste.status, erste.text).toBe(202);
  expect((await sende("Kontakte")).json).toEqual(erste.json);
  expect(await sende("Patchobjekte")).toMatchObject({ status: 422, json: { code: "idempotenz_anderer_inhalt" } });
});

/** A worker that stood still is taken for dead: its job is handed out again, and then it goes on. */
test("prüfen zwei Worker denselben Import, prüft ihn einer, und jeder Befund steht einmal da", async () => {
  const form = new FormData();
  form.set("datei", new File(["typ;nachname\nunbekannt;Behrens\n"], "unbekannt.csv"));
  const { id } = (await verwalter().post<Import>("/import?art=Kontakte", form)).json;
  let pruefungen: Promise<object>[] = [];
  await dienst.owner.begin(async (tx) => {
    // Both stand still, each as far as it comes.
    await tx`lock table importlauf_verweis in exclusive mode`;
    pruefungen = [pruefeImport(worker, id, heute)];
    await bisWarten(dienst.owner, 1);
    pruefungen.push(pruefeImport(worker, id, heute));
    await bisWarten(dienst.owner, 2);
  });
  const weiter = Date.now();
  await Promise.all(pruefungen);
  const geprueft = await lies(id);
  expect(geprueft).toMatchObject({ status: "geprueft", zeilen: 1, fehler: 1 });
  // The end of the check, however long it took.
  expect(Date.parse(geprueft.geprueftAm ?? "")).toBeGreaterThan(weiter - 50);
  expect(await kurz(id)).toHaveLength(1);
});

test("scheitert dieselbe Ausführung in zwei Workern, steht jeder Befund einmal da", async () => {
  await dienst.owner`insert into kontaktart (name, bezeichnung) values ('makler', 'Makler')`;
  const { id, fehler } = await pruefe({ Kontakte: [{ importSchluessel: "B1", typ: "makler", nachname: "Behrens" }] });
  expect(fehler).toBe(0);
  await dienst.owner`delete from kontaktart where name = 'makler'`;
  expect((await verwalter().post(`/import/${id}/ausfuehren`, {})).status).toBe(202);
  let ausfuehrungen: Promise<object>[] = [];
  await dienst.owner.begin(async (tx) => {
    await tx`lock table importlauf_befund in share row exclusive mode`;
    ausfuehrungen = [fuehreImportAus(worker, id, heute)];
    await bisWarten(dienst.owner, 1);
    ausfuehrungen.push(fuehreImportAus(worker, id, heute));
    await bisWarten(dienst.owner, 2);
  });
  await Promise.all(ausfuehrungen);
  expect(await lies(id)).toMatchObject({ status: "geprueft", fehler: 1 });
});
