import { expect, test } from "vitest";
import type { Kontakt } from "../../../src/stammdaten/kontakte/schema.ts";
import { dienst, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { importiere, kleineMappe, mitKontaktarten, mitWorker, zahlen } from "../import/handgriffe.ts";
import { fuehreZusammen, parteienVon } from "./handgriffe.ts";

mitDienst({ stammdaten: true });
mitWorker();
mitKontaktarten();

const idVon = async (art: string, schluessel: string): Promise<number> => {
  const [zeile] = await dienst.owner<{ id: number }[]>`
    select datensatz_id id from importschluessel where art = ${art} and schluessel = ${schluessel}`;
  return Number(zeile?.id);
};

test("die Schlüssel beider führen beim nächsten Import zu dem, der geblieben ist, nach der Rücknahme wieder zu jedem", async () => {
  await importiere(kleineMappe());
  const [k1, k3] = [await idVon("kontakt", "K1"), await idVon("kontakt", "K3")];
  const { id: nr } = await fuehreZusammen(k1, k3);
  const lauf = await importiere({ Kontakte: [{ importSchluessel: "K3", telefon: "04841 5" }] });
  expect(zahlen(lauf, "Kontakte")).toBe("1 geaendert");
  expect((await verwalter().get<Kontakt>(`/kontakte/${k1}`)).json).toMatchObject({
    vorname: "Ida",
    telefon: "04841 5",
  });

  expect((await verwalter().post(`/duplikate/zusammenfuehrungen/${nr}/ruecknahme`)).status).toBe(200);
  await importiere({ Kontakte: [{ importSchluessel: "K3", telefon: "04841 6" }] });
  expect((await verwalter().get<Kontakt>(`/kontakte/${k3}`)).json).toMatchObject({
    vorname: "Ole",
    telefon: "04841 6",
  });

  await fuehreZusammen(k1, k3);
  const [konto] = await dienst.owner<{ id: number }[]>`select id from pachtkonto where kontonummer = 'A-77'`;
  const parteien = (kleineMappe().Beteiligte ?? []).filter(({ pachtkonto }) => pachtkonto === "A-77");
  await importiere({ Beteiligte: parteien }, { ueberschreiben: true });
  const paechter = (await parteienVon(Number(konto?.id))).filter(([, rolle]) => rolle === "paechter");
  expect(new Set(paechter.map(([wer]) => wer))).toEqual(new Set([k1]));
});
