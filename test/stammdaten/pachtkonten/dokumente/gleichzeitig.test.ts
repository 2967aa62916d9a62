import { expect, test } from "vitest";
import { dienst } from "../../../hilfe/mitDienst.ts";
import { bisWarten } from "../../../hilfe/sperren.ts";
import { id, lade, mitKonto, pdf } from "./handgriffe.ts";

mitKonto();

test("Wird das Pachtkonto gelöscht, während ein Dokument zu ihm kommt, gibt es das Pachtkonto nicht", async () => {
  let gesendet: ReturnType<typeof lade> | undefined;
  await dienst.owner.begin(async (tx) => {
    await tx`delete from pachtkonto where id = ${id}`;
    gesendet = lade(pdf("Vertrag"), "vertrag.pdf");
    await bisWarten(dienst.owner, 1);
  });
  expect(await gesendet).toMatchObject({ status: 404, json: { code: "nicht_gefunden" } });
});
