import { beiBedarf } from "../../technik/beiBedarf.ts";

// What letters are drawn with is a quarter of all that a server would read before its first answer.

export const erstellePdf = beiBedarf(async () => (await import("./belegbrief/erstelle.ts")).erstellePdf);

export const erstelleKontoPdf = beiBedarf(async () => (await import("./kontoauszug/erstelle.ts")).erstelleKontoPdf);

export const erstelleHebungsbrief = beiBedarf(
  async () => (await import("./hebungsbrief/erstelle.ts")).erstelleHebungsbrief,
);

export const zeichneHebungsentwurf = beiBedarf(
  async () => (await import("./hebungsbrief/erstelle.ts")).zeichneHebungsentwurf,
);

export const erstelleSammelauszahlung = beiBedarf(
  async () => (await import("./sammelauszahlung/erstelle.ts")).erstelleSammelauszahlung,
);

export const entwirfVertragsschreiben = beiBedarf(
  async () => (await import("./vertragsschreiben/entwirf.ts")).entwirfVertragsschreiben,
);
