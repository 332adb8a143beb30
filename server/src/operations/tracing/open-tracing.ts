import type { Config } from '#platform/config/config.ts';
import type { Log } from '#platform/logging/logging.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';

/** Undefined, and none of its code loaded, unless `OTEL_EXPORTER_OTLP_ENDPOINT` is set. */
export async function openTracing(config: Config, log: Log): Promise<Tracing | undefined> {
  if (config.tracing === undefined) return undefined;
  const { openTelemetry } = await import('./open-telemetry.ts');
  return openTelemetry(config.tracing, config.role, log);
}
