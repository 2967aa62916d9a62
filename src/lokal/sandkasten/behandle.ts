import type { IncomingMessage, ServerResponse } from "node:http";
import type { Sql } from "../../technik/database/pool.ts";
import { istAngemeldet, liesKoerper } from "./anfrage.ts";
import { type erstelleAntworter, sende } from "./antworter.ts";
import { mandanten } from "./buch.ts";
import { listJuengste } from "./queries.ts";
import { type erstelleStoerer, Schalter } from "./stoerung.ts";
import { Verweigert } from "./verweigert.ts";
import { wege } from "./wege.ts";

type Werkzeug = {
  sql: Sql;
  geheimnis: string;
  stoerer: ReturnType<typeof erstelleStoerer>;
  antworter: ReturnType<typeof erstelleAntworter>;
};

/** The books for whoever wants to look into them. */
const zeigeBuecher = async (sql: Sql) => {
  const belege = await sql.begin((tx) => Promise.all(mandanten.map(({ id }) => listJuengste(tx, id))));
  return {
    system: "Sandkasten",
    hinweis: "Nachbildung einer Buchhaltung zum Ausprobieren; die jüngsten Belege je Mandant",
    mandanten: mandanten.map((mandant, nr) => ({ ...mandant, belege: belege[nr] })),
  };
};

/** One request: what needs no sign-in, then what the ways say. @throws Verweigert */
export async function behandle(
  { sql, geheimnis, stoerer, antworter }: Werkzeug,
  anfrage: IncomingMessage,
  antwort: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(anfrage.url ?? "/", "http://sandkasten");
  const methode = anfrage.method ?? "GET";
  const body = await liesKoerper(anfrage);
  const angemeldet = istAngemeldet(anfrage, geheimnis);
  if (pathname === "/") return void sende(antwort, 200, await zeigeBuecher(sql));
  if (pathname === "/schalter") {
    if (methode === "PUT") stoerer.stelle(Schalter.parse(body ?? {}));
    return void sende(antwort, 200, stoerer.schalter());
  }
  if (pathname === "/version" || pathname === "/mandanten") {
    const stoerung = stoerer.naechste("lesen");
    if (pathname === "/mandanten" && !angemeldet) return void sende(antwort, 401, { code: "anmeldung" });
    const wert = pathname === "/version" ? { system: "Sandkasten", version: stoerer.schalter().version } : mandanten;
    return antworter.antworte(antwort, stoerung, async () => wert);
  }
  const weg = wege.find((einer) => einer.methode === methode && einer.muster.test(pathname));
  if (!weg) throw new Verweigert(404, "ungueltig", "Diese Adresse gibt es im Sandkasten nicht.");
  if (!angemeldet) return void sende(antwort, 401, { code: "anmeldung" });
  const [, mandant = "", id = ""] = (weg.muster.exec(pathname) ?? []).map(decodeURIComponent);
  if (!mandanten.some((einer) => einer.id === mandant))
    throw new Verweigert(404, "verboten", `Einen Mandanten ${mandant} gibt es im Sandkasten nicht.`);
  const eine = { mandant, id, suche: searchParams, body };
  return antworter.antworte(antwort, stoerer.naechste(weg.vorgang), (mehrCent) =>
    weg.vorgang === "lesen" ? weg.tue(sql, eine, mehrCent) : sql.begin((tx) => weg.tue(tx, eine, mehrCent)),
  );
}
