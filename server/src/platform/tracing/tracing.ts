export type Attributes = Record<string, string | number | boolean>;

/** A span's name and initial attributes. Names and attributes follow OpenTelemetry's conventions. */
export interface SpanOptions {
  name: string;
  kind: 'server' | 'client' | 'consumer';
  attributes: Attributes;
}

/** W3C Trace Context: the `traceparent` header, with which a trace continues in another process. */
export interface Carrier {
  traceparent?: string;
}

export interface OpenSpan {
  /** Runs `work` inside the span: anything that begins in it, even later, is the span's child. */
  within<T>(work: () => T): T;
  /** Call it once. `error`: what went wrong, if anything. */
  end(result?: { name?: string; attributes?: Attributes; error?: unknown }): void;
}

/** Spans of requests, statements, jobs and outgoing requests, sent to an OpenTelemetry collector. */
export interface Tracing {
  /** Begins a trace, or continues the carrier's. */
  begin(beginning: SpanOptions, carrier: Carrier): OpenSpan;
  /** Begins a span inside the current one; undefined if there's none, so that background activity makes no traces. */
  startChild(beginning: SpanOptions): OpenSpan | undefined;
  /** The current span, for another process. */
  carrier(): Carrier;
  /** Sends what's left. */
  close(): Promise<void>;
}
