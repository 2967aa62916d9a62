import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { fuehreAus } from "./klon.ts";

/** A LibreOffice as a German office has it: dates and amounts are shown the German way. */
const deutschesProfil = (ordner: string): string => {
  mkdirSync(path.join(ordner, "user"), { recursive: true });
  writeFileSync(
    path.join(ordner, "user/registrymodifications.xcu"),
    `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>de-DE</value></prop></item>
</oor:items>`,
  );
  return `-env:UserInstallation=file://${ordner}`;
};

/**
 * Opens workbooks and gives them as CSV with semicolons and their cells as shown: German dates and amounts prove that
 * the cells are typed. Any word of LibreOffice about them fails the test.
 *
 * @param ordner folder that the profile and the converted files come to lie in
 * @returns path of the CSV of each workbook
 */
export function zeigeTabellen(ordner: string, tabellen: string[]): string[] {
  const ziel = path.join(ordner, "umgewandelt");
  mkdirSync(ziel, { recursive: true });
  const profil = deutschesProfil(path.join(ordner, "profil"));
  return tabellen.map((tabelle) => {
    // Semicolon, UTF-8, cells as shown.
    const wie = "csv:Text - txt - csv (StarCalc):59,34,76,1,,1031,false,true";
    const gesagt = fuehreAus("bash", [
      "-c",
      'exec soffice "$@" 2>&1',
      "soffice",
      profil,
      "--headless",
      "--convert-to",
      wie,
      "--outdir",
      ziel,
      tabelle,
    ]);
    // It misses Java, which no workbook needs; about the workbook it must have nothing to say.
    const worte = gesagt.split("\n").filter((zeile) => zeile !== "" && !zeile.includes("javaldx"));
    expect(worte, tabelle).toEqual([expect.stringMatching(/^convert /)]);
    const umgewandelt = path.join(ziel, `${path.basename(tabelle, ".xlsx")}.csv`);
    expect(existsSync(umgewandelt), tabelle).toBe(true);
    return umgewandelt;
  });
}
