import { createHash, type Hash } from "node:crypto";
import type { Stueck, Zaehlung } from "./queries.ts";

const hoechstensGenannt = 10;

type Offene = Pick<Stueck, "datei" | "sha256" | "groesse"> & { hash: Hash; gelesen: number };

const istHeil = ({ hash, sha256, groesse, gelesen }: Offene): boolean =>
  gelesen === groesse && hash.digest("hex") === sha256;

/** Hashes files piece by piece, whatever their size, and says which are not what was stored. */
export async function pruefeDateien(stuecke: AsyncIterable<Stueck[]>): Promise<Zaehlung> {
  const ergebnis: Zaehlung = { geprueft: 0, falsch: 0, stellen: [] };
  let offene: Offene | undefined;
  const schliesse = (): void => {
    if (!offene) return;
    ergebnis.geprueft += 1;
    if (istHeil(offene)) return;
    ergebnis.falsch += 1;
    if (ergebnis.stellen.length < hoechstensGenannt) ergebnis.stellen.push(offene.datei);
  };
  for await (const stapel of stuecke)
    for (const { datei, sha256, groesse, inhalt } of stapel) {
      if (offene?.datei !== datei) {
        schliesse();
        offene = { datei, sha256, groesse, hash: createHash("sha256"), gelesen: 0 };
      }
      offene.hash.update(inhalt ?? new Uint8Array());
      offene.gelesen += inhalt?.length ?? 0;
    }
  schliesse();
  return ergebnis;
}
