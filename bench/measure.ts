import type { Request } from 'autocannon';

/** Load put on a server from a separate process. */
export interface LoadJob {
  url: string;
  connections: number;
  seconds: number;
  /** Each connection sends them in its own order, over and over. */
  requests: Request[];
  /** Whether each connection sends its own part of them instead, in order. */
  isDivided?: boolean;
}

/** Load to put on the database without HTTP. */
export interface RawJob {
  databaseUrl: string;
  connections: number;
  inFlight: number;
  seconds: number;
  statement: { name: string; text: string };
  /** Sets of values, used in turn. */
  values: unknown[][];
}

/** The results of one load run. Times in milliseconds. */
export interface Measured {
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  count: number;
  /** Responses that weren't a success, and requests without a response. */
  failed: number;
}

/** @param times of all responses, in milliseconds, in any order */
export function summarise(times: number[], seconds: number, failed: number): Measured {
  const sorted = Float64Array.from(times).sort();
  return {
    perSecond: sorted.length / seconds,
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
    count: sorted.length,
    failed,
  };
}

/** @param sorted ascending */
function quantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** The median of each figure separately. */
export function medianOf(runs: readonly Measured[]): Measured {
  const of = (key: keyof Measured) => median(runs.map((run) => run[key]));
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p95: of('p95'),
    p99: of('p99'),
    count: of('count'),
    failed: Math.max(...runs.map((run) => run.failed)),
  };
}
