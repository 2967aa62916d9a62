import type { Wuerfel } from "../wuerfel.ts";
import { type Anruf, an, type Verb } from "./verb.ts";

const entscheide = (art: "kontakte" | "pachtobjekte", ids: number[], w: Wuerfel): Anruf => ({
  methode: "post",
  pfad: `/duplikate/${art}/entscheidung`,
  body: {
    [art === "kontakte" ? "kontaktIds" : "pachtobjektIds"]: ids,
    entscheidung: w.aus(["kein_duplikat", "kein_duplikat", "offen"]),
  },
});

const fuehreZusammen = (art: "kontakte" | "pachtobjekte", bleibt: number, geht: number): Anruf | null =>
  bleibt === geht ? null : { methode: "post", pfad: `/duplikate/${art}/zusammenfuehrung`, body: { bleibt, geht } };

export const duplikatverben: Verb[] = [
  {
    name: "Kontakte sind zwei",
    gewicht: 2,
    bilde: an(
      (lage) => lage.kontakte,
      ({ id }, lage, w) => entscheide("kontakte", [id, w.aus(lage.kontakte).id], w),
    ),
  },
  {
    name: "Objekte sind zwei",
    gewicht: 1,
    bilde: an(
      (lage) => lage.objekte,
      ({ id }, lage, w) => entscheide("pachtobjekte", [id, w.aus(lage.objekte).id], w),
    ),
  },
  {
    name: "Kontakte zusammenführen",
    gewicht: 3,
    nurManchmal: true,
    bilde: an(
      (lage) => lage.kontakte,
      ({ id }, lage, w) => fuehreZusammen("kontakte", id, w.aus(lage.kontakte).id),
    ),
  },
  {
    name: "Objekte zusammenführen",
    gewicht: 2,
    nurManchmal: true,
    bilde: an(
      (lage) => lage.objekte,
      ({ id }, lage, w) => fuehreZusammen("pachtobjekte", id, w.aus(lage.objekte).id),
    ),
  },
  {
    name: "Zusammenführung zurücknehmen",
    gewicht: 6,
    nurManchmal: true,
    bilde: an(
      // What the latest has moved, nobody has changed yet.
      (lage) => lage.zusammenfuehrungen.slice(-1),
      ({ id }) => ({ methode: "post", pfad: `/duplikate/zusammenfuehrungen/${id}/ruecknahme` }),
    ),
  },
];
