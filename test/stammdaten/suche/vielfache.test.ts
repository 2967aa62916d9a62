import { beforeAll, expect, test } from "vitest";
import { dienst, mitarbeiter, mitDienst, pruefer } from "../../hilfe/mitDienst.ts";
import { setzeParteienImSuchtext } from "../../hilfe/vielfache.ts";

let stiftung: number;
let konten: number[];

mitDienst();

beforeAll(async () => {
  await setzeParteienImSuchtext(dienst.owner, 2);
  await dienst.owner`insert into kontaktart (name, bezeichnung) values ('person', 'Person')`;
  const [zeile] = await dienst.owner<{ id: number }[]>`
    insert into kontakt (typ, ist_organisation, firma, ort) values ('person', true, 'Klosterkammer', 'Celle') returning id`;
  stiftung = zeile?.id ?? 0;
  const neue = await dienst.owner<{ id: number }[]>`
    insert into pachtkonto (kontonummer, pachtbeginn, zahlungsrhythmus, bemerkung)
    select 'K-' || n, '2025-01-01', 'jaehrlich', 'Acker' || n
    from generate_series(1, 6) n
    returning id`;
  konten = neue.map(({ id }) => id);
  for (const konto of konten)
    await dienst.owner`
      insert into pachtkonto_beteiligter (pachtkonto_id, kontakt_id, rolle) values (${konto}, ${stiftung}, 'verpaechter')`;
});

const findet = async (search: string, mehr = ""): Promise<number[]> => {
  const { json } = await pruefer().get<{ data: { id: number }[] }>(
    `/pachtkonten?search=${encodeURIComponent(search)}&limit=5000${mehr}`,
  );
  return json.data.map(({ id }) => id);
};

/** Which rows of the list were written, and when. */
const geschrieben = async () => [
  ...(await dienst.owner<{ id: number; xmin: string }[]>`select id, xmin::text from pachtkonto_liste order by id`),
];

test("Wer an vielen Konten ist, wird umbenannt, ohne dass ihre Suchzeilen neu geschrieben werden", async () => {
  const vorher = await geschrieben();
  expect((await mitarbeiter().put(`/kontakte/${stiftung}`, { firma: "Waldfonds", ort: "Lüneburg" })).status).toBe(200);
  const nachher = await geschrieben();
  expect(nachher.filter(({ xmin }, i) => xmin !== vorher[i]?.xmin).map(({ id }) => id)).toEqual(konten.slice(0, 2));
  expect(await findet("waldfonds")).toEqual(konten);
  expect(await findet("Klosterkammer")).toEqual([]);
});

test("Seine Worte lassen sich mit denen des Kontos verbinden, lange wie kurze", async () => {
  expect(await findet("fonds acker5 lueneburg")).toEqual([konten[4]]);
  expect(await findet("wa ck")).toEqual(konten);
  expect(await findet("r2 fonds")).toEqual([konten[1]]);
  expect(await findet("r4 wa")).toEqual([konten[3]]);
  expect(await findet("waldfonds acker9")).toEqual([]);
  expect(await findet("waldfonds", "&sort=-kontonummer&status=aktiv")).toEqual(konten.toReversed());
  expect(await findet("waldfonds", "&status=inaktiv")).toEqual([]);
});

test("Ein Konto, das ihn verliert, findet man nicht mehr unter ihm; auch nicht, wenn er nur noch bevollmächtigt ist", async () => {
  const [, , , , fuenftes, sechstes] = konten as [number, number, number, number, number, number];
  await dienst.owner`delete from pachtkonto_beteiligter where pachtkonto_id = ${sechstes}`;
  await dienst.owner`update pachtkonto_beteiligter set rolle = 'bevollmaechtigter' where pachtkonto_id = ${fuenftes}`;
  expect(await findet("waldfonds")).toEqual(konten.slice(0, 4));
  await dienst.owner`update pachtkonto_beteiligter set rolle = 'paechter' where pachtkonto_id = ${fuenftes}`;
  expect(await findet("waldfonds")).toEqual(konten.slice(0, 5));
});

test("Neu gefüllte Listen finden dasselbe", async () => {
  const suchworte = ["waldfonds", "acker3 waldfonds", "wa"];
  const vorher = await Promise.all(suchworte.map((wort) => findet(wort)));
  await dienst.owner`select fuelle_listen()`;
  expect(await Promise.all(suchworte.map((wort) => findet(wort)))).toEqual(vorher);
  expect(await dienst.owner`select pachtkonto_id from pachtkonto_liste_partei order by 1`).toEqual(
    konten.slice(2, 5).map((pachtkontoId) => ({ pachtkontoId })),
  );
});
