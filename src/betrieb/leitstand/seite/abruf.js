// Talks to the service. Pure but for the fetch that it is given.

/** What the service refused, or that it cannot be reached (status 0). */
export class Abruffehler extends Error {
  constructor(status, { code = "", detail = "" } = {}, warteMs = 0) {
    super(detail || (status === 0 ? "Der Dienst ist nicht erreichbar." : `Der Dienst antwortet mit ${status}.`));
    this.status = status;
    this.code = code;
    /** Not to be asked again before. */
    this.warteMs = warteMs;
  }
}

/** @param basis base path of the API   @param hole fetch */
export const erstelleAbruf = (basis, hole) => {
  const frage = async (pfad, init) => {
    const headers = { Accept: "application/json", ...(init?.body && { "Content-Type": "application/json" }) };
    const antwort = await hole(`${basis}${pfad}`, { ...init, headers }).catch(() => {
      throw new Abruffehler(0);
    });
    const inhalt = await antwort.json().catch(() => undefined);
    if (antwort.ok) return inhalt;
    throw new Abruffehler(antwort.status, inhalt, 1000 * Number(antwort.headers.get("retry-after") ?? 0));
  };
  return {
    lies: (pfad) => frage(pfad),
    /** @param koerper what is sent along, where the endpoint wants something */
    erteile: (pfad, koerper) => frage(pfad, { method: "POST", body: koerper && JSON.stringify(koerper) }),
  };
};
