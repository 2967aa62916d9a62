import { Agent, type IncomingMessage, request } from "node:http";
import process from "node:process";
import { setTimeout as warte } from "node:timers/promises";

/** What a crowd is told by its suite. */
export type Auftrag = { basis: string; sitzung: string; kunden: number; sekunden: number; kontaktIds: number[] };

/** What it has seen: how many of each status, and how long the answers took, those served apart from those refused. */
export type Gesehen = {
  jeStatus: Record<string, number>;
  bedient: { anzahl: number; p50: number; p99: number; laengste: number };
  abgewiesen: { anzahl: number; p50: number; p99: number; laengste: number };
  /** Of those refused, how many were not told when to come again. */
  ohneWartezeit: number;
  abgerissen: number;
};

/** Far less than the answer asks for: patience is not what the service may count on. */
const pauseMs = 100;
/** Whoever has no answer by then counts as one that hangs. */
const geduldMs = 60_000;

const pfade = (id: number): [methode: string, pfad: string, body?: string][] => [
  ["GET", "/kontakte?limit=20"],
  ["GET", "/pachtkonten?limit=20"],
  ["GET", `/kontakte/${id}`],
  ["PUT", `/kontakte/${id}`, JSON.stringify({ bemerkung: `Andrang ${performance.now()}` })],
  ["GET", "/patchobjekte?limit=20"],
];

const verteilung = (dauern: number[]) => {
  const sortiert = dauern.sort((a, b) => a - b);
  const bei = (anteil: number) => Math.round(sortiert[Math.floor(anteil * (sortiert.length - 1))] ?? 0);
  return { anzahl: sortiert.length, p50: bei(0.5), p99: bei(0.99), laengste: bei(1) };
};

const draenge = async ({ basis, sitzung, kunden, sekunden, kontaktIds }: Auftrag): Promise<Gesehen> => {
  const agent = new Agent({ keepAlive: true, maxSockets: kunden, maxFreeSockets: kunden });
  const ende = performance.now() + sekunden * 1000;
  const jeStatus: Record<string, number> = {};
  const dauern: { bedient: number[]; abgewiesen: number[] } = { bedient: [], abgewiesen: [] };
  let ohneWartezeit = 0;
  let abgerissen = 0;

  const frage = (methode: string, pfad: string, body?: string): Promise<IncomingMessage> =>
    new Promise((fertig, gescheitert) => {
      const anfrage = request(`${basis}${pfad}`, {
        method: methode,
        agent,
        timeout: geduldMs,
        headers: {
          cookie: `service.sid=${sitzung}`,
          ...(body === undefined ? {} : { "content-type": "application/json", "content-length": body.length }),
        },
      });
      anfrage.on("timeout", () => anfrage.destroy(new Error("hängt")));
      anfrage.on("error", gescheitert);
      anfrage.on("response", (antwort) => {
        antwort.resume();
        antwort.on("error", gescheitert);
        antwort.on("end", () => fertig(antwort));
      });
      anfrage.end(body);
    });

  const einer = async (nr: number): Promise<void> => {
    for (let i = nr; performance.now() < ende; i += 1) {
      const auswahl = pfade(kontaktIds[(i * 7919) % kontaktIds.length] ?? 1);
      const [methode, pfad, body] = auswahl[i % auswahl.length] ?? ["GET", "/kontakte"];
      const beginn = performance.now();
      const antwort = await frage(methode, pfad, body).catch(() => undefined);
      const dauer = performance.now() - beginn;
      if (antwort === undefined) {
        abgerissen += 1;
        await warte(pauseMs);
        continue;
      }
      const status = antwort.statusCode ?? 0;
      jeStatus[status] = (jeStatus[status] ?? 0) + 1;
      dauern[status === 503 ? "abgewiesen" : "bedient"].push(dauer);
      if (status !== 503) continue;
      if (!(Number(antwort.headers["retry-after"]) > 0)) ohneWartezeit += 1;
      await warte(pauseMs);
    }
  };

  await Promise.all(Array.from({ length: kunden }, (_, nr) => einer(nr)));
  agent.destroy();
  return {
    jeStatus,
    bedient: verteilung(dauern.bedient),
    abgewiesen: verteilung(dauern.abgewiesen),
    ohneWartezeit,
    abgerissen,
  };
};

// A process of its own, started with its task as argument: what it costs is not counted as the suite's own slowness.
console.log(JSON.stringify(await draenge(JSON.parse(process.argv[2] ?? "{}"))));
