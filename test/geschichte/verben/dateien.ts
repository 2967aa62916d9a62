import { png } from "../../hilfe/bilder.ts";
import type { Wuerfel } from "../wuerfel.ts";
import { an, type Verb } from "./verb.ts";

const bild = (w: Wuerfel): Uint8Array<ArrayBuffer> =>
  new Uint8Array(png(2 + w.bis(40), 2 + w.bis(20), [w.bis(255), 90, 40]));

/** Nearly always what its name says. */
const anlage = (w: Wuerfel): { name: string; inhalt: Uint8Array<ArrayBuffer> } => {
  const nr = w.bis(50);
  if (w.wahr(40)) return { name: `Lageplan ${nr}.png`, inhalt: bild(w) };
  const text = `%PDF-1.4\n% ${"Vertrag ".repeat(nr)}\n%%EOF\n`;
  return { name: `Vertrag ${nr}.pdf`, inhalt: new TextEncoder().encode(w.wahr(90) ? text : "kein PDF") };
};

export const dateiverben: Verb[] = [
  {
    name: "Dokument hochladen",
    gewicht: 2,
    bilde: an(
      (lage) => lage.konten,
      ({ id }, _, w) => ({ methode: "post", pfad: `/pachtkonten/${id}/dokumente`, datei: anlage(w) }),
    ),
  },
  {
    name: "Dokument löschen",
    gewicht: 1,
    bilde: an(
      (lage) => lage.dokumente,
      ({ id, pachtkontoId }) => ({ methode: "delete", pfad: `/pachtkonten/${pachtkontoId}/dokumente/${id}` }),
    ),
  },
  {
    name: "Logo hochladen",
    gewicht: 1,
    bilde: (_, w) => ({ methode: "post", pfad: "/einstellungen/logo", datei: { name: "logo.png", inhalt: bild(w) } }),
  },
  { name: "Logo löschen", gewicht: 1, bilde: () => ({ methode: "delete", pfad: "/einstellungen/logo" }) },
];
