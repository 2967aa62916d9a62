import { beforeAll, describe, expect, test } from "vitest";
import type {
  DuplikatEntscheidung,
  DuplikatKontaktPaar,
  DuplikatPachtobjektPaar,
} from "../../../src/stammdaten/duplikate/schema.ts";
import type { Kontakt } from "../../../src/stammdaten/kontakte/schema.ts";
import type { Patchobjekt } from "../../../src/stammdaten/patchobjekte/schema.ts";
import { dienst, mitarbeiter, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst();

beforeAll(async () => {
  await dienst.owner`insert into kontaktart (name, bezeichnung) values ('paechter', 'Pächter')`;
});

const anlegen = (felder: object, kopf?: Record<string, string>) =>
  mitarbeiter().post<Kontakt>("/kontakte", { typ: "paechter", ...felder }, kopf);
const paare = (query = "") => mitarbeiter().get<DuplikatKontaktPaar[]>(`/duplikate/kontakte${query}`);
const paareVon = async (id: number, query = "") =>
  (await paare(query)).json.filter(({ kontaktA, kontaktB }) => kontaktA.id === id || kontaktB.id === id);

const hof = { strasse: "Dorfstraße", hausnummer: "12 a", plz: "29525", ort: "Uelzen" };

describe("doppelte Kontakte", () => {
  test("wer schon da ist, wird beim Anlegen genannt und steht in der Liste", async () => {
    const erster = await anlegen({ anrede: "Herr", vorname: "Jürgen", nachname: "Müller", ...hof });
    expect(erster.kopf.get("link")).toBeNull();
    const felder = {
      anrede: "Herr",
      vorname: "Müller",
      nachname: "Juergen",
      ...hof,
      strasse: "Dorfstr.",
      hausnummer: "12a",
    };
    const zweiter = await anlegen(felder, { "Idempotency-Key": "doppelt-1" });
    expect(zweiter.status).toBe(201);
    expect(zweiter.json).not.toHaveProperty("duplikate");
    expect(zweiter.kopf.get("link")).toBe(`</api/kontakte/${erster.json.id}>; rel="duplicate"`);
    const nochmals = await anlegen(felder, { "Idempotency-Key": "doppelt-1" });
    expect(nochmals.json).toEqual(zweiter.json);
    expect(nochmals.kopf.get("link")).toBe(zweiter.kopf.get("link"));

    const [paar, ...weitere] = await paareVon(zweiter.json.id);
    expect(weitere).toEqual([]);
    expect(paar).toMatchObject({
      kontaktA: { id: erster.json.id, anzeigename: "Jürgen Müller" },
      kontaktB: { id: zweiter.json.id, plz: "29525" },
      entscheidung: "offen",
    });
    expect(paar?.gruende).toEqual([
      { code: "name_vertauscht", text: "Vor- und Nachname sind vertauscht." },
      { code: "anschrift_gleich", text: "Die Anschrift ist gleich." },
    ]);
  });

  test("ein Ehepaar mit gemeinsamem Konto und gemeinsamer E-Mail-Adresse ist keines", async () => {
    const gemeinsam = {
      ...hof,
      plz: "29549",
      iban: "DE02120300000000202051",
      email: "familie@petersen.example",
      telefon: "05821 4711",
    };
    await anlegen({ vorname: "Andreas", nachname: "Petersen", ...gemeinsam });
    const frau = await anlegen({ vorname: "Andrea", nachname: "Petersen", ...gemeinsam });
    expect(frau.kopf.get("link")).toBeNull();
    expect(await paareVon(frau.json.id)).toEqual([]);
  });

  test("eine Änderung macht aus zweien ein Paar und wieder zwei, Löschen nimmt es weg", async () => {
    const a = await anlegen({ vorname: "Wiebke", nachname: "Ahlers", ...hof, plz: "29553" });
    const b = await anlegen({ vorname: "Wibke", nachname: "Cordes", ...hof, plz: "29571", ort: "Rosche" });
    expect(await paareVon(b.json.id)).toEqual([]);
    const pfad = `/kontakte/${b.json.id}`;
    await mitarbeiter().put(pfad, { nachname: "Ahlers", plz: "29553", ort: "Uelzen" });
    expect(await paareVon(b.json.id)).toMatchObject([{ kontaktA: { id: a.json.id } }]);
    await mitarbeiter().put(pfad, { bemerkung: "Rückruf" });
    expect(await paareVon(b.json.id)).toHaveLength(1);
    await mitarbeiter().put(pfad, { vorname: "Renate" });
    expect(await paareVon(b.json.id)).toEqual([]);
    await mitarbeiter().put(pfad, { vorname: "Wiebke" });
    expect(await paareVon(a.json.id)).toHaveLength(1);
    expect((await verwalter().delete(pfad)).status).toBe(204);
    expect(await paareVon(a.json.id)).toEqual([]);
    expect(await dienst.owner`select from duplikat_kontakt_schluessel where id = ${b.json.id}`).toHaveLength(0);
  });

  test("höchste zuerst, mit Grenze und Gesamtzahl", async () => {
    const alle = await paare();
    expect(alle.kopf.get("x-total-count")).toBe(String(alle.json.length));
    const scores = alle.json.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((x, y) => y - x));
    const eines = await paare("?limit=1");
    expect(eines.json).toEqual(alle.json.slice(0, 1));
    expect(eines.kopf.get("x-total-count")).toBe(String(alle.json.length));
    const hoechster = Math.max(...scores);
    const sichere = await paare(`?minScore=${hoechster}`);
    expect(sichere.json).toEqual(alle.json.filter(({ score }) => score >= hoechster));
    expect((await paare("?minScore=100")).json).toEqual([]);
    for (const query of ["?minScore=101", "?minScore=x", "?limit=0", "?limit=5001", "?page=1", "?entscheidung=x"])
      expect((await paare(query)).status, query).toBe(400);
  });
});

describe("die Entscheidung", () => {
  const entscheide = (kontaktIds: unknown, entscheidung = "kein_duplikat") =>
    mitarbeiter().post<DuplikatEntscheidung>("/duplikate/kontakte/entscheidung", { kontaktIds, entscheidung });

  test("nimmt ein Paar aus der Liste, bleibt bei Änderungen und lässt sich zurücknehmen", async () => {
    const a = (await anlegen({ vorname: "Frauke", nachname: "Behrens", ...hof, plz: "29389" })).json.id;
    const b = (await anlegen({ vorname: "Frauke", nachname: "Berens", ...hof, plz: "29389" })).json.id;
    const [paar] = await paareVon(a);
    const antwort = await entscheide([b, a]);
    expect(antwort.json).toMatchObject({
      ids: [a, b],
      entscheidung: "kein_duplikat",
      entschiedenVon: "Test mitarbeiter",
    });
    expect((await entscheide([a, b])).json).toEqual(antwort.json);
    expect(await paareVon(a)).toEqual([]);
    expect(await paareVon(a, "?entscheidung=kein_duplikat")).toEqual([{ ...paar, entscheidung: "kein_duplikat" }]);
    await mitarbeiter().put(`/kontakte/${b}`, { telefon: "0581 123456" });
    expect(await paareVon(a)).toEqual([]);
    await mitarbeiter().put(`/kontakte/${b}`, { vorname: "Otto" });
    await mitarbeiter().put(`/kontakte/${b}`, { vorname: "Frauke" });
    expect(await paareVon(a)).toEqual([]);

    expect((await entscheide([a, b], "offen")).json).toEqual({
      ids: [a, b],
      entscheidung: "offen",
      entschiedenVon: null,
      entschiedenAm: null,
    });
    expect(await paareVon(a)).toHaveLength(1);
    const protokoll = await dienst.owner`
      select aktion, werte
      from auditlog left join auditwert on auditlog_id = id
      where ressource = 'duplikat_kontakt' and ressource_id = ${`${a}-${b}`} order by id`;
    expect(protokoll.map(({ aktion, werte }) => [aktion, JSON.parse(werte)])).toEqual([
      ["entscheiden", [{ feld: "entscheidung", alt: "offen", neu: "kein_duplikat" }]],
      ["entscheiden", [{ feld: "entscheidung", alt: "kein_duplikat", neu: "offen" }]],
    ]);
  });

  test("verlangt zwei verschiedene, die es gibt", async () => {
    const { id } = (await anlegen({ nachname: "Allein" })).json;
    expect((await entscheide([id, id])).status).toBe(400);
    expect((await entscheide([id])).status).toBe(400);
    expect((await entscheide([id, 999_999])).status).toBe(404);
    expect((await entscheide([id, 1], "vielleicht")).status).toBe(400);
  });
});

describe("doppelte Patchobjekte", () => {
  const acker = {
    objektart: "acker",
    bezeichnung: "Acker „Im Felde“",
    plz: "29525",
    ort: "Uelzen",
    gemarkung: "Veerßen",
    flur: "3",
    flurstueckZaehler: "12",
    flurstueckNenner: "4",
    flaecheQm: 15_000,
  };
  const objekt = async (felder: object) =>
    (await mitarbeiter().post<Patchobjekt>("/patchobjekte", { ...acker, ...felder })).json.id;
  const liste = async (id: number) =>
    (await mitarbeiter().get<DuplikatPachtobjektPaar[]>("/duplikate/pachtobjekte")).json.filter(
      ({ pachtobjektA, pachtobjektB }) => pachtobjektA.id === id || pachtobjektB.id === id,
    );

  test("dasselbe Flurstück, anders geschrieben; bis jemand entscheidet oder eines gelöscht wird", async () => {
    const a = await objekt({});
    const b = await objekt({
      bezeichnung: "Im Felde",
      gemarkung: "Veerssen",
      flur: "003",
      flurstueckZaehler: "12/4",
      flurstueckNenner: null,
    });
    const [paar] = await liste(b);
    expect(paar).toMatchObject({ pachtobjektA: { id: a }, pachtobjektB: { id: b }, entscheidung: "offen" });
    expect(paar?.gruende.map(({ code }) => code)).toContain("flurstueck_gleich");
    const pfad = "/duplikate/pachtobjekte/entscheidung";
    await mitarbeiter().post(pfad, { pachtobjektIds: [a, b], entscheidung: "kein_duplikat" });
    expect(await liste(b)).toEqual([]);
    await mitarbeiter().post(pfad, { pachtobjektIds: [a, b], entscheidung: "offen" });
    expect(await liste(b)).toHaveLength(1);
    await mitarbeiter().put(`/patchobjekte/${b}`, { flurstueckZaehler: "13/4" });
    expect(await liste(b)).toEqual([]);
    await mitarbeiter().put(`/patchobjekte/${b}`, { flurstueckZaehler: "12/4" });
    await verwalter().delete(`/patchobjekte/${b}`);
    expect(await liste(a)).toEqual([]);
  });

  test("Stellplätze auf einem Flurstück sind verschieden", async () => {
    const stellplatz = { objektart: "stellplatz", flurstueckZaehler: "77", flaecheQm: 12 };
    const a = await objekt({ ...stellplatz, bezeichnung: "Stellplatz 3" });
    await objekt({ ...stellplatz, bezeichnung: "Stellplatz 4" });
    expect(await liste(a)).toEqual([]);
  });
});
