import { starteSandkasten } from "../../../src/lokal/sandkasten/server.ts";
import { verbinde } from "../../../src/technik/database/pool.ts";
import { erstelleSandkasten } from "../../../src/uebergabe/adapter/sandkasten/adapter.ts";
import { neueDatenbank } from "../../hilfe/datenbank.ts";
import { geheimnis, stelle } from "../hilfe.ts";
import { musterSollbeleg } from "./muster.ts";
import { pruefeVertrag } from "./vertrag.ts";

const spaetMs = 300;

pruefeVertrag("Sandkasten", async () => {
  const datenbank = await neueDatenbank();
  const sql = verbinde(datenbank.workerUrl, "pacht_worker", { max: 4 });
  const fehler: unknown[] = [];
  const sandkasten = await starteSandkasten(sql, { geheimnis, melde: (grund) => fehler.push(grund) });
  const adapter = erstelleSandkasten(
    { url: sandkasten.url, datenbank: null, benutzer: null, geheimnis, setzzeitMs: undefined },
    {
      mandantId: "1",
      journalRechnung: null,
      journalLieferant: null,
      kontoForderungen: null,
      kontoVerbindlichkeiten: null,
      zuordnungen: [],
    },
  );
  const stoerungen = { vorher: "verloren_vorher", nachher: "verloren_nachher", spaet: "spaet" } as const;
  let nr = 0;
  return {
    adapter,
    sollbeleg: (mehr) => {
      nr += 1;
      return musterSollbeleg(nr, mehr);
    },
    async zaehle({ referenz }) {
      const [zeile] = await sql<{ n: number }[]>`
        select count(*) n from sandkasten_beleg where mandant_id = '1' and referenz = ${referenz}`;
      return zeile?.n ?? 0;
    },
    async zaehleParteien({ code }) {
      const [zeile] = await sql<{ n: number }[]>`
        select count(*) n from sandkasten_partei where mandant_id = '1' and code = ${code}`;
      return zeile?.n ?? 0;
    },
    async stoere(wie, tue) {
      await stelle(sandkasten.url, { stoerungen: [stoerungen[wie]], anzahl: 1, spaetMs });
      await tue({ signal: AbortSignal.timeout(5_000) });
      await stelle(sandkasten.url);
    },
    spaetestensMs: 20 * spaetMs,
    async beende() {
      await sandkasten.beende();
      await sql.end();
      await datenbank.loesche();
      if (fehler.length > 0) throw fehler[0];
    },
  };
});
