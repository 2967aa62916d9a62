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
];
