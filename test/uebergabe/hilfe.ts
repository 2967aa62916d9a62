import { Ablehnung } from "../../src/kern/ablehnung.ts";
import { freierPort } from "../../src/lokal/port.ts";
import { type Sandkasten, starteSandkasten } from "../../src/lokal/sandkasten/server.ts";
import type { Schalter } from "../../src/lokal/sandkasten/stoerung.ts";
import { verbinde } from "../../src/technik/database/pool.ts";
import { starteDienst } from "../hilfe/dienst.ts";

export const geheimnis = "sandkasten-geheimnis";

/** Sets the switches of a sandbox; without any everything works again. */
export async function stelle(url: string, schalter: Partial<Schalter> = {}): Promise<void> {
  const antwort = await fetch(`${url}/schalter`, { method: "PUT", body: JSON.stringify(schalter) });
  if (!antwort.ok) throw new Error(`Schalter: ${antwort.status} ${await antwort.text()}`);
}

/** The service with a sandbox beside it. */
export async function starteMitSandkasten(umgebung: Record<string, string> = {}, heute = "2026-11-20") {
  const port = await freierPort();
  const url = `http://127.0.0.1:${port}`;
  const dienst = await starteDienst(heute, {
    EXTACCOUNTING_SYSTEM: "sandkasten",
    EXTACCOUNTING_URL: url,
    EXTACCOUNTING_SECRET: geheimnis,
    EXTACCOUNTING_TIMEOUT_MS: "2000",
    EXTACCOUNTING_SETZZEIT_MS: "60000",
    ...umgebung,
  });
  const buecher = verbinde(dienst.datenbank.workerUrl, "pacht_worker", { max: 4 });
  const fehler: unknown[] = [];
  const oeffne = (eines = geheimnis) =>
    starteSandkasten(buecher, { port, geheimnis: eines, melde: (grund) => fehler.push(grund) });
  let sandkasten: Sandkasten | undefined = await oeffne();
  return {
    dienst,
    url,
    /** Pool of the worker, who also keeps the books of the sandbox. */
    buecher,
    /** What neither the sandbox nor the service meant to say. */
    unerwartete: () => [
      ...fehler,
      ...dienst.fehler.filter((eintrag) => !((eintrag as unknown[])[1] instanceof Ablehnung)),
    ],
    schalte: (schalter: Partial<Schalter> = {}) => stelle(url, schalter),
    async schliesse(): Promise<void> {
      await sandkasten?.beende();
      sandkasten = undefined;
    },
    /** @param eines the secret that it wants from now on */
    async oeffne(eines?: string): Promise<void> {
      sandkasten = await oeffne(eines);
    },
    async beende(): Promise<void> {
      await sandkasten?.beende();
      await buecher.end();
      await dienst.beende();
    },
  };
}

export type MitSandkasten = Awaited<ReturnType<typeof starteMitSandkasten>>;
