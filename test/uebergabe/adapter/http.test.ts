import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { oeffnePort } from "../../../src/lokal/port.ts";
import { sendeHttp, wartezeitMs } from "../../../src/uebergabe/adapter/http.ts";

const date = "Fri, 20 Nov 2026 12:00:00 GMT";
const mit = (wert?: string) =>
  wartezeitMs(new Headers({ date, ...(wert === undefined ? {} : { "retry-after": wert }) }));

test("Retry-After in Sekunden, als Zeitpunkt, und was niemand versteht", () => {
  expect(mit("7")).toBe(7_000);
  expect(mit("0")).toBe(0);
  expect(mit("Fri, 20 Nov 2026 13:00:00 GMT")).toBe(3_600_000);
  expect(mit("Wed, 21 Oct 2015 07:28:00 GMT")).toBe(0);
  expect(mit("9".repeat(40))).toBe(86_400_000);
  for (const wert of [undefined, "bald"]) expect(mit(wert)).toBeUndefined();
  expect(wartezeitMs(new Headers({ "retry-after": "Fri, 20 Nov 2026 13:00:00 GMT" }))).toBeUndefined();
});

test("eine Antwort, die den Speicher füllte, wird nicht zu Ende gelesen, auch gepackt nicht", async () => {
  const gepackt = gzipSync(Buffer.alloc(20 * 1024 * 1024, " "));
  const server = createServer((_, antwort) => {
    antwort.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(gepackt);
  });
  const port = await oeffnePort(server, 0);
  try {
    const ausgang = await sendeHttp(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(30_000) });
    // Only this of it: what it must not be would be megabytes to compare.
    expect([ausgang.art, "ursache" in ausgang && ausgang.ursache]).toEqual([
      "abgerissen",
      "Die Antwort des Buchhaltungssystems ist zu groß.",
    ]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
