import { Absage, type Aufruf, type Verbindungsbefund, type Verbindungshinweis } from "../typen.ts";
import type { Firma } from "./firma.ts";

/** The one whose answers this adapter knows. */
const version = /^6\.0\./;
const noetig = ["account", "account_invoice", "party"];

type Problem = Verbindungsbefund["problem"];

const fehlendeModule = async ({ rpc, kontext }: Firma, aufruf: Aufruf): Promise<string[]> => {
  const suche = [
    ["state", "=", "activated"],
    ["name", "in", noetig],
  ];
  const params = [suche, 0, null, null, ["name"], kontext];
  const aktive = await rpc.frage<{ name: string }[]>("model.ir.module.search_read", params, aufruf);
  return noetig.filter((name) => !aktive.some((modul) => modul.name === name));
};

/** Whether the company is there, and everything that the settings name. @throws Absage for the first that is missing */
const findeProblem = async ({ rpc, stammdaten, mandant, kontext }: Firma, aufruf: Aufruf): Promise<Problem> => {
  if (Number.isNaN(mandant)) return null;
  const params = [[["id", "=", mandant]], kontext];
  if ((await rpc.frage<number>("model.company.company.search_count", params, aufruf)) === 0) {
    const ursache = `Den Mandanten ${mandant} gibt es für diesen Benutzer in Tryton nicht.`;
    return { code: "mandant", ursache };
  }
  await stammdaten.verlangeAlle(aufruf);
  return null;
};

/** A Tryton in use knows Germany at least; a new one knows no country until somebody imports them. */
const findeHinweise = async ({ stammdaten }: Firma, aufruf: Aufruf): Promise<Verbindungshinweis[]> => {
  if ((await stammdaten.land("DE", aufruf)) !== null) return [];
  const text =
    "Tryton kennt keine Länder: Parteien werden ohne Land angelegt, bis sie dort importiert sind (trytond_import_countries).";
  return [{ code: "laender_fehlen", text }];
};

/** Version, sign-in, modules, company, and everything that the settings name; nothing is changed. */
export async function erhebeBefund(firma: Firma, aufruf: Aufruf): Promise<Verbindungsbefund> {
  const beginn = performance.now();
  const befund: Verbindungsbefund = {
    verbunden: false,
    angemeldet: false,
    version: null,
    antwortzeitMs: null,
    problem: null,
  };
  const falscheVersion = (ursache: string): Verbindungsbefund => ({
    ...befund,
    problem: { code: "version", ursache },
  });
  try {
    befund.version = await firma.rpc.version(aufruf);
    befund.verbunden = true;
    befund.antwortzeitMs = Math.round(performance.now() - beginn);
    if (!version.test(befund.version))
      return falscheVersion(`Es antwortet Tryton ${befund.version}; verstanden wird 6.0.`);
    const fehlend = await fehlendeModule(firma, aufruf);
    befund.angemeldet = true;
    if (fehlend.length > 0) return falscheVersion(`In Tryton fehlen Module: ${fehlend.join(", ")}.`);
    return { ...befund, problem: await findeProblem(firma, aufruf), hinweise: await findeHinweise(firma, aufruf) };
  } catch (fehler) {
    if (!(fehler instanceof Absage)) throw fehler;
    const { code, ursache } = fehler.absage;
    return { ...befund, problem: { code, ursache } };
  }
}
