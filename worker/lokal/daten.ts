import { verbinde } from "../../src/database/pool.ts";
import { ladeBestand } from "./daten/lade.ts";
import { bucheVergangenes } from "./daten/laeufe.ts";
import { plane } from "./daten/plan.ts";

export const ladeDemodaten = async (
  ownerUrl: string,
  optionen: { konten?: number; heute: string; melde?: (text: string, anteil: number) => void },
): Promise<void> => {
  const plan = plane(optionen.konten ?? 300, optionen.heute);
  const melde = optionen.melde ?? (() => {});
  const sql = verbinde(ownerUrl, "pacht_owner", { max: 6 });
  try {
    await ladeBestand(sql, plan, melde);
    await bucheVergangenes(sql, plan, melde);
  } finally {
    await sql.end();
  }
};
