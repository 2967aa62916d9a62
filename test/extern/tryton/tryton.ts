import { Buffer } from "node:buffer";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as warte } from "node:timers/promises";
import { freierPort } from "../../../src/lokal/port.ts";
import type { Einstellungen } from "../../../src/uebergabe/adapter/typen.ts";

/** What a bookkeeper would assign in a Tryton with the chart SKR03 of {@link starteTryton}. */
export const einstellungen: Einstellungen = {
  mandantId: "1",
  journalRechnung: "REV",
  journalLieferant: "EXP",
  kontoForderungen: "1400",
  kontoVerbindlichkeiten: "1600",
  zuordnungen: [
    ["rechnung", 0, "8105", null] as const,
    ["rechnung", 700, "8300", "Umsatzsteuer – Ermäßigter Satz"] as const,
    ["rechnung", 1900, "8400", "Umsatzsteuer – Normalsatz"] as const,
    ["lieferant", 0, "4210", null] as const,
    ["lieferant", 700, "4210", "Vorsteuer – Ermäßigter Satz"] as const,
    ["lieferant", 1900, "4210", "Vorsteuer – Normalsatz"] as const,
  ].map(([richtung, steuersatzBp, konto, steuer]) => ({ richtung, positionsartId: null, steuersatzBp, konto, steuer })),
};

const geheimnisse = { admin: "Verwalter-5kQ2x", export: "Export-9wQz4k" };
const fristMs = 420_000;

export type Dezimal = { decimal: string };
export function cent({ decimal }: Dezimal): number {
  return Math.round(Number(decimal) * 100);
}

/**
 * A Tryton of Debian's packages in a folder of its own, set up from nothing (half a minute), and its API as the
 * administrator there sees it, without a line of the adapter.
 */
export async function starteTryton() {
  const ordner = mkdtempSync(path.join(tmpdir(), "pachtverwaltung-tryton-"));
  const port = await freierPort();
  const url = `http://127.0.0.1:${port}`;
  const beginn = performance.now();
  const kind = spawn("sh", [path.join(import.meta.dirname, "starte.sh"), ordner, String(port)], {
    env: {
      PATH: process.env.PATH,
      TRYTON_ADMIN_GEHEIMNIS: geheimnisse.admin,
      TRYTON_EXPORT_GEHEIMNIS: geheimnisse.export,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let ausgabe = "";
  for (const strom of [kind.stdout, kind.stderr])
    strom.on("data", (teil) => {
      ausgabe = `${ausgabe}${teil}`.slice(-4000);
    });
  const ende = new Promise<void>((fertig) => kind.once("close", () => fertig()));

  const sende = async (ort: string, method: string, params: unknown[], authorization?: string) => {
    const antwort = await fetch(`${url}/${ort}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(authorization ? { authorization } : {}) },
      body: JSON.stringify({ id: 1, method, params }),
    });
    const { result, error } = (await antwort.json()) as { result?: unknown; error?: unknown };
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  };
  while (!(await sende("", "common.server.version", []).catch(() => undefined))) {
    if (kind.exitCode !== null || performance.now() - beginn > fristMs) {
      kind.kill();
      throw new Error(`Tryton ist nicht gestartet:\n${ausgabe}`);
    }
    await warte(200);
  }
  const kontext = { company: 1, language: "en" };
  const [id, sitzung] = (await sende("tryton/", "common.db.login", [
    "admin",
    { password: geheimnisse.admin },
    "en",
  ])) as [number, string];
  const schein = `Session ${Buffer.from(`admin:${id}:${sitzung}`).toString("base64")}`;
  const rufe = async <T>(methode: string, ...params: unknown[]): Promise<T> =>
    (await sende("tryton/", methode, [...params, kontext], schein)) as T;
  return {
    url,
    benutzer: "export",
    geheimnis: geheimnisse.export,
    sekunden: (performance.now() - beginn) / 1000,
    rufe,
    lies: <T>(modell: string, suche: unknown[], felder: string[]): Promise<T[]> =>
      rufe<T[]>(`model.${modell}.search_read`, suche, 0, null, [["id", "ASC"]], felder),
    zaehle: (modell: string, suche: unknown[]): Promise<number> => rufe<number>(`model.${modell}.search_count`, suche),
    async beende(): Promise<void> {
      kind.kill();
      await ende;
      rmSync(ordner, { recursive: true, force: true });
    },
  };
}

export type Tryton = Awaited<ReturnType<typeof starteTryton>>;
