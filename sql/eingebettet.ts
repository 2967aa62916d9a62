import { Bedienfehler } from "../src/technik/befehl.ts";
import { istProduktion } from "../src/technik/config.ts";

/**
 * Works on the embedded server of `npm start`, which is started for it where it does not run.
 *
 * @param variable names what would lead to another one
 * @param tue gets its owner's URL
 * @throws Bedienfehler in production, which has none
 */
export async function mitEingebettetem<T>(variable: string, tue: (ownerUrl: string) => Promise<T>): Promise<T> {
  if (istProduktion())
    throw new Bedienfehler(`${variable} fehlt: mit NODE_ENV=production gibt es keine eingebettete Datenbank.`);
  // The image has no folder `lokal`: there a URL is configured.
  const { liesDatenumgebung } = await import("../src/lokal/umgebung.ts");
  const { verzeichnis } = liesDatenumgebung();
  const { starteDatenbank } = await import("../src/lokal/postgres/postgres.ts");
  const eingebettet = await starteDatenbank({ verzeichnis });
  try {
    return await tue(eingebettet.ownerUrl);
  } finally {
    // One that runs for somebody else goes on.
    if (!eingebettet.uebernommen) await eingebettet.beende();
  }
}
