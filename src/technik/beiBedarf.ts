/**
 * A verb whose module is loaded when somebody first asks for it: for what most requests never need, and what would
 * keep a server from answering when it starts.
 *
 * @example const erstellePdf = beiBedarf(async () => (await import("./erstelle.ts")).erstellePdf);
 */
export const beiBedarf =
  <Eingaben extends unknown[], Ergebnis>(lade: () => Promise<(...eingaben: Eingaben) => Promise<Ergebnis>>) =>
  async (...eingaben: Eingaben): Promise<Ergebnis> =>
    (await lade())(...eingaben);
