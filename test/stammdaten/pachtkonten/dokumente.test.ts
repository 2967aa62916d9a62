import { Buffer } from "node:buffer";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { deflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Dokument } from "../../../src/stammdaten/pachtkonten/dokumente/schema.ts";
import { lausche } from "../../../src/technik/server.ts";
import { starteDienst, type Testdienst } from "../../hilfe/dienst.ts";
import { saeKonto, saeStammdaten } from "../../hilfe/saat.ts";
import { zip } from "../../hilfe/zip.ts";

const heute = "2026-11-20";
const mebibyte = 1024 * 1024;
let dienst: Testdienst;
let [id, anderes] = [0, 0];
/** Of this file alone, so that what an upload leaves behind is its own. */
const ablage = mkdtempSync(path.join(tmpdir(), "dokumente-"));

beforeAll(async () => {
  process.env.TMPDIR = ablage;
  dienst = await starteDienst(heute);
  await saeStammdaten(dienst.owner);
  id = await saeKonto(dienst.owner, heute);
  anderes = await saeKonto(dienst.owner, heute);
});
afterAll(async () => {
  expect(dienst.fehler).toEqual([]);
  expect(readdirSync(ablage).filter((name) => name.startsWith("eingang-"))).toEqual([]);
  await dienst.beende();
  rmSync(ablage, { recursive: true });
});

const mitarbeiter = () => dienst.als("mitarbeiter");
const ordner = () => `/pachtkonten/${id}/dokumente`;
const alsFormular = (inhalt: Uint8Array | string, name: string, feld = "datei") => {
  const formular = new FormData();
  formular.append(feld, new File([inhalt as never], name));
  return formular;
};
const lade = (inhalt: Uint8Array | string, name: string, kopf?: Record<string, string>) =>
  mitarbeiter().post<Dokument>(ordner(), alsFormular(inhalt, name), kopf);
const sha256 = (inhalt: Uint8Array | string) => createHash("sha256").update(inhalt).digest("hex");
const pdf = (rest: Uint8Array | string = "") => Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.from(rest)]);

/** A form of `groesse` bytes that is made while it is read, and the most memory seen meanwhile. */
const strom = (groesse: number, beiStueck: () => void = () => {}) => {
  const block = randomBytes(64 * 1024);
  let rest = groesse;
  let schritt = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(steuerung) {
        beiStueck();
        if (schritt++ === 0)
          return steuerung.enqueue(
            Buffer.from(
              '--grenze\r\nContent-Disposition: form-data; name="datei"; filename="gro\u00df.pdf"\r\n' +
                "Content-Type: application/pdf\r\n\r\n%PDF-",
            ),
          );
        if (rest > 5) {
          const stueck = block.subarray(0, Math.min(block.length, rest - 5));
          rest -= stueck.length;
          return steuerung.enqueue(stueck);
        }
        steuerung.enqueue(Buffer.from("\r\n--grenze--\r\n"));
        steuerung.close();
      },
    },
    { highWaterMark: 0 },
  );
};
const grosse = (groesse: number, beiStueck?: () => void) =>
  mitarbeiter().post<Dokument>(ordner(), strom(groesse, beiStueck), {
    "content-type": "multipart/form-data; boundary=grenze",
  });

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

    const datei = await dienst.als("pruefer").get(`${ordner()}/${neu.json.id}/download`);
    expect(datei.status).toBe(200);
    expect(Buffer.from(datei.bytes).equals(inhalt)).toBe(true);
    expect(datei.kopf.get("content-type")).toBe("application/pdf");
    expect(datei.kopf.get("content-length")).toBe(String(inhalt.length));
    expect(datei.kopf.get("x-content-type-options")).toBe("nosniff");
    expect(datei.kopf.get("content-disposition")).toBe(
      "attachment; filename=\"Pachtvertrag Muller _ Gro_e.pdf\"; filename*=UTF-8''Pachtvertrag%20M%C3%BCller%20%E2%80%93%20Gr%C3%B6%C3%9Fe.pdf",
    );

    expect((await mitarbeiter().delete(`${ordner()}/${neu.json.id}`)).status).toBe(403);
    expect((await dienst.als("verwalter").delete(`${ordner()}/${neu.json.id}`, { "If-Match": '"7"' })).status).toBe(
      412,
    );
    expect((await dienst.als("verwalter").delete(`${ordner()}/${neu.json.id}`)).status).toBe(204);
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
    const antwort = await dienst.als("verwalter").delete(`/pachtkonten/${id}`);
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
      select werte from auditlog where aktion = 'herunterladen' and ressource_id = ${String(json.id)} order by id`;
    expect(teile.filter(({ werte }) => werte.includes('"bytes"'))).toHaveLength(faelle.length + 1);
  });

  test.each([
    ["bild.dat", Buffer.from("89504e470d0a1a0a00", "hex"), "image/png", "bild.dat.png"],
    ["foto.JPEG", Buffer.from("ffd8ffe000104a464946", "hex"), "image/jpeg", "foto.jpeg"],
    ["scan.tif", Buffer.from("49492a0008000000", "hex"), "image/tiff", "scan.tif"],
    ["liste.csv", "a;b\r\n1;ä", "text/csv", "liste.csv"],
    ["Konten.csv", "BM;Betrag\r\n1;2", "text/csv", "Konten.csv"],
    ["liste.exe", "nur Text", "text/plain", "liste.exe.txt"],
    ["../../etc/passwd", "nur Text", "text/plain", "passwd.txt"],
    ["C:\\Daten\\Brief.pdf", pdf(), "application/pdf", "Brief.pdf"],
    ["gnp\u202efdp.txt", "umgedreht", "text/plain", "gnpfdp.txt"],
    ["con.pdf", pdf(), "application/pdf", "_con.pdf"],
    [".pdf", pdf(), "application/pdf", "pdf.pdf"],
    [`${"ä".repeat(200)}.pdf`, pdf(), "application/pdf", `${"ä".repeat(120)}.pdf`],
    [
      "brief.docx",
      zip({ "[Content_Types].xml": "<Types/>", "word/document.xml": "<w/>" }),
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "brief.docx",
    ],
    [
      "mappe",
      zip({ "[Content_Types].xml": "<Types/>", "xl/workbook.xml": "<w/>" }),
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "mappe.xlsx",
    ],
    [
      "brief.odt",
      zip({ mimetype: "application/vnd.oasis.opendocument.text", "content.xml": "<o/>" }),
      "application/vnd.oasis.opendocument.text",
      "brief.odt",
    ],
  ])("%s wird am Inhalt erkannt und sicher benannt", async (name, inhalt, medientyp, dateiname) => {
    expect(await lade(inhalt, name)).toMatchObject({ status: 201, json: { medientyp, dateiname } });
  });

  test.each([
    ["ein Programm", Buffer.from("4d5a90000300000004000000", "hex"), "vertrag.pdf"],
    ["ein beliebiges ZIP", zip({ "a.txt": "x" }), "brief.docx"],
    ["Makros", zip({ "[Content_Types].xml": "", "word/document.xml": "", "word/vbaProject.bin": "" }), "brief.docx"],
    ["ein zerbrochenes ZIP", zip({ "[Content_Types].xml": "", "word/document.xml": "" }).subarray(0, 90), "brief.docx"],
    ["kein UTF-8", Buffer.from("c4d6dc", "hex"), "liste.csv"],
    ["Text mit Nullbyte", "a\u0000b", "a.txt"],
    ["ein GIF", Buffer.from("GIF89a\u0000\u0000"), "bild.png"],
    ["rohe Daten", deflateRawSync(randomBytes(5000)), "daten.txt"],
  ])("%s ist 415", async (_, inhalt, name) => {
    expect(await lade(inhalt, name)).toMatchObject({ status: 415, json: { code: "dateityp" } });
  });

  test("nur ein ganzes Formular mit genau der Datei", async () => {
    const vorher = (await mitarbeiter().get<{ pagination: object }>(ordner())).json.pagination;
    const zwei = alsFormular(pdf(), "a.pdf");
    zwei.append("datei", new File([pdf()], "b.pdf"));
    const mehr = alsFormular(pdf(), "a.pdf");
    mehr.append("bemerkung", "x");
    const roh = "multipart/form-data; boundary=grenze";
    const anfang = '--grenze\r\nContent-Disposition: form-data; name="datei"; filename="a.pdf"\r\n\r\n%PDF-';
    const faelle: [string, unknown, Record<string, string>, number][] = [
      ["leer", alsFormular("", "a.pdf"), {}, 400],
      ["anderes Feld", alsFormular(pdf(), "a.pdf", "file"), {}, 400],
      ["zwei Dateien", zwei, {}, 400],
      ["weiteres Feld", mehr, {}, 400],
      ["ohne Datei", new FormData(), {}, 400],
      ["abgebrochen", anfang, { "content-type": roh }, 400],
      ["kein Formular", "Unsinn", { "content-type": roh }, 400],
      ["ohne Grenze", anfang, { "content-type": "multipart/form-data" }, 415],
      ["JSON", {}, {}, 415],
      ["ohne Inhalt", undefined, {}, 415],
      ["angekündigt zu groß", anfang, { "content-type": roh, "content-length": String(21 * mebibyte) }, 413],
    ];
    for (const [name, body, kopf, status] of faelle)
      expect((await mitarbeiter().post(ordner(), body, kopf)).status, name).toBe(status);
    expect((await mitarbeiter().get<{ pagination: object }>(ordner())).json.pagination).toEqual(vorher);
  });

  test("Idempotency-Key: dieselbe Datei nur einmal, eine andere 422", async () => {
    const kopf = { "Idempotency-Key": "hochladen-1" };
    const erste = await lade(pdf("1"), "eins.pdf", kopf);
    expect(await lade(pdf("1"), "eins.pdf", kopf)).toMatchObject({ status: 201, json: erste.json });
    expect((await lade(pdf("2"), "eins.pdf", kopf)).status).toBe(422);
  });

  test("Rollen, fremde und unbekannte Dokumente", async () => {
    const { json } = await lade(pdf(), "a.pdf");
    expect((await dienst.als("pruefer").post(ordner(), alsFormular(pdf(), "a.pdf"))).status).toBe(403);
    const verwalter = dienst.als("verwalter");
    expect((await verwalter.post("/pachtkonten/999999/dokumente", alsFormular(pdf(), "a.pdf"))).status).toBe(404);
    expect((await verwalter.get("/pachtkonten/999999/dokumente")).status).toBe(404);
    expect((await verwalter.get(`/pachtkonten/${anderes}/dokumente/${json.id}/download`)).status).toBe(404);
    expect((await verwalter.delete(`/pachtkonten/${anderes}/dokumente/${json.id}`)).status).toBe(404);
    for (const docId of ["abc", "0", "1.0", "-1", "1e2", "01"]) {
      expect((await verwalter.get(`${ordner()}/${docId}/download`)).status, docId).toBe(400);
      expect((await verwalter.delete(`${ordner()}/${docId}`)).status, docId).toBe(400);
    }
  });

  test("20 MiB gehen durch, ein Byte mehr nicht", async () => {
    let start = 0;
    let spitze = 0;
    const miss = () => {
      spitze = Math.max(spitze, process.memoryUsage().rss);
    };
    const beginne = () => {
      start = process.memoryUsage().rss;
      spitze = start;
    };
    const takt = setInterval(miss, 2);
    const gewachsen: number[] = [];
    for (const _ of ["kalt", "warm"]) {
      beginne();
      expect(await grosse(20 * mebibyte, miss)).toMatchObject({
        status: 201,
        json: { groesse: 20 * mebibyte, dateiname: "groß.pdf" },
      });
      gewachsen.push((spitze - start) / mebibyte);
    }
    const [dokument] = (await mitarbeiter().get<{ data: Dokument[] }>(`${ordner()}?limit=1`)).json.data;

    beginne();
    const datei = await dienst.app.request(`/api${ordner()}/${dokument?.id}/download`, {
      headers: { cookie: "service.sid=sitzung-mitarbeiter" },
    });
    const hash = createHash("sha256");
    let gelesen = 0;
    for await (const stueck of datei.body as unknown as AsyncIterable<Uint8Array>) {
      hash.update(stueck);
      gelesen += stueck.length;
      miss();
    }
    clearInterval(takt);
    gewachsen.push((spitze - start) / mebibyte);
    console.info(
      "20 MiB hoch, noch einmal hoch, herunter; RSS höchstens über dem Stand davor, MiB:",
      gewachsen.map((wert) => wert.toFixed(1)).join(", "),
    );
    expect(gelesen).toBe(20 * mebibyte);
    expect(hash.digest("hex")).toBe(dokument?.sha256);

    expect(await grosse(20 * mebibyte + 1)).toMatchObject({ status: 413, json: { code: "zu_gross" } });
    expect((await grosse(50 * mebibyte)).status).toBe(413);
  });

  test("viele Uploads zugleich lassen anderen die Datenbank", async () => {
    const vorher = readdirSync(tmpdir()).length;
    const uploads: Promise<{ status: number }>[] = [];
    await dienst.owner.begin(async (tx) => {
      await tx`lock table pachtkonto_dokument in exclusive mode`;
      for (let nr = 0; nr < 12; nr++) uploads.push(lade(pdf(`Nr. ${nr}`), `${nr}.pdf`));
      const warten = async () => (await tx`select 1 from pg_locks where not granted`).length;
      await expect.poll(warten).toBe(2);
      await expect.poll(() => readdirSync(tmpdir()).length).toBeGreaterThanOrEqual(vorher + 12);
      expect((await mitarbeiter().get(ordner())).status).toBe(200);
      expect(await warten()).toBe(2);
    });
    expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual(Array(12).fill(201));
  });

  test("auf der Leitung: zu Großes bekommt seine Antwort, Teile stimmen", async () => {
    const port = 20_000 + (process.pid % 20_000);
    const schliesse = await lausche(dienst.app.fetch, "127.0.0.1", port);
    const adresse = `http://127.0.0.1:${port}/api${ordner()}`;
    const cookie = "service.sid=sitzung-verwalter";
    const sende = async (body: ReadableStream | FormData) => {
      const kopf = new Headers({ cookie });
      if (body instanceof ReadableStream) kopf.set("content-type", "multipart/form-data; boundary=grenze");
      const antwort = await fetch(adresse, {
        method: "POST",
        headers: kopf,
        body,
        ...({ duplex: "half" } as object),
      });
      return { status: antwort.status, json: (await antwort.json()) as Dokument };
    };
    try {
      const ganz = await sende(strom(20 * mebibyte));
      expect(ganz.status).toBe(201);
      expect((await sende(strom(20 * mebibyte + 1))).status).toBe(413);
      expect((await sende(alsFormular(randomBytes(20 * mebibyte + 1), "x.pdf"))).status).toBe(413);
      expect((await sende(alsFormular(randomBytes(30 * mebibyte), "x.pdf"))).status).toBe(413);
      const teil = await fetch(`${adresse}/${ganz.json.id}/download`, { headers: { cookie, range: "bytes=-100" } });
      expect([teil.status, (await teil.arrayBuffer()).byteLength]).toEqual([206, 100]);
      // A client that leaves in the middle takes nothing with it.
      const weg = await fetch(`${adresse}/${ganz.json.id}/download`, { headers: { cookie } });
      await weg.body?.cancel();
      const nurKopf = await fetch(`${adresse}/${ganz.json.id}/download`, { method: "HEAD", headers: { cookie } });
      expect(nurKopf.headers.get("content-length")).toBe(String(20 * mebibyte));
    } finally {
      await schliesse();
    }
  });
});
