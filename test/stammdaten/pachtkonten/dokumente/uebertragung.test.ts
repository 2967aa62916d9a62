import { Buffer } from "node:buffer";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { freierPort } from "../../../../src/lokal/port.ts";
import type { Dokument } from "../../../../src/stammdaten/pachtkonten/dokumente/schema.ts";
import { lausche } from "../../../../src/technik/server.ts";
import { dienst, mitarbeiter } from "../../../hilfe/mitDienst.ts";
import { alsFormular, lade, mitKonto, ordner, pdf } from "./handgriffe.ts";

mitKonto();

const mebibyte = 1024 * 1024;

/** A form of `groesse` bytes that is made while it is read, and the most memory seen meanwhile. */
const strom = (groesse: number, beiStueck: () => void = () => {}) => {
  const block = randomBytes(64 * 1024);
  let rest = groesse;
  let schritt = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(steuerung) {
        beiStueck();
        if (schritt++ === 0)
          return steuerung.enqueue(
            Buffer.from(
              '--grenze\r\nContent-Disposition: form-data; name="datei"; filename="gro\u00df.pdf"\r\n' +
                "Content-Type: application/pdf\r\n\r\n%PDF-",
            ),
          );
        if (rest > 5) {
          const stueck = block.subarray(0, Math.min(block.length, rest - 5));
          rest -= stueck.length;
          return steuerung.enqueue(stueck);
        }
        steuerung.enqueue(Buffer.from("\r\n--grenze--\r\n"));
        steuerung.close();
      },
    },
    { highWaterMark: 0 },
  );
};
const grosse = (groesse: number, beiStueck?: () => void) =>
  mitarbeiter().post<Dokument>(ordner(), strom(groesse, beiStueck), {
    "content-type": "multipart/form-data; boundary=grenze",
  });

describe("große Dateien und viele zugleich", () => {
  test("20 MiB gehen durch, ein Byte mehr nicht", async () => {
    let start = 0;
    let spitze = 0;
    const miss = () => {
      spitze = Math.max(spitze, process.memoryUsage().rss);
    };
    const beginne = () => {
      start = process.memoryUsage().rss;
      spitze = start;
    };
    const takt = setInterval(miss, 2);
    const gewachsen: number[] = [];
    for (const _ of ["kalt", "warm"]) {
      beginne();
      expect(await grosse(20 * mebibyte, miss)).toMatchObject({
        status: 201,
        json: { groesse: 20 * mebibyte, dateiname: "groß.pdf" },
      });
      gewachsen.push((spitze - start) / mebibyte);
    }
    const [dokument] = (await mitarbeiter().get<{ data: Dokument[] }>(`${ordner()}?limit=1`)).json.data;

    beginne();
    const datei = await dienst.app.request(`/api${ordner()}/${dokument?.id}/download`, {
      headers: { cookie: "service.sid=sitzung-mitarbeiter" },
    });
    const hash = createHash("sha256");
    let gelesen = 0;
    for await (const stueck of datei.body as unknown as AsyncIterable<Uint8Array>) {
      hash.update(stueck);
      gelesen += stueck.length;
      miss();
    }
    clearInterval(takt);
    gewachsen.push((spitze - start) / mebibyte);
    console.info(
      "20 MiB hoch, noch einmal hoch, herunter; RSS höchstens über dem Stand davor, MiB:",
      gewachsen.map((wert) => wert.toFixed(1)).join(", "),
    );
    expect(gelesen).toBe(20 * mebibyte);
    expect(hash.digest("hex")).toBe(dokument?.sha256);

    expect(await grosse(20 * mebibyte + 1)).toMatchObject({ status: 413, json: { code: "zu_gross" } });
    expect((await grosse(50 * mebibyte)).status).toBe(413);
  });

  test("viele Uploads zugleich lassen anderen die Datenbank", async () => {
    // Other processes put their files into the folder that all share.
    const aller = tmpdir();
    const eigener = mkdtempSync(join(aller, "uploads-"));
    vi.stubEnv("TMPDIR", eigener);
    onTestFinished(() => {
      vi.stubEnv("TMPDIR", aller);
      rmSync(eigener, { recursive: true });
    });
    const uploads: Promise<{ status: number }>[] = [];
    await dienst.owner.begin(async (tx) => {
      await tx`lock table pachtkonto_dokument in exclusive mode`;
      for (let nr = 0; nr < 12; nr++) uploads.push(lade(pdf(`Nr. ${nr}`), `${nr}.pdf`));
      // Of this database alone: the server has those of other test files as well.
      const warten = async () =>
        (
          await tx`select from pg_locks where relation = 'pachtkonto_dokument'::regclass and not granted
          and database = (select oid from pg_database where datname = current_database())`
        ).length;
      await expect.poll(warten, { timeout: 20_000 }).toBe(2);
      await expect.poll(() => readdirSync(eigener), { timeout: 20_000 }).toHaveLength(12);
      expect((await mitarbeiter().get(ordner())).status).toBe(200);
      expect(await warten()).toBe(2);
    });
    expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual(Array(12).fill(201));
    expect(readdirSync(eigener)).toEqual([]);
  });

  test("auf der Leitung: zu Großes bekommt seine Antwort, Teile stimmen", async () => {
    const port = await freierPort();
    const schliesse = await lausche(dienst.app.fetch, "127.0.0.1", port);
    const adresse = `http://127.0.0.1:${port}/api${ordner()}`;
    const cookie = "service.sid=sitzung-verwalter";
    const sende = async (body: ReadableStream | FormData) => {
      const kopf = new Headers({ cookie });
      if (body instanceof ReadableStream) kopf.set("content-type", "multipart/form-data; boundary=grenze");
      const antwort = await fetch(adresse, {
        method: "POST",
        headers: kopf,
        body,
        ...({ duplex: "half" } as object),
      });
      return { status: antwort.status, json: (await antwort.json()) as Dokument };
    };
    try {
      const ganz = await sende(strom(20 * mebibyte));
      expect(ganz.status).toBe(201);
      expect((await sende(strom(20 * mebibyte + 1))).status).toBe(413);
      expect((await sende(alsFormular(randomBytes(20 * mebibyte + 1), "x.pdf"))).status).toBe(413);
      expect((await sende(alsFormular(randomBytes(30 * mebibyte), "x.pdf"))).status).toBe(413);
      const teil = await fetch(`${adresse}/${ganz.json.id}/download`, { headers: { cookie, range: "bytes=-100" } });
      expect([teil.status, (await teil.arrayBuffer()).byteLength]).toEqual([206, 100]);
      // A client that leaves in the middle takes nothing with it.
      const weg = await fetch(`${adresse}/${ganz.json.id}/download`, { headers: { cookie } });
      await weg.body?.cancel();
      const nurKopf = await fetch(`${adresse}/${ganz.json.id}/download`, { method: "HEAD", headers: { cookie } });
      expect(nurKopf.headers.get("content-length")).toBe(String(20 * mebibyte));
    } finally {
      await schliesse();
    }
  });
});
