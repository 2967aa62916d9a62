import {
  type Attributes,
  type Context,
  context,
  DiagLogLevel,
  diag,
  type Link,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { setGlobalErrorHandler, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Config } from "../../technik/config.ts";
import { wortFuer } from "../../technik/database/ausfall.ts";
import type { Spurgeber } from "../../technik/spur.ts";

type Wahl = {
  adresse: string;
  kopf: Record<string, string>;
  merkmale: Attributes;
  auswahl: Config["OTEL_TRACES_SAMPLER"];
  anteil: number;
};

const stichprobe = ({ auswahl, anteil }: Wahl): Sampler => {
  const [wem, was] = auswahl.startsWith("parentbased_")
    ? ["anrufer", auswahl.slice("parentbased_".length)]
    : ["jeder", auswahl];
  const wurzel = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(anteil),
  }[was as "always_on"]();
  return wem === "anrufer" ? new ParentBasedSampler({ root: wurzel }) : wurzel;
};

const arten = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const;

const spurfeld = "traceparent";

/** The context that headers of W3C lead to. */
const aus = (kopf: Record<string, string>): Context => propagation.extract(context.active(), kopf);

const verweisAuf = (spur: string): Link | undefined => {
  const ort = trace.getSpanContext(aus({ [spurfeld]: spur }));
  return ort && { context: ort };
};

const scheitert = (span: Span, wort: string): void => {
  span.setAttribute("error.type", wort);
  span.setStatus({ code: SpanStatusCode.ERROR });
};

const erstelleGeber = (anbieter: TracerProvider, version: string): Spurgeber => {
  const zeichner = anbieter.getTracer("pachtverwaltung", version);
  return {
    fuehre({ name, art, merkmale, herkunft }, tue) {
      const wo = herkunft ? aus(herkunft) : context.active();
      return zeichner.startActiveSpan(name, { kind: arten[art], attributes: merkmale }, wo, async (span) => {
        try {
          return await tue({
            ergaenze: (mehr) => span.setAttributes(mehr),
            scheitert: (wort) => scheitert(span, wort),
          });
        } catch (fehler) {
          scheitert(span, wortFuer(fehler));
          throw fehler;
        } finally {
          span.end();
        }
      });
    },
    beginne({ name, art, merkmale }) {
      if (!trace.getActiveSpan()?.isRecording()) return undefined;
      const span = zeichner.startSpan(name, { kind: arten[art], attributes: merkmale });
      return (fehler) => {
        if (fehler !== null) scheitert(span, fehler);
        span.end();
      };
    },
    hier() {
      const kopf: Record<string, string> = {};
      propagation.inject(context.active(), kopf);
      return kopf[spurfeld] ?? null;
    },
    verweise(spur) {
      const verweis = verweisAuf(spur);
      if (verweis) trace.getActiveSpan()?.addLink(verweis);
    },
  };
};

/** Spans that nobody could take yet; what is more is dropped, so that a dead collector costs nothing but them. */
const schlange = {
  maxQueueSize: 4096,
  maxExportBatchSize: 512,
  scheduledDelayMillis: 2_000,
  exportTimeoutMillis: 10_000,
};

/** Says at most once in a minute that something is wrong. */
const gedrosselt = (melde: (text: string) => void) => {
  let zuletzt = Number.NEGATIVE_INFINITY;
  return (text: string): void => {
    if (performance.now() - zuletzt < 60_000) return;
    zuletzt = performance.now();
    melde(text);
  };
};

/**
 * Draws traces and sends them by OTLP over HTTP.
 *
 * @returns the drawer, and what sends the rest and ends
 */
export function erstelleSpur(wahl: Wahl, version: string, melde: (text: string) => void) {
  const sage = gedrosselt((text) => melde(`Spuren: ${text}`));
  const schweige = () => {};
  diag.setLogger(
    { error: sage, warn: sage, info: schweige, debug: schweige, verbose: schweige },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  setGlobalErrorHandler((fehler) => sage(fehler instanceof Error ? fehler.message : wortFuer(fehler)));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const exporter = new OTLPTraceExporter({ url: wahl.adresse, headers: wahl.kopf });
  const anbieter = new TracerProvider({
    resource: resourceFromAttributes(wahl.merkmale),
    sampler: stichprobe(wahl),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...schlange })],
  });
  return {
    geber: erstelleGeber(anbieter, version),
    async beende(): Promise<void> {
      const gesendet = anbieter.shutdown();
      context.disable();
      propagation.disable();
      await gesendet;
    },
  };
}
