import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findeDienst } from "../../src/lokal/demo/finde.ts";
import { oeffnePort } from "../../src/lokal/port.ts";

let server: Server;
let adresse: string;

beforeAll(async () => {
  server = createServer(({ url }, antwort) => {
    antwort.setHeader("content-type", url === "/api/healthz" ? "application/json" : "text/html");
    antwort.end(url === "/api/healthz" ? JSON.stringify({ status: "ok", version: "2.1.4" }) : "<!doctype html>");
  });
  adresse = `http://127.0.0.1:${await oeffnePort(server, 0)}`;
});
afterAll(() => server.close());

describe("der Demo-Gang findet den Dienst", () => {
  test.each(["", "/", "/api", "/api/"])("unter einer Adresse mit „%s“ am Ende", async (ende) => {
    expect(await findeDienst(adresse + ende)).toEqual({ basis: `${adresse}/api`, version: "2.1.4" });
  });

  test("und sagt, wo keiner antwortet", async () => {
    await expect(findeDienst("http://127.0.0.1:1")).rejects.toThrow("Unter http://127.0.0.1:1 antwortet keine");
  });

  test.each(["3000", "localhost:3000", "127.0.0.1:3000"])("und sagt, was keine Adresse ist: %s", async (genannt) => {
    await expect(findeDienst(genannt)).rejects.toThrow(`„${genannt}“ ist keine Adresse. Zum Beispiel: http://`);
  });
});
