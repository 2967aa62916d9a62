import { expect, test } from "vitest";
import { dienst, mitDienst } from "../../hilfe/mitDienst.ts";
import { bisWarten } from "../../hilfe/sperren.ts";
import { fuehreZusammen, saeKontakt, sendeRuecknahme, sendeZusammenfuehrung } from "../zusammenfuehrung/handgriffe.ts";
import { loesche } from "./handgriffe.ts";

mitDienst({ stammdaten: true });

/** While the contact is locked both are sent, the second once the first waits; each waits for a lock of the one before. */
const hintereinander = async <A, B>(kontaktId: number, erst: () => Promise<A>, dann: () => Promise<B>) => {
  let gesendet: [Promise<A>, Promise<B>] | undefined;
  await dienst.owner.begin(async (tx) => {
    await tx`select from kontakt where id = ${kontaktId} for no key update`;
    const erstes = erst();
    await bisWarten(dienst.owner, 1);
    gesendet = [erstes, dann()];
    await bisWarten(dienst.owner, 2);
  });
  return Promise.all(gesendet as [Promise<A>, Promise<B>]);
};

test("eine Löschung, die auf eine Zusammenführung wartet, vergisst auch diese", async () => {
  const bleibt = await saeKontakt();
  const geht = await saeKontakt({ bemerkung: "Geheim" });
  const [zusammen, geloescht] = await hintereinander(
    geht,
    () => sendeZusammenfuehrung(bleibt, geht),
    () => loesche(bleibt),
  );
  expect([zusammen.status, geloescht.status]).toEqual([201, 200]);
  const [stand] = await dienst.owner`
    select felder, pachtkonten, bank from zusammenfuehrung where id = ${zusammen.json.id}`;
  expect(stand).toEqual({ felder: [], pachtkonten: [], bank: null });
  expect((await sendeRuecknahme(zusammen.json.id)).json.hindernisse).toMatchObject([{ art: "geloescht" }]);
});

test("eine Löschung, die auf eine Rücknahme wartet, lässt die Zusammenführungen dessen, der wieder für sich steht", async () => {
  const [erster, zweiter, dritter] = [await saeKontakt(), await saeKontakt(), await saeKontakt()];
  const frueher = await fuehreZusammen(zweiter, dritter);
  const { id } = await fuehreZusammen(erster, zweiter);
  const [getrennt, geloescht] = await hintereinander(
    dritter,
    () => sendeRuecknahme(id),
    () => loesche(erster),
  );
  expect([getrennt.status, geloescht.status]).toEqual([200, 200]);
  expect((await sendeRuecknahme(frueher.id)).status).toBe(200);
});
