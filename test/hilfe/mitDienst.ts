import { afterAll, beforeAll, expect } from "vitest";
import { starteDienst, type Testdienst } from "./dienst.ts";
import { type Kontosaat, saeKonto, saeStammdaten } from "./saat.ts";

/** The civil day of a test that does not name another. */
export const heute = "2026-11-20";

/** The service of this test file, once `mitDienst` has started it. */
export let dienst: Testdienst;

type Umstaende = {
  /** The civil day that the service believes in. */
  tag?: string;
  /** Configuration that differs from the usual one, asked for when the service starts. */
  umgebung?: () => Record<string, string>;
  /** With the master data of `saeStammdaten`. */
  stammdaten?: boolean;
};

/**
 * One service for all tests of a file, ended after them: an error that it did not expect fails the file.
 *
 * What the file arranges with `beforeAll` and `afterAll` of its own, below this call, happens while the service runs.
 */
export function mitDienst({ tag = heute, umgebung = () => ({}), stammdaten = false }: Umstaende = {}): void {
  beforeAll(async () => {
    dienst = await starteDienst(tag, umgebung());
    if (stammdaten) await saeStammdaten(dienst.owner);
  });
  afterAll(async () => {
    const { fehler } = dienst;
    await dienst.beende();
    expect(fehler, "unerwartete Fehler").toEqual([]);
  });
}

export function administrator() {
  return dienst.als("administrator");
}
export function verwalter() {
  return dienst.als("verwalter");
}
export function mitarbeiter() {
  return dienst.als("mitarbeiter");
}
export function pruefer() {
  return dienst.als("pruefer");
}

/** An account as a clerk would have entered it by today. @returns its id */
export function konto(mehr: Kontosaat = {}): Promise<number> {
  return saeKonto(dienst.owner, heute, mehr);
}
