/** Signs in as a browser would and gives a fetch that carries the session. */
export async function meldeAn(basis: string, login: string) {
  const glas = new Map<string, Map<string, string>>();
  const gehe = async (adresse: string, init: RequestInit = {}): Promise<Response> => {
    const { hostname } = new URL(adresse);
    const kekse = glas.get(hostname) ?? new Map<string, string>();
    glas.set(hostname, kekse);
    const kopf = new Headers(init.headers);
    kopf.set("cookie", [...kekse].map(([name, wert]) => `${name}=${wert}`).join("; "));
    const antwort = await fetch(adresse, { ...init, headers: kopf, redirect: "manual" });
    for (const zeile of antwort.headers.getSetCookie()) {
      const [name = "", wert = ""] = (zeile.split(";")[0] ?? "").split(/=(.*)/s);
      kekse.set(name, wert);
    }
    // A 202 names its job there too.
    const ort = antwort.status >= 300 && antwort.status < 400 ? antwort.headers.get("location") : null;
    return ort ? gehe(new URL(ort, adresse).href) : antwort;
  };
  const seite = await gehe(`${basis}/auth/login?returnTo=/api/healthz`);
  const action = /<form[^>]*action="([^"]+)"/.exec(await seite.text())?.[1] ?? "";
  await gehe(new URL(action, seite.url).href, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ login }).toString(),
  });
  const hole = (pfad: string, init?: RequestInit) => gehe(`${basis}${pfad}`, init);
  const ich = await hole("/auth/me");
  if (ich.status !== 200) throw new Error(`Anmeldung als ${login}: ${ich.status}`);
  return hole;
}
