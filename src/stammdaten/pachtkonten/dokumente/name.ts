const reserviert = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** At most `max` characters, never half of one. */
const kuerze = (text: string, max: number): string => [...text].slice(0, max).join("").trim();

/** A form writes a quotation mark and the end of a line this way, and a percent sign as it is. */
const ausFormular = (name: string): string => name.replaceAll("%22", '"').replace(/%0[AD]/g, " ");

/**
 * A file name that every file system takes: no path, nothing invisible, no reserved word, and with an ending that
 * says what the file is.
 *
 * @param endungen endings of the detected type, the usual one first
 */
export function sichererName(name: string, endungen: readonly [string, ...string[]]): string {
  const letzter = ausFormular(name.toWellFormed()).normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const rein = letzter
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "")
    .replace(/[<>:"|?*]/g, "_")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+|[. ]+$/g, "");
  const punkt = rein.lastIndexOf(".");
  const endung = punkt > 0 ? rein.slice(punkt + 1).toLowerCase() : "";
  const passt = endungen.includes(endung);
  const stamm = kuerze(passt ? rein.slice(0, punkt) : rein, 120) || "Dokument";
  const frei = reserviert.test(stamm.split(".")[0] ?? "") ? `_${stamm}` : stamm;
  return `${frei}.${passt ? endung : endungen[0]}`;
}
