// Runs in the browser as it stands here.
const wurzel = document.documentElement;
const basis = wurzel.dataset.basis;

const dunkel = window.matchMedia("(prefers-color-scheme: dark)");
const faerbe = () => wurzel.classList.toggle("dark-mode", dunkel.matches);
dunkel.addEventListener("change", faerbe);
faerbe();

const element = (name, eigenschaften) => Object.assign(document.createElement(name), eigenschaften);

/** Back to the operation that is open when the link is followed. */
const anmeldung = () => {
  const link = element("a", { className: "taste", textContent: "Anmelden", href: `${basis}/auth/login` });
  link.addEventListener("click", () => {
    link.href = `${basis}/auth/login?returnTo=${encodeURIComponent(location.pathname + location.hash)}`;
  });
  return link;
};

const abmeldung = () => {
  const knopf = element("button", { type: "button", className: "taste", textContent: "Abmelden" });
  knopf.addEventListener("click", async () => {
    await fetch(`${basis}/auth/logout`, { method: "POST" });
    zeige(anmeldung());
  });
  return knopf;
};

const rollenworte = {
  administrator: "Administrator",
  verwalter: "Verwalter",
  mitarbeiter: "Mitarbeiter",
  pruefer: "Prüfer",
};

const zeige = (...elemente) => document.getElementById("wer").replaceChildren(...elemente);

const zeigeWer = async () => {
  const antwort = "sitzung" in wurzel.dataset ? await fetch(`${basis}/auth/me`) : undefined;
  if (!antwort?.ok) return zeige(anmeldung());
  const stand = await antwort.json();
  const rollen = stand.rollen.map((rolle) => rollenworte[rolle] ?? rolle).join(", ");
  zeige(element("span", { textContent: `${stand.benutzer.name} (${rollen || "ohne Rolle"})` }), abmeldung());
};

/** Swagger UI offers a file to save only where the answer says "attachment"; all others it shows as text. */
const alsDatei = (antwort) => {
  const typ = antwort.headers?.["content-type"] ?? "";
  if (/^application\/(pdf|zip|xml|vnd\.)|^text\/csv|^image\//.test(typ)) {
    const anordnung = antwort.headers["content-disposition"] ?? "inline";
    antwort.headers["content-disposition"] = anordnung.replace(/^inline/, "attachment");
  }
  return antwort;
};

window.addEventListener("DOMContentLoaded", () => {
  void zeigeWer();
  window.ui = window.SwaggerUIBundle({
    dom_id: "#swagger-ui",
    url: `${basis}/openapi.json`,
    deepLinking: true,
    withCredentials: true,
    displayRequestDuration: true,
    docExpansion: "none",
    filter: true,
    validatorUrl: null,
    responseInterceptor: alsDatei,
  });
});
