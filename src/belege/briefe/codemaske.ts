import { create, type QRCodeMaskPattern } from "qrcode";

/** A square of modules row by row, 1 is black. */
export type Codefeld = { groesse: number; module: Uint8Array };

const masken: readonly QRCodeMaskPattern[] = [0, 1, 2, 3, 4, 5, 6, 7];

const erzeuge = (daten: Uint8Array, maskPattern: QRCodeMaskPattern, version?: number) =>
  create([{ data: daten, mode: "byte" }], { errorCorrectionLevel: "M", maskPattern, version });

/**
 * A QR code (ISO/IEC 18004) of bytes, error correction M, under the mask that the standard's penalties favour: the one
 * that the library would choose as well, which takes it most of the time of a code.
 */
export const bildeCode = (daten: Uint8Array): Codefeld => {
  const { version, modules } = erzeuge(daten, 0);
  const { size: groesse, data: erste } = modules;
  const worte = packe(erste, groesse);
  const grenzen = grenzenVon(groesse);
  let bester: Wechsel | undefined;
  let wenigste = Number.POSITIVE_INFINITY;
  for (const wechsel of wechselVon(version)) {
    const punkte = strafpunkte(xor(worte, wechsel.worte), groesse, grenzen);
    if (punkte >= wenigste) continue;
    wenigste = punkte;
    bester = wechsel;
  }
  return { groesse, module: bester ? xor(erste, bester.module) : erste };
};

const xor = <T extends Uint8Array | Int32Array>(eine: T, andere: T): T => {
  const ergebnis = eine.slice() as T;
  for (let i = 0; i < ergebnis.length; i += 1) ergebnis[i] = (eine[i] ?? 0) ^ (andere[i] ?? 0);
  return ergebnis;
};

/** Which modules differ from those under the first mask. */
type Wechsel = { module: Uint8Array; worte: Int32Array };

const gemerkt = new Map<number, readonly Wechsel[]>();

/** By mask; the same for all codes of a version, whatever they say. */
const wechselVon = (version: number): readonly Wechsel[] => {
  const bekannt = gemerkt.get(version);
  if (bekannt) return bekannt;
  const probe = (maske: QRCodeMaskPattern) => erzeuge(new Uint8Array(1), maske, version).modules;
  const { size, data } = probe(0);
  const wechsel = masken.map((maske) => {
    const module = xor(data, probe(maske).data);
    return { module, worte: packe(module, size) };
  });
  gemerkt.set(version, wechsel);
  return wechsel;
};

/** Modules of a word of 32 bits, the first one lowest; those that follow stand in it as well, so that it sees whole patterns. */
const jeWort = 21;

const worteJe = (groesse: number): number => Math.ceil(groesse / jeWort);

/** All rows, then all columns, in words. */
const packe = (module: Uint8Array, groesse: number): Int32Array => {
  const breite = worteJe(groesse);
  const worte = new Int32Array(2 * groesse * breite);
  const setze = (reihe: number, i: number): void => {
    const wort = reihe * breite + Math.floor(i / jeWort);
    const stelle = i % jeWort;
    worte[wort] = (worte[wort] ?? 0) | (1 << stelle);
    if (i >= jeWort && stelle + jeWort < 32) worte[wort - 1] = (worte[wort - 1] ?? 0) | (1 << (stelle + jeWort));
  };
  for (let zeile = 0; zeile < groesse; zeile += 1)
    for (let spalte = 0; spalte < groesse; spalte += 1)
      if (module[zeile * groesse + spalte]) {
        setze(zeile, spalte);
        setze(groesse + spalte, zeile);
      }
  return worte;
};

/** By word of a row: where patterns of two, five and eleven modules may begin. */
type Grenzen = readonly (readonly [zwei: number, fuenf: number, elf: number])[];

const grenzenVon = (groesse: number): Grenzen =>
  Array.from({ length: worteJe(groesse) }, (_, wort) => {
    const vorEnde = (laenge: number): number => {
      const anzahl = Math.min(32, Math.max(0, groesse - laenge + 1 - wort * jeWort));
      return anzahl === 32 ? -1 : (1 << anzahl) - 1;
    };
    return [vorEnde(2), vorEnde(5), vorEnde(11)];
  });

const eigene = (1 << jeWort) - 1;

/** What makes a code hard to read, in points (ISO/IEC 18004, 7.8.3.1). */
const strafpunkte = (worte: Int32Array, groesse: number, grenzen: Grenzen): number => {
  const halb = groesse * grenzen.length;
  let [punkte, vierer, schwarz] = [0, 0, 0];
  for (let ort = 0; ort < worte.length; ort += 1) {
    const [zwei, fuenf, elf] = grenzen[ort % grenzen.length] ?? [0, 0, 0];
    const wort = worte[ort] ?? 0;
    punkte += laeufe(wort, fuenf) + 40 * zaehle(sucher(wort) & elf & eigene);
    if (ort >= halb) continue;
    schwarz += zaehle(wort & eigene);
    // Squares of two by two in one colour: the same beside, below, and beside below.
    const darunter = worte[ort + grenzen.length] ?? 0;
    if (ort + grenzen.length < halb)
      vierer += zaehle(wieDasNaechste(wort) & wieDasNaechste(darunter) & ~(wort ^ darunter) & zwei & eigene);
  }
  // Ten points for each 5 % that black is away from the half.
  return punkte + 3 * vierer + 10 * Math.abs(Math.ceil((schwarz * 100) / (groesse * groesse) / 5) - 10);
};

/** Bits of modules that have the colour of the next one. */
const wieDasNaechste = (wort: number): number => ~(wort ^ (wort >>> 1));

/** Three points for five modules of one colour in a row, and one for each further. */
const laeufe = (wort: number, fuenf: number): number => {
  const zwei = wieDasNaechste(wort);
  const drei = zwei & (zwei >>> 1);
  const anfaenge = drei & (drei >>> 2) & fuenf;
  return zaehle(anfaenge & eigene) + 2 * zaehle(anfaenge & ~(anfaenge >>> 1) & eigene);
};

/** Where a finder pattern seems to stand, with four white modules before or after it; never both from one module on. */
const sucher = (wort: number): number => {
  const muster = wort & ~(wort >>> 1) & (wort >>> 2) & (wort >>> 3) & (wort >>> 4) & ~(wort >>> 5) & (wort >>> 6);
  const weiss = ~(wort | (wort >>> 1) | (wort >>> 2) | (wort >>> 3));
  return (muster & (weiss >>> 7)) | (weiss & (muster >>> 4));
};

/** Bits that are set. */
const zaehle = (wort: number): number => {
  const paare = wort - ((wort >>> 1) & 0x5555_5555);
  const vierer = (paare & 0x3333_3333) + ((paare >>> 2) & 0x3333_3333);
  return Math.imul((vierer + (vierer >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
};
