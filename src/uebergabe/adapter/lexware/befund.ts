import { Absage, type Aufruf, type Verbindungsbefund } from "../typen.ts";
import type { Api } from "./api.ts";
import { fremderSchluessel, liesProfil } from "./profil.ts";

/** Whether the key is known, and for the trustee of the settings. */
export async function erhebeBefund(api: Api, mandantId: string | null, aufruf: Aufruf): Promise<Verbindungsbefund> {
  const beginn = performance.now();
  const erreicht = () => ({
    verbunden: true,
    version: "v1",
    antwortzeitMs: Math.round(performance.now() - beginn),
  });
  try {
    const { organizationId } = await liesProfil(api, aufruf);
    const fremd = mandantId !== null && mandantId !== organizationId;
    return {
      ...erreicht(),
      angemeldet: true,
      problem: fremd ? { code: "mandant", ursache: fremderSchluessel(mandantId) } : null,
    };
  } catch (fehler) {
    if (!(fehler instanceof Absage)) throw fehler;
    const { code, ursache } = fehler.absage;
    const wie = code === "nicht_gesendet" ? { verbunden: false, version: null, antwortzeitMs: null } : erreicht();
    return { ...wie, angemeldet: false, problem: { code, ursache } };
  }
}
