import { Buffer } from "node:buffer";

/** What a PDF needs of a TrueType font (ISO 32000-1, 9.9), in the order in which it is written. */
const noetig = ["head", "hhea", "loca", "maxp", "cvt ", "prep", "glyf", "hmtx", "fpgm"];

/** A font to take shapes from. */
export type Vorrat = {
  /** Tables of `noetig` that it has, as they lie in its file. */
  tabellen: ReadonlyMap<string, Buffer>;
  /** The outline of a shape; nothing for a blank. */
  umriss(nummer: number): Buffer;
  /** Its width and left bearing. */
  masse(nummer: number): Buffer;
};

/** @param datei a TrueType font whose outlines are found by long offsets */
export function oeffneVorrat(datei: Buffer): Vorrat {
  const tabellen = new Map<string, Buffer>();
  for (let i = 0; i < datei.readUInt16BE(4); i += 1) {
    const ort = 12 + i * 16;
    const von = datei.readUInt32BE(ort + 8);
    const name = datei.toString("latin1", ort, ort + 4);
    if (noetig.includes(name)) tabellen.set(name, datei.subarray(von, von + datei.readUInt32BE(ort + 12)));
  }
  const tabelle = (name: string): Buffer => {
    const inhalt = tabellen.get(name);
    if (!inhalt) throw new TypeError(`Der Schrift fehlt die Tabelle ${name}`);
    return inhalt;
  };
  const [loca, glyf, hmtx] = [tabelle("loca"), tabelle("glyf"), tabelle("hmtx")];
  if (tabelle("head").readInt16BE(50) !== 1) throw new TypeError("Die Schrift hat kurze Verweise auf ihre Umrisse");
  const mitBreite = tabelle("hhea").readUInt16BE(34);
  return {
    tabellen,
    umriss: (nummer) => glyf.subarray(loca.readUInt32BE(nummer * 4), loca.readUInt32BE(nummer * 4 + 4)),
    masse(nummer) {
      if (nummer < mitBreite) return hmtx.subarray(nummer * 4, nummer * 4 + 4);
      // Those at the end share the width of the last one that has its own.
      const links = mitBreite * 4 + (nummer - mitBreite) * 2;
      return Buffer.concat([hmtx.subarray(mitBreite * 4 - 4, mitBreite * 4 - 2), hmtx.subarray(links, links + 2)]);
    },
  };
}

/**
 * A font of the shapes `nummern`, numbered anew in that order, and of those that they are composed of.
 *
 * @param nummern the first is 0, the shape for what is missing
 */
export function bildeTeilschrift(vorrat: Vorrat, nummern: readonly number[]): Uint8Array {
  const alle = [...nummern];
  const neueNummern = new Map(alle.map((nummer, neu) => [nummer, neu]));
  const neueNummer = (nummer: number): number => neueNummern.get(nummer) ?? nimm(nummer);
  const nimm = (nummer: number): number => {
    const neu = alle.push(nummer) - 1;
    neueNummern.set(nummer, neu);
    return neu;
  };
  const umrisse: Buffer[] = [];
  // The parts of composed shapes join while this goes on.
  for (const nummer of alle) umrisse.push(benenneTeile(vorrat.umriss(nummer), neueNummer));
  const mitAnzahl = (name: string, stelle: number): Buffer => {
    const tabelle = Buffer.from(vorrat.tabellen.get(name) ?? []);
    tabelle.writeUInt16BE(alle.length, stelle);
    return tabelle;
  };
  const neue: Record<string, Buffer> = {
    hhea: mitAnzahl("hhea", 34),
    loca: orteVon(umrisse),
    maxp: mitAnzahl("maxp", 4),
    glyf: Buffer.concat(umrisse),
    hmtx: Buffer.concat(alle.map(vorrat.masse)),
  };
  return schriftdatei(
    noetig.flatMap((name): [string, Buffer][] => {
      const tabelle = neue[name] ?? vorrat.tabellen.get(name);
      return tabelle ? [[name, tabelle]] : [];
    }),
  );
}

/** Bits of a part of a composed shape: how much follows its number, and whether another part does. */
const worte = 0x1;
const massstab = 0x8;
const weitere = 0x20;
const zweiMassstaebe = 0x40;
const matrix = 0x80;

/** Bytes that say how a part is scaled: by one factor, by one for each direction, by a matrix, or not at all. */
const massbytes = (bits: number): number => {
  if (bits & massstab) return 2;
  if (bits & zweiMassstaebe) return 4;
  return bits & matrix ? 8 : 0;
};

/** A composed shape names its parts by number: with the new ones. */
const benenneTeile = (umriss: Buffer, neueNummer: (nummer: number) => number): Buffer => {
  if (umriss.length === 0 || umriss.readInt16BE(0) >= 0) return umriss;
  const neu = Buffer.from(umriss);
  let stelle = 10;
  for (let bits = weitere; bits & weitere; ) {
    bits = neu.readUInt16BE(stelle);
    neu.writeUInt16BE(neueNummer(neu.readUInt16BE(stelle + 2)), stelle + 2);
    stelle += (bits & worte ? 8 : 6) + massbytes(bits);
  }
  return neu;
};

/** Where each outline begins, and where the last one ends. */
const orteVon = (umrisse: readonly Buffer[]): Buffer => {
  const orte = Buffer.alloc((umrisse.length + 1) * 4);
  let ende = 0;
  for (const [i, { length }] of umrisse.entries()) {
    ende += length;
    orte.writeUInt32BE(ende, (i + 1) * 4);
  }
  return orte;
};

/** Tables with their directory; without check sums, which nobody reads in a PDF. */
const schriftdatei = (tabellen: readonly (readonly [name: string, inhalt: Buffer])[]): Uint8Array => {
  const verzeichnis = Buffer.alloc(12 + tabellen.length * 16);
  const stufe = Math.floor(Math.log2(tabellen.length));
  verzeichnis.write("true", 0, "latin1");
  for (const [i, zahl] of [tabellen.length, 16 << stufe, stufe, (tabellen.length - (1 << stufe)) * 16].entries())
    verzeichnis.writeUInt16BE(zahl, 4 + i * 2);
  let ort = verzeichnis.length;
  for (const [i, [name, { length }]] of tabellen.entries()) {
    const eintrag = 12 + i * 16;
    verzeichnis.write(name, eintrag, "latin1");
    verzeichnis.writeUInt32BE(ort, eintrag + 8);
    verzeichnis.writeUInt32BE(length, eintrag + 12);
    ort += length;
  }
  return Buffer.concat([verzeichnis, ...tabellen.map(([, inhalt]) => inhalt)]);
};
