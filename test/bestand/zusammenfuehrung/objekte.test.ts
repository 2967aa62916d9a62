import { expect, test } from "vitest";
import type { Zusammenfuehrung } from "../../../src/bestand/zusammenfuehrung/schema.ts";
import type { DuplikatPachtobjektPaar } from "../../../src/stammdaten/duplikate/schema.ts";
import type { PachtkontoDetail } from "../../../src/stammdaten/pachtkonten/schema.ts";
import type { Patchobjekt } from "../../../src/stammdaten/patchobjekte/schema.ts";
import { buche } from "../../hilfe/abrechnung.ts";
import { dienst, konto, mitarbeiter, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { sendeRuecknahme } from "./handgriffe.ts";

mitDienst({ stammdaten: true });

type Seite<T> = { data: T[]; pagination: { total: number } };
type Aufgegangen = { code: string; aufgegangenIn: number };

const lege = async (mehr: object = {}): Promise<number> => {
  const felder = { bezeichnung: "Koppel am Deich", objektart: "gruenland", gemarkung: "Husum", flur: "3", ...mehr };
  const { status, json, text } = await mitarbeiter().post<Patchobjekt>("/patchobjekte", felder);
  expect(status, text).toBe(201);
  return json.id;
};
const sende = (bleibt: number, geht: number, mehr: object = {}, query = "") =>
  verwalter().post<Zusammenfuehrung & Aufgegangen>(`/duplikate/pachtobjekte/zusammenfuehrung${query}`, {
    bleibt,
    geht,
    ...mehr,
  });
const fuehreZusammen = async (bleibt: number, geht: number, mehr: object = {}): Promise<Zusammenfuehrung> => {
  const { status, json, text } = await sende(bleibt, geht, mehr);
  expect(status, text).toBe(201);
  return json;
};
const objekteVon = async (id: number) =>
  (await verwalter().get<PachtkontoDetail>(`/pachtkonten/${id}`)).json.objekte.map((objekt) => objekt.id);

const stand = async () => {
  const { owner } = dienst;
  const teile = await Promise.all([
    owner`select to_jsonb(o) - 'version' - 'geaendert_am' o from patchobjekt o order by id`,
    owner`select p::text from patchobjekt_liste p union all select k::text from pachtkonto_liste k order by 1`,
    owner`select * from duplikat_patchobjekt_schluessel order by schluessel, id`,
    owner`select * from duplikat_patchobjekt_paar order by a_id, b_id`,
    owner`select schluessel, sum(anzahl)::integer from zaehler where bereich = 'patchobjekt' group by 1 order by 1`,
  ]);
  return JSON.stringify(teile);
};

test("zwei Objekte werden eines: Pachtkonto und Bemerkung gehen über, überall antwortet es 410, die Rücknahme stellt alles her", async () => {
  const kontoId = await konto();
  const eins = await lege({ flurstueckZaehler: "12", flaecheQm: 4000 });
  const zwei = await lege({
    flurstueckZaehler: "12",
    flaecheQm: 4100,
    pachtkontoId: kontoId,
    bemerkung: "nasse Ecke",
    status: "kritisch",
  });
  const vorher = await stand();
  const gezeigt = await sende(eins, zwei, { felder: ["flaecheQm"] }, "?nurZeigen=1");
  expect([gezeigt.status, await stand()]).toEqual([200, vorher]);
  const {
    id: nr,
    zusammengefuehrtAm,
    zusammengefuehrtVon,
    ...getan
  } = await fuehreZusammen(eins, zwei, {
    felder: ["flaecheQm"],
  });
  expect({ ...gezeigt.json, ...getan }).toEqual(gezeigt.json);
  expect(getan).toMatchObject({
    art: "patchobjekt",
    geht: { id: zwei, name: "Koppel am Deich" },
    felder: [
      { feld: "flaecheQm", alt: 4000, neu: 4100 },
      { feld: "pachtkontoId", alt: null, neu: kontoId },
      { feld: "bemerkung", alt: null, neu: "nasse Ecke" },
    ],
    pachtkonten: [{ pachtkontoId: kontoId }],
  });
  expect(await objekteVon(kontoId)).toEqual([eins]);

  for (const antwort of [
    await verwalter().get<Aufgegangen>(`/patchobjekte/${zwei}`),
    await verwalter().put<Aufgegangen>(`/patchobjekte/${zwei}`, { bemerkung: "x" }),
    await verwalter().delete<Aufgegangen>(`/patchobjekte/${zwei}`),
    await sende(eins, zwei),
    await sende(zwei, eins, {}, "?nurZeigen=1"),
    await verwalter().post<Aufgegangen>("/duplikate/pachtobjekte/entscheidung", {
      pachtobjektIds: [eins, zwei],
      entscheidung: "kein_duplikat",
    }),
  ])
    expect([antwort.status, antwort.json]).toMatchObject([410, { code: "zusammengefuehrt", aufgegangenIn: eins }]);
  for (const sort of ["bezeichnung", "flaecheQm", "-geprueftAm"])
    for (const search of ["", "&search=Deich"]) {
      const { json } = await verwalter().get<Seite<Patchobjekt>>(`/patchobjekte?sort=${sort}${search}`);
      expect([json.data.map(({ id }) => id), json.pagination.total], sort).toEqual([[eins], 1]);
    }
  const { json: uebersicht } = await verwalter().get<{ status: string; anzahl: number }[]>(
    "/patchobjekte/status-overview",
  );
  expect(uebersicht.find(({ status }) => status === "kritisch")?.anzahl).toBe(0);
  expect((await verwalter().get<DuplikatPachtobjektPaar[]>("/duplikate/pachtobjekte")).json).toEqual([]);
  const loeschen = await verwalter().delete<Aufgegangen>(`/patchobjekte/${eins}`);
  expect([loeschen.status, loeschen.json.code]).toEqual([409, "wird_verwendet"]);

  expect((await sendeRuecknahme(nr)).status).toBe(200);
  expect(await stand()).toBe(vorher);
  expect(await objekteVon(kontoId)).toEqual([zwei]);
});

test("gehören sie zu verschiedenen Pachtkonten, ist erst zu klären, zu welchem", async () => {
  const eins = await lege({ pachtkontoId: await konto() });
  const zwei = await lege({ pachtkontoId: await konto() });
  const absage = await sende(eins, zwei);
  expect([absage.status, absage.json.code]).toEqual([409, "verschiedene_pachtkonten"]);
  await verwalter().put(`/patchobjekte/${zwei}`, { pachtkontoId: null });
  expect((await sende(eins, zwei)).status).toBe(201);
});

test("nurZeigen lehnt ab, was dann nicht ginge", async () => {
  const [eins, zwei] = [await lege(), await lege({ flurstueckZaehler: "12", flurstueckNenner: "3" })];
  const nenner = { felder: ["flurstueckNenner"] };
  expect((await sende(eins, zwei, nenner)).status).toBe(400);
  expect((await sende(eins, zwei, nenner, "?nurZeigen=1")).status).toBe(400);
  expect((await sende(eins, zwei, { felder: ["flurstueckNenner", "flurstueckZaehler"] })).status).toBe(201);
});

test("die Rücknahme sagt, was seitdem geändert, gebucht oder gelöscht ist", async () => {
  const [kontoId, leeres] = [await konto(), await konto({ pachtbeginn: "2027-01-01" })];
  const [eins, zwei] = [await lege(), await lege({ pachtkontoId: kontoId })];
  const { id: nr } = await fuehreZusammen(eins, zwei);
  await buche("2025-10-01", [kontoId]);
  await verwalter().put(`/patchobjekte/${eins}`, { pachtkontoId: null });
  const absage = await sendeRuecknahme(nr);
  expect([absage.status, absage.json.code]).toEqual([409, "ruecknahme_nicht_moeglich"]);
  expect(absage.json.hindernisse.map(({ art, pachtkontoId }) => [art, pachtkontoId])).toEqual([
    ["geaendert", null],
    ["gebucht", kontoId],
  ]);

  const [drei, vier] = [await lege(), await lege({ pachtkontoId: leeres })];
  const zweite = await fuehreZusammen(drei, vier);
  await verwalter().put(`/patchobjekte/${drei}`, { pachtkontoId: null });
  expect((await verwalter().delete(`/pachtkonten/${leeres}`)).status).toBe(204);
  const { json } = await sendeRuecknahme(zweite.id);
  expect(json.hindernisse.map(({ text }) => text)).toContainEqual(expect.stringMatching(/gibt es nicht mehr/));
});

test("zwei führen dieselben Objekte zugleich zusammen: einer kommt durch, der andere bekommt 410", async () => {
  for (let i = 0; i < 4; i += 1) {
    const [eins, zwei] = [await lege({ flur: `${i}` }), await lege({ flur: `${i}` })];
    const antworten = await Promise.all([sende(eins, zwei), sende(zwei, eins)]);
    expect(antworten.map(({ status }) => status).sort()).toEqual([201, 410]);
  }
});
