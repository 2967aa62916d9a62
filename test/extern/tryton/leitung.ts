import { Buffer } from "node:buffer";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as warte } from "node:timers/promises";

type Stoerung = { wie: "vorher" | "nachher" | "spaet"; methode: RegExp; spaetMs?: number };

/**
 * A line to Tryton that breaks when it is told to: of the next request of that method the request is lost (`vorher`),
 * or the answer after Tryton has done it (`nachher`), or Tryton gets it when the caller has long gone (`spaet`).
 */
export async function starteLeitung(ziel: string) {
  let stoerung: Stoerung | undefined;
  let gestoert = 0;

  const leite = async (anfrage: IncomingMessage, antwort: ServerResponse): Promise<void> => {
    const teile: Uint8Array[] = [];
    for await (const teil of anfrage) teile.push(teil as Uint8Array);
    const body = Buffer.concat(teile);
    const methode = (JSON.parse(body.toString()) as { method: string }).method;
    const jetzt = stoerung?.methode.test(methode) ? stoerung : undefined;
    if (jetzt) {
      stoerung = undefined;
      gestoert += 1;
    }
    if (jetzt?.wie === "vorher") return void antwort.destroy();
    if (jetzt?.wie === "spaet") {
      antwort.destroy();
      await warte(jetzt.spaetMs);
    }
    const { authorization } = anfrage.headers;
    const weiter = await fetch(`${ziel}${anfrage.url}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(authorization ? { authorization } : {}) },
      body,
    });
    const inhalt = Buffer.from(await weiter.arrayBuffer());
    if (jetzt) return void antwort.destroy();
    antwort.writeHead(weiter.status, { "content-type": weiter.headers.get("content-type") ?? "application/json" });
    antwort.end(inhalt);
  };

  const server = createServer((anfrage, antwort) => void leite(anfrage, antwort).catch(() => antwort.destroy()));
  await new Promise<void>((fertig) => server.listen(0, "127.0.0.1", fertig));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    stoere: (naechste: Stoerung | undefined): void => {
      stoerung = naechste;
    },
    gestoert: (): number => gestoert,
    beende: () =>
      new Promise<void>((fertig) => {
        server.closeAllConnections();
        server.close(() => fertig());
      }),
  };
}
