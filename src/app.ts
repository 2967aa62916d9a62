import { Hono } from "hono";
import { mountAbdeckung } from "./abrechnung/abdeckung/routes.ts";
import { mountLaeufe } from "./abrechnung/buchung/laeufe/routes.ts";
import { mountBuchung } from "./abrechnung/buchung/routes.ts";
import { mountHebungen } from "./abrechnung/hebungen/routes.ts";
import { mountStorno } from "./abrechnung/storno/routes.ts";
import { mountTermine } from "./abrechnung/termine/routes.ts";
import { mountAbrechnungsliste } from "./abrechnung/vorschau/abrechnungsliste/routes.ts";
import { mountVorschau } from "./abrechnung/vorschau/routes.ts";
import { mountVorschlaege } from "./abrechnung/vorschlaege/routes.ts";
import beispielantworten from "./beispielantworten.json" with { type: "json" };
import { mountArchiv } from "./belege/archiv/routes.ts";
import { mountWiderspruch } from "./belege/archiv/widerspruch/routes.ts";
import { mountHebungsbrief } from "./belege/dokumente/hebungsbrief/routes.ts";
import { mountSammelauszahlung } from "./belege/dokumente/sammelauszahlung/routes.ts";
import { mountVertragsschreiben } from "./belege/dokumente/vertragsschreiben/routes.ts";
import { mountExporte } from "./belege/exporte/routes.ts";
import { mountSammeldateien } from "./belege/sammeldateien/routes.ts";
import { mountZahlungsdateien } from "./belege/zahlungsdateien/routes.ts";
import { mountAuskunft } from "./bestand/auskunft/routes.ts";
import { mountBefundmappe } from "./bestand/befunde/routes.ts";
import { mountBestandsexport } from "./bestand/export/routes.ts";
import { mountImport } from "./bestand/import/routes.ts";
import { mountLoeschung } from "./bestand/loeschung/routes.ts";
import { mountVorlage } from "./bestand/vorlage/routes.ts";
import { mountZusammenfuehrung } from "./bestand/zusammenfuehrung/routes.ts";
import { mountBetriebsauftraege } from "./betrieb/auftraege/routes.ts";
import { mountAusblick } from "./betrieb/ausblick/routes.ts";
import { mountDashboard } from "./betrieb/dashboard/routes.ts";
import { mountFeedback } from "./betrieb/feedback/routes.ts";
import { mountGesundheit } from "./betrieb/gesundheit/routes.ts";
import { mountLeitstand } from "./betrieb/leitstand/leitstand.ts";
import { mountVerlauf } from "./betrieb/verlauf/routes.ts";
import { mountZeitplaene } from "./betrieb/zeitplaene/routes.ts";
import { mountZustand } from "./betrieb/zustand/routes.ts";
import { tagInBerlin } from "./kern/kalender/berlin.ts";
import { mountAdressen } from "./stammdaten/adressen/routes.ts";
import { mountDuplikate } from "./stammdaten/duplikate/routes.ts";
import { mountAufbewahrung } from "./stammdaten/einstellungen/aufbewahrung/routes.ts";
import { mountFirmendaten } from "./stammdaten/einstellungen/firmendaten/routes.ts";
import { mountIndexreihen } from "./stammdaten/einstellungen/indexreihen/routes.ts";
import { mountKontaktarten } from "./stammdaten/einstellungen/kontaktarten/routes.ts";
import { mountLogo } from "./stammdaten/einstellungen/logo/routes.ts";
import { mountPositionsarten } from "./stammdaten/einstellungen/positionsarten/routes.ts";
import { mountFaelligkeiten } from "./stammdaten/faelligkeiten/routes.ts";
import { mountKontakte } from "./stammdaten/kontakte/routes.ts";
import { mountVerknuepft } from "./stammdaten/kontakte/verknuepft/routes.ts";
import { mountDokumente } from "./stammdaten/pachtkonten/dokumente/routes.ts";
import { mountFeldwerte } from "./stammdaten/pachtkonten/feldwerte/routes.ts";
import { mountSonderfristen } from "./stammdaten/pachtkonten/fristen/routes.ts";
import { mountPositionen } from "./stammdaten/pachtkonten/positionen/routes.ts";
import { mountPachtkonten } from "./stammdaten/pachtkonten/routes.ts";
import { mountPatchobjekte } from "./stammdaten/patchobjekte/routes.ts";
import { mountAuditlog } from "./technik/auditlog/routes.ts";
import { mountBreakGlass } from "./technik/auth/breakGlass/routes.ts";
import { liesSitzung } from "./technik/auth/liesSitzung.ts";
import { erstelleOidc } from "./technik/auth/oidc.ts";
import { mountAuth } from "./technik/auth/routes.ts";
import { erstelleSitzungen } from "./technik/auth/sitzung.ts";
import type { Deps } from "./technik/deps.ts";
import { achteEnde, bildeKontext, kennzeichne, pruefeHerkunft } from "./technik/http/anfrage.ts";
import { type App, beantworteFehler, type Env, neuerRouter } from "./technik/http/app.ts";
import { beobachteAnfragen } from "./technik/http/beobachtung.ts";
import { type ApiDokument, baueDokument } from "./technik/http/dokument/dokument.ts";
import { gibSeitenFrei } from "./technik/http/einlass/freigabe.ts";
import { begrenze } from "./technik/http/einlass/grenzen.ts";
import { nimmKoerper } from "./technik/http/einlass/koerper.ts";
import { erstelleZulassung } from "./technik/http/einlass/zulassung.ts";
import { mountOberflaeche } from "./technik/http/oberflaeche/oberflaeche.ts";
import { achteMethode, achteParameter, methodenIn, ohneRoute, routenVon } from "./technik/http/route.ts";
import { verfolgeAnfragen } from "./technik/http/verfolgt.ts";
import { mountExtaccounting } from "./uebergabe/routes.ts";

/** What is for everybody: it needs no session, nor that the database is there. */
const mountOffenes = (api: App, deps: Deps): void => {
  const basis = deps.config.BASE_PATH;
  let dokument: ApiDokument | undefined;
  mountGesundheit(api, deps);
  mountOberflaeche(
    api,
    basis,
    () => (dokument ??= baueDokument(api, basis, tagInBerlin(deps.uhr()), beispielantworten)),
  );
  mountLeitstand(api, basis);
};

/** Of several paths that fit, the one that is mounted first answers. */
const mountScheiben = (api: App, deps: Deps): void => {
  mountAdressen(api, deps);
  mountKontakte(api, deps);
  mountVerknuepft(api, deps);
  mountAbrechnungsliste(api, deps);
  mountPachtkonten(api, deps);
  mountPositionen(api, deps);
  mountFeldwerte(api, deps);
  mountSonderfristen(api, deps);
  mountDokumente(api, deps);
  mountPatchobjekte(api, deps);
  mountDuplikate(api, deps);
  mountPositionsarten(api, deps);
  mountKontaktarten(api, deps);
  mountIndexreihen(api, deps);
  mountFirmendaten(api, deps);
  mountLogo(api, deps);
  mountAufbewahrung(api, deps);
  mountVorschau(api, deps);
  mountBuchung(api, deps);
  mountFaelligkeiten(api, deps);
  mountTermine(api, deps);
  mountLaeufe(api, deps);
  mountAbdeckung(api, deps);
  mountStorno(api, deps);
  mountHebungen(api, deps);
  mountVorschlaege(api, deps);
  mountHebungsbrief(api, deps);
  mountVertragsschreiben(api, deps);
  mountSammelauszahlung(api, deps);
  mountArchiv(api, deps);
  mountWiderspruch(api, deps);
  mountSammeldateien(api, deps);
  mountExporte(api, deps);
  mountZahlungsdateien(api, deps);
  mountExtaccounting(api, deps);
  mountAuskunft(api, deps);
  mountLoeschung(api, deps);
  mountVorlage(api);
  mountBefundmappe(api, deps);
  mountImport(api, deps);
  mountBestandsexport(api, deps);
  mountAuditlog(api, deps);
  mountZusammenfuehrung(api, deps);
  mountDashboard(api, deps);
  mountAusblick(api, deps);
  mountFeedback(api, deps);
  mountBetriebsauftraege(api, deps);
  mountZeitplaene(api, deps);
  mountZustand(api, deps);
  mountVerlauf(api, deps);
};

/** The whole service as one fetch function: every slice mounted, errors mapped, the document built when it is first asked for. */
export function buildApp(deps: Deps) {
  const { config } = deps;
  const basis = config.BASE_PATH;
  const sitzungen = erstelleSitzungen(deps.sqlVorrang, config.produktion);
  const api = neuerRouter();
  const route = routenVon(api, basis);
  const methodenVon = methodenIn(api, basis);

  api.use(achteMethode(route, methodenVon));
  const { weiseAb, lasseEin } = erstelleZulassung(route, deps.waechter.istWeg);
  api.use(weiseAb);
  api.use(pruefeHerkunft(config));
  api.use(nimmKoerper(route, config));
  mountOffenes(api, deps);

  api.use(lasseEin);
  api.use(liesSitzung(sitzungen, deps.replik !== undefined, deps.melde));
  api.use(begrenze(deps.sqlVorrang, config, route));
  api.use(bildeKontext(deps.uhr));
  api.use(achteParameter(route));

  mountAuth(api, deps, sitzungen, erstelleOidc(config));
  mountBreakGlass(api, deps, sitzungen);
  mountScheiben(api, deps);

  const fehler = beantworteFehler(deps.melde);
  const wurzel = new Hono<Env>();
  wurzel.onError(fehler);
  wurzel.use(kennzeichne(config));
  wurzel.use(verfolgeAnfragen(route));
  if (deps.beobachte) wurzel.use(beobachteAnfragen(route, deps.beobachte));
  wurzel.use(gibSeitenFrei(config, methodenVon));
  wurzel.use(achteEnde(deps.ende));
  wurzel.notFound((c) => fehler(ohneRoute(methodenVon(c.req.path), c.req.method), c));
  for (const pfad of ["/", basis, `${basis}/`]) wurzel.get(pfad, (c) => c.redirect(`${basis}/docs`));
  wurzel.route(basis, api);
  return wurzel;
}

export type Dienst = ReturnType<typeof buildApp>;
