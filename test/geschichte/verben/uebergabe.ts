import { an, type Verb } from "./verb.ts";

const aktionen = ["export", "export", "export", "refresh", "reconcile", "cancel", "delete"] as const;

export const uebergabeverben: Verb[] = [
  {
    name: "Übergabe einrichten",
    gewicht: 1,
    bilde: (lage, w) => ({
      methode: "put",
      pfad: "/extaccounting/settings",
      body: w.aus([{ mandantId: "1" }, { integrationsstart: w.aus([null, w.tag(lage.heute, -200, 10)]) }]),
    }),
  },
  {
    name: "einen Beleg übergeben",
    gewicht: 3,
    bilde: an(
      (lage) => lage.belege,
      ({ id }, _, w) => {
        const aktion = w.aus(aktionen);
        const body = aktion === "export" && w.wahr(30) ? { bestaetigt: true } : {};
        return { methode: "post", pfad: `/extaccounting/documents/${id}/${aktion}`, body };
      },
    ),
  },
  {
    name: "Übergabe beauftragen",
    gewicht: 2,
    bilde: (_, w) => ({
      methode: "post",
      pfad: "/extaccounting/jobs",
      body: { art: w.aus(["export", "export", "refresh", "reconcile"]) },
    }),
  },
];
