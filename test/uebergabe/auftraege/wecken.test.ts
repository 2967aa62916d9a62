import { expect, test } from "vitest";
import { mitHalter } from "../../../src/technik/database/sperre.ts";
import { absage } from "../../../src/uebergabe/adapter/absage.ts";
import { Absage, type ErstelleAdapter, type System } from "../../../src/uebergabe/adapter/typen.ts";
import { adapterFuer } from "../../../src/uebergabe/adapter/waehle.ts";
import { arbeiteAuftragAb } from "../../../src/uebergabe/auftraege/arbeiteAb.ts";
import { weckeFaellige } from "../../../src/uebergabe/auftraege/jobs.ts";
import { erstelleVerbindung } from "../../../src/uebergabe/verbindung/verbindung.ts";
import { mitSandkasten, naechster, umgebung } from "../mitSandkasten.ts";

mitSandkasten(4);

const uhr = () => new Date();

/** A new job, whose first wake the worker has had. */
const lege = async (...dokumentIds: number[]): Promise<number> => {
  const { status, json } = await umgebung.dienst
    .als("verwalter")
    .post<{ id: number }>("/extaccounting/jobs", { art: "export", dokumentIds });
  expect(status).toBe(202);
  await umgebung.dienst.owner`delete from jobs.job where name = 'extaccounting'`;
  return json.id;
};

const wecker = async (id: number): Promise<number> => {
  const [zeile] = await umgebung.dienst.owner<{ n: number }[]>`
    select count(*) n from jobs.job where name = 'extaccounting' and data ->> 'auftragId' = ${String(id)}`;
  return zeile?.n ?? 0;
};

const standVon = async (id: number) => {
  const [zeile] = await umgebung.dienst.owner<{ status: string; weiterAm: string | null }[]>`
    select status, weiter_am from extaccounting_auftrag where id = ${id}`;
  return zeile;
};

/** As the worker does it; `anders` comes before the first look-up. */
const arbeite = (id: number, anders = async (): Promise<void> => {}): Promise<void> => {
  let erste = true;
  const waehle =
    (system: System): ErstelleAdapter =>
    (zugang, einstellungen) => {
      const adapter = adapterFuer(system)(zugang, einstellungen);
      return {
        ...adapter,
        async suche(suche, aufruf) {
          const istErste = erste;
          erste = false;
          if (istErste) await anders();
          return adapter.suche(suche, aufruf);
        },
      };
    };
  const { buecher: sql, dienst } = umgebung;
  const verbindung = erstelleVerbindung(sql, dienst.deps.config, uhr, () => {}, waehle);
  const melde = (text: string, fehler: unknown) => expect.fail(`${text} ${fehler}`);
  return arbeiteAuftragAb({ sql, uhr, verbindung }, id, { signal: new AbortController().signal, melde });
};

const verweigere = () => {
  throw new Absage(absage("anmeldung", "Das Geheimnis ist falsch.", "spaeter"));
};
const aendereEinstellungen = async (journalRechnung: string): Promise<void> => {
  const { status } = await umgebung.dienst.als("administrator").put("/extaccounting/settings", { journalRechnung });
  expect(status).toBe(200);
};

test("ein Auftrag, an dem ein Worker arbeitet, wird nicht geweckt, der eines gestorbenen gleich", async () => {
  const id = await lege(naechster());
  await umgebung.buecher`update extaccounting_auftrag set status = 'laufend' where id = ${id}`;
  await mitHalter(umgebung.buecher, async (halter) => {
    expect(await halter.versuche(`extaccounting auftrag ${id}`)).toBe(true);
    await weckeFaellige(umgebung.buecher, uhr());
    expect(await wecker(id)).toBe(0);
  });
  await weckeFaellige(umgebung.buecher, uhr());
  expect(await wecker(id)).toBe(1);
  await arbeite(id);
});

test("ändert jemand die Einstellungen, während die Anmeldung gerade abgelehnt wird, geht der Auftrag weiter", async () => {
  const id = await lege(naechster());
  await arbeite(id, async () => {
    await aendereEinstellungen("NEU");
    // The wake of this change, as a worker with a free place takes it.
    await arbeite(id);
    verweigere();
  });
  expect(await standVon(id)).toEqual({ status: "angehalten", weiterAm: expect.any(String) });
  await umgebung.dienst.owner`delete from jobs.job where name = 'extaccounting'`;
  await weckeFaellige(umgebung.buecher, uhr());
  expect(await wecker(id)).toBe(1);
  await arbeite(id);
  expect(await standVon(id)).toEqual({ status: "abgeschlossen", weiterAm: null });
});

test("wird sie auch mit den neuen abgelehnt, wartet der Auftrag auf einen Menschen", async () => {
  const id = await lege(naechster());
  await arbeite(id, async () => {
    await aendereEinstellungen("REV");
    verweigere();
  });
  await arbeite(id, async () => verweigere());
  expect(await standVon(id)).toEqual({ status: "angehalten", weiterAm: null });
  await umgebung.dienst.owner`delete from jobs.job where name = 'extaccounting'`;
  await weckeFaellige(umgebung.buecher, uhr());
  expect(await wecker(id)).toBe(0);
  await aendereEinstellungen("VK");
  expect(await wecker(id)).toBe(1);
});
