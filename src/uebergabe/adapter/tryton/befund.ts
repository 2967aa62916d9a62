import { Absage, type Aufruf, type Verbindung } from "../typen.ts";
import type { Stelle } from "./firma.ts";

/** The one whose answers this adapter knows. */
const version = /^6\.0\./;
const noetig = ["account", "account_invoice", "party"];

/** Version, sign-in, modules, company, and everything that the settings name; nothing is changed. */
export const pruefe = async (
  { sitzung, stammdaten, mandant, kontext }: Stelle,
  aufruf: Aufruf,
): Promise<Verbindung> => {
  const beginn = performance.now();
  const stand: Verbindung = { verbunden: false, angemeldet: false, version: null, antwortzeitMs: null, problem: null };
  const mit = (code: "version" | "mandant", ursache: string): Verbindung => ({ ...stand, problem: { code, ursache } });
  try {
    stand.version = await sitzung.version(aufruf);
    stand.verbunden = true;
    stand.antwortzeitMs = Math.round(performance.now() - beginn);
    if (!version.test(stand.version))
      return mit("version", `Es antwortet Tryton ${stand.version}; verstanden wird 6.0.`);
    const suche = [
      ["state", "=", "activated"],
      ["name", "in", noetig],
    ];
    const aktive = await sitzung.frage<{ name: string }[]>(
      "model.ir.module.search_read",
      [suche, 0, null, null, ["name"], kontext],
      aufruf,
    );
    stand.angemeldet = true;
    const fehlend = noetig.filter((name) => !aktive.some((modul) => modul.name === name));
    if (fehlend.length > 0) return mit("version", `In Tryton fehlen Module: ${fehlend.join(", ")}.`);
    if (Number.isNaN(mandant)) return stand;
    const anzahl = await sitzung.frage<number>(
      "model.company.company.search_count",
      [[["id", "=", mandant]], kontext],
      aufruf,
    );
    if (anzahl === 0) return mit("mandant", `Den Mandanten ${mandant} gibt es für diesen Benutzer in Tryton nicht.`);
    await stammdaten.pruefe(aufruf);
    return stand;
  } catch (fehler) {
    if (!(fehler instanceof Absage)) throw fehler;
    const { code, ursache } = fehler.absage;
    return { ...stand, problem: { code, ursache } };
  }
};
