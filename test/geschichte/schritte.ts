import type { Wer } from "../hilfe/dienst.ts";
import type { Lage } from "./lage.ts";
import { nurKonto } from "./lage.ts";
import { abrechnungsverben, leseverben as leseverbenDerAbrechnung } from "./verben/abrechnung.ts";
import { dateiverben } from "./verben/dateien.ts";
import { duplikatverben } from "./verben/duplikate.ts";
import { kontoverben } from "./verben/konten.ts";
import { positionsverben } from "./verben/positionen.ts";
import { stammdatenverben } from "./verben/stammdaten.ts";
import { uebergabeverben } from "./verben/uebergabe.ts";
import type { Anruf, Verb } from "./verben/verb.ts";
import { vorschlagslesen, wertsicherungsverben } from "./verben/wertsicherung.ts";
import { zahlungsverben } from "./verben/zahlungen.ts";
import { type Wuerfel, wuerfel } from "./wuerfel.ts";

const leseverben: Verb[] = [...leseverbenDerAbrechnung, vorschlagslesen];

const verben: Verb[] = [
  ...kontoverben,
  ...positionsverben,
  ...stammdatenverben,
  ...dateiverben,
  ...duplikatverben,
  ...abrechnungsverben,
  ...wertsicherungsverben,
  ...zahlungsverben,
  ...uebergabeverben,
  ...leseverben,
];
const schreibverben = verben.filter((verb) => !leseverben.includes(verb));

const arten = [
  { art: "ruf", gewicht: 66 },
  { art: "zugleich", gewicht: 12 },
  { art: "schluessel", gewicht: 7 },
  { art: "verlust", gewicht: 3 },
  { art: "tage", gewicht: 6 },
  { art: "nacht", gewicht: 4 },
  { art: "briefe", gewicht: 2 },
  { art: "uebergabe", gewicht: 2 },
] as const;
const mitTod = [...arten, { art: "tod", gewicht: 4 }] as const;

type Art = (typeof mitTod)[number]["art"];

/** In every tenth history the service is a process of its own, and gets killed. */
export function istMitAbstuerzen(saat: number): boolean {
  return saat % 10 === 0;
}

/** In every tenth history the clerks also know clauses on the value of money, and merge what is twice. */
export function istMitKlauseln(saat: number): boolean {
  return saat % 10 === 5;
}

/** Steps that only create: first there must be something to tell of. */
const anfang = 12;

/** Drawn before anything happens, so that leaving one out changes no other. */
export type Schritt = { saat: number; nr: number; art: Art };

export function zieheSchritte(saat: number, anzahl: number): Schritt[] {
  return Array.from({ length: anzahl }, (_, nr) => {
    const art = nr < anfang ? "ruf" : wuerfel(saat, nr).gewichtet(istMitAbstuerzen(saat) ? mitTod : arten).art;
    return { saat, nr, art };
  });
}

/** Dice of a step, apart from those that drew its kind. */
export function wuerfelVon({ saat, nr }: Schritt): Wuerfel {
  return wuerfel(saat + 0x5bd1e995, nr);
}

const wer: readonly { wer: Wer; gewicht: number }[] = [
  { wer: "verwalter", gewicht: 60 },
  { wer: "administrator", gewicht: 20 },
  { wer: "mitarbeiter", gewicht: 14 },
  { wer: "pruefer", gewicht: 3 },
  { wer: "ohne-rolle", gewicht: 1 },
  { wer: null, gewicht: 1 },
];

export type Ruf = { wer: Wer; anruf: Anruf };

const bilde = (lage: Lage, w: Wuerfel, auswahl: readonly Verb[]): Ruf | null => {
  const rufer = w.gewichtet(wer).wer;
  for (let versuch = 0; versuch < 8; versuch += 1) {
    const anruf = w.gewichtet(auswahl).bilde(lage, w);
    if (anruf) return { wer: rufer, anruf };
  }
  return null;
};

/** The first accounts before anything else. */
const amAnfang: readonly Verb[] = verben.filter(({ name }) =>
  ["Konto anlegen", "Position anlegen", "Objekt anlegen"].includes(name),
);

/** What a step asks for, seen from where the history stands. */
export function rufeVon(schritt: Schritt, lage: Lage): Ruf[] {
  const w = wuerfelVon(schritt);
  const kommtVor = ({ vergisstOrakel, nurManchmal }: Verb): boolean =>
    (schritt.saat % 3 === 0 || !vergisstOrakel) && (istMitKlauseln(schritt.saat) || !nurManchmal);
  const ziehe = (gesehen: Lage, auswahl: readonly Verb[]) => bilde(gesehen, w, auswahl.filter(kommtVor));
  const rufe = (): (Ruf | null)[] => {
    if (schritt.nr < anfang) return [ziehe(lage, amAnfang)];
    if (schritt.art !== "zugleich") return [ziehe(lage, schritt.art === "ruf" ? verben : schreibverben)];
    const ziel = w.wahr(60) ? w.ausOder(lage.konten) : undefined;
    const gesehen = ziel ? nurKonto(lage, ziel.id) : lage;
    return Array.from({ length: 2 + w.bis(2) }, () => ziehe(gesehen, schreibverben));
  };
  return rufe().filter((ruf) => ruf !== null);
}
