import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";
import { PDFDocument } from "pdf-lib";
import { describe, expect, test } from "vitest";
import { ausrichtungVon } from "../../../src/stammdaten/einstellungen/logo/jpeg.ts";
import { administrator, dienst, mitDienst, pruefer } from "../../hilfe/mitDienst.ts";
import { bisWarten } from "../../hilfe/sperren.ts";

mitDienst();

/** 25 x 36, baseline, in colour. */
const jpeg = Buffer.from(
  "/9j/4AAQSkZJRgABAQEAAwADAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8yb" +
    "qmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAk" +
    "ABkDASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhBy" +
    "JxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKT" +
    "lJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAA" +
    "AAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRom" +
    "JygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExc" +
    "bHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDpSwBwSM0hwec/kailuIonCySwo2M4dgDik+3Wv/PzB/38FArk" +
    "3AI68+9OqBby2Zgq3EJYnAAcHNT0DGHPbmgAtwwI/GncDjP60ZHqKAE2jjk8e9OpMiloAikt4JW3Swxu2MZZQab9itP+fWH/AL9iiigVhUtbeN" +
    "w8cESMOhVACKmoooGf/9k=",
  "base64",
);
/** 17 x 24, progressive. */
const progressiv = Buffer.from(
  "/9j/4AAQSkZJRgABAQEAAgACAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H///" +
    "/6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wgARCAAY" +
    "ABEDASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAIE/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEAMQAAAB2JFAAA//xAAXEA" +
    "ADAQAAAAAAAAAAAAAAAAAAEBEg/9oACAEBAAEFAnCZ/8QAFBEBAAAAAAAAAAAAAAAAAAAAIP/aAAgBAwEBPwEf/8QAFBEBAAAAAAAAAAAAAAAA" +
    "AAAAIP/aAAgBAgEBPwEf/8QAFxAAAwEAAAAAAAAAAAAAAAAAABAxIP/aAAgBAQAGPwJ0uf/EABsQAAEEAwAAAAAAAAAAAAAAAAEAEBFhMVGh/9" +
    "oACAEBAAE/IXJTkEC3400ppv/aAAwDAQACAAMAAAAQw8A8/8QAFBEBAAAAAAAAAAAAAAAAAAAAIP/aAAgBAwEBPxAf/8QAFBEBAAAAAAAAAAAA" +
    "AAAAAAAAIP/aAAgBAgEBPxAf/8QAHRABAAEEAwEAAAAAAAAAAAAAAREAECFRMWGhkf/aAAgBAQABPxCcxUdFmpDaAg+lDRXJ4TLyyhib3ihb+W" +
    "//2Q==",
  "base64",
);

const teil = (art: string, inhalt: Uint8Array): Buffer => {
  const mitArt = Buffer.concat([Buffer.from(art, "latin1"), inhalt]);
  const [laenge, summe] = [Buffer.alloc(4), Buffer.alloc(4)];
  laenge.writeUInt32BE(inhalt.length);
  summe.writeUInt32BE(crc32(mitArt));
  return Buffer.concat([laenge, mitArt, summe]);
};

type Anders = { farbart?: number; tiefe?: number; verschachtelt?: number; roh?: Buffer; dazu?: Buffer[] };

/** A PNG of one colour; `anders` bends single parts of it. */
const png = (breite: number, hoehe: number, anders: Anders = {}): Buffer => {
  const kopf = Buffer.alloc(13);
  kopf.writeUInt32BE(breite, 0);
  kopf.writeUInt32BE(hoehe, 4);
  kopf.set([anders.tiefe ?? 8, anders.farbart ?? 2, 0, 0, anders.verschachtelt ?? 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    teil("IHDR", kopf),
    ...(anders.dazu ?? []),
    teil("IDAT", deflateSync(anders.roh ?? Buffer.alloc(hoehe * (1 + breite * 3)))),
    teil("IEND", Buffer.alloc(0)),
  ]);
};

/** A comment and a piece of Exif behind the start of a JPEG. */
const mitBeigaben = Buffer.concat([
  jpeg.subarray(0, 2),
  Buffer.from("ffe1000c", "hex"),
  Buffer.from("Exif\0\0GPS!"),
  Buffer.from("fffe0008", "hex"),
  Buffer.from("geheim"),
  jpeg.subarray(2),
  Buffer.from("<script>angehängt</script>"),
]);

/** Exif that says how to turn the picture, after the name of a camera, in either order of bytes. */
const exif = (ausrichtung: number, ordnung: "II" | "MM", art = 3): Buffer => {
  const tiff = Buffer.from("4d4d002a00000008000201100002000000040000000001120003000000010000000000000000", "hex");
  tiff.writeUInt16BE(art, 24);
  tiff.writeUInt16BE(ausrichtung, 30);
  if (ordnung === "II") {
    tiff.write("II");
    for (const [ab, bis] of [
      [2, 4],
      [8, 10],
      [10, 12],
      [12, 14],
      [22, 24],
      [24, 26],
      [30, 32],
    ] as const)
      tiff.subarray(ab, bis).swap16();
    for (const [ab, bis] of [
      [4, 8],
      [14, 18],
      [26, 30],
    ] as const)
      tiff.subarray(ab, bis).swap32();
  }
  const inhalt = Buffer.concat([Buffer.from("Exif\0\0"), tiff]);
  const kopf = Buffer.from("ffe10000", "hex");
  kopf.writeUInt16BE(inhalt.length + 2, 2);
  return Buffer.concat([kopf, inhalt]);
};
/** Behind the segment APP0, where cameras and programs put it. */
const mitExif = (...segmente: Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 20), ...segmente, jpeg.subarray(20)]);

const formular = (inhalt: Uint8Array, name = "logo.png") => {
  const form = new FormData();
  form.append("datei", new File([inhalt as never], name));
  return form;
};
const lade = (inhalt: Uint8Array) => administrator().post("/einstellungen/logo", formular(inhalt));
const bild = () => pruefer().get("/einstellungen/logo/preview");

describe("das Logo", () => {
  test("ohne Logo 404, dann hochladen, ansehen, ersetzen, löschen, mit Protokoll", async () => {
    expect((await bild()).status).toBe(404);
    expect((await administrator().delete("/einstellungen/logo")).status).toBe(404);

    const erstes = await lade(png(30, 20));
    expect(erstes).toMatchObject({
      status: 201,
      json: { medientyp: "image/png", breite: 30, hoehe: 20, hochgeladenVon: "Test administrator" },
    });
    expect(erstes.kopf.get("etag")).toBe('"1"');
    const gesehen = await bild();
    expect(gesehen.kopf.get("content-type")).toBe("image/png");
    expect(gesehen.kopf.get("x-content-type-options")).toBe("nosniff");
    const etag = gesehen.kopf.get("etag") ?? "";
    expect(etag).toMatch(/^"1-[0-9a-f]{8}"$/);
    expect(Buffer.from(gesehen.bytes).equals(png(30, 20))).toBe(true);
    const nochmal = await pruefer().get("/einstellungen/logo/preview", {
      kopf: { "If-None-Match": etag },
    });
    expect(nochmal.status).toBe(304);

    const zweites = await lade(jpeg);
    expect(zweites).toMatchObject({ status: 201, json: { medientyp: "image/jpeg", breite: 25, hoehe: 36 } });
    expect(zweites.kopf.get("etag")).toBe('"2"');
    const ersetzt = await bild();
    expect(ersetzt.kopf.get("content-type")).toBe("image/jpeg");

    const loesche = (ifMatch: string) => administrator().delete("/einstellungen/logo", { "If-Match": ifMatch });
    for (const veraltet of ['"1"', etag]) expect((await loesche(veraltet)).status, veraltet).toBe(412);
    expect((await loesche(ersetzt.kopf.get("etag") ?? "")).status).toBe(204);
    expect((await bild()).status).toBe(404);
    const protokoll = await dienst.owner`select aktion from auditlog where ressource = 'logo' order by id`;
    expect(protokoll.map(({ aktion }) => aktion)).toEqual(["anlegen", "aendern", "loeschen"]);
  });

  test("ein anderes Bild hat einen anderen ETag, auch wo nach dem Löschen die Fassungen neu beginnen", async () => {
    const etags: (string | null)[] = [];
    for (const inhalt of [png(30, 20), jpeg]) {
      await lade(inhalt);
      etags.push((await bild()).kopf.get("etag"));
      expect((await administrator().delete("/einstellungen/logo")).status).toBe(204);
    }
    expect(new Set(etags).size).toBe(2);
  });

  test("von zweien, die zugleich das erste sind, ersetzt das zweite das andere und sagt es", async () => {
    const vorher = await dienst.owner`select from auditlog where ressource = 'logo'`;
    const [beide] = await dienst.owner.begin(async (tx) => {
      await tx`lock table logo in share mode`;
      const unterwegs = Promise.all([lade(png(30, 20)), lade(jpeg)]);
      await bisWarten(dienst.owner, 2);
      return [unterwegs];
    });
    expect((await beide).map(({ status }) => status)).toEqual([201, 201]);
    const protokoll = await dienst.owner`select aktion from auditlog where ressource = 'logo' order by id`;
    expect(protokoll.slice(vorher.length).map(({ aktion }) => aktion)).toEqual(["anlegen", "aendern"]);
    expect((await administrator().delete("/einstellungen/logo")).status).toBe(204);
  });

  test("was kein Bild ist, bleibt draußen", async () => {
    const text = teil("tEXt", Buffer.from("Comment\0geheim"));
    await lade(png(3, 3, { dazu: [text] }));
    expect(Buffer.from((await bild()).bytes).equals(png(3, 3))).toBe(true);
    await lade(Buffer.concat([png(3, 3), Buffer.from("<script>")]));
    expect(Buffer.from((await bild()).bytes).equals(png(3, 3))).toBe(true);
    expect(await lade(mitBeigaben)).toMatchObject({ status: 201, json: { breite: 25, hoehe: 36 } });
    expect(Buffer.from((await bild()).bytes).equals(jpeg)).toBe(true);
  });

  test.each([
    ["PNG, ein Bit grau", png(9, 3, { farbart: 0, tiefe: 1, roh: Buffer.alloc(3 * 3) }), 9, 3],
    ["PNG mit Alpha", png(2, 2, { farbart: 6, roh: Buffer.alloc(2 * 9) }), 2, 2],
    ["PNG mit Palette", png(2, 1, { farbart: 3, roh: Buffer.alloc(3), dazu: [teil("PLTE", Buffer.alloc(3))] }), 2, 1],
    // Passes 1, 4, 6 and 7 of 3 x 2 pixels have a row each: of 1, 1, 1 and 3 pixels.
    ["PNG verschachtelt", png(3, 2, { verschachtelt: 1, roh: Buffer.alloc(4 + 4 + 4 + 10) }), 3, 2],
    ["JPEG progressiv", progressiv, 17, 24],
    ["PNG an der Grenze", png(2000, 1), 2000, 1],
  ])("%s wird angenommen, und ein Brief könnte es zeigen", async (name, inhalt, breite, hoehe) => {
    expect(await lade(inhalt)).toMatchObject({ status: 201, json: { breite, hoehe } });
    const pdf = await PDFDocument.create();
    const { bytes } = await bild();
    const gezeigt = await (name.startsWith("PNG") ? pdf.embedPng(bytes) : pdf.embedJpg(bytes));
    expect([gezeigt.width, gezeigt.height]).toEqual([breite, hoehe]);
  });

  test.each([
    [3, "II", 25, 36],
    [6, "II", 36, 25],
    [6, "MM", 36, 25],
    [8, "MM", 36, 25],
  ] as const)(
    "ein JPEG, das nach seinem Exif zu drehen ist (%i, %s), behält das und nichts sonst davon",
    async (nr, ordnung, breite, hoehe) => {
      expect(await lade(mitExif(exif(nr, ordnung)))).toMatchObject({ status: 201, json: { breite, hoehe } });
      const bytes = Buffer.from((await bild()).bytes);
      expect(ausrichtungVon(bytes)).toBe(nr);
      const segment = bytes.indexOf(Buffer.from("Exif\0\0"));
      expect(bytes.subarray(segment + 6, segment + 32).toString("hex")).toBe(
        `4d4d002a0000000800010112000300000001000${nr}000000000000`,
      );
      expect(Buffer.concat([bytes.subarray(0, segment - 4), bytes.subarray(segment + 32)]).equals(jpeg)).toBe(true);
    },
  );

  test.each([
    ["die liegt, wie sie ist", exif(1, "MM")],
    ["die es nicht gibt", exif(9, "II")],
    ["von falscher Art", exif(6, "II", 4)],
    ["deren Verzeichnis jenseits des Endes liegt", Buffer.from("ffe1001045786966000049492a00ffffff7f", "hex")],
    ["deren Teil leer ist", Buffer.from("ffe10008457869660000", "hex")],
    ["die in einem anderen Teil steht", Buffer.from("ffe10008786d705f6e73", "hex")],
  ])("eine Ausrichtung, %s, fällt weg, und das Bild bleibt eines", async (_, segment) => {
    expect(await lade(mitExif(segment))).toMatchObject({ status: 201, json: { breite: 25, hoehe: 36 } });
    expect(Buffer.from((await bild()).bytes).equals(jpeg)).toBe(true);
  });

  const ganz = png(10, 10);
  const verbogen = Buffer.from(ganz);
  verbogen[45] = (verbogen[45] ?? 0) ^ 1;
  test.each([
    ["Text", Buffer.from("kein Bild")],
    ["SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["nur der Anfang eines PNG", ganz.subarray(0, 8)],
    ["abgeschnittenes PNG", ganz.subarray(0, -5)],
    ["PNG mit falscher Prüfsumme", verbogen],
    ["PNG mit zu wenigen Zeilen", png(10, 10, { roh: Buffer.alloc(100) })],
    ["PNG, das sich über sein Maß entpackt", png(10, 10, { roh: Buffer.alloc(5_000_000) })],
    ["PNG mit unmöglichem Filter", png(1, 1, { roh: Buffer.from([9, 0, 0, 0]) })],
    ["PNG mit unmöglicher Farbtiefe", png(1, 1, { tiefe: 3 })],
    ["PNG ohne Fläche", png(0, 5)],
    ["PNG mit Palette, die fehlt", png(2, 1, { farbart: 3, roh: Buffer.alloc(3) })],
    ["nur der Anfang eines JPEG", jpeg.subarray(0, 20)],
    ["JPEG ohne Bilddaten", Buffer.concat([jpeg.subarray(0, 20), Buffer.from("ffd9", "hex")])],
    ["abgeschnittenes JPEG", jpeg.subarray(0, -2)],
    ["JPEG, das nur so heißt", Buffer.concat([Buffer.from("ffd8ff", "hex"), Buffer.alloc(300, 65)])],
  ])("%s ist 415", async (_, inhalt) => {
    expect(await lade(inhalt)).toMatchObject({ status: 415, json: { code: "kein_bild" } });
  });

  test("ein JPEG in Druckfarben ist 415 mit seinem Grund: Briefe werden in RGB aufbewahrt", async () => {
    const kopf = jpeg.indexOf(Buffer.from("ffc0", "hex"));
    const cmyk = Buffer.from(jpeg);
    cmyk[kopf + 9] = 4;
    expect(await lade(cmyk)).toMatchObject({ status: 415, json: { code: "druckfarben" } });
  });

  test("zu viele Pixel 400, mehr als 2 MiB 413, kein Formular 415", async () => {
    expect(await lade(png(2001, 1))).toMatchObject({ status: 400, json: { errors: [{ code: "zu_viele_pixel" }] } });
    expect((await lade(Buffer.concat([ganz, Buffer.alloc(2 * 1024 * 1024)]))).status).toBe(413);
    expect((await administrator().post("/einstellungen/logo", {})).status).toBe(415);
    expect((await administrator().post("/einstellungen/logo", new FormData())).status).toBe(400);
  });
});
