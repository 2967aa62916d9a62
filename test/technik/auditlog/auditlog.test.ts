import { beforeAll, describe, expect, test } from "vitest";
import { protokolliere, system } from "../../../src/technik/auditlog/protokolliere.ts";
import type { AuditLogEntry } from "../../../src/technik/auditlog/schema.ts";
import { versiegele } from "../../../src/technik/auditlog/siegel/siegel.ts";
import { verbinde } from "../../../src/technik/database/pool.ts";
import { dienst, mitDienst, pruefer, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst();

beforeAll(async () => {
  await dienst.owner`
    insert into auditlog (zeitpunkt, benutzer_id, benutzer_name, aktion, ressource, ressource_id)
    select v.zeitpunkt::timestamptz, b.id, coalesce(b.name, 'Nachtlauf'), v.aktion, v.ressource, v.nr
    from (values
      ('1', 'verwalter', '2026-03-01T10:00:00Z', 'anlegen', 'hof'),
      ('2', 'verwalter', '2026-03-01T11:00:00.5Z', 'aendern', 'hof'),
      ('3', 'mitarbeiter', '2026-03-01T11:00:00.5Z', 'aendern', 'stall'),
      ('4', null, '2026-03-01T12:00:00Z', 'berechnen', 'stall')
    ) v (nr, subjekt, zeitpunkt, aktion, ressource)
    left join benutzer b on b.subjekt = v.subjekt
    order by v.nr`;
  await dienst.owner`
    insert into auditwert (auditlog_id, salz, werte)
    select id, substr(sha256('Salz'), 1, 16), '[{"feld":"a","alt":null,"neu":{"b":[1,"x"]}}]' from auditlog where ressource_id = '1'`;
});

const lesen = (anfrage: string) => pruefer().get<{ data: AuditLogEntry[] }>(`/audit-log?${anfrage}`);
const nummern = async (anfrage: string) => (await lesen(anfrage)).json.data.map((eintrag) => eintrag.ressourceId);

describe("Audit-Log", () => {
  test("neueste zuerst, mit dem, was sich geändert hat", async () => {
    const { json } = await lesen("limit=50");
    expect(json.data.map((eintrag) => eintrag.ressourceId)).toEqual(["4", "3", "2", "1"]);
    expect(json).toMatchObject({ pagination: { page: 1, limit: 50, total: 4, totalPages: 1 } });
    expect(json.data[0]).toMatchObject({ benutzerId: null, benutzerName: "Nachtlauf", hash: null });
    expect(json.data[3]).toMatchObject({
      benutzerName: "Test verwalter",
      zeitpunkt: "2026-03-01T10:00:00Z",
      aenderungen: [{ feld: "a", alt: null, neu: { b: [1, "x"] } }],
    });
  });

  test("Filter gelten zusammen, Zeitpunkte mit beliebigem Versatz", async () => {
    const [verwalter] = await dienst.owner`select id from benutzer where subjekt = 'verwalter'`;
    expect(await nummern(`userId=${verwalter?.id}`)).toEqual(["2", "1"]);
    expect(await nummern("userId=niemand")).toEqual([]);
    expect(await nummern("userId=999999999999999999")).toEqual([]);
    expect(await nummern("action=aendern&resource=stall")).toEqual(["3"]);
    expect(await nummern("resource=HOF")).toEqual([]);
    expect(await nummern(`from=${encodeURIComponent("2026-03-01T13:00:00+01:00")}`)).toEqual(["4"]);
    expect(await nummern("from=2026-03-01T13:00:00+01:00")).toEqual(["4"]);
    expect(await nummern("to=2026-03-01T06:00:00.5-05:00")).toEqual(["3", "2", "1"]);
    expect(await nummern("from=2026-03-01T10:00:00.001Z&to=2026-03-01T11:00:00Z")).toEqual([]);
    expect(await nummern("limit=1&page=3")).toEqual(["2"]);
    expect((await lesen("page=2147483647&limit=500")).json).toMatchObject({ data: [], pagination: { total: 4 } });
  });

  test.each([
    "from=gestern",
    "from=2026-03-01",
    "from=0000-01-01T00:00:00Z",
    "to=2026-03-01T00:00:00%2B20:00",
    "from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z",
    "limit=501",
    "page=0",
    "sort=id",
  ])("%s: 400", async (anfrage) => {
    expect((await lesen(anfrage)).status).toBe(400);
  });

  test("ein Schreiben steht sofort darin, mit der Anfrage", async () => {
    const neu = await verwalter().post("/einstellungen/kontaktarten", { name: "amt" });
    const [eintrag] = (await lesen("resource=kontaktart")).json.data;
    expect(eintrag).toMatchObject({
      aktion: "anlegen",
      ressourceId: String(neu.json.id),
      anfrageId: neu.kopf.get("x-request-id"),
    });
    expect(eintrag?.aenderungen).toContainEqual({ feld: "name", alt: null, neu: "amt" });
  });

  test("was geschrieben wurde, steht Zeichen für Zeichen darin", async () => {
    const seltsam = "\u0001\n\t\"'\\\\n {,} NULL ß\u00e9e\u0301 😀\u2028\u007f \ud800";
    const neu = { wort: seltsam, [seltsam]: [seltsam, null, { tiefer: seltsam }], leer: null, zahl: -0.5 };
    const eintrag = {
      aktion: "anlegen",
      ressource: "seltsames",
      ressourceId: seltsam.slice(1, 9),
      alt: { weg: seltsam },
      neu,
    };
    await protokolliere(dienst.owner, system, eintrag);
    const [gelesen] = (await lesen("resource=seltsames")).json.data;
    expect(gelesen?.ressourceId).toBe(eintrag.ressourceId);
    expect(gelesen?.aenderungen).toEqual([
      { feld: "weg", alt: seltsam, neu: null },
      { feld: "wort", alt: null, neu: seltsam },
      { feld: seltsam, alt: null, neu: neu[seltsam] },
      { feld: "zahl", alt: null, neu: -0.5 },
    ]);
    const [{ stimmt } = { stimmt: false }] = await dienst.owner`
      select e.werte_hash = sha256(w.salz || convert_to(w.werte, 'UTF8')) stimmt
      from auditlog e join auditwert w on w.auditlog_id = e.id
      where e.ressource = 'seltsames'`;
    expect(stimmt).toBe(true);
  });

  test("versiegelt trägt jeder Eintrag seinen Hash in der Kette", async () => {
    const worker = verbinde(dienst.datenbank.workerUrl, "pacht_worker", { max: 1 });
    const neueste = async () => (await lesen("limit=2")).json.data;
    // A transaction of any other test of this server may hold up the last entries.
    const versiegelt = async () => {
      await versiegele(worker);
      return (await neueste()).every(({ hash }) => hash !== null);
    };
    await expect.poll(versiegelt, { timeout: 60_000 }).toBe(true);
    await worker.end();
    const data = await neueste();
    expect(new Set(data.map(({ hash }) => hash)).size).toBe(2);
    for (const { hash } of data) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });
});
