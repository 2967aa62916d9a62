import type { Lage } from "../lage.ts";
import { plusTage, type Wuerfel } from "../wuerfel.ts";
import { an, mitVersion, type Verb } from "./verb.ts";

/** The last months before `heute`, oldest first. */
const monateBis = (heute: string, anzahl: number): string[] =>
  Array.from({ length: anzahl }, (_, nr) => {
    const monat = Number(heute.slice(0, 4)) * 12 + Number(heute.slice(5, 7)) - 1 - anzahl + nr;
    return `${Math.floor(monat / 12)}-${String((monat % 12) + 1).padStart(2, "0")}`;
  });

const wert = (w: Wuerfel): string => `${98 + w.bis(30)}.${w.bis(10)}`;
const staende = (lage: Lage, w: Wuerfel) => monateBis(lage.heute, 14).map((monat) => ({ monat, wert: wert(w) }));

const klausel = (lage: Lage, w: Wuerfel): object | null => {
  const reihe = w.ausOder(lage.reihen.filter(({ fassungen }) => fassungen > 0));
  const art = w.aus(["index", "index", "index", "index", "prozent", "staffel", null]);
  if (art === null) return null;
  if (art === "staffel") {
    const ab = w.tag(lage.heute, -60, 300);
    const stufe = w.wahr(50) ? { prozentBp: 100 + w.bis(900) } : { betragCent: 50_000 + w.bis(500_000) };
    return {
      art,
      stufen: [
        { ab, ...stufe },
        { ab: plusTage(ab, 200), prozentBp: 250 },
      ],
    };
  }
  if (art === "prozent" || reihe === undefined)
    return { art: "prozent", wertBp: 100 + w.bis(500), alleMonate: w.aus([6, 12, 24]) };
  return {
    art,
    reiheId: reihe.id,
    basisMonat: w.aus(monateBis(lage.heute, 14)),
    schwelleBp: w.aus([100, 300, 1000]),
    vergleich: w.aus(["erreicht", "ueberschritten"]),
    rundung: w.aus(["exakt", "amtlich"]),
    weitergabeBp: w.aus([10_000, 10_000, 6000]),
    obergrenzeBp: w.aus([null, null, 500]),
    beideRichtungen: w.wahr(70),
    fruehestensMonate: w.aus([0, 0, 12]),
  };
};

const reihen = "/einstellungen/indexreihen";
const bisIrgendwann = (lage: Lage, w: Wuerfel): string => plusTage(lage.heute, w.aus([60, 200, 400]));

/** Planned increases for most, so that one call finds several. */
const offene = (lage: Lage, w: Wuerfel): number[] =>
  lage.hebungen
    .filter(({ status }) => status === "geplant" || status === "aktiv")
    .filter(() => w.wahr(60))
    .map(({ id }) => id);

const verben: Omit<Verb, "nurManchmal">[] = [
  {
    name: "Indexreihe anlegen",
    gewicht: 3,
    bilde: (_, w) => ({ methode: "post", pfad: reihen, body: { name: `Preisindex ${w.bis(3)}` } }),
  },
  {
    name: "Fassung anlegen",
    gewicht: 4,
    bilde: an(
      (lage) => lage.reihen,
      ({ id }, lage, w) => ({
        methode: "post",
        pfad: `${reihen}/${id}/fassungen`,
        body: { basis: w.aus(["2020 = 100", "2025 = 100"]), staende: staende(lage, w) },
      }),
    ),
  },
  {
    name: "Indexwert eingeben",
    gewicht: 2,
    bilde: an(
      (lage) => lage.reihen.filter(({ fassungen }) => fassungen > 0),
      ({ id, fassungen }, lage, w) => ({
        methode: "put",
        pfad: `${reihen}/${id}/fassungen/${1 + w.bis(fassungen)}`,
        body: { staende: [{ monat: w.aus(monateBis(lage.heute, 3)), wert: w.wahr(90) ? wert(w) : null }] },
      }),
    ),
  },
  {
    name: "Indexreihe löschen",
    gewicht: 1,
    bilde: an(
      (lage) => lage.reihen,
      ({ id }) => ({ methode: "delete", pfad: `${reihen}/${id}` }),
    ),
  },
  {
    name: "Klausel setzen",
    gewicht: 5,
    bilde: an(
      (lage) => lage.konten,
      ({ id, version }, lage, w) => ({
        methode: "put",
        pfad: `/pachtkonten/${id}`,
        body: { wertsicherung: klausel(lage, w) },
        kopf: mitVersion(w, version),
      }),
    ),
  },
  {
    name: "Vorschläge übernehmen",
    gewicht: 4,
    bilde: (lage, w) => ({
      methode: "post",
      pfad: "/abrechnung/hebungsvorschlaege/uebernehmen",
      body: {
        bis: bisIrgendwann(lage, w),
        ...(w.wahr(50) && lage.konten.length > 0 ? { auswahl: [w.aus(lage.konten).id] } : {}),
      },
    }),
  },
  {
    name: "Hebungen zusammen führen",
    gewicht: 3,
    bilde: (lage, w) => {
      const hebungIds = offene(lage, w);
      const aktion = w.aus(["aktivieren", "aktivieren", "aktivieren", "stornieren"]);
      return hebungIds.length === 0
        ? null
        : { methode: "post", pfad: "/abrechnung/hebungen/sammelaktion", body: { hebungIds, aktion } };
    },
  },
];

export const wertsicherungsverben: Verb[] = verben.map((verb) => ({ ...verb, nurManchmal: true }));

export const vorschlagslesen: Verb = {
  name: "Vorschläge lesen",
  gewicht: 1,
  nurManchmal: true,
  bilde: (lage, w) => ({ methode: "get", pfad: `/abrechnung/hebungsvorschlaege?bis=${bisIrgendwann(lage, w)}` }),
};
