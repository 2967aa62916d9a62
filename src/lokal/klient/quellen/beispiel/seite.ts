import { anmeldeadresse, erstelleKlient, type Klient } from "../index.ts";
import { zeigeAbrechnung } from "./abrechnung.ts";
import { el, melde } from "./dom.ts";
import { zeigeKonto } from "./konto.ts";
import { zeigeListe } from "./liste.ts";

/** `?dienst=…` names another service than that of `npm start`. */
const basis = new URLSearchParams(location.search).get("dienst") ?? "http://127.0.0.1:3000/api";
const klient = erstelleKlient({ basis });

const heute = (): string => new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" }).format(new Date());

const ansicht = (von: Klient, adresse: string): Node[] | Promise<Node[]> => {
  const [, id] = /^#\/konto\/(\d+)$/.exec(adresse) ?? [];
  if (id !== undefined) return zeigeKonto(von, Number(id));
  return adresse === "#/abrechnung" ? zeigeAbrechnung(von, heute()) : zeigeListe(von);
};

const zeige = async (): Promise<void> => {
  const inhalt = document.querySelector("main");
  if (!inhalt) return;
  melde("");
  try {
    inhalt.replaceChildren(...(await ansicht(klient, location.hash)));
  } catch (fehler) {
    inhalt.replaceChildren(el("h1", { tabIndex: -1 }, "Das ging nicht"), el("p", {}, String(fehler)));
  }
  for (const verweis of document.querySelectorAll<HTMLAnchorElement>("nav a")) {
    if (verweis.hash === (location.hash || "#/konten")) verweis.setAttribute("aria-current", "page");
    else verweis.removeAttribute("aria-current");
  }
  const titel = inhalt.querySelector("h1");
  document.title = `${titel?.textContent ?? ""} · Pachtverwaltung`;
  titel?.focus();
};

const { data: ich } = await klient.GET("/auth/me");
const wer = document.querySelector("#wer");
if (ich) {
  wer?.replaceChildren(`${ich.benutzer.name} (${ich.rollen.join(", ")})`);
  addEventListener("hashchange", () => void zeige());
  await zeige();
} else wer?.replaceChildren(el("a", { href: anmeldeadresse(basis, location.href) }, "Anmelden"));
