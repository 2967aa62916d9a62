import type { RouteConfig } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { Ablehnung } from "../../../kern/ablehnung.ts";
import type { Config } from "../../config.ts";
import type { Sql } from "../../database/pool.ts";
import type { Env } from "../app.ts";
import { istOffen, nimmtDatei } from "../route.ts";
import { adresseVon } from "./adresse.ts";

/** Steps of signing in; each is counted for itself: with its way back, one sign-in would else be two. */
type Schritt = "anmeldung" | "rueckkehr" | "notfall";

/** What is counted together. */
type Art = Schritt | "unangemeldet" | "abruf" | "upload";

const fensterSekunden = 60;
/** Several people share an address. */
const jeAdresse = 5;

/** Marks a route of signing in. */
export function meldetAn<S extends Schritt>(schritt: S) {
  return { "x-grenze": schritt };
}

const schrittVon = (route: RouteConfig): Schritt | undefined => ("x-grenze" in route ? route["x-grenze"] : undefined);

/** Exports, letters, files: whatever an operation answers that is no JSON. */
const gibtDatei = ({ responses }: RouteConfig): boolean => {
  const antwort = responses[200];
  const arten = antwort && "content" in antwort ? Object.keys(antwort.content ?? {}) : [];
  return arten.some((typ) => typ !== "application/json");
};

const sonstigeArtVon = (route: RouteConfig, angemeldet: boolean): Art | undefined => {
  if (istOffen(route)) return undefined;
  if (!angemeldet) return "unangemeldet";
  if (nimmtDatei(route)) return "upload";
  return gibtDatei(route) ? "abruf" : undefined;
};

/** Counts one more in this window, over all processes. @returns how many they are and when the window ends */
const zaehle = async (sql: Sql, schluessel: string): Promise<{ anzahl: number; sekunden: number }> => {
  const [zeile] = await sql<{ anzahl: number; sekunden: number }[]>`
    insert into anfragezaehler as z (schluessel, fenster, anzahl)
    values (${schluessel}, date_bin(make_interval(secs => ${fensterSekunden}::integer), clock_timestamp(), 'epoch'), 1)
    on conflict (schluessel, fenster) do update
    set anzahl = z.anzahl + 1
    returning anzahl, greatest(1, ceil(extract(epoch from
      fenster + make_interval(secs => ${fensterSekunden}::integer) - clock_timestamp())))::integer as sekunden`;
  return zeile ?? { anzahl: 1, sekunden: 1 };
};

const zuViele = (warteSekunden: number): Ablehnung =>
  new Ablehnung(
    "zuViele",
    "zu_viele_anfragen",
    "Zu viele Anfragen in kurzer Zeit. Bitte später noch einmal versuchen.",
    {},
    { warteSekunden },
  );

/** Whoever is over a limit hears so from this process alone until the window ends: a flood does not reach the database. */
const merkzettel = () => {
  const bis = new Map<string, number>();
  return {
    wartezeit(schluessel: string): number | undefined {
      const rest = (bis.get(schluessel) ?? 0) - performance.now();
      if (rest > 0) return Math.ceil(rest / 1000);
      bis.delete(schluessel);
      return undefined;
    },
    merke(schluessel: string, sekunden: number): void {
      // Many addresses, once each: those whose time is over go before the list grows.
      if (bis.size >= 10_000) for (const [alt, ende] of bis) if (ende <= performance.now()) bis.delete(alt);
      bis.set(schluessel, performance.now() + sekunden * 1000);
    },
  };
};

/**
 * Holds everybody to so many requests of a kind in a minute: per user, and per address for what several people who share
 * it may do.
 *
 * @throws Ablehnung zuViele `zu_viele_anfragen` with Retry-After
 */
export function begrenze(
  sql: Sql,
  config: Config,
  routeVon: (c: Context) => RouteConfig | undefined,
): MiddlewareHandler<Env> {
  const hoechstens: Record<Art, number> = {
    anmeldung: config.GRENZE_ANMELDUNG,
    rueckkehr: config.GRENZE_ANMELDUNG,
    notfall: config.GRENZE_ANMELDUNG,
    unangemeldet: config.GRENZE_UNANGEMELDET,
    abruf: config.GRENZE_ABRUF,
    upload: config.GRENZE_UPLOAD,
  };
  const zettel = merkzettel();
  const pruefe = async (schluessel: string, grenze: number): Promise<void> => {
    const warten = zettel.wartezeit(schluessel);
    if (warten !== undefined) throw zuViele(warten);
    const { anzahl, sekunden } = await zaehle(sql, schluessel);
    if (anzahl <= grenze) return;
    zettel.merke(schluessel, sekunden);
    throw zuViele(sekunden);
  };
  return async (c, next) => {
    const route = routeVon(c);
    const akteur = c.get("akteur");
    const schritt = route && schrittVon(route);
    const art = schritt ?? (route && sonstigeArtVon(route, akteur !== null));
    if (!art) return next();
    const adresse = adresseVon(c, config.PROXY_HOPS);
    const grenze = hoechstens[art];
    if (akteur && !schritt) {
      await pruefe(`${art} ${akteur.id}`, grenze);
      await pruefe(`${art} ${adresse}`, jeAdresse * grenze);
    } else await pruefe(`${art} ${adresse}`, grenze);
    await next();
  };
}
