// The bar over the pages of this service; runs in the browser as it stands here.
const wurzel = document.documentElement;
const basis = wurzel.dataset.basis;

const element = (name, eigenschaften) => Object.assign(document.createElement(name), eigenschaften);

/** Back to where one is when the link is followed. */
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
    const antwort = await fetch(`${basis}/auth/logout`, { method: "POST" }).catch(() => undefined);
    // Whoever is signed in still shall not read that nobody is.
    if (!antwort?.ok) knopf.textContent = "Noch angemeldet: erneut abmelden";
    // A page that shows what not everybody may see shows it no longer.
    else if (document.body.dataset.nurMitAnmeldung === undefined) zeige(anmeldung());
    else location.reload();
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

const liesIch = async () => {
  const antwort = "sitzung" in wurzel.dataset ? await fetch(`${basis}/auth/me`).catch(() => undefined) : undefined;
  return antwort?.ok ? antwort.json() : null;
};

const zeigeWer = (stand) => {
  if (stand === null) return zeige(anmeldung());
  const rollen = stand.rollen.map((rolle) => rollenworte[rolle] ?? rolle).join(", ");
  zeige(element("span", { textContent: `${stand.benutzer.name} (${rollen || "ohne Rolle"})` }), abmeldung());
  for (const link of document.querySelectorAll("a[data-rollen]"))
    link.hidden = !stand.rollen.some((rolle) => link.dataset.rollen.split(" ").includes(rolle));
};

/** Who is signed in, as /auth/me tells it; null: nobody. */
export const ich = liesIch();

zeigeWer(await ich);
