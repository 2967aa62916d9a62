export function sicher(text: string): string {
  return text.replace(/[&<>"]/g, (zeichen) => `&#${zeichen.charCodeAt(0)};`).replaceAll("\n", "<br>");
}

type Verweis = { pfad: string; text: string };
type Zelle = string | Verweis;

export function alsHtml(zelle: Zelle): string {
  return typeof zelle === "string"
    ? sicher(zelle)
    : `<a href="${zelle.pfad.split("/").map(encodeURIComponent).join("/")}">${sicher(zelle.text)}</a>`;
}

/** "" where there are no rows. */
export function tabelle(titel: string, koepfe: readonly string[], zeilen: readonly (readonly Zelle[])[]): string {
  if (zeilen.length === 0) return "";
  const reihe = (zellen: readonly Zelle[], art: "td" | "th") =>
    `<tr>${zellen.map((zelle) => `<${art}>${alsHtml(zelle)}</${art}>`).join("")}</tr>`;
  const koerper = zeilen.map((zeile) => reihe(zeile, "td")).join("\n");
  return `<h2>${sicher(titel)}</h2>\n<table>\n${reihe(koepfe, "th")}\n${koerper}\n</table>`;
}

export const stil = `body{font:15px/1.5 system-ui,sans-serif;max-width:52em;margin:3em auto;padding:0 1em;color:#1b1b1b}
h1{font-size:1.7em;margin-bottom:.2em}h2{font-size:1.15em;margin:2em 0 .5em;border-bottom:2px solid #4a6b3c}
table{border-collapse:collapse;width:100%;font-size:.93em}th,td{text-align:left;vertical-align:top;padding:.3em .8em .3em 0;border-bottom:1px solid #ddd}
th{color:#555;font-weight:600}@media print{body{margin:0;max-width:none}}`;
