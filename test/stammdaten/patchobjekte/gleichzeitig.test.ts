import { expect, test } from "vitest";
import type { Patchobjekt } from "../../../src/stammdaten/patchobjekte/schema.ts";
import type { Tx } from "../../../src/technik/database/pool.ts";
import { sendeBuchung } from "../../hilfe/abrechnung.ts";
import { dienst, heute, konto, mitarbeiter, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { bisWarten } from "../../hilfe/sperren.ts";

mitDienst({ stammdaten: true });

/** A leased object of an account. */
const objekt = async (pachtkontoId: number) => {
  const body = { bezeichnung: "Deichwiese", objektart: "gruenland", pachtkontoId };
  const { status, json, text } = await mitarbeiter().post<Patchobjekt>("/patchobjekte", body);
  expect(status, text).toBe(201);
  return json;
};

const loesche = (id: number) => verwalter().delete(`/patchobjekte/${id}`);

/** Deletes the object while `tat` happens to its account, whose lock is held. */
const loescheWaehrend = async ({ id, pachtkontoId }: Patchobjekt, tat: (tx: Tx) => Promise<unknown>) => {
  let geloescht: ReturnType<typeof loesche> | undefined;
  await dienst.owner.begin(async (tx) => {
    await tx`select from pachtkonto where id = ${pachtkontoId} for no key update`;
    geloescht = loesche(id);
    await bisWarten(dienst.owner, 1);
    await tat(tx);
  });
  return geloescht;
};

test("während ein Lauf das Pachtkonto bucht, wird sein Objekt nicht gelöscht, und danach auch nicht mehr", async () => {
  const pachtkontoId = await konto();
  const { id } = await objekt(pachtkontoId);
  let lauf: ReturnType<typeof sendeBuchung> | undefined;
  await dienst.owner.begin(async (tx) => {
    // Whoever draws numbers waits, and has locked his accounts by then.
    await tx`lock table nummernkreis in exclusive mode`;
    lauf = sendeBuchung({ datum: heute, auswahl: [pachtkontoId] });
    await bisWarten(dienst.owner, 1);
    expect(await loesche(id)).toMatchObject({ status: 409, json: { code: "lauf_aktiv" } });
  });
  expect((await lauf)?.status).toBe(201);
  expect(await loesche(id)).toMatchObject({ status: 409, json: { code: "wird_verwendet" } });
});

test("wird gebucht, während eine Löschung auf das Pachtkonto wartet, löscht sie nicht", async () => {
  const eines = await objekt(await konto());
  const geloescht = await loescheWaehrend(
    eines,
    (tx) => tx`
      with lauf as (
        insert into buchungslauf (datum, belegdatum, benutzer_name)
        values (${heute}, ${heute}, 'Test')
        returning id
      )
      insert into archivkonto (buchungslauf_id, pachtkonto_id, kontonummer, konto, anzahl_dokumente,
        paechter_brutto_cent, verpaechter_brutto_cent, gebuehr_brutto_cent)
      select id, ${eines.pachtkontoId}, 'PK-000778', '{}', 0, 0, 0, 0 from lauf`,
  );
  expect(geloescht).toMatchObject({ status: 409, json: { code: "wird_verwendet" } });
});

test("kommt das Objekt währenddessen zu einem anderen Pachtkonto, ist noch einmal zu fragen", async () => {
  const eines = await objekt(await konto());
  const anderes = await konto();
  const geloescht = await loescheWaehrend(eines, async () => {
    const { status } = await mitarbeiter().put(`/patchobjekte/${eines.id}`, { pachtkontoId: anderes });
    expect(status).toBe(200);
  });
  expect(geloescht).toMatchObject({ status: 409, json: { code: "gleichzeitig_geaendert" } });
  expect((await loesche(eines.id)).status).toBe(204);
});
