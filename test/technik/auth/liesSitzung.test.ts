import { Hono } from "hono";
import { expect, test } from "vitest";
import { liesSitzung } from "../../../src/technik/auth/liesSitzung.ts";
import type { Sitzungen } from "../../../src/technik/auth/sitzung.ts";
import type { Env } from "../../../src/technik/http/app.ts";

const akteur = { id: 1, name: "Katharina Brandt", email: null, rollen: [] };

/** A service with a copy to read from, whose database notes a stand unless it is away. */
const dienst = () => {
  const datenbank = { istDa: true, stand: 0, vermerkt: 0 };
  const gemeldet: string[] = [];
  const sitzungen = {
    lies: async () => ({ akteur, endetAm: "", erneuert: false, geschriebenBis: String(datenbank.vermerkt) }),
    merkeStand: async () => {
      if (!datenbank.istDa) throw Object.assign(new Error("weg"), { code: "CONNECTION_CLOSED" });
      datenbank.vermerkt = datenbank.stand;
    },
  } as unknown as Sitzungen;
  const app = new Hono<Env>();
  app.use(liesSitzung(sitzungen, true, (text) => gemeldet.push(text)));
  app.post("/", (c) => {
    datenbank.stand += 1;
    return c.body(null, 201);
  });
  app.get("/", (c) => c.text(String(c.get("geschriebenBis"))));
  const frage = (method: "GET" | "POST") => app.request("/", { method, headers: { cookie: "service.sid=eine" } });
  return { datenbank, gemeldet, frage };
};

test("was geschrieben ist, ist beantwortet, auch wenn sein Stand nicht vermerkt werden kann; das wird nachgeholt", async () => {
  const { datenbank, gemeldet, frage } = dienst();
  datenbank.istDa = false;
  expect((await frage("POST")).status).toBe(201);
  expect(gemeldet).toHaveLength(1);

  // As long as nobody knows how far it must be, nothing is read.
  expect((await frage("GET")).status).toBe(500);
  datenbank.istDa = true;
  expect(await (await frage("GET")).text()).toBe("1");
});
