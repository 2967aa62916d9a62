/**
 * Works on the embedded server of `npm start`, which is started for it where it does not run.
 *
 * @param tue gets its owner's URL
 */
export async function mitEingebettetem<T>(tue: (ownerUrl: string) => Promise<T>): Promise<T> {
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
