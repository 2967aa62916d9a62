/** Columns as wide as their widest cell; the first is aligned left, all others right. */
export function alsTabelle(zeilen: readonly (readonly string[])[]): string {
  const breiten = (zeilen[0] ?? []).map((_, spalte) => Math.max(...zeilen.map((zeile) => zeile[spalte]?.length ?? 0)));
  const text = zeilen.map((zeile) =>
    zeile
      .map((zelle, spalte) => (spalte === 0 ? zelle.padEnd(breiten[0] ?? 0) : zelle.padStart(breiten[spalte] ?? 0)))
      .join("   "),
  );
  const strich = "─".repeat(breiten.reduce((summe, breite) => summe + breite + 3, -3));
  return [text[0], strich, ...text.slice(1)].map((zeile) => `  ${zeile}`).join("\n");
}
