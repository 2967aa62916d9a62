import type { Config } from "../../../technik/config.ts";
import { type Befund, fehlt, inOrdnung } from "./befund.ts";

const fristMs = 5_000;

/** Whether browsers find the service where the configuration says, through whatever stands in front of it. */
export async function pruefeErreichbarkeit(config: Config): Promise<Befund> {
  const was = "Öffentliche Adresse";
  const basis = `${new URL(config.PUBLIC_URL ?? `http://127.0.0.1:${config.PORT}`).origin}${config.BASE_PATH}`;
  const hilfe = "läuft der Server, führen DNS, Zertifikat und Reverse-Proxy zu ihm?";
  try {
    const antwort = await fetch(`${basis}/healthz`, { redirect: "manual", signal: AbortSignal.timeout(fristMs) });
    const { version } = (await antwort.json().catch(() => ({}))) as { version?: unknown };
    if (antwort.status === 200 && typeof version === "string") return inOrdnung(was, `${basis} antwortet (${version})`);
    return fehlt(was, `${basis}/healthz antwortet mit ${antwort.status}: ${hilfe}`);
  } catch (fehler) {
    const { cause, message } = fehler as Error & { cause?: Error };
    return fehlt(was, `${basis}/healthz antwortet nicht (${cause?.message || message}): ${hilfe}`);
  }
}
