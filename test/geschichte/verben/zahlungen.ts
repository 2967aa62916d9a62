import { an, type Verb } from "./verb.ts";

const arten = ["lastschrift", "ueberweisung"] as const;
const pfad = "/abrechnung/zahlungsdateien";

export const zahlungsverben: Verb[] = [
  {
    name: "Zahlungsdatei erstellen",
    gewicht: 4,
    bilde: an(
      (lage) => lage.laeufe,
      ({ id }, _, w) => ({ methode: "post", pfad, body: { buchungslaufId: id, art: w.aus(arten) } }),
    ),
  },
  {
    name: "Zahlungsdatei verwerfen",
    gewicht: 1,
    bilde: an(
      (lage) => lage.zahlungsdateien,
      ({ id }) => ({ methode: "post", pfad: `${pfad}/${id}/verwerfen`, body: { grund: "nie eingereicht" } }),
    ),
  },
  {
    name: "Zahlungsdatei laden",
    gewicht: 2,
    bilde: an(
      (lage) => lage.zahlungsdateien,
      ({ id }) => ({ methode: "get", pfad: `/abrechnung/export/sepa?zahlungsdateiId=${id}` }),
    ),
  },
  {
    name: "Widerspruch",
    gewicht: 1,
    bilde: an(
      (lage) => lage.belege.filter(({ belegart }) => belegart === "gutschrift"),
      ({ id }, lage) => ({
        methode: "post",
        pfad: `/abrechnung/archiv/${id}/widerspruch`,
        body: { am: lage.heute, grund: "Die Fläche ist kleiner" },
      }),
    ),
  },
];
