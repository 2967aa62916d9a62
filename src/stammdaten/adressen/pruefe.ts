import type { Config } from "../../technik/config.ts";
import { istAuslandsplz } from "./auslandsplz.ts";
import { type Fundort, frageGeocoder } from "./geocoder.ts";
import { fehler } from "./hinweis.ts";
import { pruefeOrt } from "./ortspruefung.ts";
import type { AdresseAnfrage, Adresspruefung, Hinweis } from "./schema.ts";
import { pruefeStrasse } from "./strassenpruefung.ts";
import { schluessel } from "./verzeichnis.ts";

const istGueltig = (hinweise: readonly Hinweis[]): boolean => hinweise.every(({ schwere }) => schwere !== "fehler");

const pruefeAusland = (land: string, plz: string | null, ort: string | null) => {
  const hinweise: Hinweis[] = [];
  if (plz !== null && !istAuslandsplz(land, plz))
    hinweise.push(fehler("plz", "plz_form", `So sieht keine Postleitzahl aus (${land}).`));
  if (ort === null) hinweise.push(fehler("ort", "ort_fehlt", "Der Ort fehlt."));
  return { plz, ort, hinweise, vorschlaege: [] };
};

/** The check that needs no other service: directory and plausibility. */
export function pruefeLokal({ strasse, hausnummer, plz, ort, land }: AdresseAnfrage): Adresspruefung {
  const deutsch = land === "DE";
  const hier = deutsch ? pruefeOrt(plz ?? null, ort ?? null) : pruefeAusland(land, plz ?? null, ort ?? null);
  const weg = pruefeStrasse(strasse ?? null, hausnummer ?? null, deutsch);
  const hinweise = [...hier.hinweise, ...weg.hinweise];
  return {
    gueltig: istGueltig(hinweise),
    quelle: "lokal",
    normalisiert: { strasse: weg.strasse, hausnummer: weg.hausnummer, plz: hier.plz, ort: hier.ort, land },
    hinweise,
    vorschlaege: hier.vorschlaege,
  };
}

/** A geocoder that knows the place overrules the directory; one that knows another place adds it to the suggestions. */
const mitFundorten = (lokal: Adresspruefung, fundorte: Fundort[]): Adresspruefung => {
  const { plz, ort, strasse } = lokal.normalisiert;
  const gleich = (a: string | null, b: string | null) => schluessel(a ?? "") === schluessel(b ?? "");
  const bestaetigt = fundorte.some(
    (fund) => gleich(fund.plz, plz) && gleich(fund.ort, ort) && (strasse === null || gleich(fund.strasse, strasse)),
  );
  if (bestaetigt) {
    const hinweise = lokal.hinweise.filter(({ feld }) => feld === "strasse" || feld === "hausnummer");
    return { ...lokal, quelle: "geocoder", hinweise, gueltig: istGueltig(hinweise), vorschlaege: [] };
  }
  if (fundorte.length === 0) return lokal;
  const paare = new Map(
    [...lokal.vorschlaege, ...fundorte].map((fund) => [`${fund.plz} ${fund.ort}`, { plz: fund.plz, ort: fund.ort }]),
  );
  paare.delete(`${plz} ${ort}`);
  return { ...lokal, quelle: "geocoder", vorschlaege: [...paare.values()].slice(0, 3) };
};

export async function pruefeAdresse(config: Config, anfrage: AdresseAnfrage): Promise<Adresspruefung> {
  const lokal = pruefeLokal(anfrage);
  const fundorte = await frageGeocoder(config, lokal.normalisiert);
  return fundorte === null ? lokal : mitFundorten(lokal, fundorte);
}
