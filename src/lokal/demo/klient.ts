import { randomUUID } from "node:crypto";
import { Bedienfehler } from "../../technik/befehl.ts";

type Keks = { name: string; wert: string; host: string; pfad: string };

/** What stopped the walk, in words for its user; a blank line sets it off from the steps before. */
export class Demofehler extends Bedienfehler {
  override name = "Demofehler";
  constructor(wort: string) {
    super(`\n${wort}`);
  }
}

const hoechstensWeiter = 12;

/** A browser without a window: keeps cookies, follows redirects, sends forms. */
export class Klient {
  readonly basis: string;
  #kekse: Keks[] = [];

  /** @param basis API base URL, without a slash at its end */
  constructor(basis: string) {
    this.basis = basis;
  }

  /** Signs in at the local provider's page; afterwards every request belongs to that user. */
  async meldeAn(login: string): Promise<string> {
    const zurueck = `${new URL(this.basis).pathname}/auth/me`;
    const formular = await this.#geheHin(`${this.basis}/auth/login?returnTo=${encodeURIComponent(zurueck)}`);
    const html = await formular.antwort.text();
    const [, aktion] = /<form[^>]*\baction="([^"]+)"/.exec(html) ?? [];
    if (!/\bname="login"/.test(html) || aktion === undefined)
      throw new Demofehler("Die Anmeldeseite hat kein Feld login: der Demo-Gang braucht die lokale Anmeldung.");
    const ich = await this.#geheHin(new URL(aktion, formular.adresse).href, new URLSearchParams({ login }));
    if (!ich.antwort.ok) throw new Demofehler(`Die Anmeldung ist mit ${ich.antwort.status} gescheitert.`);
    const { benutzer, rollen } = (await ich.antwort.json()) as { benutzer: { name: string }; rollen: string[] };
    return `${benutzer.name} (${rollen.join(", ")})`;
  }

  async json<T>(pfad: string): Promise<T> {
    return (await (await this.#hole(pfad)).json()) as T;
  }

  async bytes(pfad: string): Promise<{ inhalt: Uint8Array<ArrayBuffer>; dateiname: string | undefined }> {
    const antwort = await this.#hole(pfad);
    const [, dateiname] = /filename="([^"]+)"/.exec(antwort.headers.get("content-disposition") ?? "") ?? [];
    return { inhalt: new Uint8Array(await antwort.arrayBuffer()), dateiname };
  }

  async sende<T>(pfad: string, koerper: object, methode: "POST" | "PUT" = "POST"): Promise<T> {
    const antwort = await this.#frage(`${this.basis}${pfad}`, {
      method: methode,
      headers: { "content-type": "application/json", "idempotency-key": randomUUID() },
      body: JSON.stringify(koerper),
    });
    return (await (await verlangeErfolg(antwort, pfad)).json()) as T;
  }

  /** Sends a file as a form does. */
  async ladeHoch<T>(pfad: string, dateiname: string, inhalt: Uint8Array<ArrayBuffer>): Promise<T> {
    const formular = new FormData();
    formular.set("datei", new File([inhalt], dateiname));
    const antwort = await this.#frage(`${this.basis}${pfad}`, {
      method: "POST",
      headers: { "idempotency-key": randomUUID() },
      body: formular,
    });
    return (await (await verlangeErfolg(antwort, pfad)).json()) as T;
  }

  async #hole(pfad: string): Promise<Response> {
    return verlangeErfolg(await this.#frage(`${this.basis}${pfad}`), pfad);
  }

  async #geheHin(ziel: string, formular?: URLSearchParams): Promise<{ antwort: Response; adresse: string }> {
    let adresse = ziel;
    let anfrage: RequestInit = formular ? { method: "POST", body: formular } : {};
    for (let weiter = 0; weiter < hoechstensWeiter; weiter += 1) {
      const antwort = await this.#frage(adresse, anfrage);
      const naechste = antwort.headers.get("location");
      if (antwort.status < 300 || antwort.status >= 400 || naechste === null) return { antwort, adresse };
      await antwort.body?.cancel();
      adresse = new URL(naechste, adresse).href;
      anfrage = {};
    }
    throw new Demofehler("Die Anmeldung leitet im Kreis weiter.");
  }

  async #frage(adresse: string, anfrage: RequestInit = {}): Promise<Response> {
    const url = new URL(adresse);
    const headers = new Headers(anfrage.headers);
    const kekse = this.#kekse.filter(({ host, pfad }) => host === url.hostname && passt(url.pathname, pfad));
    if (kekse.length > 0) headers.set("cookie", kekse.map(({ name, wert }) => `${name}=${wert}`).join("; "));
    const antwort = await fetch(url, { ...anfrage, headers, redirect: "manual" }).catch(() => {
      throw new Demofehler(`Unter ${url.origin} antwortet niemand. Zuerst den Dienst starten: npm start`);
    });
    for (const zeile of antwort.headers.getSetCookie()) this.#merke(zeile, url);
    return antwort;
  }

  #merke(zeile: string, url: URL): void {
    const [paar = "", ...attribute] = zeile.split(";").map((teil) => teil.trim());
    const gleich = paar.indexOf("=");
    const eigenschaft = (name: string) =>
      attribute.find((teil) => teil.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
    const keks: Keks = {
      name: paar.slice(0, gleich),
      wert: paar.slice(gleich + 1),
      host: url.hostname,
      pfad: eigenschaft("path") ?? (url.pathname.replace(/\/[^/]*$/, "") || "/"),
    };
    const ablauf = eigenschaft("expires");
    const tot = Number(eigenschaft("max-age") ?? 1) <= 0 || (ablauf !== undefined && Date.parse(ablauf) <= Date.now());
    this.#kekse = this.#kekse.filter(
      (alt) => alt.name !== keks.name || alt.pfad !== keks.pfad || alt.host !== keks.host,
    );
    if (!tot) this.#kekse.push(keks);
  }
}

const passt = (pfad: string, keks: string): boolean =>
  pfad === keks || pfad.startsWith(keks.endsWith("/") ? keks : `${keks}/`);

const verlangeErfolg = async (antwort: Response, pfad: string): Promise<Response> => {
  if (antwort.ok) return antwort;
  const text = await antwort.text();
  let detail = text.slice(0, 300);
  try {
    detail = (JSON.parse(text) as { detail?: string }).detail ?? detail;
  } catch {
    // not a problem document: the text itself has to do
  }
  throw new Demofehler(`${pfad} antwortet mit ${antwort.status}: ${detail}`);
};
