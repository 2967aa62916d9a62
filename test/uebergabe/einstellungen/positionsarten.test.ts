import { expect, test } from "vitest";
import { administrator, mitDienst } from "../../hilfe/mitDienst.ts";

mitDienst();

const konto = { richtung: "rechnung", steuersatzBp: null, konto: "4105", steuer: null };

test("Eine Zuordnung, deren Positionsart gelöscht ist, hindert keine andere Änderung; eine neue nennt nur, was es gibt", async () => {
  const { json: art } = await administrator().post<{ id: number }>("/einstellungen/positionsarten", {
    name: "Wegegeld",
    kuerzel: "WG",
    steuersatzBp: 1900,
  });
  const zuordnungen = [{ ...konto, positionsartId: art.id }];
  expect((await administrator().put("/extaccounting/settings", { zuordnungen })).status).toBe(200);
  expect((await administrator().delete(`/einstellungen/positionsarten/${art.id}`)).status).toBe(204);
  const geaendert = await administrator().put("/extaccounting/settings", { mandantId: "2" });
  expect(geaendert).toMatchObject({ status: 200, json: { mandantId: "2", zuordnungen } });
  const { json } = await administrator().get("/extaccounting/settings");
  expect((await administrator().put("/extaccounting/settings", { ...json, mandantId: "3" })).status).toBe(200);
  const neue = { zuordnungen: [...zuordnungen, { ...konto, positionsartId: art.id + 1 }] };
  expect(await administrator().put("/extaccounting/settings", neue)).toMatchObject({
    status: 400,
    json: { errors: [{ path: "zuordnungen", code: "unbekannt" }] },
  });
});
