import process from "node:process";

const breite = 28;
const jeZeileMs = 2000;

type Fortschritt = {
  /** @param anteil 0 to 1 */
  zeige(text: string, anteil: number): void;
  beende(): void;
};

/** A bar that moves on a terminal; elsewhere a line every two seconds, and the last one. */
export function fortschritt(): Fortschritt {
  const ausgabe = process.stdout;
  let zuletzt = -jeZeileMs;
  let letzte: string | undefined;
  let offen: string | undefined;
  const zeile = (text: string, anteil: number): string => {
    const voll = Math.round(Math.min(1, Math.max(0, anteil)) * breite);
    const prozent = `${Math.floor(anteil * 100)} %`.padStart(5);
    return ausgabe.isTTY
      ? `${"█".repeat(voll)}${"░".repeat(breite - voll)} ${prozent}  ${text}`
      : `${prozent}  ${text}`;
  };
  const schreibe = (): void => {
    ausgabe.write(`${offen}\n`);
    zuletzt = performance.now();
    letzte = offen;
    offen = undefined;
  };
  return {
    zeige(text, anteil) {
      if (ausgabe.isTTY) {
        ausgabe.write(`\r\x1b[K${zeile(text, anteil)}`);
        return;
      }
      const neu = zeile(text, anteil);
      offen = neu === letzte ? undefined : neu;
      if (offen !== undefined && performance.now() - zuletzt >= jeZeileMs) schreibe();
    },
    beende() {
      if (ausgabe.isTTY) ausgabe.write("\n");
      else if (offen !== undefined) schreibe();
    },
  };
}
