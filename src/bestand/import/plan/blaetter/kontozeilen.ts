import type { Blatt } from "../../../format/blattnamen.ts";
import { befund, inRuhe, type Planung, type Planzeile, type Quelle, zaehle } from "../planung.ts";
import { folge, type Verzeichnis } from "../verweise/verweise.ts";

/** The rows of one account. */
export type Kontozeilen = { konto: Planzeile | undefined; parteien: Planzeile[]; felder: Planzeile[] };

/** The same by their numbers. */
type Kontonummern = { konto: number | undefined; parteien: number[]; felder: number[] };

/** Rows by the account that they are about, and the numbers of those that are about none. */
export type Kontoordnung = {
  jeKonto: Map<number, Kontonummern>;
  verwaiste: Pick<Kontonummern, "parteien" | "felder">;
};

/**
 * Which rows are about which account; a row that is about none is told.
 *
 * @param beteiligte and `feldwerte`: what they refer to is enough
 */
export async function ordneKonten(
  planung: Planung,
  verzeichnis: Verzeichnis,
  { beteiligte, feldwerte }: { beteiligte: readonly Planzeile[]; feldwerte: readonly Planzeile[] },
): Promise<Kontoordnung> {
  const jeKonto = new Map<number, Kontonummern>();
  const verwaiste: Kontoordnung["verwaiste"] = { parteien: [], felder: [] };
  const zeilenVon = (id: number): Kontonummern => {
    const zeilen = jeKonto.get(id) ?? { konto: undefined, parteien: [], felder: [] };
    jeKonto.set(id, zeilen);
    return zeilen;
  };
  for (const [zeile, id] of verzeichnis.idVon) zeilenVon(id).konto = zeile;
  const reiheEin = (alle: readonly Planzeile[], teil: "parteien" | "felder") =>
    inRuhe(alle, (zeile) => {
      const { id } = folge(planung, zeile, "pachtkontoId", verzeichnis, "Das Pachtkonto");
      if (typeof id === "number") zeilenVon(id)[teil].push(zeile.zeile);
      else {
        if (id === null || (zeile.istLesbar && !("pachtkontoId" in zeile.werte)))
          planung.befunde.push(befund(zeile, "pachtkontoId", "fehler", "fehlt", "Die Zeile nennt kein Pachtkonto."));
        verwaiste[teil].push(zeile.zeile);
        zaehle(planung, zeile.blatt, "falsch");
      }
    });
  await reiheEin(beteiligte, "parteien");
  await reiheEin(feldwerte, "felder");
  return { jeKonto, verwaiste };
}

/** Some accounts with their rows. */
export async function ladeKontozeilen(
  quelle: Quelle,
  teil: readonly (readonly [id: number, nummern: Kontonummern])[],
): Promise<Map<number, Kontozeilen>> {
  const lade = async (blatt: Blatt, nummern: number[]) =>
    new Map(
      (nummern.length > 0 ? await quelle.listeZeilen(blatt, nummern) : []).map(
        (zeile) => [zeile.zeile, zeile] as const,
      ),
    );
  const konten = await lade(
    "Pachtkonten",
    teil.flatMap(([, { konto }]) => konto ?? []),
  );
  const parteien = await lade(
    "Beteiligte",
    teil.flatMap(([, nummern]) => nummern.parteien),
  );
  const felder = await lade(
    "Feldwerte",
    teil.flatMap(([, nummern]) => nummern.felder),
  );
  const aus = (zeilen: ReadonlyMap<number, Planzeile>, nummern: readonly number[]) =>
    nummern.flatMap((nr) => zeilen.get(nr) ?? []);
  return new Map(
    teil.map(([id, nummern]) => [
      id,
      {
        konto: konten.get(nummern.konto ?? 0),
        parteien: aus(parteien, nummern.parteien),
        felder: aus(felder, nummern.felder),
      },
    ]),
  );
}
