import type { Config } from "../../technik/config.ts";
import { loopback } from "../../technik/http/anfrage.ts";

/** Where the sign-in may send a browser back to: all that the service takes for its own address, and the frontends. */
export function rueckwege({ PORT, BASE_PATH, FRONTEND_ORIGINS, PUBLIC_URL }: Config): string[] {
  const eigene = [...loopback].map((host) => `http://${host}:${PORT}`);
  const herkuenfte = [...eigene, ...FRONTEND_ORIGINS, ...(PUBLIC_URL ? [new URL(PUBLIC_URL).origin] : [])];
  // Port 80 is not written in an address.
  return [...new Set(herkuenfte)].map((herkunft) => `${new URL(herkunft).origin}${BASE_PATH}/auth/callback`);
}
