import { setTimeout as warte } from "node:timers/promises";
import { starteServer } from "../sicherheit/hilfe/prozess.ts";
import { codeVon, erwartbar, starteWelt, type Welt } from "./welt.ts";

/**
 * The service in a process of its own, which can be killed. It goes by the clock of the machine; what the history draws
 * lies around `heute`, whatever day it is played on.
 */
export const starteProzesswelt = async (heute: string): Promise<Welt> => {
  const welt = await starteWelt(heute);
  const { appUrl } = welt;
  let server = await starteServer(appUrl);
  let gelesen = 0;
  return {
    ...welt,
    heute: () => heute,
    stelle: () => {},
    async frage(wer, { methode, pfad, body, kopf = {} }) {
      const antwort = await fetch(`${server.basis}${pfad}`, {
        method: methode.toUpperCase(),
        headers: {
          ...(wer ? { cookie: `service.sid=sitzung-${wer}` } : {}),
          ...(body ? { "content-type": "application/json" } : {}),
          ...kopf,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }).catch(() => undefined);
      const text = await antwort?.text().catch(() => undefined);
      if (antwort === undefined || text === undefined) return { status: 0, text: "", code: "abgerissen" };
      return { status: antwort.status, text, code: codeVon(text) };
    },
    async bereit() {
      for (const ende = performance.now() + 20_000; performance.now() < ende; await warte(50)) {
        const antwort = await fetch(`${server.basis}/healthz`).catch(() => undefined);
        await antwort?.body?.cancel();
        if (antwort?.ok) return;
      }
      throw new Error("Der Dienst kommt nach 20 Sekunden nicht wieder.");
    },
    async toete() {
      await server.toete();
      server = await starteServer(appUrl);
      gelesen = 0;
    },
    fehler() {
      const alles = server.fehler();
      const neue = alles.slice(gelesen, alles.lastIndexOf("\n") + 1);
      gelesen += neue.length;
      return [...neue.split("\n").filter((zeile) => zeile !== "" && !erwartbar.test(zeile)), ...welt.fehler()];
    },
    async beende() {
      await server.beende();
      await welt.beende();
    },
  };
};
