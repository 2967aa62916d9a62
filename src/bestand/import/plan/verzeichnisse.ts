import { listHebungenMit } from "../../../abrechnung/hebungen/schreibung.ts";
import { verlangeKeineVeroeffentlichung } from "../../../stammdaten/faelligkeiten/sperre.ts";
import { listKontakteGesperrt, listKontakteMitIds } from "../../../stammdaten/kontakte/schreibung.ts";
import {
  type Kontobild,
  listKontobilder,
  listPachtkontoIdsGesperrt,
} from "../../../stammdaten/pachtkonten/schreibung.ts";
import { listPatchobjekteGesperrt, listPatchobjekteMitIds } from "../../../stammdaten/patchobjekte/schreibung.ts";
import type { Blatt } from "../../format/blattnamen.ts";
import { sichte } from "./bestand.ts";
import { type Bankwerte, fehltWas } from "./blaetter/bankdaten.ts";
import type { Planung, Quelle } from "./planung.ts";
import * as q from "./queries.ts";
import { verzeichne } from "./verweise/verzeichne.ts";

const verweiseIn = async (quelle: Quelle, feld: string, ...blaetter: readonly Blatt[]): Promise<Set<string>> => {
  const verweise = await Promise.all(blaetter.map((blatt) => quelle.listeVerweise(blatt, feld)));
  return new Set(verweise.flat());
};

const liesKonten = async ({ tx, gesperrt }: Planung, ids: number[]): Promise<readonly Kontobild[]> => {
  if (gesperrt) {
    await verlangeKeineVeroeffentlichung(tx, ids);
    await listPachtkontoIdsGesperrt(tx, ids);
  }
  return listKontobilder(tx, ids);
};

/**
 * Accounts that rows mean without naming them: a position or an increase of the stock belongs to its account for good,
 * also where the file has no column for that.
 */
const listeGemeinteKonten = async ({ tx }: Planung, quelle: Quelle): Promise<number[]> => {
  const ids = async (art: "position" | "hebung", blatt: Blatt): Promise<number[]> => {
    const schluessel = await quelle.listeSchluesselOhne(blatt, "pachtkontoId");
    return (await q.listSchluessel(tx, art, schluessel)).map(({ id }) => id);
  };
  return [
    ...(await q.listKontenVon(tx, "pachtkonto_position", await ids("position", "Positionen"))),
    ...(await q.listKontenVon(tx, "hebung", await ids("hebung", "Hebungen"))),
  ];
};

type Laufzeit = { pachtbeginn: string; pachtende: string | null };

/** Where each key of the file leads; what it leads to is locked where the plan is carried out. */
export async function verzeichneAlle(planung: Planung, quelle: Quelle) {
  const { tx, gesperrt } = planung;
  const laufzeiten = new Map<number, Laufzeit>();
  const bankluecken = new Map<number, Bankwerte>();
  // Contacts before accounts: so does a clerk's request that renames one.
  const kontakte = await verzeichne(planung, {
    art: "kontakt",
    zeilen: await quelle.listeKoepfe("Kontakte"),
    verweise: await verweiseIn(quelle, "kontaktId", "Beteiligte"),
    vorhanden: (ids) =>
      sichte(
        ids,
        (teil) => (gesperrt ? listKontakteGesperrt(tx, teil) : listKontakteMitIds(tx, teil)),
        ({ id, zahlungsart, iban, sepaMandat }) => {
          if (fehltWas({ zahlungsart, iban, sepaMandat })) bankluecken.set(id, { zahlungsart, iban, sepaMandat });
        },
      ),
  });
  const gemeinte = await listeGemeinteKonten(planung, quelle);
  const konten = await verzeichne(planung, {
    art: "pachtkonto",
    zeilen: await quelle.listeKoepfe("Pachtkonten"),
    verweise: await verweiseIn(
      quelle,
      "pachtkontoId",
      "Beteiligte",
      "Feldwerte",
      "Positionen",
      "Patchobjekte",
      "Hebungen",
    ),
    vorhanden: (ids) =>
      sichte(
        [...new Set([...ids, ...gemeinte])],
        (teil) => liesKonten(planung, teil),
        ({ id, pachtbeginn, pachtende }) => laufzeiten.set(id, { pachtbeginn, pachtende }),
      ),
  });
  const objekte = await verzeichne(planung, {
    art: "patchobjekt",
    zeilen: await quelle.listeKoepfe("Patchobjekte"),
    verweise: new Set(),
    vorhanden: (ids) =>
      sichte(ids, (teil) => (gesperrt ? listPatchobjekteGesperrt(tx, teil) : listPatchobjekteMitIds(tx, teil))),
  });
  const hebungen = await verzeichne(planung, {
    art: "hebung",
    zeilen: await quelle.listeKoepfe("Hebungen"),
    verweise: new Set(),
    vorhanden: (ids) => sichte(ids, (teil) => listHebungenMit(tx, teil)),
  });
  return { kontakte, konten, objekte, hebungen, laufzeiten, bankluecken };
}

export type Verzeichnisse = Awaited<ReturnType<typeof verzeichneAlle>>;
