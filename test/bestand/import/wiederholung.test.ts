import { expect, test } from "vitest";
import { fuehreImportAus } from "../../../src/bestand/import/ausfuehrung.ts";
import { pruefeImport } from "../../../src/bestand/import/pruefung.ts";
import type { Import } from "../../../src/bestand/import/schema.ts";
import { administrator, dienst, heute, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { bisWarten } from "../../hilfe/sperren.ts";
import { alsMappe, kleineMappe, lies, mitKontaktarten, mitWorker, pruefe, worker } from "./handgriffe.ts";

mitDienst({ stammdaten: true });
mitWorker();
mitKontaktarten();

const ausgefallen = "Der Worker ist nicht fertig geworden; warum, ist nicht festgehalten.";

/** The books of a job that has ended, as the worker leaves them. */
const ende = (auftragId: number | null, status: "fertig" | "fehlgeschlagen" | "abgebrochen") => dienst.owner`
  update auftrag
  set status = ${status}, beendet_am = now(), ursache = ${status === "fehlgeschlagen" ? ausgefallen : null}
  where id = ${auftragId}`;

const fuehreAus = (id: number) => verwalter().post<Import & { code: string }>(`/import/${id}/ausfuehren`, {});
const wiederhole = (auftragId: number | null, wer = verwalter()) =>
  wer.post<{ id: number; code: string; detail: string }>(`/betrieb/auftraege/${auftragId}/wiederholen`);

/** @returns id of an import and that of the job which failed to execute it */
const gescheiterte = async (): Promise<[number, number]> => {
  const { id } = await pruefe(kleineMappe());
  const { auftragId } = (await fuehreAus(id)).json;
  await ende(auftragId, "fehlgeschlagen");
  return [id, Number(auftragId)];
};

test("eine gescheiterte Ausführung, wiederholt: der Import steht, wie der neue Auftrag steht", async () => {
  const [id, auftragId] = await gescheiterte();
  expect(await lies(id)).toMatchObject({ status: "geprueft", ursache: ausgefallen, auftragId });

  const neu = await wiederhole(auftragId);
  expect(neu.status).toBe(202);
  expect(await lies(id)).toMatchObject({ status: "wird_ausgefuehrt", ursache: null, auftragId: neu.json.id });
  expect(await fuehreAus(id)).toMatchObject({ status: 409, json: { code: "import_laeuft" } });

  await fuehreImportAus(worker, id, heute);
  await ende(neu.json.id, "fertig");
  expect(await lies(id)).toMatchObject({ status: "ausgefuehrt", ursache: null, auftragId: neu.json.id });
});

test("eine gescheiterte Prüfung, zweimal wiederholt", async () => {
  const form = new FormData();
  form.set("datei", await alsMappe(kleineMappe()));
  const { id, auftragId } = (await verwalter().post<Import>("/import", form)).json;
  let letzter = auftragId;
  for (let mal = 1; mal <= 2; mal += 1) {
    await ende(letzter, "fehlgeschlagen");
    expect(await lies(id)).toMatchObject({ status: "fehlgeschlagen", ursache: ausgefallen });
    letzter = (await wiederhole(letzter)).json.id;
    expect(await lies(id)).toMatchObject({ status: "wird_geprueft", ursache: null, auftragId: letzter });
    expect(await fuehreAus(id)).toMatchObject({ status: 409, json: { code: "import_nicht_geprueft" } });
  }
  await pruefeImport(worker, id, heute);
  await ende(letzter, "fertig");
  expect(await lies(id)).toMatchObject({ status: "geprueft", fehler: 0, ursache: null });
});

test("wer nach dem Scheitern noch einmal ausführt, wiederholt denselben Auftrag", async () => {
  const [id, auftragId] = await gescheiterte();
  const neu = await fuehreAus(id);
  expect(neu.status).toBe(202);
  expect((await verwalter().get(`/betrieb/auftraege/${auftragId}`)).json).toMatchObject({
    wiederholtDurch: neu.json.auftragId,
  });
  expect(await wiederhole(auftragId)).toMatchObject({ status: 409, json: { code: "auftrag_aktiv" } });
});

test("zwei, die denselben Auftrag zugleich wiederholen: einer bekommt es, der andere hört davon", async () => {
  const [, auftragId] = await gescheiterte();
  const { beide } = await dienst.owner.begin(async (tx) => {
    // Whoever has looked at the failed one waits here before he queues another.
    await tx`lock table auftrag in share mode`;
    const wartende = [verwalter(), administrator()].map((wer) => wiederhole(auftragId, wer));
    // Asked outside the transaction, which sees the sessions that were there when it first looked.
    await bisWarten(worker, 2);
    return { beide: Promise.all(wartende) };
  });
  const [eine, andere] = (await beide).sort((a, b) => a.status - b.status);
  expect([eine?.status, andere?.status]).toEqual([202, 409]);
  expect(andere?.json).toMatchObject({
    code: "auftrag_aktiv",
    detail: `Dieser Auftrag wird schon wiederholt, durch Auftrag ${eine?.json.id}.`,
  });
  const wiederholungen = await dienst.owner`select id from auftrag where wiederholung_von = ${auftragId}`;
  expect(wiederholungen).toHaveLength(1);
});

test("wiederholt wird der letzte: ist auch der gescheitert oder schon fertig, sagt der erste es", async () => {
  const [, auftragId] = await gescheiterte();
  const { json: zweiter } = await wiederhole(auftragId);
  for (const status of ["fehlgeschlagen", "fertig"] as const) {
    await ende(zweiter.id, status);
    expect(await wiederhole(auftragId)).toMatchObject({
      status: 409,
      json: {
        code: "schon_wiederholt",
        detail: `Dieser Auftrag ist schon wiederholt, durch Auftrag ${zweiter.id}. Ist auch der fehlgeschlagen, bitte ihn wiederholen.`,
      },
    });
  }
  // One that was taken out of the queue has come to nothing and cannot be repeated itself.
  await ende(zweiter.id, "abgebrochen");
  expect((await wiederhole(auftragId)).status).toBe(202);
});
