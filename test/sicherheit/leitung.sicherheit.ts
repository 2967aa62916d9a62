import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cluster, starteCluster } from "./hilfe/cluster.ts";
import { type Server, sitzung, starteServer } from "./hilfe/prozess.ts";

let cluster: Cluster;
let server: Server;
beforeAll(async () => {
  cluster = await starteCluster({ konten: 20, heute: "2026-11-20", sync: false });
  const bestand = cluster.vorlage();
  await bestand.owner.end();
  server = await starteServer(bestand.appUrl);
});
afterAll(async () => {
  await server.beende();
  await cluster.beende();
});

/** Sends `beginn`, then a byte a second. @returns what came back, and after how many milliseconds the line was dead */
const tropfe = (beginn: string): Promise<{ antwort: string; ms: number }> =>
  new Promise((fertig) => {
    const start = performance.now();
    const { hostname, port } = new URL(server.basis);
    const leitung = connect(Number(port), hostname);
    let antwort = "";
    leitung.on("data", (stueck) => {
      antwort += stueck;
    });
    leitung.on("error", () => {});
    leitung.write(beginn);
    const takt = setInterval(() => leitung.writable && leitung.write("x"), 1000);
    leitung.on("close", () => {
      clearInterval(takt);
      fertig({ antwort, ms: performance.now() - start });
    });
  });

/** For a machine that is busy; who were not cut off would go on for an hour. */
const hoechstens = (ms: number): number => ms + 30_000;

const kopf = (pfad: string, typ: string) =>
  `POST /api${pfad} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: service.sid=${sitzung}\r\nContent-Type: ${typ}\r\nContent-Length: 5000\r\n\r\n`;

describe.concurrent("Ein Byte in der Sekunde", () => {
  test("Kopfzeilen: nach 15 Sekunden zu Ende", async () => {
    const { ms } = await tropfe("GET /api/healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Lang: ");
    expect(ms).toBeGreaterThan(10_000);
    expect(ms).toBeLessThan(hoechstens(15_000));
  });

  test("JSON: nach 30 Sekunden 408, und die Verbindung ist zu", async () => {
    const { antwort, ms } = await tropfe(kopf("/feedback", "application/json"));
    expect(antwort).toMatch(/^HTTP\/1\.1 408 /);
    expect(antwort).toContain('"code":"zu_langsam"');
    expect(ms).toBeLessThan(hoechstens(30_000));
  });

  test("eine Datei, die nicht vorankommt: ebenso", async () => {
    const { antwort, ms } = await tropfe(
      `${kopf("/pachtkonten/1/dokumente", "multipart/form-data; boundary=g")}--g\r\nContent-Disposition: form-data; name="datei"; filename="a.png"\r\n\r\n`,
    );
    expect(antwort).toMatch(/^HTTP\/1\.1 408 /);
    expect(antwort).toContain('"code":"zu_langsam"');
    expect(ms).toBeGreaterThan(25_000);
    expect(ms).toBeLessThan(hoechstens(60_000));
  });
});
