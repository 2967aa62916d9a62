import { expect, test } from "vitest";
import { mitHalter } from "../../../src/technik/database/sperre.ts";
import { weckeFaellige } from "../../../src/uebergabe/auftraege/jobs.ts";
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
});
