import type { NichtAbrechenbarGrund } from "../../kern/pacht/typen.ts";
import { grundTexte, mitTexten } from "../eingabe/hinweise.ts";
import type { Vorschau } from "./erstelle.ts";

/** The preview as JSON text, some thousand accounts a piece. */
export function* alsJson(vorschau: Vorschau): Generator<string, void> {
  const { datum, vorschauHash, hinweise, gruppen, nichtAbrechenbar, summen } = vorschau;
  yield `{"datum":${JSON.stringify(datum)},"vorschauHash":${JSON.stringify(vorschauHash)},"hinweise":${JSON.stringify(hinweise)},"gruppen":[`;
  for (const [i, { konten, ...gruppe }] of gruppen.entries()) {
    yield `${i > 0 ? "," : ""}${JSON.stringify(gruppe).slice(0, -1)},"konten":[`;
    for (let von = 0; von < konten.length; von += 2000)
      yield `${von > 0 ? "," : ""}${konten
        .slice(von, von + 2000)
        .map(([, text]) => text)
        .join(",")}`;
    yield "]}";
  }
  yield `],"nichtAbrechenbar":[`;
  for (let von = 0; von < nichtAbrechenbar.length; von += 2000)
    yield `${von > 0 ? "," : ""}${nichtAbrechenbar
      .slice(von, von + 2000)
      .map((konto) => JSON.stringify({ ...konto, gruende: mitTexten(konto.gruende) }))
      .join(",")}`;
  yield `],"nichtAbrechenbarGruende":${JSON.stringify(zaehleGruende(nichtAbrechenbar))},"summen":${JSON.stringify(summen)}}`;
}

const zaehleGruende = (nichtAbrechenbar: Vorschau["nichtAbrechenbar"]) =>
  (Object.keys(grundTexte) as NichtAbrechenbarGrund[])
    .map((code) => ({
      code,
      text: grundTexte[code],
      anzahl: nichtAbrechenbar.filter(({ gruende }) => gruende.includes(code)).length,
    }))
    .filter(({ anzahl }) => anzahl > 0);
