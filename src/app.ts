import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { except } from "hono/combine";
import { cors } from "hono/cors";
import { mountFaelligkeiten } from "./abrechnung/faelligkeitRoutes.ts";
import { mountLaeufe } from "./abrechnung/laufRoutes.ts";
import { mountAbrechnung } from "./abrechnung/routes.ts";
import { mountStorno } from "./abrechnung/stornoRoutes.ts";
import { mountTermine } from "./abrechnung/termineRoutes.ts";
import { mountAdressen } from "./adressen/routes.ts";
import { mountArchiv } from "./archiv/routes.ts";
import { mountAuditlog } from "./auditlog/routes.ts";
import { mountBreakGlass } from "./auth/breakGlassRoutes.ts";
import { erstelleOidc } from "./auth/oidc.ts";
import { mountAuth } from "./auth/routes.ts";
import { erstelleSitzungen } from "./auth/sitzung.ts";
import { mountBetrieb } from "./betrieb/routes.ts";
import { mountDashboard } from "./dashboard/routes.ts";
import type { Deps } from "./deps.ts";
import { mountHebungsbrief } from "./dokumente/hebungsbriefRoutes.ts";
import { mountSammelauszahlung } from "./dokumente/sammelauszahlungRoutes.ts";
import { mountDuplikate } from "./duplikate/routes.ts";
import { mountFirmendaten } from "./einstellungen/firmendaten/routes.ts";
import { mountKontaktarten } from "./einstellungen/kontaktarten/routes.ts";
import { mountLogo } from "./einstellungen/logo/routes.ts";
import { mountPositionsarten } from "./einstellungen/positionsarten/routes.ts";
import { mountExporte } from "./exporte/routes.ts";
import { listUebergebene } from "./extaccounting/dokumente.ts";
import { mountExtaccounting } from "./extaccounting/routes.ts";
import { mountFeedback } from "./feedback/routes.ts";
import { mountHebungen } from "./hebungen/routes.ts";
import { schliesseHebungenAb } from "./hebungen/schliesseAb.ts";
import { bildeKontext, kennzeichne, liesSitzung, pruefeHerkunft, verlangeJson } from "./http/anfrage.ts";
import { beantworteFehler, type Env, neuerRouter } from "./http/app.ts";
import { baueDokument } from "./http/dokument.ts";
import { mountOberflaeche } from "./http/oberflaeche.ts";
import { Problem } from "./http/problem.ts";
import { kenntSchon } from "./http/upload.ts";
import { mountKontakte } from "./kontakte/routes.ts";
import { mountVerknuepft } from "./kontakte/verknuepftRoutes.ts";
import { mountAbrechnungsliste } from "./pachtkonten/abrechnungslisteRoutes.ts";
import { mountDokumente } from "./pachtkonten/dokumentRoutes.ts";
import { mountFeldwerte } from "./pachtkonten/feldwerteRoutes.ts";
import { mountPositionen } from "./pachtkonten/positionRoutes.ts";
import { mountPachtkonten } from "./pachtkonten/routes.ts";
import { mountPatchobjekte } from "./patchobjekte/routes.ts";
import { mountSammeldateien } from "./sammeldateien/routes.ts";

const mebibyte = 1024 * 1024;

/** Files come as a form, are read as a stream and have limits of their own. */
const nimmtDatei = (c: Context): boolean =>
  c.req.method === "POST" && /\/(pachtkonten\/[^/]+\/dokumente|einstellungen\/logo)$/.test(c.req.path);

/** The whole service as one fetch function: every slice mounted, errors mapped, the document built once. */
export const buildApp = (deps: Deps) => {
  const { config } = deps;
  const basis = config.BASE_PATH;
  const sitzungen = erstelleSitzungen(deps.sql, config.produktion);
  const api = neuerRouter();
  const fehler = beantworteFehler(deps.melde);
  api.onError(fehler);

  api.use(kennzeichne);
  api.use(
    cors({
      origin: (origin) => (config.FRONTEND_ORIGINS.includes(origin) ? origin : null),
      credentials: true,
      allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
      allowHeaders: ["Content-Type", "If-Match", "If-None-Match", "Idempotency-Key", "Range"],
      exposeHeaders: [
        "ETag",
        "Link",
        "Retry-After",
        "Content-Disposition",
        "Accept-Ranges",
        "Content-Range",
        "X-Total-Count",
        "X-Nachrichten-Id",
        "X-Zahlungen-Anzahl",
        "X-Zahlungen-Summe-Cent",
        "X-Ausgelassen-Anzahl",
        "X-Belege-Anzahl",
        "X-Buchungen-Anzahl",
        "X-Request-Id",
      ],
      maxAge: 600,
    }),
  );
  api.use(pruefeHerkunft(config));
  api.use(
    except(
      nimmtDatei,
      bodyLimit({
        maxSize: mebibyte,
        onError: () => {
          throw new Problem(413, "zu_gross", "Der Inhalt ist größer als 1 MiB.");
        },
      }),
      verlangeJson,
    ),
  );
  api.use(liesSitzung(sitzungen));
  api.use(bildeKontext(deps.uhr));

  mountBetrieb(api, deps);
  mountAuth(api, deps, sitzungen, erstelleOidc(config));
  mountBreakGlass(api, deps, sitzungen);
  mountAdressen(api, deps);
  mountKontakte(api, deps);
  mountVerknuepft(api, deps);
  mountAbrechnungsliste(api, deps);
  mountPachtkonten(api, deps);
  mountPositionen(api, deps);
  mountFeldwerte(api, deps);
  mountDokumente(api, deps);
  mountPatchobjekte(api, deps);
  mountDuplikate(api, deps);
  mountPositionsarten(api, deps);
  mountKontaktarten(api, deps);
  mountFirmendaten(api, deps);
  mountLogo(api, deps);
  mountAbrechnung(api, deps, schliesseHebungenAb);
  mountFaelligkeiten(api, deps);
  mountTermine(api, deps);
  mountLaeufe(api, deps);
  mountStorno(api, deps, listUebergebene);
  mountHebungen(api, deps);
  mountHebungsbrief(api, deps);
  mountSammelauszahlung(api, deps);
  mountArchiv(api, deps);
  mountSammeldateien(api, deps);
  mountExporte(api, deps);
  mountExtaccounting(api, deps);
  mountAuditlog(api, deps);
  mountDashboard(api, deps);
  mountFeedback(api, deps);

  const dokument = baueDokument(api, basis);
  api.get("/openapi.json", (c) => {
    const kopf = { ETag: dokument.etag, "Cache-Control": "no-cache" };
    if (kenntSchon(c.req.header("if-none-match"), dokument.etag)) return c.body(null, 304, kopf);
    return c.body(dokument.bytes, 200, { ...kopf, "Content-Type": "application/json" });
  });
  mountOberflaeche(api, basis);

  const wurzel = new Hono<Env>();
  wurzel.onError(fehler);
  wurzel.notFound((c) => {
    c.set("anfrageId", c.get("anfrageId") ?? crypto.randomUUID());
    return fehler(new Problem(404, "nicht_gefunden", "Diese Adresse gibt es nicht."), c);
  });
  wurzel.get("/", (c) => c.redirect(`${basis}/docs`));
  wurzel.route(basis || "/", api);
  return wurzel;
};

export type Dienst = ReturnType<typeof buildApp>;
