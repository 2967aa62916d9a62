import { createRoute } from "@hono/zod-openapi";
import { beforeAll, describe, expect, test } from "vitest";
import { beantworteFehler, neuerRouter } from "../../../../src/technik/http/app.ts";
import { erstelleZulassung } from "../../../../src/technik/http/einlass/zulassung.ts";
import { routenVon } from "../../../../src/technik/http/route.ts";
import { dienst, mitarbeiter, mitDienst, pruefer, verwalter } from "../../../hilfe/mitDienst.ts";
import { bisWarten } from "../../../hilfe/sperren.ts";

let kontaktId: number;
mitDienst();

beforeAll(async () => {
  await dienst.owner`insert into kontaktart (name, bezeichnung) values ('paechter', 'Pächter')`;
  const kontakt = { typ: "paechter", nachname: "Zulassung", ort: "Bonn" };
  kontaktId = Number((await mitarbeiter().post("/kontakte", kontakt)).json.id);
});

/** Whoever waited for the row would do so for that long. */
const sperrfristMs = 5_000;

const binnen = async <T>(ms: number, tat: () => Promise<T>): Promise<T> => {
  const beginn = performance.now();
  const ergebnis = await tat();
  expect(performance.now() - beginn).toBeLessThan(ms);
  return ergebnis;
};

/** Runs `tat` while another session holds the row of the contact. */
const waehrendGesperrt = async (tat: () => Promise<void>): Promise<void> => {
  await dienst.owner.begin(async (tx) => {
    await tx`select from kontakt where id = ${kontaktId} for update`;
    await tat();
  });
};

const benenneUm = (nr: number) => mitarbeiter().put(`/kontakte/${kontaktId}`, { nachname: `Neu ${nr}` });

describe("16 Schreibende hinter einer gesperrten Zeile", () => {
  test("Lesen, Anmeldung und healthz antworten währenddessen, wer wartet hört in der Frist davon", async () => {
    await waehrendGesperrt(async () => {
      const schreibende = Array.from({ length: 16 }, (_, nr) => benenneUm(nr));
      // Ten connections, of which three are kept for those who read.
      await bisWarten(dienst.owner, 7);
      const [liste, einer, konto, ich, gesund] = await binnen(sperrfristMs, () =>
        Promise.all([
          pruefer().get("/kontakte?limit=20"),
          pruefer().get(`/kontakte/${kontaktId}`),
          pruefer().get("/abrechnung/vorschau?datum=2026-11-20"),
          pruefer().get("/auth/me"),
          dienst.als(null).get("/healthz"),
        ]),
      );
      expect([liste, einer, konto, ich, gesund].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      await binnen(sperrfristMs, () => verwalter().post("/auth/logout"));
      // PostgreSQL counts the 5 s anew for whoever moves up in the queue for a row, which is held until all have heard.
      const antworten = await Promise.all(schreibende);
      expect(new Set(antworten.map(({ json }) => json.code))).toEqual(new Set(["in_benutzung", "ueberlastet"]));
      for (const { status, json, kopf } of antworten) {
        expect(status).toBe(json.code === "in_benutzung" ? 409 : 503);
        expect(Number(kopf.get("retry-after"))).toBeGreaterThan(0);
      }
    });
    expect((await benenneUm(17)).status).toBe(200);
  });

  test("was zugleich schreiben will und keinen Platz findet, wird abgewiesen, bevor die Frist der Sperre um ist", async () => {
    await waehrendGesperrt(async () => {
      let wartetenAufDieSperre = 0;
      let fruehe = 0;
      const antworten = await Promise.all(
        Array.from({ length: 300 }, async (_, nr) => {
          const antwort = await benenneUm(nr);
          if (antwort.json.code === "in_benutzung") wartetenAufDieSperre += 1;
          else if (wartetenAufDieSperre === 0) fruehe += 1;
          return antwort;
        }),
      );
      expect(antworten.filter(({ status }) => status !== 503 && status !== 409)).toEqual([]);
      expect(fruehe).toBeGreaterThan(150);
    });
  });
});

describe("Andrang", () => {
  /** A service of three routes that answer once `geh` is called; `gelesen` counts the bodies that were taken in. */
  const haengenderDienst = () => {
    const api = neuerRouter();
    const { weiseAb, lasseEin } = erstelleZulassung(routenVon(api, ""), () => false);
    let geh = () => {};
    const weiter = new Promise<void>((los) => {
      geh = los;
    });
    const gesehen = { gelesen: 0, drin: 0 };
    api.onError(beantworteFehler(() => {}));
    api.use(weiseAb);
    api.use(async (_, next) => {
      gesehen.gelesen += 1;
      await next();
    });
    api.use(lasseEin);
    for (const path of ["/kontakte", "/auth/me", "/healthz"]) {
      const offen = path === "/healthz" ? { "x-recht": "offen" } : {};
      api.openapi(
        createRoute({ method: "post", path, ...offen, responses: { 204: { description: "fertig" } } }),
        async (c) => {
          gesehen.drin += 1;
          await weiter;
          return c.body(null, 204);
        },
      );
    }
    const frage = async (pfad: string) => api.request(pfad, { method: "POST" });
    return { frage, gesehen, geh };
  };

  test("wer keinen Platz zum Warten findet, hört es, bevor sein Inhalt gelesen ist, die anderen nach ihrer Zeit", async () => {
    const { frage, gesehen, geh } = haengenderDienst();
    const antworten = Array.from({ length: 600 }, () => frage("/kontakte"));
    const letzte = await antworten[599];
    expect(letzte?.status).toBe(503);
    expect(letzte?.headers.get("retry-after")).toBe("2");
    expect(gesehen).toEqual({ gelesen: 520, drin: 20 });
    const abgewiesene = await Promise.all(antworten.slice(20));
    expect(new Set(abgewiesene.map(({ status }) => status))).toEqual(new Set([503]));
    geh();
    const bediente = await Promise.all(antworten.slice(0, 20));
    expect(new Set(bediente.map(({ status }) => status))).toEqual(new Set([204]));
  });

  test("Anmeldung und healthz gehen währenddessen", async () => {
    const { frage, gesehen, geh } = haengenderDienst();
    const andere = Array.from({ length: 600 }, () => frage("/kontakte"));
    const [ich, gesund] = [frage("/auth/me"), frage("/healthz")];
    await andere[599];
    expect(gesehen.drin).toBe(22);
    geh();
    expect([(await ich).status, (await gesund).status]).toEqual([204, 204]);
    await Promise.all(andere);
  });
});

test("eine Anweisung, die zu lange braucht, endet mit 503 und eigenem Code", async () => {
  const app = neuerRouter();
  app.onError(beantworteFehler(() => {}));
  app.get("/", async (c) => {
    await dienst.sql.begin(async (tx) => {
      await tx`set local statement_timeout = 50`;
      await tx`select pg_sleep(1)`;
    });
    return c.text("zu spät");
  });
  const antwort = await app.request("/");
  expect(antwort.status).toBe(503);
  expect(antwort.headers.get("retry-after")).toBe("30");
  expect(await antwort.json()).toMatchObject({ code: "dauert_zu_lange" });
});

test("Anfragen haben Fristen, lange Läufe nur die für Sperren", async () => {
  const fristen = (sql: typeof dienst.sql) =>
    sql`select current_setting('lock_timeout') as sperre, current_setting('statement_timeout') as anweisung`;
  expect(await fristen(dienst.deps.sql)).toEqual([{ sperre: "5s", anweisung: "30s" }]);
  expect(await fristen(dienst.deps.sqlVorrang)).toEqual([{ sperre: "5s", anweisung: "30s" }]);
  expect(await fristen(dienst.deps.sqlLang)).toEqual([{ sperre: "5s", anweisung: "0" }]);
});
