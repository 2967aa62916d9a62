import { expect, test } from "vitest";
import type { Import } from "../../../src/bestand/import/schema.ts";
import { mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { mitKontaktarten, mitWorker } from "./handgriffe.ts";

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
