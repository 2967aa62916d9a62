/** What nobody sees: it came with the clipboard, out of a PDF or a web page. */
export const unsichtbar = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** As names are compared: without what nobody sees, case, blanks, hyphens and the ways to write an umlaut. */
export function verglichen(name: string): string {
  return name
    .replace(unsichtbar, "")
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("ä", "ae")
    .replaceAll("ö", "oe")
    .replaceAll("ü", "ue")
    .replaceAll("ß", "ss")
    .replace(/[\s\p{Pd}_]/gu, "");
}

const jeListe = new WeakMap<readonly string[], string[]>();

/** The same of a list that is asked for again and again: for each column of a sheet, each cell of a column. */
export function alleVerglichen(namen: readonly string[]): readonly string[] {
  const bekannt = jeListe.get(namen) ?? namen.map(verglichen);
  jeListe.set(namen, bekannt);
  return bekannt;
}

/** How many letters have to be changed, added or left out (Levenshtein). */
const abstand = (a: string, b: string): number => {
  let davor = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, zeichen] of [...a].entries()) {
    const jetzt = [i + 1];
    for (let j = 0; j < b.length; j++)
      jetzt.push(Math.min((davor[j + 1] ?? 0) + 1, (jetzt[j] ?? 0) + 1, (davor[j] ?? 0) + (zeichen === b[j] ? 0 : 1)));
    davor = jetzt;
  }
  return davor[b.length] ?? 0;
};

/** "Vertragsbeginn Pacht" is no "pacht"; but "kontonr" begins as "kontonummer" does. */
const beginntGleich = (gesucht: string, name: string, verglichener: string): boolean =>
  gesucht.length >= 4 && verglichener.startsWith(gesucht.slice(0, 5)) && gesucht.length <= name.length;

/** What a spreadsheet calls a copy, "Kontakte (2)", is still of the same name. */
const ohneNummer = (name: string): string => name.replace(/\(\d+\)$/, "");

/** The name that was meant, where one is so near that a slip explains it. */
export function naechster(name: string, namen: readonly string[]): string | undefined {
  const gesucht = ohneNummer(verglichen(name)).slice(0, 60);
  const [naher] = alleVerglichen(namen)
    .flatMap((verglichener, nr) => {
      const einer = namen[nr] ?? "";
      const hoechstens = Math.max(1, Math.floor(einer.length / 3));
      const gleicherAnfang = beginntGleich(gesucht, einer, verglichener);
      // So many letters there are to add or to leave out at least.
      if (!gleicherAnfang && Math.abs(gesucht.length - verglichener.length) > hoechstens) return [];
      const weite = abstand(gesucht, verglichener);
      return weite <= hoechstens || gleicherAnfang ? [{ einer, weite }] : [];
    })
    .sort((a, b) => a.weite - b.weite);
  return naher?.einer;
}

/** All of the names: first those that one is a part of the other, then those with the fewest letters to change. */
export function nachNaehe(name: string, namen: readonly string[]): string[] {
  const gesucht = verglichen(name).slice(0, 60);
  return namen
    .map((einer) => {
      const verglichener = verglichen(einer).slice(0, 60);
      const istTeil = verglichener.includes(gesucht) || gesucht.includes(verglichener);
      return { einer, istTeil, weite: abstand(gesucht, verglichener) };
    })
    .sort((a, b) => Number(b.istTeil) - Number(a.istTeil) || a.weite - b.weite)
    .map(({ einer }) => einer);
}
