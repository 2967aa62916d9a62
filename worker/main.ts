import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import type { PgBoss } from "pg-boss";
import { Registry } from "prom-client";
import { geteilteFaeden } from "../src/belege/dokumente/belegbrief/zeichner.ts";
import { notiereAuftrag } from "../src/betrieb/beobachtung/auftraege.ts";
import { erstelleLog, logformat } from "../src/betrieb/beobachtung/log.ts";
import { warteAufMigrationen } from "../src/betrieb/gesundheit/warte.ts";
import { sendeLebenszeichen } from "../src/betrieb/lebenszeichen/sende.ts";
import { zaehleAuftraege } from "../src/betrieb/metrik/auftraege.ts";
import { stelleMetrikBereit } from "../src/betrieb/metrik/stelleBereit.ts";
import { messeVerbindungen } from "../src/betrieb/metrik/verbindungen.ts";
import { starteSpur } from "../src/betrieb/spur/starte.ts";
import { erstelleVerlauf } from "../src/betrieb/verlauf/zaehle.ts";
import { KonfigurationUnvollstaendig, liesWorkerConfig, type WorkerConfig } from "../src/technik/config.ts";
import { beobachteAuftraege, WorkerEndet } from "../src/technik/database/auftrag/arbeiteAb.ts";
import { starteBoss } from "../src/technik/database/boss.ts";
import { oeffneWorkerDatenbank } from "../src/technik/database/datenbank.ts";
import { pruefeTreiber } from "../src/technik/database/treiber/pruefe.ts";
import { beiEnde } from "../src/technik/prozess.ts";
import { arbeiteExtaccountingAb } from "./extaccounting.ts";
import { beantworteGesundheit } from "./gesundheit.ts";
import { arbeiteImportAb } from "./import.ts";
import { arbeiteNaechtlichesAb } from "./naechtlich.ts";
import { arbeitePdfLaufAb } from "./pdfLauf.ts";
import { arbeitePdfNachtragAb } from "./pdfNachtrag.ts";
import { raeumeRegelmaessig } from "./regelmaessig.ts";
import { arbeiteSammeldateiAb } from "./sammeldatei.ts";
import { versiegeleLaufend } from "./siegel.ts";

/** For jobs and rounds under way to come to an end. What has not by then is undone with its connection. */
const auslaufMs = 5_000;
/** For its last words; without them the list of processes forgets it a minute later. */
const abmeldungMs = 500;

const hoechstens = (ms: number, tat: Promise<unknown>): Promise<unknown> =>
  Promise.race([tat, pause(ms, undefined, { ref: false })]);

type Dienst = {
  boss: PgBoss;
  datenbank: ReturnType<typeof oeffneWorkerDatenbank>;
  config: WorkerConfig;
  register: Registry;
};

/** @returns stops it: what is under way has `auslaufMs` */
const arbeite = async ({ boss, datenbank, config, register }: Dienst): Promise<() => Promise<void>> => {
  const { sql, melde } = datenbank;
  const notiere = notiereAuftrag(erstelleLog(logformat(config), () => new Date()));
  const zaehle = zaehleAuftraege(register);
  const verlauf = erstelleVerlauf();
  beobachteAuftraege((beendeter) => {
    notiere(beendeter);
    zaehle(beendeter);
    verlauf.zaehle({
      dauerMs: beendeter.dauerMs,
      istFehler: beendeter.ausgang !== "fertig" && beendeter.ausgang !== "vertagt",
    });
  });
  const ende = new AbortController();
  const zeichnung = {
    signal: ende.signal,
    faeden: config.PDF_FAEDEN > 0 ? geteilteFaeden(config.PDF_FAEDEN) : undefined,
  };
  await arbeitePdfLaufAb(boss, sql, zeichnung);
  await arbeitePdfNachtragAb(boss, sql, zeichnung);
  await arbeiteSammeldateiAb(boss, sql, { signal: ende.signal, jeDatei: config.PDF_JE_DATEI });
  await arbeiteImportAb(boss, sql, config.DATABASE_URL, ende.signal);
  await arbeiteNaechtlichesAb(boss, sql, config.DATABASE_URL, { ende: ende.signal });
  const beendeExtaccounting = await arbeiteExtaccountingAb(boss, sql, config, melde);
  const hoereAuf = raeumeRegelmaessig(sql, (fehler) => melde("Regelmäßiges", fehler));
  // What the local start prints is not kept.
  const gibAus = config.SUPERVISED ? () => {} : console.info;
  const beendeSiegel = versiegeleLaufend(sql, gibAus, (fehler) => melde("Siegel", fehler));
  const verstumme = sendeLebenszeichen(
    sql,
    "worker",
    () => boss.getWipData().flatMap(({ name, count }) => (count > 0 ? [name] : [])),
    verlauf,
    (fehler) => melde("Lebenszeichen", fehler),
  );
  return async () => {
    ende.abort(new WorkerEndet());
    const runden = Promise.all([hoereAuf(), beendeExtaccounting(), beendeSiegel()]);
    await Promise.all([boss.stop({ close: false, graceful: true, timeout: auslaufMs }), hoechstens(auslaufMs, runden)]);
    await hoechstens(abmeldungMs, verstumme());
  };
};

const starte = async () => {
  pruefeTreiber();
  const config = liesWorkerConfig();
  const beendeSpur = await starteSpur(config, "worker", console.error);
  const datenbank = oeffneWorkerDatenbank(config.DATABASE_URL, config.DATABASE_POOL, console.error);
  const { sqlVorrang, waechter, melde } = datenbank;
  const register = new Registry();
  messeVerbindungen(register, datenbank.lage);
  const schliesse = await beantworteGesundheit(sqlVorrang, config);
  const schliesseMetrik = await stelleMetrikBereit(register, config);
  let beendeArbeit = async () => {};
  beiEnde(async () => {
    await beendeArbeit();
    await schliesse();
    await schliesseMetrik();
    await Promise.all([datenbank.beende(), beendeSpur()]);
  }, config.SUPERVISED);
  await warteAufMigrationen(sqlVorrang, waechter, console.error);
  const boss = await starteBoss(sqlVorrang, "worker", (fehler) => melde("pg-boss", fehler), {
    zeitplaene: config.ZEITPLAENE === "an",
    waechter,
  });
  beendeArbeit = await arbeite({ boss, datenbank, config, register });
  // What the local supervisor waits for.
  console.info("bereit");
};

starte().catch((fehler: unknown) => {
  console.error(fehler instanceof KonfigurationUnvollstaendig ? fehler.message : fehler);
  process.exit(1);
});
