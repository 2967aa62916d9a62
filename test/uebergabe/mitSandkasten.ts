import { afterAll, beforeAll, expect } from "vitest";
import { saeStammdaten } from "../hilfe/saat.ts";
import { bucheVorrat, handlungen } from "./belege.ts";
import { type MitSandkasten, starteMitSandkasten } from "./hilfe.ts";

/** The service and the sandbox of this test file, once `mitSandkasten` has started them. */
export let umgebung: MitSandkasten;
/** What a clerk does with a document. */
export let h: ReturnType<typeof handlungen>;
/** An invoice that nothing was done with. */
export let naechster: () => number;

/** The service with a sandbox beside it for all tests of a file, and so many booked accounts. */
export function mitSandkasten(vorrat: number, einstellungen: Record<string, string> = {}): void {
  beforeAll(async () => {
    umgebung = await starteMitSandkasten(einstellungen);
    await saeStammdaten(umgebung.dienst.owner);
    h = handlungen(umgebung.dienst);
    naechster = await bucheVorrat(umgebung.dienst, vorrat);
  });
  afterAll(async () => {
    const unerwartete = umgebung.unerwartete();
    await umgebung.beende();
    expect(unerwartete).toEqual([]);
  });
}
