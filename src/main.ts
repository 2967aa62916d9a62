import process from "node:process";
import { Registry } from "prom-client";
import { buildApp } from "./app.ts";
import { beobachterVonAnfragen } from "./betrieb/beobachtung/anfragen.ts";
import { erstelleLog, gebuendelt, logformat } from "./betrieb/beobachtung/log.ts";
import { sendeLebenszeichen } from "./betrieb/lebenszeichen/sende.ts";
import { messeAnfragen } from "./betrieb/metrik/anfragen.ts";
import { stelleMetrikBereit } from "./betrieb/metrik/stelleBereit.ts";
import { messeVerbindungen } from "./betrieb/metrik/verbindungen.ts";
import { messeZustand } from "./betrieb/metrik/zustand.ts";
import { starteSpur } from "./betrieb/spur/starte.ts";
import { erstelleVerlauf } from "./betrieb/verlauf/zaehle.ts";
import { KonfigurationUnvollstaendig, liesConfig } from "./technik/config.ts";
import { starteBoss } from "./technik/database/boss.ts";
import { oeffneDatenbank } from "./technik/database/datenbank.ts";
import { oeffneReplik } from "./technik/database/replik.ts";
import { pruefeTreiber } from "./technik/database/treiber/pruefe.ts";
import { bereiteZwischenlagerVor } from "./technik/http/dateien/zwischenlager.ts";
import { beiEnde } from "./technik/prozess.ts";
import { lausche } from "./technik/server.ts";

const starte = async () => {
  pruefeTreiber();
  const config = liesConfig();
  await bereiteZwischenlagerVor(console.error);
  const beendeSpur = await starteSpur(config, "server", console.error);
  const { beende, trenne, lage, ...datenbank } = oeffneDatenbank(
    config.DATABASE_URL,
    config.DATABASE_POOL,
    console.error,
  );
  const replik =
    config.DATABASE_READ_URL === undefined
      ? undefined
      : oeffneReplik(config.DATABASE_READ_URL, config.DATABASE_POOL, datenbank.waechter.frage, console.error);
  const { sqlVorrang, waechter } = datenbank;
  const ende = new AbortController();
  const uhr = () => new Date();
  const register = new Registry();
  const messe = messeAnfragen(register);
  const verlauf = erstelleVerlauf();
  const { beobachte, arbeitetAn } = beobachterVonAnfragen(
    erstelleLog(logformat(config), uhr, gebuendelt()),
    (messung) => {
      messe(messung);
      verlauf.zaehle({ dauerMs: messung.dauerMs, istFehler: messung.status >= 500 });
    },
  );
  const app = buildApp({ ...datenbank, ...(replik ? { replik } : {}), config, uhr, ende: ende.signal, beobachte });
  messeVerbindungen(register, lage);
  const aktualisiere = messeZustand(register, datenbank.sql, uhr, datenbank.melde);
  const schliesseMetrik = await stelleMetrikBereit(register, config, aktualisiere);
  // Without a database it answers too, and says so.
  const schliesse = await lausche(app.fetch, config.HOST, config.PORT);
  let beendeArbeit = async () => {};
  const fristMs = config.BEENDEN_SEKUNDEN * 1000;
  beiEnde(
    async () => {
      ende.abort();
      // What is not done by then is undone, and its client hears so.
      const abbruch = setTimeout(trenne, fristMs);
      await schliesse(fristMs + 4_000);
      clearTimeout(abbruch);
      await beendeArbeit();
      await schliesseMetrik();
      await replik?.beende();
      await Promise.all([beende(), beendeSpur()]);
    },
    config.SUPERVISED,
    fristMs + 10_000,
  );
  const boss = await starteBoss(sqlVorrang, "app", (fehler) => datenbank.melde("pg-boss", fehler), { waechter });
  const verstumme = sendeLebenszeichen(sqlVorrang, "server", arbeitetAn, verlauf, (fehler) =>
    datenbank.melde("Lebenszeichen", fehler),
  );
  beendeArbeit = async () => {
    await verstumme();
    await boss.stop({ close: false });
  };
};

starte().catch((fehler: unknown) => {
  console.error(fehler instanceof KonfigurationUnvollstaendig ? fehler.message : fehler);
  process.exit(1);
});
