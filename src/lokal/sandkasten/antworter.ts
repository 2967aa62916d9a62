import type { ServerResponse } from "node:http";
import { setTimeout as warte } from "node:timers/promises";
import type { erstelleStoerer, Stoerung } from "./stoerung.ts";

export function sende(
  antwort: ServerResponse,
  status: number,
  inhalt: unknown,
  kopf: Record<string, string> = {},
): ServerResponse {
  return antwort.writeHead(status, { "content-type": "application/json", ...kopf }).end(JSON.stringify(inhalt));
}

/** Answers, or spoils the answer as it is disturbed. */
export function erstelleAntworter(stoerer: ReturnType<typeof erstelleStoerer>) {
  /** What is done although its answer got lost. */
  const spaete = new Set<Promise<unknown>>();

  const spaeter = (tue: () => Promise<unknown>): void => {
    const eine: Promise<unknown> = warte(stoerer.schalter().spaetMs)
      .then(tue)
      .catch(() => {})
      .finally(() => spaete.delete(eine));
    spaete.add(eine);
  };

  return {
    async antworte(
      antwort: ServerResponse,
      stoerung: Stoerung | undefined,
      tue: (mehrCent: number) => Promise<unknown>,
    ): Promise<void> {
      const { langsamMs, retryAfterSekunden } = stoerer.schalter();
      const brichAb = () => antwort.socket?.destroy();
      if (stoerung === "verloren_vorher" || stoerung === "aus") brichAb();
      else if (stoerung === "spaet") {
        brichAb();
        spaeter(() => tue(0));
      } else if (stoerung === "429")
        sende(antwort, 429, { code: "zu_viele_anfragen" }, { "retry-after": String(retryAfterSekunden) });
      else if (stoerung === "500") sende(antwort, 500, { code: "fehler" });
      else {
        if (stoerung === "langsam") await warte(langsamMs);
        const wert = await tue(stoerung === "falsche_summen" ? 1 : 0);
        if (stoerung === "verloren_nachher") brichAb();
        else sende(antwort, 200, wert ?? null);
      }
    },

    warteAufSpaete: () => Promise.all(spaete),
  };
}
