import { Hono } from "hono";
import { expect, test } from "vitest";
import { beantworteFehler, type Env } from "../../../src/technik/http/app.ts";

const frage = async (geworfen: object) => {
  const gemeldet: string[] = [];
  const app = new Hono<Env>();
  app.onError(beantworteFehler((text, fehler) => gemeldet.push(`${text} ${String(fehler)}`)));
  app.get("/", () => {
    throw Object.assign(new Error("Failing row contains (Frauke, Behrens)"), geworfen);
  });
  const antwort = await app.request("/");
  const { code } = (await antwort.json()) as { code: string };
  return { status: antwort.status, code, wiederNach: antwort.headers.get("retry-after"), gemeldet };
};

test("was erst eine Regel der Datenbank ablehnt, ist eine Lücke des Dienstes und wird gemeldet, ohne die Werte", async () => {
  const { status, gemeldet } = await frage({ code: "23514", constraint_name: "kontakt_plz_check" });
  expect(status).toBe(400);
  expect(gemeldet).toEqual([expect.stringContaining("23514 kontakt_plz_check")]);
  expect(gemeldet.join()).not.toContain("Behrens");
});

test("wer sich mit anderen trifft, hört davon, und sonst niemand", async () => {
  for (const code of ["23505", "40P01"]) expect(await frage({ code })).toMatchObject({ status: 409, gemeldet: [] });
});

test("ohne Speicherplatz, in der Datenbank oder daneben, ist es kein Fehler des Programms; gemeldet wird er doch", async () => {
  for (const code of ["53100", "ENOSPC", "EDQUOT", "EROFS"]) {
    const { gemeldet, ...antwort } = await frage({ code });
    expect(antwort).toEqual({ status: 503, code: "kein_platz", wiederNach: "60" });
    expect(gemeldet).toHaveLength(1);
  }
});
