import { execFile } from "node:child_process";
import process from "node:process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freierPort } from "../../../../src/lokal/port.ts";
import { lausche } from "../../../../src/technik/server.ts";
import { dienst } from "../../../hilfe/mitDienst.ts";
import { id, mitKonto } from "./handgriffe.ts";

mitKonto();

let adresse: string;
let schliesse: () => Promise<void>;

beforeAll(async () => {
  const port = await freierPort();
  schliesse = await lausche(dienst.app.fetch, "127.0.0.1", port);
  adresse = `http://127.0.0.1:${port}/api`;
});
afterAll(() => schliesse());

/** In a process of its own: one that shared the server's would never still be writing when the answer has left. */
const klient = `
  const [, adresse, cookie, feld, mebibyte] = process.argv;
  const formular = new FormData();
  formular.append(feld, new File([Buffer.alloc(Number(mebibyte) * 2 ** 20, "%PDF-1.7 ")], "x.pdf"));
  const antworten = [];
  for (let nr = 0; nr < 4; nr++) {
    antworten.push(await fetch(adresse, { method: "POST", body: formular, headers: { cookie } })
      .then(async (a) => [a.status, (await a.json()).status].join("/"), (fehler) => fehler.cause?.code ?? String(fehler)));
  }
  console.log(antworten.join(" "));
`;
const sende = async (pfad: string, wer: string, mebibyte: number, feld: string): Promise<string> => {
  const argumente = ["--input-type=module", "-e", klient, "--", `${adresse}${pfad}`, `service.sid=sitzung-${wer}`];
  const { stdout } = await promisify(execFile)(process.execPath, [...argumente, feld, String(mebibyte)]);
  return stdout.trim();
};

describe("eine Datei, die abgewiesen wird, während sie noch kommt: wer sie sendet, liest warum", () => {
  test.each([
    ["etwas zu groß", "/pachtkonten/{id}/dokumente", "verwalter", 21, "datei", 413],
    ["viel zu groß", "/pachtkonten/{id}/dokumente", "verwalter", 50, "datei", 413],
    ["ein zu großer Bestand", "/import", "administrator", 60, "datei", 413],
    ["ohne Sitzung", "/pachtkonten/{id}/dokumente", "niemand", 15, "datei", 401],
    ["ohne das Recht", "/pachtkonten/{id}/dokumente", "pruefer", 15, "datei", 403],
    ["zu einem Konto, das es nicht gibt", "/pachtkonten/999999/dokumente", "verwalter", 15, "datei", 404],
    ["unter anderem Namen", "/pachtkonten/{id}/dokumente", "verwalter", 15, "andere", 400],
  ] as const)("%s", async (_, pfad, wer, mebibyte, feld, status) => {
    expect(await sende(pfad.replace("{id}", String(id)), wer, mebibyte, feld)).toBe(
      Array(4).fill(`${status}/${status}`).join(" "),
    );
  });
});
