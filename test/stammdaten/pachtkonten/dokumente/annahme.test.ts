import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { mitarbeiter } from "../../../hilfe/mitDienst.ts";
import { zip } from "../../../hilfe/zip.ts";
import { alsFormular, lade, mitKonto, ordner, pdf } from "./handgriffe.ts";

mitKonto();

const mebibyte = 1024 * 1024;

describe("welche Datei angenommen wird", () => {
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
    // As a form sends a quotation mark and the end of a line.
    ['Angebot "neu".pdf', pdf(), "application/pdf", "Angebot _neu_.pdf"],
    ["zwei\r\nZeilen.pdf", pdf(), "application/pdf", "zwei Zeilen.pdf"],
    ["100 %2 von 22.pdf", pdf(), "application/pdf", "100 %2 von 22.pdf"],
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
      ["etwas anderes als eine Grenze", anfang, { "content-type": "multipart/form-data; xboundary=grenze" }, 400],
      ["Grenze in Anführung", anfang, { "content-type": 'multipart/form-data; charset="; boundary=x' }, 400],
      ["Grenze zu lang", anfang, { "content-type": `multipart/form-data; boundary=${"g".repeat(300)}` }, 400],
      ["JSON", {}, {}, 415],
      ["ohne Inhalt", undefined, {}, 415],
      ["angekündigt zu groß", anfang, { "content-type": roh, "content-length": String(21 * mebibyte) }, 413],
    ];
    for (const [name, body, kopf, status] of faelle)
      expect((await mitarbeiter().post(ordner(), body, kopf)).status, name).toBe(status);
    expect((await mitarbeiter().get<{ pagination: object }>(ordner())).json.pagination).toEqual(vorher);
  });

  test("ein Teil ohne Namen wird genannt, wie er heißt: gar nicht", async () => {
    const inhalt = '--g\r\nContent-Disposition: form-data; filename="a.pdf"\r\n\r\n%PDF-\r\n--g--\r\n';
    const antwort = await mitarbeiter().post(ordner(), inhalt, { "content-type": "multipart/form-data; boundary=g" });
    expect(antwort).toMatchObject({ status: 400, json: { errors: [{ path: "", code: "unbekanntes_feld" }] } });
  });

  test("Idempotency-Key: dieselbe Datei nur einmal, eine andere 422", async () => {
    const kopf = { "Idempotency-Key": "hochladen-1" };
    const erste = await lade(pdf("1"), "eins.pdf", kopf);
    expect(await lade(pdf("1"), "eins.pdf", kopf)).toMatchObject({ status: 201, json: erste.json });
    expect((await lade(pdf("2"), "eins.pdf", kopf)).status).toBe(422);
  });
});
