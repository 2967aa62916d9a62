import { z } from "zod";
import type { Config } from "../../technik/config.ts";
import { liesFremdantwort } from "../../technik/http/fremdantwort.ts";

export type Fundort = { strasse: string | null; plz: string; ort: string };

const feld = z.string().nullish();
const Photon = z.object({
  features: z.array(z.object({ properties: z.object({ street: feld, name: feld, postcode: feld, city: feld }) })),
});
const Nominatim = z.array(
  z.object({ address: z.object({ road: feld, postcode: feld, city: feld, town: feld, village: feld }) }),
);

const zeitMs = 1500;
const fundorte = 3;
const hoechstensBytes = 1024 * 1024;

type Gesucht = {
  strasse: string | null;
  hausnummer: string | null;
  plz: string | null;
  ort: string | null;
  land: string;
};

const adresseVon = (url: string, art: Config["GEOCODER_ART"], gesucht: Gesucht): URL => {
  const strasse = [gesucht.strasse, gesucht.hausnummer].filter(Boolean).join(" ");
  const ort = [gesucht.plz, gesucht.ort].filter(Boolean).join(" ");
  const ziel = new URL(`${url.replace(/\/$/, "")}${art === "photon" ? "/api" : "/search"}`);
  const werte =
    art === "photon"
      ? { q: [strasse, ort, gesucht.land].filter(Boolean).join(", "), lang: "de" }
      : {
          q: [strasse, ort].filter(Boolean).join(", "),
          countrycodes: gesucht.land.toLowerCase(),
          format: "jsonv2",
          addressdetails: "1",
        };
  for (const [name, wert] of Object.entries({ ...werte, limit: String(fundorte) })) ziel.searchParams.set(name, wert);
  return ziel;
};

const alsFundorte = (art: Config["GEOCODER_ART"], antwort: unknown): Fundort[] => {
  const roh =
    art === "photon"
      ? Photon.parse(antwort).features.map(({ properties: p }) => ({
          strasse: p.street ?? p.name,
          plz: p.postcode,
          ort: p.city ?? p.name,
        }))
      : Nominatim.parse(antwort).map(({ address: a }) => ({
          strasse: a.road,
          plz: a.postcode,
          ort: a.city ?? a.town ?? a.village,
        }));
  return roh.flatMap(({ strasse, plz, ort }) => (plz && ort ? [{ strasse: strasse ?? null, plz, ort }] : []));
};

/** What the configured geocoder finds; null without one, or when it fails, takes longer than 1.5 s or says too much. */
export async function frageGeocoder(config: Config, gesucht: Gesucht): Promise<Fundort[] | null> {
  if (!config.GEOCODER_URL) return null;
  try {
    const ziel = adresseVon(config.GEOCODER_URL, config.GEOCODER_ART, gesucht);
    const antwort = await fetch(ziel, {
      // Only the address that is configured is called.
      redirect: "error",
      signal: AbortSignal.timeout(zeitMs),
      headers: { accept: "application/json" },
    });
    if (!antwort.ok) return null;
    const inhalt = await liesFremdantwort(antwort, hoechstensBytes);
    return alsFundorte(config.GEOCODER_ART, JSON.parse(new TextDecoder().decode(inhalt)));
  } catch {
    // Down, slow or talking nonsense: the local check answers alone.
    return null;
  }
}
