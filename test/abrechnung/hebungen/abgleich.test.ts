import { expect, test } from "vitest";
import { dienst, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { bisWarten } from "../../hilfe/sperren.ts";

mitDienst({ stammdaten: true });

test("der Abgleich aller Hebungstermine nimmt die Konten in der Folge ihrer ids: niemand wartet im Kreis", async () => {
  const ids: number[] = [];
  for (let n = 0; n < 120; n += 1) ids.push(await konto());
  const termine = ids.slice(0, 40);
  const [erstes = 0, letztes = 0] = [termine[0], termine.at(-1)];
  const { owner } = dienst;
  await owner`update pachtkonto set hebemonat = '04', naechste_hebung = null where id = any(${termine})`;
  // Its row now lies behind all others, and whoever reads the table from its beginning comes to it last.
  await owner`update pachtkonto set bezeichnung = 'Acker' where id = ${erstes}`;
  await owner`analyze pachtkonto`;
  let unterwegs: Promise<{ status: number; json: unknown }> | undefined;
  await owner.begin(async (tx) => {
    await tx`select from pachtkonto where id = ${erstes} for no key update`;
    unterwegs = verwalter().post("/abrechnung/sync-naechste-hebung");
    await bisWarten(owner, 1);
    await tx`select from pachtkonto where id = ${letztes} for no key update`;
  });
  expect(await unterwegs).toMatchObject({ status: 200, json: { geprueft: 120, geaendert: 40 } });
});
