import { beforeAll, expect, test } from "vitest";
import { administrator, dienst, mitDienst } from "../hilfe/mitDienst.ts";

type Operation = { requestBody?: { content?: Record<string, { schema?: { $ref?: string } }> } };

mitDienst();

beforeAll(async () => {
  await dienst.owner`insert into kontaktart (name, bezeichnung) values ('paechter', 'Pächter') on conflict do nothing`;
});

/** What Swagger UI proposes as the body. */
const beispiel = (operation: Operation): object | undefined => {
  const ref = operation.requestBody?.content?.["application/json"]?.schema?.$ref;
  const name = ref?.split("/").at(-1);
  const schemas = dienst.dokument.components.schemas as unknown as Record<string, { example?: object }>;
  return name === undefined ? undefined : schemas[name]?.example;
};

test("die Beispiele der Stammdaten und Einstellungen werden angenommen, wie sie sind", async () => {
  const als = administrator();
  const paths = dienst.dokument.paths as unknown as Record<string, { post?: Operation; put?: Operation }>;
  const art = { name: "Wegegeld", kuerzel: "WG", steuersatzBp: 1900 };
  const positionsart = await als.post("/einstellungen/positionsarten", art);
  for (const pfad of ["/kontakte", "/patchobjekte", "/pachtkonten"]) {
    const anlegen = beispiel(paths[pfad]?.post ?? {});
    const neu = await als.post(pfad, anlegen ?? {});
    expect([pfad, neu.status]).toEqual([pfad, 201]);
    const aendern = beispiel(paths[`${pfad}/{id}`]?.put ?? {});
    expect((await als.put(`${pfad}/${neu.json.id}`, aendern ?? {})).status, pfad).toBe(200);
    if (pfad !== "/pachtkonten") continue;
    const positionen = `${pfad}/${neu.json.id}/positionen`;
    const eingabe = { positionsartId: positionsart.json.id, betragCent: 1, intervall: "jaehrlich" };
    const position = await als.post(positionen, eingabe);
    const umbenennen = beispiel(paths[`${pfad}/{id}/positionen/{posId}`]?.put ?? {});
    expect((await als.put(`${positionen}/${position.json.id}`, umbenennen ?? {})).status).toBe(200);
  }
  const einstellungen = "/einstellungen";
  const kontaktart = beispiel(paths[`${einstellungen}/kontaktarten`]?.post ?? {});
  expect((await als.post(`${einstellungen}/kontaktarten`, kontaktart ?? {})).status).toBe(201);
  const update = beispiel(paths[`${einstellungen}/positionsarten/{id}`]?.put ?? {});
  expect((await als.put(`${einstellungen}/positionsarten/${positionsart.json.id}`, update ?? {})).status).toBe(200);
  const firmendaten = beispiel(paths[`${einstellungen}/firmendaten`]?.put ?? {});
  expect((await als.put(`${einstellungen}/firmendaten`, firmendaten ?? {})).status).toBe(200);
});
