import { nichtAbrechenbarGruende } from "../../kern/pacht/ergebnis.ts";
import { grundText } from "../eingabe/gruende.ts";
import type { Vorschau } from "./erstelle.ts";

/** Accounts in a piece of text. */
const jeStueck = 2000;

/**
 * The preview as JSON text, some thousand accounts a piece; it begins before the preview is there.
 *
 * @param zeitpunkt that its hash begins with
 */
export async function* alsJson(
  datum: string,
  zeitpunkt: string,
  vorschau: PromiseLike<Vorschau>,
): AsyncGenerator<string, void> {
  yield `{"datum":${JSON.stringify(datum)},"vorschauHash":"${zeitpunkt}.`;
  const { vorschauHash, hinweise, gruppen, eintraege, nichtAbrechenbar, summen } = await vorschau;
  yield `${vorschauHash.slice(zeitpunkt.length + 1)}","hinweise":${JSON.stringify(hinweise)},"gruppen":[`;
  for (const [i, { konten, ...gruppe }] of gruppen.entries()) {
    yield `${i > 0 ? "," : ""}${JSON.stringify(gruppe).slice(0, -1)},"konten":[`;
    eintraege.ordne(konten);
    yield* inStuecken(konten, eintraege.lies);
    yield "]}";
  }
  yield `],"nichtAbrechenbar":[`;
  yield* inStuecken(nichtAbrechenbar, (konto) => konto);
  yield `],"nichtAbrechenbarGruende":${JSON.stringify(zaehleGruende(nichtAbrechenbar))},"summen":${JSON.stringify(summen)}}`;
}

/** The elements of a JSON array. */
function* inStuecken<T>(alle: readonly T[], eintrag: (eines: T) => object): Generator<string, void> {
  for (let von = 0; von < alle.length; von += jeStueck) {
    const stueck = alle.slice(von, von + jeStueck).map((eines) => JSON.stringify(eintrag(eines)));
    yield `${von > 0 ? "," : ""}${stueck.join(",")}`;
  }
}

const zaehleGruende = (nichtAbrechenbar: Vorschau["nichtAbrechenbar"]) =>
  nichtAbrechenbarGruende
    .map((code) => ({
      code,
      text: grundText(code),
      anzahl: nichtAbrechenbar.filter(({ gruende }) => gruende.some((grund) => grund.code === code)).length,
    }))
    .filter(({ anzahl }) => anzahl > 0);
