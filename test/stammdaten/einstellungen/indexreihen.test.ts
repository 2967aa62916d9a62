import { describe, expect, test } from "vitest";
import type { Indexfassung, Indexreihe } from "../../../src/stammdaten/einstellungen/indexreihen/schema.ts";
import { dienst, konto, mitDienst, pruefer, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

const pfad = "/einstellungen/indexreihen";
const anlegen = (felder: object) => verwalter().post<Indexreihe & { code: string }>(pfad, felder);
const fassungVon = (id: number, nr: number) => pruefer().get<Indexfassung>(`${pfad}/${id}/fassungen/${nr}`);
const setze = (id: number, nr: number, felder: object, kopf?: Record<string, string>) =>
  verwalter().put<Indexfassung & { code: string }>(`${pfad}/${id}/fassungen/${nr}`, felder, kopf);

const staende = [
  { monat: "2026-08", wert: "104.9" },
  { monat: "2026-09", wert: "105.1" },
];

let nummer = 0;
/** A series with one version. */
const reihe = async (): Promise<number> => {
  nummer += 1;
  const { json } = await anlegen({ name: `Reihe ${nummer}` });
  const { status } = await verwalter().post(`${pfad}/${json.id}/fassungen`, { basis: "2020 = 100", staende });
  expect(status).toBe(201);
  return json.id;
};

const lade = (
  id: number,
  inhalt: string | Uint8Array<ArrayBuffer>,
  basis = "2020 = 100",
  kopf: Record<string, string> = {},
) => {
  const formular = new FormData();
  formular.set("datei", new File([inhalt], "index.csv"));
  return verwalter().post<Indexfassung>(
    `${pfad}/${id}/fassungen/upload?basis=${encodeURIComponent(basis)}`,
    formular,
    kopf,
  );
};

/** A completed increase that rests on a version, as the service keeps it. */
const verwende = async (reiheId: number, fassung: number): Promise<void> => {
  const bezug = { reiheId, fassung, monat: "2026-09" };
  await dienst.owner`
    insert into hebung (pachtkonto_id, art, index_basis, index_neu, wirksam_ab, status, abgeschlossen_am, abschluss, herkunft)
    values (${await konto()}, 'index', 104.9, 105.1, '2027-01-01', 'abgeschlossen', now(), '[]',
      ${JSON.stringify({ klausel: "index", basis: { ...bezug, monat: "2026-08" }, neu: bezug })}::text::jsonb)`;
};

describe("Indexreihen", () => {
  test("derselbe Idempotency-Key mit anderem Suchparameter ist eine andere Anfrage", async () => {
    const { json } = await anlegen({ name: "Einmal" });
    const sende = (basis: string) =>
      lade(json.id, "Monat;Wert\n2026-08;104,9\n", basis, { "Idempotency-Key": "fassung" });
    const erste = await sende("2020 = 100");
    expect(erste.status, erste.text).toBe(201);
    expect((await sende("2020 = 100")).json).toEqual(erste.json);
    expect(await sende("2015 = 100")).toMatchObject({ status: 422, json: { code: "idempotenz_anderer_inhalt" } });
  });

  test("anlegen, lesen, ändern, beenden", async () => {
    const neu = await anlegen({ name: "Verbraucherpreise", quelle: "Amt" });
    expect(neu).toMatchObject({
      status: 201,
      json: { version: 1, beendetMit: null, nachfolgerId: null, fassungen: [] },
    });
    const { id } = neu.json;
    const { json: liste } = await pruefer().get<{ data: Indexreihe[] }>(pfad);
    expect(liste.data).toContainEqual(neu.json);
    expect((await verwalter().put(`${pfad}/${id}`, neu.json)).json).toEqual(neu.json);

    const { json: nachfolgerin } = await anlegen({ name: "Nachfolgerin" });
    const beendet = { beendetMit: "2025-12", nachfolgerId: nachfolgerin.id };
    const geaendert = await verwalter().put<Indexreihe>(`${pfad}/${id}`, beendet, { "If-Match": '"1"' });
    expect(geaendert).toMatchObject({ status: 200, json: { version: 2, ...beendet } });
    expect((await verwalter().put(`${pfad}/${id}`, { quelle: null }, { "If-Match": '"1"' })).status).toBe(412);
    expect((await pruefer().get(`${pfad}/${id}`)).json).toEqual(geaendert.json);
    expect(
      await dienst.owner`select aktion from auditlog where ressource = 'indexreihe' and ressource_id = ${String(id)} order by id`,
    ).toEqual([{ aktion: "anlegen" }, { aktion: "aendern" }]);
  });

  test("ein Name gehört einer Reihe, eine Nachfolgerin zu einer beendeten", async () => {
    const { json } = await anlegen({ name: "Baupreise" });
    expect(await anlegen({ name: "BAUPREISE" })).toMatchObject({ status: 409, json: { code: "existiert_bereits" } });
    const andere = await anlegen({ name: "Bodenpreise" });
    expect((await verwalter().put(`${pfad}/${andere.json.id}`, { name: "baupreise" })).status).toBe(409);
    const falsch: [object, string][] = [
      [{ nachfolgerId: json.id }, "beendetMit"],
      [{ beendetMit: "2025-12", nachfolgerId: andere.json.id }, "nachfolgerId"],
      [{ beendetMit: "2025-12", nachfolgerId: 999_999 }, "nachfolgerId"],
      [{ beendetMit: "2025-13" }, "beendetMit"],
      [{ fassungen: [{ nr: 1, basis: "x", ersterMonat: null, letzterMonat: null, anzahl: 0 }] }, "fassungen"],
    ];
    for (const [felder, path] of falsch)
      expect(await verwalter().put(`${pfad}/${andere.json.id}`, felder), JSON.stringify(felder)).toMatchObject({
        status: 400,
        json: { errors: [{ path }] },
      });
  });
});

describe("Fassungen", () => {
  test("ein Monat kommt hinzu, einer wird berichtigt, einer fällt weg; der Tag der Eingabe bleibt stehen", async () => {
    const id = await reihe();
    const erste = await fassungVon(id, 1);
    expect(erste.json).toMatchObject({
      nr: 1,
      basis: "2020 = 100",
      istVerwendet: false,
      staende: staende.map((stand) => ({ ...stand, eingegebenAm: "2026-11-20" })),
    });
    expect((await setze(id, 1, erste.json)).json).toEqual(erste.json);
    dienst.stelle("2026-12-01");
    const neu = await setze(id, 1, {
      staende: [
        { monat: "2026-08", wert: null },
        { monat: "2026-09", wert: "105.1" },
        { monat: "2026-10", wert: "105.3" },
      ],
    });
    dienst.stelle("2026-11-20");
    expect(neu.json).toMatchObject({
      version: 2,
      staende: [
        { monat: "2026-09", wert: "105.1", eingegebenAm: "2026-11-20" },
        { monat: "2026-10", wert: "105.3", eingegebenAm: "2026-12-01" },
      ],
    });
    expect((await setze(id, 1, { basis: "2025 = 100" }, { "If-Match": '"1"' })).status).toBe(412);
    expect((await pruefer().get<Indexreihe>(`${pfad}/${id}`)).json.fassungen).toEqual([
      { nr: 1, basis: "2020 = 100", ersterMonat: "2026-09", letzterMonat: "2026-10", anzahl: 2 },
    ]);
    const [eintrag] = await dienst.owner<{ werte: string }[]>`
      select werte
      from auditlog left join auditwert on auditlog_id = id
      where ressource = 'indexfassung' and aktion = 'aendern' order by id desc limit 1`;
    expect(JSON.parse(eintrag?.werte ?? "")).toEqual([
      { feld: "staende", alt: { "2026-08": "104.9" }, neu: { "2026-08": null, "2026-10": "105.3" } },
    ]);
  });

  test.each<[string, object, string]>([
    ["ein künftiger Monat", { staende: [{ monat: "2026-12", wert: "1.0" }] }, "staende.0.monat"],
    ["ein Monat zweimal", { staende: [staende[0], staende[0]] }, "staende.1.monat"],
    ["ein Wert ohne Nachkommastelle", { staende: [{ monat: "2026-01", wert: "105" }] }, "staende.0.wert"],
    ["ein Wert 0", { staende: [{ monat: "2026-01", wert: "0.0" }] }, "staende.0.wert"],
    [
      "ein anderer Tag der Eingabe",
      { staende: [{ ...staende[0], eingegebenAm: "2020-01-01" }] },
      "staende.0.eingegebenAm",
    ],
  ])("%s: 400", async (_, felder, path) => {
    expect(await setze(await reihe(), 1, felder)).toMatchObject({ status: 400, json: { errors: [{ path }] } });
  });

  test("worauf eine abgeschlossene Hebung beruht, steht fest; spätere Monate und neue Fassungen kommen hinzu", async () => {
    const id = await reihe();
    await verwende(id, 1);
    expect((await fassungVon(id, 1)).json.istVerwendet).toBe(true);
    for (const felder of [
      { basis: "2025 = 100" },
      { staende: [{ monat: "2026-08", wert: "104.8" }] },
      { staende: [{ monat: "2026-09", wert: null }] },
    ])
      expect(await setze(id, 1, felder)).toMatchObject({ status: 409, json: { code: "fassung_verwendet" } });
    expect((await setze(id, 1, { staende: [{ monat: "2026-10", wert: "105.4" }] })).status).toBe(200);
    const neu = await verwalter().post<Indexfassung>(`${pfad}/${id}/fassungen`, { basis: "2025 = 100", staende });
    expect(neu).toMatchObject({ status: 201, json: { nr: 2, istVerwendet: false } });
    expect((await setze(id, 2, { staende: [{ monat: "2026-08", wert: "104.8" }] })).status).toBe(200);
  });

  test("von zwei gleichzeitigen Fassungen bekommt jede ihre Nummer", async () => {
    const id = await reihe();
    const body = { basis: "2025 = 100", staende };
    const neue = await Promise.all(
      [1, 2, 3].map(() => verwalter().post<Indexfassung>(`${pfad}/${id}/fassungen`, body)),
    );
    expect(neue.map(({ json }) => json.nr).sort()).toEqual([2, 3, 4]);
  });
});

describe("Hochladen", () => {
  const [august, september] = [
    { monat: "2026-08", wert: "104.9", eingegebenAm: "2026-11-20" },
    { monat: "2026-09", wert: "105.0", eingegebenAm: "2026-11-20" },
  ];

  test.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ["Monat und Wert", "Monat;Wert\r\n2026-08;104,9\r\n2026-09;105\r\n"],
    ["wie das Amt sie schreibt", "\uFEFFIndex\n2026;August;104,9\n2026;September;105,0\n2026;Oktober;...\n"],
    ["mit einem Trenner am Ende", "2026-08;104,9;\n2026-09;105,0;\n"],
    ["mit Komma und Punkt", '"08/2026","104.9"\n"9/2026","105.0"'],
    ["aus einem alten Windows", Uint8Array.from("M\xe4rz\n2026-08\t104,9\n2026-09\t105,0", (z) => z.charCodeAt(0))],
  ])("%s", async (_, inhalt) => {
    const { status, json, text } = await lade(await reihe(), inhalt);
    expect(status, text).toBe(201);
    expect(json).toMatchObject({ nr: 2, basis: "2020 = 100" });
    expect(json.staende).toEqual([august, september]);
  });

  test.each<[string, string, string]>([
    ["ohne einen Wert", "Monat;Wert\n", "keinen Monatswert"],
    ["mit zwei Nachkommastellen", "2026-08;104,95", "Zeile 1"],
    ["aus einem Jahr, das es nicht gibt", "0026-08;104,9", "Zeile 1 nennt keinen Monat"],
    [
      "mit einem Monat, den es nicht gibt, vor den anderen",
      "Monat;Wert\n2024-13;104,9\n2025-01;105,0",
      "Zeile 2 nennt keinen Monat",
    ],
    ["mit einem Vierteljahr vor den Monaten", "Monat;Wert\n2024-Q1;104,9\n2025-01;105,0", "Zeile 2 nennt keinen Monat"],
    ["mit einem verschriebenen Monat", "2024;Janaur;104,9\n2024;Februar;105,0", "Zeile 1 nennt keinen Monat"],
    ["mit einer Zeile ohne Monat", "2026-08;104,9\nSumme;1,0", "Zeile 2"],
  ])("eine Datei %s: 400 am Feld datei, mit der Zeile", async (_, inhalt, wort) => {
    const { status, json } = await lade(await reihe(), inhalt);
    expect(status).toBe(400);
    expect(json).toMatchObject({ errors: [{ path: "datei", message: expect.stringContaining(wort) }] });
  });

  test("ein künftiger Monat, ein doppelter, eine unbekannte Reihe: nichts entsteht", async () => {
    const id = await reihe();
    expect((await lade(id, "2026-12;1,0")).status).toBe(400);
    expect((await lade(999_999, "2026-08;1,0")).status).toBe(404);
    expect((await lade(id, "2026-08;1,0\n2026-08;1,1")).status).toBe(400);
    expect((await pruefer().get<Indexreihe>(`${pfad}/${id}`)).json.fassungen).toHaveLength(1);
  });
});

describe("Eine Indexreihe löschen", () => {
  const loesche = (id: number, kopf?: Record<string, string>) =>
    verwalter().delete<{ code: string; detail: string }>(`${pfad}/${id}`, kopf);
  const klausel = (reiheId: number) => ({
    wertsicherung: {
      art: "index",
      reiheId,
      basisMonat: "2026-08",
      schwelleBp: 1000,
      vergleich: "erreicht",
      rundung: "exakt",
    },
  });

  test("der nichts folgt, geht mit ihren Fassungen, und das Audit-Log behält die Werte", async () => {
    const id = await reihe();
    expect((await pruefer().delete(`${pfad}/${id}`)).status).toBe(403);
    expect((await loesche(id, { "If-Match": '"7"' })).status).toBe(412);
    expect((await loesche(id, { "If-Match": '"1"' })).status).toBe(204);
    expect((await pruefer().get(`${pfad}/${id}`)).status).toBe(404);
    expect((await fassungVon(id, 1)).status).toBe(404);
    expect((await loesche(id)).status).toBe(404);
    const eintraege = await dienst.owner<{ ressource: string; werte: string }[]>`
      select ressource, werte
      from auditlog
      join auditwert on auditlog_id = id
      where aktion = 'loeschen' and ressource in ('indexreihe', 'indexfassung')
      order by id`;
    expect(eintraege.map(({ ressource }) => ressource)).toEqual(["indexfassung", "indexreihe"]);
    expect(eintraege[0]?.werte).toContain('"2026-09"');
    expect((await anlegen({ name: `Reihe ${nummer}` })).status).toBe(201);
  });

  test("der eine Klausel folgt, ist 409 und nennt die Konten", async () => {
    const id = await reihe();
    const kontoId = await konto({ kontonummer: "FOLGT-1" });
    expect((await verwalter().put(`/pachtkonten/${kontoId}`, klausel(id))).status).toBe(200);
    const { status, json } = await loesche(id);
    expect([status, json.code]).toEqual([409, "wird_verwendet"]);
    expect(json.detail).toBe(
      "Die Wertsicherung von FOLGT-1 folgt dieser Indexreihe. Bitte die Klauseln zuerst auf eine andere Reihe umstellen.",
    );
    expect((await verwalter().put(`/pachtkonten/${kontoId}`, { wertsicherung: null })).status).toBe(200);
    expect((await loesche(id)).status).toBe(204);
  });

  test("auf der eine Hebung beruht oder die eine andere fortsetzt, ist 409", async () => {
    const verwendete = await reihe();
    await verwende(verwendete, 1);
    expect((await loesche(verwendete)).json.detail).toContain("Eine Hebung beruht auf dieser Indexreihe");
    await dienst.owner`update hebung set status = 'storniert', abgeschlossen_am = null where herkunft is not null`;
    expect((await loesche(verwendete)).status).toBe(204);
    const fortsetzung = await reihe();
    const { json } = await anlegen({ name: "Vorgängerin", beendetMit: "2025-12", nachfolgerId: fortsetzung });
    expect((await loesche(fortsetzung)).json.detail).toBe("Diese Indexreihe setzt eine andere fort: Vorgängerin.");
    expect((await loesche(json.id)).status).toBe(204);
    expect((await loesche(fortsetzung)).status).toBe(204);
  });

  test("während jemand eine Klausel mit ihr setzt: eines von beiden gewinnt, keine Klausel zeigt ins Leere", async () => {
    for (let mal = 0; mal < 5; mal += 1) {
      const id = await reihe();
      const kontoId = await konto();
      const [gesetzt, geloescht] = await Promise.all([
        verwalter().put(`/pachtkonten/${kontoId}`, klausel(id)),
        loesche(id),
      ]);
      expect([`${gesetzt.status} ${geloescht.status}`]).toEqual([expect.stringMatching(/^(200 409|400 204)$/)]);
    }
  });
});
