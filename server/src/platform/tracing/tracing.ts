export type Attributes = Record<string, string | number | boolean>;

/** What a span is called, and what is known when it begins. Names and attributes are those of OpenTelemetry's conventions. */
export interface Beginning {
  name: string;
  kind: 'server' | 'client' | 'consumer';
  attributes: Attributes;
}

/** W3C Trace Context: the `traceparent` header, by which a trace goes on in another process. */
export interface Carrier {
  traceparent?: string;
}

export interface OpenSpan {
  /** Runs `work` inside the span: what begins in it, also later, is the span's child. */
  within<T>(work: () => T): T;
  /** To be called once. `error`: what went wrong, if something did. */
  end(result?: { name?: string; attributes?: Attributes; error?: unknown }): void;
}

/** Spans of requests, statements, jobs and what is asked of other servers, sent to a collector of OpenTelemetry. */
export interface Tracing {
  /** Begins a trace, or goes on with the one that the carrier names. */
  begin(beginning: Beginning, carrier: Carrier): OpenSpan;
  /** Begins a span inside the current one; undefined if there is none, so that what nobody asked for makes no traces. */
  beginWithin(beginning: Beginning): OpenSpan | undefined;
  /** The current span, for another process. */
  carrier(): Carrier;
  /** Sends what is left. */
  close(): Promise<void>;
}
