import ExcelJS from "exceljs";
import { beforeAll, describe, expect, test } from "vitest";
import { hauptspalten, type Zeile } from "../../../src/bestand/format/blaetter.ts";
import { type Blatt, blattnamen } from "../../../src/bestand/format/blattnamen.ts";
import { alsZelle } from "../../../src/bestand/format/zelle.ts";
import { dienst, mitDienst } from "../../hilfe/mitDienst.ts";
import { zufall } from "../../sicherheit/hilfe/zufall.ts";
import { blattzeilen, liesAlles } from "../lesen/hilfe.ts";
import { bueromappe } from "./buero.ts";
import { alsMappe } from "./handgriffe.ts";
import { exportiere, importiere } from "./reise.ts";
import { erlaubteWerte } from "./wuerfel.ts";

mitDienst();

type Wechsel = { zeile: Zeile; feld: string; alt: unknown; neu: unknown };

const wieViele = 100;

/** Draws a sheet, a row and a field of it, until there are as many different cells as wanted. */
const zieheWechsel = (zeilen: readonly Zeile[], wuerfle: () => number, anzahl: number): Wechsel[] => {
  const eine = <T>(alle: readonly T[]): T => alle[Math.floor(wuerfle() * alle.length)] as T;
  const blaetter = Object.entries(erlaubteWerte);
  const gezogen = new Map<string, Wechsel>();
  for (let nr = Math.floor(wuerfle() * 1_000_000); gezogen.size < anzahl; nr += 1) {
    const [blatt, felder] = eine(blaetter);
    const zeile = eine(zeilen.filter((andere) => andere.blatt === blatt));
    const [feld, wertFuer] = eine(Object.entries(felder));
    const [alt, neu] = [zeile.werte[feld] ?? null, wertFuer(nr)];
    if (alt !== neu) gezogen.set(`${blatt} ${zeile.zeile} ${feld}`, { zeile, feld, alt, neu });
  }
  return [...gezogen.values()];
};

/** The two lessees of an account change their shares: each of the two alone would not add up. */
const tauscheAnteile = (zeilen: readonly Zeile[], pachtkonto: string): Wechsel[] =>
  zeilen
    .filter(({ blatt, werte }) => blatt === "Beteiligte" && werte.pachtkontoId === pachtkonto)
    .flatMap((zeile) => {
      const alt = zeile.werte.anteilZaehler;
      return typeof alt === "number" ? [{ zeile, feld: "anteilZaehler", alt, neu: 3 - alt }] : [];
    });

const aendereZellen = async (mappe: Uint8Array, wechsel: readonly Wechsel[]): Promise<Uint8Array> => {
  const buch = new ExcelJS.Workbook();
  await buch.xlsx.load(new Uint8Array(mappe).buffer);
  for (const { zeile, feld, neu } of wechsel) {
    const spalten = hauptspalten(zeile.blatt);
    const nr = spalten.findIndex((spalte) => spalte.feld === feld);
    const zelle = buch.getWorksheet(zeile.blatt)?.getCell(zeile.zeile, nr + 1);
    const spalte = spalten[nr];
    if (!zelle || !spalte) throw new Error(`Keine Zelle ${zeile.blatt} ${zeile.zeile} ${feld}`);
    zelle.value = alsZelle(spalte, neu);
  }
  return new Uint8Array(await buch.xlsx.writeBuffer());
};

/** What stands in a sheet; parties have no order, and empty cells at the end of a row are none. */
const inhalt = async (mappe: Uint8Array, blatt: Blatt): Promise<unknown[]> => {
  const zeilen = (await blattzeilen(mappe, blatt)).map((zeile) =>
    JSON.stringify(Array.from(zeile, (wert) => wert ?? null)).replace(/(,null)+]$/, "]"),
  );
  return blatt === "Beteiligte" ? zeilen.sort() : zeilen;
};

/** Field by field, also of what stands in fields. */
const flach = (feld: string, wert: unknown): [string, unknown][] => {
  if (feld === "beteiligte")
    return (wert as { kontaktId: number; rolle: string }[]).flatMap((partei) =>
      flach(`${feld}.${partei.kontaktId}.${partei.rolle}`, partei),
    );
  if (typeof wert !== "object" || wert === null || Array.isArray(wert)) return [[feld, wert]];
  return Object.entries(wert).flatMap(([name, teil]) => flach(`${feld}.${name}`, teil));
};

type Eintrag = { id: number; aktion: string; ressource: string; ressourceId: string | null; werte: string | null };

const listEintraege = (nach: number) => dienst.owner<Eintrag[]>`
  select a.id, a.aktion, a.ressource, a.ressource_id, v.werte
  from auditlog a
  left join auditwert v on v.auditlog_id = a.id
  where a.id > ${nach} and a.ressource not in ('import', 'bestand')
  order by a.id`;

const zeileFuer = (ressource: string, id: unknown, feld: string, alt: unknown, neu: unknown): string =>
  `${ressource} ${id ?? "-"} ${feld}: ${JSON.stringify(alt ?? null)} -> ${JSON.stringify(neu ?? null)}`;

const alsAenderungen = ({ aktion, ressource, ressourceId, werte }: Eintrag): string[] => {
  if (aktion !== "aendern") return [`${aktion} ${ressource} ${ressourceId}`];
  const felder = JSON.parse(werte ?? "[]") as { feld: string; alt: unknown; neu: unknown }[];
  return felder.flatMap(({ feld, alt, neu }) => {
    // It follows from the parts of the name.
    if (ressource === "kontakt" && feld === "anzeigename") return [];
    const [vorher, nachher] = [new Map(flach(feld, alt)), new Map(flach(feld, neu))];
    return [...new Set([...vorher.keys(), ...nachher.keys()])]
      .filter((teil) => vorher.get(teil) !== nachher.get(teil))
      .map((teil) => zeileFuer(ressource, ressourceId, teil, vorher.get(teil), nachher.get(teil)));
  });
};

/** Which record the rows of a sheet are of: the kind, and the field that names it. */
const datensaetze: Partial<Record<Blatt, [ressource: string, schluessel: string]>> = {
  Positionsarten: ["positionsart", "name"],
  Kontakte: ["kontakt", "importSchluessel"],
  Patchobjekte: ["patchobjekt", "importSchluessel"],
  Pachtkonten: ["pachtkonto", "importSchluessel"],
  Beteiligte: ["pachtkonto", "pachtkontoId"],
  Positionen: ["position", "importSchluessel"],
  Hebungen: ["hebung", "importSchluessel"],
  Feldwerte: ["pachtkonto", "pachtkontoId"],
};

const liesIds = async (): Promise<Map<string, number>> => {
  const zeilen = await dienst.owner<{ name: string; id: number }[]>`
    select concat_ws(' ', art, schluessel) name, datensatz_id id from importschluessel
    union all
    select concat_ws(' ', 'positionsart', name), id from positionsart`;
  return new Map(zeilen.map(({ name, id }) => [name, id]));
};

/** What the audit log has to say of a changed cell. */
const alsErwartung = ({ zeile: { blatt, werte }, feld, alt, neu }: Wechsel, ids: Map<string, number>): string[] => {
  const [ressource, schluessel] = datensaetze[blatt] ?? ["firmendaten", ""];
  const id = ids.get(`${ressource} ${werte[schluessel]}`);
  const kontoId = ids.get(`pachtkonto ${werte.pachtkontoId}`);
  const eintrag = zeileFuer(ressource, id, feld, alt, neu);
  if (blatt === "Feldwerte") return [zeileFuer(ressource, id, `feldwerte.${werte.name}`, alt, neu)];
  if (blatt === "Beteiligte") {
    const partei = `beteiligte.${ids.get(`kontakt ${werte.kontaktId}`)}.${werte.rolle}`;
    return [zeileFuer(ressource, id, `${partei}.${feld}`, alt, neu)];
  }
  if (feld === "pachtkontoId") return [zeileFuer(ressource, id, feld, kontoId, ids.get(`pachtkonto ${neu}`))];
  // The account has no other increase, and no month of review.
  if (feld === "wirksamAb") return [eintrag, zeileFuer("pachtkonto", kontoId, "naechsteHebung", alt, neu)];
  return [eintrag];
};

beforeAll(async () => {
  const datei = await alsMappe(bueromappe(2027));
  await importiere(dienst, new Uint8Array(await datei.arrayBuffer()));
}, 60_000);

/** Others than these: SAAT=… */
const saaten = process.env.SAAT ? [Number(process.env.SAAT)] : [14, 2026];

describe("in der ausgegebenen Mappe sind hundert Zellen anders", () => {
  test.each(saaten)(
    "genau sie stehen im Audit-Log und in der nächsten Mappe (Saat %i)",
    async (saat) => {
      const mappe = await exportiere(dienst);
      const { zeilen } = await liesAlles({ bytes: mappe });
      const anteile = [...tauscheAnteile(zeilen, "P-0"), ...tauscheAnteile(zeilen, "P-5")];
      expect(anteile).toHaveLength(4);
      const wechsel = [...anteile, ...zieheWechsel(zeilen, zufall(saat), wieViele - anteile.length)];
      const geaendert = await aendereZellen(mappe, wechsel);

      const [{ letzter = 0 } = {}] = await dienst.owner<{ letzter: number }[]>`select max(id) letzter from auditlog`;
      expect(await importiere(dienst, geaendert)).toMatchObject({ status: "ausgefuehrt", fehler: 0 });

      const ids = await liesIds();
      const eintraege = (await listEintraege(letzter)).flatMap(alsAenderungen);
      expect(eintraege.sort()).toEqual(wechsel.flatMap((einer) => alsErwartung(einer, ids)).sort());
      const danach = await exportiere(dienst);
      for (const blatt of blattnamen)
        expect(await inhalt(danach, blatt), blatt).toEqual(await inhalt(geaendert, blatt));
    },
    60_000,
  );
});
