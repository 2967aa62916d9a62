import { formatTag, plusTage } from "../../kern/kalender/tag.ts";
import type { Wert } from "./fuegeEin.ts";
import type { Pachtart } from "./pachtarten.ts";
import { type Plan, zeitpunktAm } from "./plan.ts";
import { flurnamen, type Ort, orte } from "./vorrat/orte.ts";
import { type Zufall, zufall } from "./vorrat/zufall.ts";

export type Objekt = Record<string, Wert> & { bezeichnung: string; flaeche_qm: number; gemarkung: string };

/** Where an account's land lies: neighbouring parcels of one Gemarkung. */
type Lage = { ort: Ort; gemarkung: string; flur: number; ab: number; strasse: string };

const gewerbestrassen = ["Hansestraße", "Im Neuen Felde", "Brauerstraße", "Industriestraße", "Am Güterbahnhof"];
const kolonien = ["Ilmenauaue", "Sonnenschein", "Eintracht", "Heideblick", "Am Königsberg"];

export function lage(z: Zufall): Lage {
  const ort = z.aus(orte);
  return {
    ort,
    gemarkung: z.aus(ort.gemarkungen),
    flur: z.ganz(1, 14),
    ab: z.ganz(3, 290),
    strasse: z.aus(gewerbestrassen),
  };
}

const name = (z: Zufall, objektart: string, wo: Lage, nr: number): { bezeichnung: string; strasse: string | null } => {
  switch (objektart) {
    case "acker":
      return { bezeichnung: `Acker „${z.aus(flurnamen)}“`, strasse: null };
    case "gruenland":
      return { bezeichnung: `Grünland „${z.aus(flurnamen)}“`, strasse: null };
    case "wald":
      return { bezeichnung: `Forst ${wo.gemarkung}, Abteilung ${z.ganz(1, 40)}`, strasse: null };
    case "garten":
      return { bezeichnung: `Parzelle ${z.ganz(1, 140)}, Gartenkolonie ${z.aus(kolonien)}`, strasse: "Koloniestraße" };
    case "gewerbe":
      return {
        bezeichnung: z.aus(["Werkhalle", "Lagerhalle mit Büro", "Ladenlokal", "Betriebshof"]),
        strasse: wo.strasse,
      };
    case "stellplatz":
      return { bezeichnung: `Stellplatz ${z.ganz(1, 60) + nr}`, strasse: z.aus(["Bahnhofstraße", "Schillerstraße"]) };
    case "gewaesser":
      return { bezeichnung: z.aus(["Fischteiche", "Baggersee", "Ilmenau, Fischereilos"]), strasse: null };
    case "jagd":
      return { bezeichnung: `Jagdbezirk ${wo.gemarkung}`, strasse: null };
    case "windkraft":
      return { bezeichnung: `Windenergieanlage WEA ${z.ganz(1, 12) + nr}, Windpark ${wo.gemarkung}`, strasse: null };
    case "solar":
      return { bezeichnung: `Solarfeld ${wo.gemarkung} ${["Nord", "Süd", "Ost", "West"][nr % 4]}`, strasse: null };
    default:
      return { bezeichnung: z.aus(["Bootssteg", "Festwiese", "Lagerfläche", "Funkmaststandort"]), strasse: null };
  }
};

/** Small parcels are the more frequent ones. */
const flaeche = (z: Zufall, [von, bis]: readonly [number, number]): number =>
  Math.round(von + z.zahl() ** 1.8 * (bis - von));

/** How many days ago an object was checked; others never were. */
const geprueftVorTagen: Record<string, readonly [number, number]> = {
  aktuell: [5, 700],
  veraltet: [1_100, 2_400],
};

/** @param frei not let yet */
export function objekt(z: Zufall, art: Pachtart, wo: Lage, nr: number, plan: Plan, frei = false): Objekt {
  const { bezeichnung, strasse } = name(z, art.objektart, wo, nr);
  const gezogen = z.gewichtet([
    ["aktuell", 84],
    ["veraltet", 12],
    ["kritisch", 4],
  ]);
  const status = frei ? "geplant" : gezogen;
  const vorTagen = geprueftVorTagen[status];
  const erfasst = plusTage(plan.uebernahme, -z.ganz(20, 900));
  return {
    bezeichnung,
    objektart: art.objektart,
    status,
    strasse,
    hausnummer: strasse ? String(z.ganz(1, 64)) : null,
    plz: wo.ort.plz,
    ort: wo.ort.ort,
    bundesland: "NI",
    gemarkung: wo.gemarkung,
    // What makes a record contradictory: a parcel nobody has written down.
    flur: status === "kritisch" ? null : String(wo.flur),
    flurstueck_zaehler: status === "kritisch" ? null : String(wo.ab + nr),
    flurstueck_nenner: z.chance(0.45) && status !== "kritisch" ? String(z.ganz(1, 14)) : null,
    flaeche_qm: flaeche(z, art.flaecheQm),
    geprueft_am: vorTagen ? formatTag(plusTage(plan.heute, -z.ganz(...vorTagen))) : null,
    bemerkung: status === "kritisch" ? "Flurstück fehlt, Katasterauszug anfordern." : null,
    erstellt_am: zeitpunktAm(erfasst, z.ganz(0, 500)),
    geaendert_am: zeitpunktAm(erfasst, z.ganz(501, 530)),
  };
}

/** Land that waits for a lessee. */
export function freiesObjekt(nr: number, art: Pachtart, plan: Plan): Objekt {
  const z = zufall(7, nr);
  return objekt(z, art, lage(z), 0, plan, true);
}

/** The same land entered a second time from another list. */
export function doppeltesObjekt(vorlage: Objekt): Objekt {
  return {
    ...vorlage,
    bezeichnung: vorlage.bezeichnung.replace(/[„“]/g, "").replace("Grünland", "Gruenland"),
    flur: vorlage.flur === null ? null : String(vorlage.flur).padStart(3, "0"),
    flurstueck_zaehler: vorlage.flurstueck_nenner
      ? `${vorlage.flurstueck_zaehler}/${vorlage.flurstueck_nenner}`
      : vorlage.flurstueck_zaehler,
    flurstueck_nenner: null,
    geprueft_am: null,
  };
}
