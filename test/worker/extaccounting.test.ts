import type { PgBoss } from "pg-boss";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { liesWorkerConfig } from "../../src/technik/config.ts";
import { type Auftragsende, beobachteAuftraege } from "../../src/technik/database/auftrag/arbeiteAb.ts";
import { starteBoss } from "../../src/technik/database/boss.ts";
import { mitHalter } from "../../src/technik/database/sperre.ts";
import { arbeiteExtaccountingAb } from "../../worker/extaccounting.ts";
import { geheimnis } from "../uebergabe/hilfe.ts";
import { h, mitSandkasten, naechster, umgebung } from "../uebergabe/mitSandkasten.ts";

mitSandkasten(10);

let boss: PgBoss;
let beendet: Auftragsende[] = [];
beforeAll(async () => {
  boss = await starteBoss(umgebung.buecher, "worker");
  beobachteAuftraege((ende) => beendet.push(ende));
});
afterEach(() => {
  beendet = [];
});
afterAll(async () => {
  beobachteAuftraege(() => {});
  await boss.stop({ close: false, graceful: false });
});

const starte = () =>
  arbeiteExtaccountingAb(
    boss,
    umgebung.buecher,
    liesWorkerConfig({
      DATABASE_URL: umgebung.dienst.datenbank.workerUrl,
      EXTACCOUNTING_SYSTEM: "sandkasten",
      EXTACCOUNTING_URL: umgebung.url,
      EXTACCOUNTING_SECRET: geheimnis,
    }),
    (text, fehler) => expect.fail(`${text} ${fehler}`),
  );

/** One worker from its start to its end, which comes with what `tue` waits for. */
const mitWorker = async (tue: () => Promise<unknown>): Promise<void> => {
  const beende = await starte();
  await tue();
  await beende();
  await boss.offWork("extaccounting");
};

const lege = async (...dokumentIds: number[]): Promise<number> => {
  const { status, json } = await umgebung.dienst
    .als("verwalter")
    .post<{ id: number }>("/extaccounting/jobs", { art: "export", dokumentIds });
  expect(status).toBe(202);
  return json.id;
};
const standVon = async (id: number): Promise<string> => {
  const [zeile] = await umgebung.dienst.owner<{ status: string }[]>`
    select status from extaccounting_auftrag where id = ${id}`;
  return zeile?.status ?? "";
};
const fehlgeschlagene = async (): Promise<number> => {
  const [zeile] = await umgebung.dienst.owner<{ n: number }[]>`
    select count(*)::int n from jobs.job where name = 'extaccounting' and state = 'failed'`;
  return zeile?.n ?? 0;
};
const ausgaenge = () => beendet.map(({ ausgang }) => ausgang);

/** Whatever changes a job of the hand-over meets this error. */
const mitStolperstein = async (code: string, tat: () => Promise<unknown>): Promise<void> => {
  const { owner } = umgebung.dienst;
  await owner.unsafe(`
    create function stolpere() returns trigger language plpgsql as
      $$ begin raise 'gerade nicht' using errcode = '${code}'; end $$;
    create trigger stolperstein before update on extaccounting_auftrag execute function stolpere()`);
  try {
    await tat();
  } finally {
    await owner.unsafe("drop trigger stolperstein on extaccounting_auftrag; drop function stolpere()");
  }
};

test("endet der Worker mitten darin, ist der Auftrag nicht gescheitert, und der nächste führt ihn zu Ende", async () => {
  const beleg = naechster();
  const id = await lege(beleg);
  await mitHalter(umgebung.dienst.sql, async (halter) => {
    expect(await halter.versuche(`extaccounting ${beleg}`)).toBe(true);
    await mitWorker(() => expect.poll(() => standVon(id), { timeout: 25_000 }).toBe("laufend"));
    await expect.poll(ausgaenge, { timeout: 25_000 }).toContain("vertagt");
  });
  expect(ausgaenge()).not.toContain("fehlgeschlagen");
  expect([await standVon(id), await fehlgeschlagene()]).toEqual(["laufend", 0]);
  await mitWorker(() => expect.poll(() => standVon(id), { timeout: 25_000 }).toBe("abgeschlossen"));
  expect((await h.lies(beleg)).state).toBe("synced");
});

test("kann die Datenbank gerade nicht, ebenso", async () => {
  const id = await lege(naechster());
  await mitStolperstein("53100", () =>
    mitWorker(() => expect.poll(ausgaenge, { timeout: 25_000 }).toContain("vertagt")),
  );
  expect(ausgaenge()).not.toContain("fehlgeschlagen");
  expect([await standVon(id), await fehlgeschlagene()]).toEqual(["wartend", 0]);
  await mitWorker(() => expect.poll(() => standVon(id), { timeout: 25_000 }).toBe("abgeschlossen"));
});

test("was niemand erwartet hat, ist ein Fehlschlag", async () => {
  const id = await lege(naechster());
  await mitStolperstein("P0001", () =>
    mitWorker(() => expect.poll(ausgaenge, { timeout: 25_000 }).toContain("fehlgeschlagen")),
  );
  expect(await standVon(id)).toBe("wartend");
  expect(await fehlgeschlagene()).toBeGreaterThan(0);
});
