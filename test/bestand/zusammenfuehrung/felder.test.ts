import { expect, test } from "vitest";
import type { Kontakt } from "../../../src/stammdaten/kontakte/schema.ts";
import { dienst, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { fuehreZusammen, saeKontakt, sendeZusammenfuehrung } from "./handgriffe.ts";

mitDienst({ stammdaten: true });

const lies = (id: number) => verwalter().get<Kontakt>(`/kontakte/${id}`);

test.each([
  ["ohne Firma keine Organisation", { firma: "Agrar Nord", ist_organisation: true }, ["istOrganisation"]],
  ["ohne Nachnamen keine Person", { nachname: null, firma: "Agrar Nord", ist_organisation: true }, ["nachname"]],
  ["die Postleitzahl eines anderen Landes", { plz: "1010", ort: "Wien", land: "AT" }, ["plz"]],
])("nurZeigen lehnt ab, was dann nicht ginge: %s", async (_, felder, genannte) => {
  const [eins, zwei] = [await saeKontakt(), await saeKontakt(felder)];
  if (genannte[0] === "istOrganisation") await dienst.owner`update kontakt set firma = null where id = ${eins}`;
  const getan = await sendeZusammenfuehrung(eins, zwei, { felder: genannte });
  const gezeigt = await sendeZusammenfuehrung(eins, zwei, { felder: genannte }, "?nurZeigen=1");
  expect([getan.status, gezeigt.status]).toEqual([400, 400]);
  const { requestId: _a, instance: _b, ...fehler } = getan.json as object & { requestId?: string; instance?: string };
  expect(gezeigt.json).toMatchObject(fehler);
});

test.each([
  ["Zahlt nicht", "Zahlt", "Zahlt nicht\n\nZahlt"],
  ["Zahlt nicht\n\nZahlt", "Zahlt", "Zahlt nicht\n\nZahlt"],
  ["10", "1", "10\n\n1"],
  ["gleich", "gleich", "gleich"],
])("Bemerkungen: %j und %j", async (bleibt, geht, beide) => {
  const [eins, zwei] = [await saeKontakt({ bemerkung: bleibt }), await saeKontakt({ bemerkung: geht })];
  await fuehreZusammen(eins, zwei);
  expect((await lies(eins)).json.bemerkung).toBe(beide);
});
