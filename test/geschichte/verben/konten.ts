import type { Lage } from "../lage.ts";
import type { Wuerfel } from "../wuerfel.ts";
import { plusTage } from "../wuerfel.ts";
import { an, mitVersion, type Verb } from "./verb.ts";

export const rhythmen = ["monatlich", "vierteljaehrlich", "halbjaehrlich", "jaehrlich"] as const;
const methoden = ["monatsgenau", "tagesgenau", "dreissig360"] as const;
const hoechstens = 12;

/** Shares that sum to 1, or seldom not; a third of the times others from some day on. */
const seite = (rolle: string, lage: Lage, w: Wuerfel): object[] => {
  const ab = w.wahr(30) ? w.tag(lage.heute, -300, 200) : null;
  const strecken = ab === null ? [[null, null]] : [[null, plusTage(ab, -1)] as const, [ab, null] as const];
  return strecken.flatMap(([gueltigVon, gueltigBis]) => {
    const gewichte = Array.from({ length: 1 + w.bis(3) }, () => 1 + w.bis(4));
    const summe = gewichte.reduce((a, b) => a + b, 0) + (w.wahr(4) ? 1 : 0);
    const allein = gewichte.length === 1 && w.wahr(60);
    return gewichte.map((anteilZaehler) => ({
      kontaktId: w.ausOder(lage.kontakte)?.id ?? 1,
      rolle,
      hauptkontakt: w.wahr(20),
      ...(allein ? {} : { anteilZaehler, anteilNenner: summe }),
      gueltigVon,
      gueltigBis,
    }));
  });
};

const beteiligte = (lage: Lage, w: Wuerfel): object[] => [
  ...(w.wahr(95) ? seite("paechter", lage, w) : []),
  ...(w.wahr(90) ? seite("verpaechter", lage, w) : []),
];

const jahresbeginn = (w: Wuerfel): string => w.aus(["01-01", "10-01", "10-01", "04-15", "11-28"]);

const terms: ((lage: Lage, w: Wuerfel) => object)[] = [
  (_, w) => ({ bemerkung: w.wahr(30) ? null : `Notiz ${w.bis(5)} Österfeld` }),
  (_, w) => ({ bezeichnung: `Schlag ${w.bis(9)}` }),
  (_, w) => ({ zahlungsrhythmus: w.aus(rhythmen) }),
  (_, w) => ({ pachtjahrBeginn: jahresbeginn(w) }),
  (_, w) => ({ zahlungsrhythmus: w.aus(rhythmen), pachtjahrBeginn: jahresbeginn(w) }),
  (_, w) => ({ istVorauszahlend: w.aus([true, false, null]) }),
  (_, w) => ({ berechnungsart: w.aus(methoden) }),
  (_, w) => ({ verwaltungsgebuehrBp: w.aus([null, 0, 300, 525]) }),
  (lage, w) => ({ pachtende: w.wahr(30) ? null : w.tag(lage.heute, -200, 500) }),
  (lage, w) => ({ pachtende: w.tag(lage.heute, -90, 60) }),
  (lage, w) => ({ pachtbeginn: w.tag(lage.heute, -900, 100) }),
  (lage, w) => ({ abrechnungAb: w.wahr(40) ? null : w.tag(lage.heute, -500, 100) }),
  (_, w) => ({ hebemonat: w.aus([null, "01", "06", "12"]) }),
  (_, w) => ({ zahlungszielTage: w.aus([null, 0, 14, 30]) }),
  (_, w) => ({ kontonummer: `K-${w.bis(20)}` }),
];

const alleKonten = (lage: Lage) => lage.konten;
const imStatus =
  (...status: string[]) =>
  (lage: Lage) =>
    lage.konten.filter((konto) => status.includes(konto.status));

const aendere = (felder: (lage: Lage, w: Wuerfel) => object, waehle: (lage: Lage) => Lage["konten"] = alleKonten) =>
  an(waehle, ({ id, version }, lage, w) => ({
    methode: "put",
    pfad: `/pachtkonten/${id}`,
    body: felder(lage, w),
    kopf: mitVersion(w, version),
  }));

export const kontoverben: Verb[] = [
  {
    name: "Konto anlegen",
    gewicht: 8,
    bilde: (lage, w) =>
      lage.konten.length >= hoechstens
        ? null
        : {
            methode: "post",
            pfad: "/pachtkonten",
            body: {
              pachtbeginn: w.tag(lage.heute, -900, 60),
              zahlungsrhythmus: w.aus(rhythmen),
              pachtjahrBeginn: jahresbeginn(w),
              istVorauszahlend: w.aus([true, true, false, false, null]),
              berechnungsart: w.aus(methoden),
              verwaltungsgebuehrBp: w.aus([null, 300, 525]),
              ...(w.wahr(25) ? { pachtende: w.tag(lage.heute, -100, 700) } : {}),
              ...(w.wahr(10) ? { abrechnungAb: w.tag(lage.heute, -400, 30) } : {}),
              beteiligte: beteiligte(lage, w),
            },
          },
  },
  { name: "Konto ändern", gewicht: 14, bilde: aendere((lage, w) => w.aus(terms)(lage, w)) },
  { name: "Beteiligte ändern", gewicht: 6, bilde: aendere((lage, w) => ({ beteiligte: beteiligte(lage, w) })) },
  {
    name: "kündigen",
    gewicht: 3,
    bilde: aendere(
      (lage, w) => ({ status: "gekuendigt", kuendigungZum: w.tag(lage.heute, -60, 300) }),
      imStatus("aktiv"),
    ),
  },
  { name: "ruhen lassen", gewicht: 1, bilde: aendere(() => ({ status: "inaktiv" }), imStatus("aktiv")) },
  {
    name: "wieder aktiv",
    gewicht: 3,
    bilde: aendere(() => ({ status: "aktiv" }), imStatus("inaktiv", "gekuendigt", "ausgelaufen")),
  },
  {
    name: "Konto löschen",
    gewicht: 1,
    bilde: an(alleKonten, ({ id }) => ({ methode: "delete", pfad: `/pachtkonten/${id}` })),
  },
  {
    name: "eigene Felder",
    gewicht: 1,
    bilde: an(alleKonten, ({ id }, _, w) => ({
      methode: "put",
      pfad: `/pachtkonten/${id}/feldwerte`,
      body: { Lage: `Nord ${w.bis(3)}`, Wert: w.bis(3) },
    })),
  },
];
