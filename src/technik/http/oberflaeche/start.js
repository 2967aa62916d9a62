// Runs in the browser as it stands here.
const wurzel = document.documentElement;

const dunkel = window.matchMedia("(prefers-color-scheme: dark)");
const faerbe = () => wurzel.classList.toggle("dark-mode", dunkel.matches);
dunkel.addEventListener("change", faerbe);
faerbe();

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
  window.ui = window.SwaggerUIBundle({
    dom_id: "#swagger-ui",
    url: `${wurzel.dataset.basis}/openapi.json`,
    deepLinking: true,
    withCredentials: true,
    displayRequestDuration: true,
    docExpansion: "none",
    filter: true,
    validatorUrl: null,
    responseInterceptor: alsDatei,
  });
});
