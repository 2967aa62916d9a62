import { setTimeout as warte } from "node:timers/promises";
import { starteServer, starteWorker } from "../sicherheit/hilfe/prozess.ts";
import { Verstoss } from "./invarianten.ts";
import { formularVon } from "./verben/verb.ts";
import { codeVon, erwartbar, starteWelt, type Welt } from "./welt.ts";

/** Longer than a killed worker's job waits to be taken over, on a machine without time. */
const ruheFristMs = 90_000;

/** What a worker does by itself, and how to tell that it has done all of it. */
const nebenher = (owner: Welt["owner"]): Pick<Welt, "uebergib" | "ruhe"> => ({
  uebergib: async () => {},
  async ruhe() {
    for (const ende = performance.now() + ruheFristMs; ; await warte(100)) {
      const offen = await owner<{ was: string }[]>`
        select art was from auftrag where art <> 'extaccounting' and status in ('wartend', 'laeuft')
        union all
        select 'Übergabe ' || id from extaccounting_auftrag where status in ('wartend', 'laufend')
        union all
        select 'Brief ' || b.belegnummer from archiv_beleg b
        where not exists (select from archiv_pdf p where p.beleg_id = b.id)`;
      if (offen.length === 0) return;
      if (performance.now() > ende) throw new Verstoss(`Liegen geblieben: ${offen.map(({ was }) => was).join(", ")}`);
    }
  },
});

/**
 * Server and worker in processes of their own, which can be killed. They go by the clock of the machine; what the history draws
 * lies around `heute`, whatever day it is played on.
 */
export async function starteProzesswelt(heute: string): Promise<Welt> {
  const welt = await starteWelt(heute);
  const { appUrl, workerUrl, owner } = welt;
  const umgebung = { ...welt.umgebung, ZEITPLAENE: "aus" };
  let server = await starteServer(appUrl, umgebung);
  let worker = await starteWorker(workerUrl, umgebung);
  let gelesen = 0;
  return {
    ...welt,
    heute: () => heute,
    stelle: () => {},
    async frage(wer, { methode, pfad, body, datei, kopf = {} }) {
      const antwort = await fetch(`${server.basis}${pfad}`, {
        method: methode.toUpperCase(),
        headers: {
          ...(wer ? { cookie: `service.sid=sitzung-${wer}` } : {}),
          ...(body ? { "content-type": "application/json" } : {}),
          ...kopf,
        },
        ...(datei ? { body: formularVon(datei) } : body ? { body: JSON.stringify(body) } : {}),
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
    async toete(wen) {
      if (wen === "worker") {
        await worker.toete();
        worker = await starteWorker(workerUrl, umgebung);
        return;
      }
      await server.toete();
      server = await starteServer(appUrl, umgebung);
      gelesen = 0;
    },
    ...nebenher(owner),
    fehler() {
      const alles = server.fehler();
      const neue = alles.slice(gelesen, alles.lastIndexOf("\n") + 1);
      gelesen += neue.length;
      return [...neue.split("\n").filter((zeile) => zeile !== "" && !erwartbar.test(zeile)), ...welt.fehler()];
    },
    async beende() {
      await Promise.all([server.beende(), worker.beende()]);
      await welt.beende();
    },
  };
}
