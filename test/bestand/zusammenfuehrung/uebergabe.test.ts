import { expect, test } from "vitest";
import { saeKonto } from "../../hilfe/saat.ts";
import { storniereImArchiv } from "../../uebergabe/belege.ts";
import { h, mitSandkasten, umgebung } from "../../uebergabe/mitSandkasten.ts";

mitSandkasten(1);

test("ein übergebener Beleg und sein Storno bleiben außen bei der Partei, an die sie gingen", async () => {
  const { dienst } = umgebung;
  const heute = "2026-11-20";
  const [neu] = await dienst.owner<{ id: number }[]>`
    insert into kontakt (typ, vorname, nachname, plz, ort) values ('person', 'Berta', 'Schulze', '17034', 'Burg') returning id`;
  const id = await saeKonto(dienst.owner, heute, {
    pachtbeginn: "2025-10-01",
    paechter: [[Number(neu?.id), null, null]],
  });
  expect((await dienst.als("verwalter").post("/abrechnung/buchen", { datum: heute, auswahl: [id] })).status).toBe(201);
  const [rechnung] = await dienst.owner<{ id: number }[]>`
    select id from archiv_beleg where pachtkonto_id = ${id} and belegart = 'rechnung'`;
  const belegId = Number(rechnung?.id);
  expect((await h.tue(belegId, "export")).json.state).toBe("synced");

  const zusammen = await dienst
    .als("verwalter")
    .post("/duplikate/kontakte/zusammenfuehrung", { bleibt: 2, geht: Number(neu?.id) });
  expect(zusammen.status).toBe(201);
  for (const aktion of ["refresh", "reconcile"])
    expect((await h.tue(belegId, aktion)).json).toMatchObject({ state: "synced", ursache: null });
  const storno = await storniereImArchiv(dienst, belegId);
  expect((await h.tue(storno, "export")).json.state).toBe("synced");
  const parteien = await umgebung.buecher`
    select distinct p.code from sandkasten_beleg b join sandkasten_partei p on p.id = b.partei_id`;
  expect([...parteien]).toEqual([{ code: `LM-K${neu?.id}` }]);
});
