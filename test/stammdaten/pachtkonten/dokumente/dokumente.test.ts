import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Dokument } from "../../../../src/stammdaten/pachtkonten/dokumente/schema.ts";
import { dienst, konto, mitarbeiter, pruefer, verwalter } from "../../../hilfe/mitDienst.ts";
import { id, lade, mitKonto, ordner, pdf, sha256 } from "./handgriffe.ts";

mitKonto();

describe("Dokumente eines Pachtkontos", () => {
  test("hochladen, auflisten, herunterladen, löschen, mit Protokoll", async () => {
    const inhalt = pdf("Vertrag");
    const neu = await lade(inhalt, "Pachtvertrag Müller – Größe.pdf");
    expect(neu).toMatchObject({
      status: 201,
      json: {
        pachtkontoId: id,
        dateiname: "Pachtvertrag Müller – Größe.pdf",
        medientyp: "application/pdf",
        groesse: inhalt.length,
        sha256: sha256(inhalt),
        hochgeladenVon: "Test mitarbeiter",
        version: 1,
      },
    });
    const zweites = await lade("Notiz\r\nmit Umlaut ä", "notiz.txt");
    const liste = await mitarbeiter().get<{ data: Dokument[]; pagination: object }>(ordner());
    expect(liste.json.data).toEqual([zweites.json, neu.json]);
    expect((await mitarbeiter().get<{ data: Dokument[] }>(`${ordner()}?search=mueller`)).json.data).toEqual([neu.json]);
    expect((await mitarbeiter().get(`/pachtkonten/${id}`)).json.anzahlDokumente).toBe(2);

    const datei = await pruefer().get(`${ordner()}/${neu.json.id}/download`);
    expect(datei.status).toBe(200);
    expect(Buffer.from(datei.bytes).equals(inhalt)).toBe(true);
    expect(datei.kopf.get("content-type")).toBe("application/pdf");
    expect(datei.kopf.get("content-length")).toBe(String(inhalt.length));
    expect(datei.kopf.get("x-content-type-options")).toBe("nosniff");
    expect(datei.kopf.get("content-disposition")).toBe(
      "attachment; filename=\"Pachtvertrag Muller _ Gro_e.pdf\"; filename*=UTF-8''Pachtvertrag%20M%C3%BCller%20%E2%80%93%20Gr%C3%B6%C3%9Fe.pdf",
    );

    expect((await verwalter().delete(`${ordner()}/${neu.json.id}`, { "If-Match": '"7"' })).status).toBe(412);
    expect((await verwalter().delete(`${ordner()}/${neu.json.id}`)).status).toBe(204);
    expect((await mitarbeiter().get(`${ordner()}/${neu.json.id}/download`)).status).toBe(404);
    expect((await mitarbeiter().get(`/pachtkonten/${id}`)).json.anzahlDokumente).toBe(1);
    const [stuecke] = await dienst.owner`
      select count(*) as anzahl from pachtkonto_dokument_stueck where dokument_id = ${neu.json.id}`;
    expect(stuecke?.anzahl).toBe(0);
    const protokoll = await dienst.owner`
      select aktion, benutzer_name from auditlog
      where ressource = 'pachtkonto_dokument' and ressource_id = ${String(neu.json.id)} order by id`;
    expect(protokoll.map((zeile) => [zeile.aktion, zeile.benutzerName])).toEqual([
      ["anlegen", "Test mitarbeiter"],
      ["herunterladen", "Test pruefer"],
      ["loeschen", "Test verwalter"],
    ]);
  });

  test("ein Konto mit Dokument wird nicht gelöscht", async () => {
    const antwort = await verwalter().delete(`/pachtkonten/${id}`);
    expect(antwort).toMatchObject({ status: 409, json: { code: "wird_verwendet" } });
  });

  test("Teile, Unverändertes und Kopfzeilen allein", async () => {
    const inhalt = pdf(randomBytes(600 * 1024));
    const { json } = await lade(inhalt, "teile.pdf");
    const pfad = `${ordner()}/${json.id}/download`;
    const hole = (kopf: Record<string, string>) => mitarbeiter().get(pfad, { kopf });
    const grenze = 256 * 1024;
    const faelle: [string, number, number][] = [
      ["bytes=0-0", 0, 0],
      [`bytes=${grenze - 2}-${grenze + 1}`, grenze - 2, grenze + 1],
      [`bytes=${grenze}-${2 * grenze - 1}`, grenze, 2 * grenze - 1],
      ["bytes=100-", 100, inhalt.length - 1],
      ["bytes=-7", inhalt.length - 7, inhalt.length - 1],
      [`bytes=5-${inhalt.length + 99}`, 5, inhalt.length - 1],
    ];
    for (const [range, von, bis] of faelle) {
      const teil = await hole({ Range: range });
      expect(teil.status, range).toBe(206);
      expect(teil.kopf.get("content-range"), range).toBe(`bytes ${von}-${bis}/${inhalt.length}`);
      expect(teil.kopf.get("content-length"), range).toBe(String(bis - von + 1));
      expect(Buffer.from(teil.bytes).equals(inhalt.subarray(von, bis + 1)), range).toBe(true);
    }
    const daneben = await hole({ Range: `bytes=${inhalt.length}-` });
    expect(daneben.status).toBe(416);
    expect(daneben.kopf.get("content-range")).toBe(`bytes */${inhalt.length}`);
    for (const range of ["bytes=9-3", "bytes=0-1,4-5", "zeilen=1-2", "bytes=-"])
      expect((await hole({ Range: range })).status, range).toBe(200);

    const etag = `"${sha256(inhalt)}"`;
    const ganz = await hole({});
    expect(ganz.kopf.get("etag")).toBe(etag);
    expect(Buffer.from(ganz.bytes).equals(inhalt)).toBe(true);
    expect((await hole({ "If-None-Match": `W/${etag}` })).status).toBe(304);
    expect((await hole({ Range: "bytes=1-2", "If-Range": etag })).status).toBe(206);
    expect((await hole({ Range: "bytes=1-2", "If-Range": '"alt"' })).status).toBe(200);

    const nurKopf = await dienst.app.request(`/api${pfad}`, {
      method: "HEAD",
      headers: { cookie: "service.sid=sitzung-pruefer" },
    });
    expect(nurKopf.status).toBe(200);
    expect(nurKopf.headers.get("content-length")).toBe(String(inhalt.length));
    expect((await nurKopf.arrayBuffer()).byteLength).toBe(0);
    const [gezaehlt] = await dienst.owner`
      select count(*) as anzahl from auditlog
      where aktion = 'herunterladen' and ressource_id = ${String(json.id)} and benutzer_name = 'Test pruefer'`;
    expect(gezaehlt?.anzahl).toBe(0);
    // A part is a download too: nobody reads a document past the log from its second byte on.
    const teile = await dienst.owner`
      select werte
      from auditlog left join auditwert on auditlog_id = id
      where aktion = 'herunterladen' and ressource_id = ${String(json.id)} order by id`;
    expect(teile.filter(({ werte }) => werte.includes('"bytes"'))).toHaveLength(faelle.length + 1);
  });

  test("ein Dokument gehört zu seinem Konto; unter einem anderen ist es 404", async () => {
    const { json } = await lade(pdf(), "a.pdf");
    const anderes = await konto();
    expect((await verwalter().get(`/pachtkonten/${anderes}/dokumente/${json.id}/download`)).status).toBe(404);
    expect((await verwalter().delete(`/pachtkonten/${anderes}/dokumente/${json.id}`)).status).toBe(404);
    for (const docId of ["1.0", "01"]) {
      expect((await verwalter().get(`${ordner()}/${docId}/download`)).status, docId).toBe(400);
      expect((await verwalter().delete(`${ordner()}/${docId}`)).status, docId).toBe(400);
    }
  });
});
