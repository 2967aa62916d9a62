import type { JWTPayload } from "jose";
import { type Rolle, rollen } from "../../kern/rechte.ts";
import type { Config } from "../config.ts";

/** Where the roles stand, and what its words mean; without an assignment the words are the roles themselves. */
export type Rollenquelle = Pick<Config, "OIDC_ROLLEN_CLAIM" | "OIDC_ROLLEN_ZUORDNUNG">;

const istObjekt = (wert: unknown): wert is Record<string, unknown> =>
  typeof wert === "object" && wert !== null && !Array.isArray(wert);

/**
 * The claim of that very name, dots and all (Auth0's are addresses), else what stands at the path that the dots make.
 *
 * @example findeAnspruch({ realm_access: { roles: ["pruefer"] } }, "realm_access.roles") // ["pruefer"]
 */
const findeAnspruch = (wert: unknown, name: string): unknown => {
  if (!istObjekt(wert)) return undefined;
  if (Object.hasOwn(wert, name)) return wert[name];
  for (let punkt = name.indexOf("."); punkt >= 0; punkt = name.indexOf(".", punkt + 1)) {
    const davor = name.slice(0, punkt);
    const gefunden = Object.hasOwn(wert, davor) ? findeAnspruch(wert[davor], name.slice(punkt + 1)) : undefined;
    if (gefunden !== undefined) return gefunden;
  }
  return undefined;
};

/** A list of texts, or one text: that as a whole, and its words. */
const alsWorte = (anspruch: unknown): string[] => {
  if (Array.isArray(anspruch)) return anspruch.filter((wort) => typeof wort === "string");
  return typeof anspruch === "string" ? [anspruch, ...anspruch.split(/[\s,]+/)] : [];
};

/** The roles in the configured claim; what is no role of ours is passed over. */
export function rollenAus(token: JWTPayload, quelle: Rollenquelle): Rolle[] {
  const worte = alsWorte(findeAnspruch(token, quelle.OIDC_ROLLEN_CLAIM));
  const zuordnung = quelle.OIDC_ROLLEN_ZUORDNUNG;
  if (zuordnung.length === 0) return rollen.filter((rolle) => worte.includes(rolle));
  return rollen.filter((rolle) => zuordnung.some((eine) => eine.rolle === rolle && worte.includes(eine.gruppe)));
}

const hoechstens = 20;

/** For whoever sets it up: where roles were looked for, what stood there, and what else there was. No values of others. */
export function warumOhneRolle(token: JWTPayload, { OIDC_ROLLEN_CLAIM: angabe }: Rollenquelle) {
  return {
    angabe,
    gefunden: [...new Set(alsWorte(findeAnspruch(token, angabe)))]
      .slice(0, hoechstens)
      .map((wort) => wort.slice(0, 100)),
    vorhandeneAngaben: Object.keys(token)
      .slice(0, 2 * hoechstens)
      .map((name) => name.slice(0, 100)),
  };
}
