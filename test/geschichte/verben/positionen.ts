import type { Lage } from "../lage.ts";
import type { Wuerfel } from "../wuerfel.ts";
import { rhythmen } from "./konten.ts";
import { an, mitVersion, type Verb } from "./verb.ts";

const betrag = (w: Wuerfel): number => (w.wahr(12) ? -w.bis(5_000) : 1_000 + w.bis(200_000));

/** Accounts without a position first: only with one there is something to bill. */
const bedarf = (lage: Lage): Lage["konten"] => {
  const leere = lage.konten.filter(({ id }) => !lage.positionen.some(({ pachtkontoId }) => pachtkontoId === id));
  return leere.length > 0 ? leere : lage.konten;
};

const aendere = (felder: (lage: Lage, w: Wuerfel) => object): Verb["bilde"] =>
  an(
    (lage) => lage.positionen,
    ({ id, version, pachtkontoId }, lage, w) => ({
      methode: "put",
      pfad: `/pachtkonten/${pachtkontoId}/positionen/${id}`,
      body: felder(lage, w),
      kopf: mitVersion(w, version),
    }),
  );

export const positionsverben: Verb[] = [
  {
    name: "Position anlegen",
    gewicht: 10,
    bilde: an(bedarf, ({ id }, lage, w) => {
      const intervall = w.wahr(12) ? "einmalig" : w.aus(rhythmen);
      return {
        methode: "post",
        pfad: `/pachtkonten/${id}/positionen`,
        body: {
          positionsartId: w.ausOder(lage.arten)?.id ?? 1,
          betragCent: betrag(w),
          intervall,
          gueltigVon: intervall === "einmalig" || w.wahr(25) ? w.tag(lage.heute, -200, 300) : null,
          ...(w.wahr(10) ? { gueltigBis: w.tag(lage.heute, 0, 500) } : {}),
          ...(w.wahr(20) ? { steuersatzBp: w.aus([0, 700, 1900]) } : {}),
          ...(w.wahr(15) ? { anteilig: false } : {}),
        },
      };
    }),
  },
  { name: "Betrag ändern", gewicht: 5, bilde: aendere((_, w) => ({ betragCent: betrag(w) })) },
  {
    name: "neue Fassung",
    gewicht: 4,
    bilde: aendere((lage, w) => ({ betragCent: betrag(w), gueltigVon: w.tag(lage.heute, -100, 400) })),
  },
  {
    name: "Position beenden",
    gewicht: 2,
    bilde: aendere((lage, w) => ({ gueltigBis: w.wahr(30) ? null : w.tag(lage.heute, -200, 400) })),
  },
  {
    name: "Position ändern",
    gewicht: 2,
    bilde: aendere((_, w) =>
      w.aus([
        { steuersatzBp: w.aus([null, 0, 1900]) },
        { bezeichnung: `Teil ${w.bis(4)}` },
        { intervall: w.aus(rhythmen) },
      ]),
    ),
  },
  {
    name: "Position löschen",
    gewicht: 2,
    bilde: an(
      (lage) => lage.positionen,
      ({ id, pachtkontoId }) => ({ methode: "delete", pfad: `/pachtkonten/${pachtkontoId}/positionen/${id}` }),
    ),
  },
];
