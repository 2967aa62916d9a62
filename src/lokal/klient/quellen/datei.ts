const entschluessle = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** The name that a download is to be saved by, umlauts included. */
export function dateiname(antwort: Response): string | undefined {
  const kopf = antwort.headers.get("Content-Disposition") ?? "";
  const [, voll] = /filename\*=UTF-8''([^;]+)/i.exec(kopf) ?? [];
  const [, einfach] = /filename="([^"]+)"/i.exec(kopf) ?? [];
  return (voll === undefined ? undefined : entschluessle(voll)) ?? einfach;
}
