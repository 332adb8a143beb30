import { type Context, context, propagation, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Config } from '#platform/config/config.ts';
import type { Log } from '#platform/logging/logging.ts';
import type { Carrier, OpenSpan, SpanOptions, Tracing } from '#platform/tracing/tracing.ts';
import { traceOutgoing } from './outgoing.ts';

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/** Milliseconds that shutdown waits for a collector that doesn't answer. */
const flushTimeoutMs = 3000;

/** Opens this process's only tracing instance. A collector that can't be reached costs spans, and nothing else. */
export function openTelemetry(settings: NonNullable<Config['tracing']>, role: string, log: Log): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${settings.endpoint}/v1/traces`, headers: settings.headers });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'hubbub', 'hubbub.role': role, 'process.pid': process.pid }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1000 })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const tracer = provider.getTracer('hubbub');

  const tracing: Tracing = {
    begin: (beginning, carrier) => open(tracer, beginning, propagation.extract(context.active(), carrier)),
    startChild(beginning) {
      const current = context.active();
      return trace.getSpan(current)?.isRecording() ? open(tracer, beginning, current) : undefined;
    },
    carrier() {
      const carrier: Carrier = {};
      propagation.inject(context.active(), carrier);
      return carrier;
    },
    async close() {
      endOutgoing();
      try {
        await provider.forceFlush({ timeoutMillis: flushTimeoutMs });
        await provider.shutdown();
      } catch (error) {
        log.warn({ err: error }, "couldn't send the last spans to the collector");
      }
      context.disable();
      propagation.disable();
    },
  };
  const endOutgoing = traceOutgoing(tracing, new URL(settings.endpoint).host);
  return tracing;
}

function open(tracer: Tracer, { name, kind, attributes }: SpanOptions, parent: Context): OpenSpan {
  const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent);
  const inside = trace.setSpan(parent, span);
  return {
    within: (work) => context.with(inside, work),
    end({ name: better, attributes: more, error } = {}) {
      if (better !== undefined) span.updateName(better);
      if (more) span.setAttributes(more);
      if (error !== undefined) {
        // Error messages may repeat what people wrote; error types don't.
        span.setAttribute('error.type', errorType(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

function errorType(error: unknown): string {
  if (typeof error === 'string') return error;
  if (typeof error === 'object' && error !== null && 'code' in error && error.code) return String(error.code);
  return error instanceof Error ? error.name : 'unknown';
}
