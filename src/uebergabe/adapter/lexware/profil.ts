import { absage, ohneWurf } from "../absage.ts";
import { Absage, type Aufruf } from "../typen.ts";
import { type Api, oderNull } from "./api.ts";

/** The organisation that the key is for. */
type Profil = { organizationId: string; companyName: string };

/** @throws Absage without a usable answer; every key has one, so where there is none it is not Lexware that answers */
export async function liesProfil(api: Api, aufruf: Aufruf): Promise<Profil> {
  const profil = await oderNull(api.frage<Profil>("/profile", aufruf));
  if (profil) return profil;
  throw new Absage(absage("nicht_gesendet", "Unter dieser Adresse antwortet kein Lexware Office.", "spaeter"));
}

/** Why a key does not do for the trustee of the settings. */
export function fremderSchluessel(mandantId: string | null): string {
  return `Der API-Schlüssel gehört nicht zur Organisation ${mandantId}.`;
}

/**
 * The same API on behalf of one organisation alone: paths do not name it, so nothing is asked or sent before the key has
 * proved to be for it. With any other one documents would go, final, into the wrong books, and ours look deleted there.
 *
 * Throws Absage `anmeldung` for another one: only a person can say whether key or settings are wrong.
 */
export function nurFuer(api: Api, mandantId: string | null): Api {
  let istUnsere = false;
  const pruefe = async (aufruf: Aufruf): Promise<void> => {
    if (istUnsere) return;
    istUnsere = (await liesProfil(api, aufruf)).organizationId === mandantId;
    if (!istUnsere) throw new Absage(absage("anmeldung", fremderSchluessel(mandantId), "nach_korrektur"));
  };
  return {
    async frage(pfad, aufruf) {
      await pruefe(aufruf);
      return api.frage(pfad, aufruf);
    },
    async holePdf(pfad, aufruf) {
      await pruefe(aufruf);
      return api.holePdf(pfad, aufruf);
    },
    lege: (phase, pfad, body, aufruf) =>
      ohneWurf(async () => {
        await pruefe(aufruf);
        return api.lege(phase, pfad, body, aufruf);
      }),
  };
}
