import { setTimeout as pause } from "node:timers/promises";
import type { Config } from "../../technik/config.ts";
import { version } from "../../technik/http/version.ts";
import { setzeSpurgeber } from "../../technik/spur.ts";

type Spurconfig = Pick<
  Config,
  | "OTEL_SDK_DISABLED"
  | "OTEL_EXPORTER_OTLP_ENDPOINT"
  | "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
  | "OTEL_EXPORTER_OTLP_HEADERS"
  | "OTEL_EXPORTER_OTLP_TRACES_HEADERS"
  | "OTEL_SERVICE_NAME"
  | "OTEL_RESOURCE_ATTRIBUTES"
  | "OTEL_TRACES_SAMPLER"
  | "OTEL_TRACES_SAMPLER_ARG"
>;

/** Where traces go to; undefined: nobody wants any. */
const adresseAus = (config: Spurconfig): string | undefined => {
  const { OTEL_SDK_DISABLED, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_EXPORTER_OTLP_ENDPOINT } = config;
  if (OTEL_SDK_DISABLED) return undefined;
  if (OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  return OTEL_EXPORTER_OTLP_ENDPOINT && `${OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, "")}/v1/traces`;
};

/** What the rest may take at the end: a collector that hangs holds nobody up. */
const endeMs = 2_000;

/**
 * Draws traces if a collector is configured; without one not even the code for it is loaded. Before the pools are opened.
 *
 * @param melde hears, once in a minute at most, that the collector does not take them
 * @returns ends it, in two seconds at most
 */
export async function starteSpur(
  config: Spurconfig,
  art: "server" | "worker",
  melde: (text: string) => void,
): Promise<() => Promise<void>> {
  const adresse = adresseAus(config);
  if (adresse === undefined) return async () => {};
  const { erstelleSpur } = await import("./otel.ts");
  const { geber, beende } = erstelleSpur(
    {
      adresse,
      kopf: { ...config.OTEL_EXPORTER_OTLP_HEADERS, ...config.OTEL_EXPORTER_OTLP_TRACES_HEADERS },
      merkmale: {
        "service.name": `pachtverwaltung-${art}`,
        "service.version": version,
        ...config.OTEL_RESOURCE_ATTRIBUTES,
        ...(config.OTEL_SERVICE_NAME ? { "service.name": config.OTEL_SERVICE_NAME } : {}),
      },
      auswahl: config.OTEL_TRACES_SAMPLER,
      anteil: config.OTEL_TRACES_SAMPLER_ARG,
    },
    version,
    melde,
  );
  setzeSpurgeber(geber);
  return async () => {
    setzeSpurgeber(undefined);
    const frist = new AbortController();
    const zuSpaet = pause(endeMs, false, { signal: frist.signal }).catch(() => false);
    const gesendet = await Promise.race([beende().then(() => true), zuSpaet]).catch(() => false);
    frist.abort();
    if (!gesendet) melde("Spuren: die letzten gingen verloren, niemand nahm sie an.");
  };
}
