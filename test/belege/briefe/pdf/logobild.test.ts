import { Buffer } from "node:buffer";
import { decodePDFRawStream, PDFDocument, type PDFRawStream } from "pdf-lib";
import { describe, expect, test } from "vitest";
import { zeichneBlaetter } from "../../../../src/belege/briefe/pdf/zeichne.ts";
import { type Ausrichtung, alsExif } from "../../../../src/stammdaten/einstellungen/logo/ausrichtung.ts";
import { liesJpeg } from "../../../../src/stammdaten/einstellungen/logo/jpeg.ts";
import { alsLogo, jpeg, logo } from "../../../hilfe/bilder.ts";

const angaben = { titel: "T", thema: "T", verfasser: "V", datum: "2026-11-20" };
const gedreht = (nr: Ausrichtung) => {
  const { inhalt, breite, hoehe } = liesJpeg(Buffer.concat([jpeg.subarray(0, 20), alsExif(nr), jpeg.subarray(20)]));
  return alsLogo(Buffer.from(inhalt), "image/jpeg", breite, hoehe);
};

/** What the page says to show the picture in a box of 40 x 20 mm. */
const gezeichnet = async (bild: typeof logo): Promise<string> => {
  const element = { art: "bild", x: 100, y: 14, breite: 40, hoehe: 20, bild } as const;
  const dokument = await PDFDocument.load(await zeichneBlaetter([{ elemente: [element] }], angaben));
  const strom = dokument.getPage(0).node.Contents() as unknown as PDFRawStream;
  return Buffer.from(decodePDFRawStream(strom).decode()).toString("latin1");
};

/** Where the matrix ahead of the picture takes a point of the unit square; without one it stays. */
const wohin = (inhalt: string, [u, v]: readonly [number, number]): [number, number] => {
  const [, lage = "1 0 0 1 0 0"] = /cm (?:([-\d ]+) cm )?\/B1 Do Q/.exec(inhalt) ?? [];
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = lage.split(" ").map(Number);
  return [a * u + c * v + e, b * u + d * v + f];
};

const ecken = { linksOben: [0, 1], rechtsOben: [1, 1], linksUnten: [0, 0], rechtsUnten: [1, 0] } as const;
type Ecke = keyof typeof ecken;

describe("ein Logo, das nach seinem Exif zu drehen ist, steht im Brief aufrecht", () => {
  // Exif says on which side of what is shown the first row and the first column of the picture are.
  test.each<[Ausrichtung, Ecke, Ecke]>([
    [1, "linksOben", "rechtsOben"],
    [2, "rechtsOben", "linksOben"],
    [3, "rechtsUnten", "linksUnten"],
    [4, "linksUnten", "rechtsUnten"],
    [5, "linksOben", "linksUnten"],
    [6, "rechtsOben", "rechtsUnten"],
    [7, "rechtsUnten", "rechtsOben"],
    [8, "linksUnten", "linksOben"],
  ])("%i: seine linke obere Ecke %s, seine rechte obere %s", async (nr, linkeObere, rechteObere) => {
    const inhalt = await gezeichnet(gedreht(nr));
    expect(wohin(inhalt, ecken.linksOben)).toEqual(ecken[linkeObere]);
    expect(wohin(inhalt, ecken.rechtsOben)).toEqual(ecken[rechteObere]);
  });

  test("ein anderes bleibt, wie es liegt, und der Kasten ist derselbe", async () => {
    const vorn = (inhalt: string) => /q [\d. ]+ cm (?=.*Do Q)/.exec(inhalt)?.[0];
    const [png, liegend, hochkant] = await Promise.all([logo, gedreht(1), gedreht(6)].map(gezeichnet));
    expect(png).toMatch(/cm \/B1 Do Q/);
    expect(vorn(hochkant ?? "")).toContain(vorn(liegend ?? "") ?? "nichts");
  });
});
