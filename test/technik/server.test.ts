import { connect } from "node:net";
import { setTimeout as warte } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { freierPort } from "../../src/lokal/port.ts";
import { KonfigurationUnvollstaendig } from "../../src/technik/config.ts";
import { lausche } from "../../src/technik/server.ts";

/** Far below the time that a connection is kept, and above what a busy machine needs. */
const sofort = 10_000;

const beendet = async (schliesse: () => Promise<void>): Promise<boolean> =>
  Promise.race([schliesse().then(() => true), warte(sofort, false, { ref: false })]);

describe("wer geht, wartet auf niemanden, der nichts fragt", () => {
  test("eine Verbindung, auf der nie eine Anfrage kam, hält das Ende nicht auf", async () => {
    const port = await freierPort();
    const schliesse = await lausche(() => new Response("da"), "127.0.0.1", port);
    const verbindung = connect(port, "127.0.0.1");
    await new Promise((da) => verbindung.once("connect", da));
    await (await fetch(`http://127.0.0.1:${port}`)).text();
    expect(await beendet(schliesse)).toBe(true);
    verbindung.destroy();
  });

  test("eine Antwort, die gerade unterwegs ist, kommt ganz an, und dann ist Schluss", async () => {
    const port = await freierPort();
    let weiter = () => {};
    const langsam = () =>
      new Response(
        new ReadableStream({
          async start(steuerung) {
            steuerung.enqueue(new TextEncoder().encode("erst "));
            await new Promise<void>((darf) => {
              weiter = darf;
            });
            steuerung.enqueue(new TextEncoder().encode("dann"));
            steuerung.close();
          },
        }),
      );
    const schliesse = await lausche(langsam, "127.0.0.1", port);
    const antwort = await fetch(`http://127.0.0.1:${port}`);
    const ende = beendet(schliesse);
    weiter();
    expect(await antwort.text()).toBe("erst dann");
    expect(await ende).toBe(true);
  });
});

test("wer geht, ehe die Antwort fertig ist, wird zu Ende gezählt wie jeder andere", async () => {
  const port = await freierPort();
  const gekommen = Promise.withResolvers<void>();
  const gegangen = Promise.withResolvers<void>();
  const gezaehlt = Promise.withResolvers<number>();
  const schliesse = await lausche(
    async (anfrage, { nachAntwort }) => {
      anfrage.signal.addEventListener("abort", () => gegangen.resolve());
      gekommen.resolve();
      await gegangen.promise;
      // What the request was at work on ends some time after its client has left.
      await warte(50);
      nachAntwort?.(gezaehlt.resolve);
      return new Response("zu spät");
    },
    "127.0.0.1",
    port,
  );
  const abbruch = new AbortController();
  const antwort = fetch(`http://127.0.0.1:${port}`, { signal: abbruch.signal });
  await gekommen.promise;
  abbruch.abort();
  await expect(antwort).rejects.toThrow();
  expect(await Promise.race([gezaehlt.promise, warte(sofort, "nie", { ref: false })])).toBe(0);
  await schliesse();
});

describe("wo nichts lauschen kann, sagt ein Satz, warum", () => {
  test("ein belegter Port", async () => {
    const port = await freierPort();
    const schliesse = await lausche(() => new Response("da"), "127.0.0.1", port);
    await expect(lausche(() => new Response("hier"), "127.0.0.1", port)).rejects.toEqual(
      new KonfigurationUnvollstaendig(`Port ${port} auf 127.0.0.1 ist belegt.`),
    );
    await schliesse();
  });

  test("eine fremde Adresse", async () => {
    await expect(lausche(() => new Response("da"), "192.0.2.1", await freierPort())).rejects.toEqual(
      new KonfigurationUnvollstaendig("192.0.2.1 ist keine Adresse dieser Maschine."),
    );
  });
});

/** What an answer to these bytes is made of, on a server that answers "da". */
const sende = async (anfrage: string): Promise<{ kopf: string; koerper: string }> => {
  const port = await freierPort();
  const schliesse = await lausche(() => new Response("da"), "127.0.0.1", port);
  const verbindung = connect(port, "127.0.0.1");
  verbindung.end(anfrage);
  let antwort = "";
  for await (const stueck of verbindung) antwort += String(stueck);
  await schliesse();
  const [kopf = "", koerper = ""] = antwort.split("\r\n\r\n");
  return { kopf, koerper };
};

describe("was kein HTTP ist, wird abgelehnt wie alles andere", () => {
  test.each([
    ["ein Kopf über 16 KiB", `GET /?auswahl=${"1,".repeat(10_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, "kopf_zu_gross"],
    ["Unsinn", "moin\r\n\r\n", 400, "kein_http"],
    ["kein Host", "GET / HTTP/1.1\r\n\r\n", 400, "kein_http"],
    ["zwei Worte als Host", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400, "kein_http"],
    ["ein halber Host", "POST / HTTP/1.1\r\nHost: [::1\r\nContent-Length: 2\r\n\r\n{}", 400, "kein_http"],
    ["ein Stern als Adresse", "GET * HTTP/1.1\r\nHost: x\r\n\r\n", 400, "kein_http"],
  ])("%s", async (_, anfrage, status, code) => {
    const { kopf, koerper } = await sende(anfrage);
    expect(kopf).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(kopf).toMatch(/\r\nContent-Type: application\/problem\+json\r\n/i);
    expect(kopf).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/i);
    expect(JSON.parse(koerper)).toMatchObject({ status, code, detail: expect.stringMatching(/\.$/) });
  });
});

test.each([
  ["eine fremde Erwartung", "GET / HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nConnection: close\r\n\r\n"],
  ["HTTP/1.0 ohne Host", "GET / HTTP/1.0\r\n\r\n"],
])("%s wird beantwortet", async (_, anfrage) => {
  const { kopf, koerper } = await sende(anfrage);
  expect(kopf).toMatch(/^HTTP\/1.1 200 /);
  expect(koerper).toBe("da");
});
