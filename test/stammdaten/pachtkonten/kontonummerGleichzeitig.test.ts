import { expect, test } from "vitest";
import type { Pachtkonto } from "../../../src/stammdaten/pachtkonten/schema.ts";
import { dienst, mitarbeiter } from "../../hilfe/mitDienst.ts";
import { bisWarten } from "../../hilfe/sperren.ts";
import { anlegen, mitParteien } from "./handgriffe.ts";

mitParteien();

type Antwort = Promise<{ status: number; json: Pachtkonto }>;

/** Both are sent at once; the first has written its account and not yet ended when the second comes. */
const nacheinander = async (erste: () => Antwort, zweite: () => Antwort) => {
  const antworten: Antwort[] = [];
  await dienst.owner.begin(async (tx) => {
    await tx`lock table auditlog in share mode`;
    antworten.push(erste());
    await bisWarten(dienst.owner, 1);
    antworten.push(zweite());
    await bisWarten(dienst.owner, 2);
  });
  return Promise.all(antworten);
};

const naechste = async (): Promise<string> =>
  (await mitarbeiter().get<{ kontonummer: string }>("/pachtkonten/next-kontonummer")).json.kontonummer;

test("Gibt jemand die nächste Nummer von Hand, bekommt das Konto, das zugleich ohne Nummer kommt, die danach", async () => {
  expect(
    await nacheinander(
      () => anlegen({ kontonummer: "pk-000001" }),
      () => anlegen(),
    ),
  ).toMatchObject([
    { status: 201, json: { kontonummer: "pk-000001" } },
    { status: 201, json: { kontonummer: "PK-000002" } },
  ]);
});

test("Ebenso, wenn ein Konto des Bestands sie bekommt", async () => {
  const { id } = (await anlegen({ kontonummer: "ALT-1" })).json;
  const kontonummer = await naechste();
  const [geaendert, neu] = await nacheinander(
    () => mitarbeiter().put<Pachtkonto>(`/pachtkonten/${id}`, { kontonummer }),
    () => anlegen(),
  );
  expect(geaendert).toMatchObject({ status: 200, json: { kontonummer } });
  expect(neu).toMatchObject({ status: 201 });
  expect(neu?.json.kontonummer).not.toBe(kontonummer);
});
