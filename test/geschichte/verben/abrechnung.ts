import type { Lage } from "../lage.ts";
import { plusTage, type Wuerfel } from "../wuerfel.ts";
import { an, mitVersion, type Verb } from "./verb.ts";

const datum = (lage: Lage, w: Wuerfel): string => plusTage(lage.heute, w.aus([0, 0, 0, -40, 20, 61]));

const einige = (lage: Lage, w: Wuerfel): number[] => {
  const ids = lage.konten.filter(() => w.wahr(40)).map(({ id }) => id);
  return ids.length > 0 ? ids : lage.konten.slice(0, 1).map(({ id }) => id);
};

const auswahl = (lage: Lage, w: Wuerfel): { auswahl?: number[] } =>
  w.wahr(55) || lage.konten.length === 0 ? {} : { auswahl: einige(lage, w) };

const zahl = (art: string, w: Wuerfel): object => {
  if (art === "prozent") return { wertBp: w.bis(1500) - 200 };
  if (art === "index")
    return {
      indexBasis: `${95 + w.bis(15)}.${w.bis(10)}`,
      indexNeu: `${100 + w.bis(25)}.${w.bis(10)}`,
      ...(w.wahr(30) ? { weitergabeBp: w.aus([5000, 7500, 12_000]) } : {}),
      ...(w.wahr(30) ? { obergrenzeBp: 100 + w.bis(1000) } : {}),
      ...(w.wahr(20) ? { verkettung: { alt: `11${w.bis(10)}.${w.bis(10)}`, neu: `10${w.bis(10)}.5` } } : {}),
    };
  return { betragCent: art === "betrag" ? w.bis(60_000) - 4_000 || 1 : 50_000 + w.bis(500_000) };
};

const hebung = (lage: Lage, w: Wuerfel): object => {
  const art = w.aus(["prozent", "prozent", "betrag", "neuer_betrag", "index"]);
  return { art, ...zahl(art, w), wirksamAb: w.tag(lage.heute, -150, 400) };
};

const hebungsstatus = (status: string, ...von: string[]): Verb["bilde"] =>
  an(
    (lage) => lage.hebungen.filter((eine) => von.includes(eine.status)),
    ({ id, version }, _, w) => ({
      methode: "put",
      pfad: `/abrechnung/hebungen/${id}`,
      body: { status },
      kopf: mitVersion(w, version),
    }),
  );

export const abrechnungsverben: Verb[] = [
  {
    name: "buchen",
    gewicht: 13,
    bilde: (lage, w) => ({
      methode: "post",
      pfad: "/abrechnung/buchen",
      body: { datum: datum(lage, w), ...auswahl(lage, w) },
    }),
  },
  {
    name: "Lauf stornieren",
    gewicht: 2,
    bilde: an(
      (lage) => lage.laeufe,
      ({ id }) => ({
        methode: "post",
        pfad: "/abrechnung/stornieren",
        body: { buchungslaufId: id, grund: "Stichtag" },
      }),
    ),
  },
  {
    name: "Konto eines Laufs stornieren",
    gewicht: 4,
    bilde: an(
      (lage) => lage.archivkonten,
      ({ pachtkontoId, buchungslaufId }) => ({
        methode: "post",
        pfad: "/abrechnung/stornieren",
        body: { buchungslaufId, pachtkontoIds: [pachtkontoId], grund: "Konto" },
      }),
    ),
  },
  {
    name: "Belege stornieren",
    gewicht: 4,
    bilde: an(
      (lage) => lage.belege,
      ({ id }, lage, w) => ({
        methode: "post",
        pfad: "/abrechnung/stornieren",
        body: { archivIds: [...new Set([id, ...(w.wahr(30) ? [w.aus(lage.belege).id] : [])])], grund: "Fläche" },
      }),
    ),
  },
  {
    name: "markieren",
    gewicht: 2,
    bilde: an(
      (lage) => lage.archivkonten,
      ({ id }, _, w) => ({
        methode: "patch",
        pfad: `/abrechnung/archiv-konten/${id}/markierung`,
        body: { markierung: w.aus([null, "geprueft", "rueckfrage", "gesperrt"]) },
      }),
    ),
  },
  {
    name: "Hebung planen",
    gewicht: 6,
    bilde: an(
      (lage) => lage.konten,
      ({ id }, lage, w) => ({
        methode: "post",
        pfad: "/abrechnung/hebungen",
        body: { pachtkontoId: id, ...hebung(lage, w) },
      }),
    ),
  },
  {
    name: "Hebung ändern",
    gewicht: 1,
    bilde: an(
      (lage) => lage.hebungen,
      ({ id }, lage, w) => ({
        methode: "put",
        pfad: `/abrechnung/hebungen/${id}`,
        body: w.wahr(50) ? { wirksamAb: w.tag(lage.heute, -100, 300) } : { begruendung: `Vereinbart ${w.bis(3)}` },
      }),
    ),
  },
  { name: "Hebung aktivieren", gewicht: 5, bilde: hebungsstatus("aktiv", "geplant") },
  { name: "Hebung abschließen", gewicht: 2, bilde: hebungsstatus("abgeschlossen", "aktiv", "geplant") },
  { name: "Hebung stornieren", gewicht: 1, bilde: hebungsstatus("storniert", "aktiv", "geplant", "abgeschlossen") },
  {
    name: "Hebung löschen",
    gewicht: 1,
    bilde: an(
      (lage) => lage.hebungen,
      ({ id }) => ({ methode: "delete", pfad: `/abrechnung/hebungen/${id}` }),
    ),
  },
  {
    name: "Fälligkeiten eines Kontos",
    gewicht: 1,
    bilde: an(
      (lage) => lage.konten,
      ({ id }) => ({ methode: "post", pfad: `/abrechnung/faelligkeiten/${id}` }),
    ),
  },
  {
    name: "alle Fälligkeiten",
    gewicht: 1,
    bilde: () => ({ methode: "post", pfad: "/abrechnung/faelligkeiten/recalculate-all" }),
  },
  {
    name: "nächste Hebungen",
    gewicht: 1,
    bilde: () => ({ methode: "post", pfad: "/abrechnung/sync-naechste-hebung" }),
  },
];

const listen = [
  "/pachtkonten?limit=20",
  "/pachtkonten?search=mueller",
  "/kontakte?search=oesterreich",
  "/patchobjekte?limit=20",
  "/abrechnung/archiv?limit=20",
  "/abrechnung/hebungen",
  "/abrechnung/buchungslaeufe",
  "/abrechnung/naechste-termine?tage=90",
  "/dashboard/summary",
  "/audit-log",
] as const;

export const leseverben: Verb[] = [
  { name: "Liste lesen", gewicht: 3, bilde: (_, w) => ({ methode: "get", pfad: w.aus(listen) }) },
  {
    name: "Vorschau",
    gewicht: 3,
    bilde: (lage, w) => ({ methode: "get", pfad: `/abrechnung/vorschau-gruppen?datum=${datum(lage, w)}` }),
  },
  {
    name: "Konto lesen",
    gewicht: 1,
    bilde: an(
      (lage) => lage.konten,
      ({ id }) => ({ methode: "get", pfad: `/pachtkonten/${id}` }),
    ),
  },
  {
    name: "Brief lesen",
    gewicht: 1,
    bilde: an(
      (lage) => lage.belege,
      ({ id }) => ({ methode: "get", pfad: `/abrechnung/archiv/${id}/pdf` }),
    ),
  },
  {
    name: "Liste der Zahlungen",
    gewicht: 1,
    bilde: an(
      (lage) => lage.laeufe,
      ({ id }, _, w) => ({
        methode: "get",
        pfad: `/abrechnung/export/${w.aus(["paechter", "verpaechter"])}?buchungslaufId=${id}`,
      }),
    ),
  },
];
