import { type Antwort, alsAbsage } from "../antwort.ts";
import type { Aufruf, Mandant, Verbindungsbefund } from "../typen.ts";
import type { Api } from "./api.ts";

/** The one that this adapter understands. */
const hauptversion = "1";

const problemAus = (antwort: Antwort<unknown>): Verbindungsbefund["problem"] => {
  if ("wert" in antwort) return null;
  const { code, ursache } = alsAbsage(antwort);
  return { code, ursache };
};

/** Version and sign-in; nothing is changed. */
export async function erhebeBefund(api: Api, aufruf: Aufruf): Promise<Verbindungsbefund> {
  const beginn = performance.now();
  const antwort = await api.rufe<{ version: string }>("GET", "/version", aufruf);
  if (!("wert" in antwort))
    return {
      verbunden: false,
      angemeldet: false,
      version: null,
      antwortzeitMs: null,
      problem: problemAus(antwort),
    };
  const { version } = antwort.wert;
  const versteht = version.split(".")[0] === hauptversion;
  const problem = versteht
    ? problemAus(await api.rufe<Mandant[]>("GET", "/mandanten", aufruf))
    : ({
        code: "version",
        ursache: `Der Sandkasten hat die Version ${version}; verstanden wird ${hauptversion}.x.`,
      } as const);
  return {
    verbunden: true,
    angemeldet: problem === null,
    version,
    antwortzeitMs: Math.round(performance.now() - beginn),
    problem,
  };
}
