import { appealHeaders } from '@hubbub/contract/platform/headers.ts';
import type { Sent } from '#platform/proxy-answers.rules.ts';

/** The headers of an answer that its error needs. */
export interface ErrorHeaders {
  retryAfter: string | null;
  appealToken?: string | null;
}

/** What arrived for a call, before anybody has looked at it. */
export interface RawAnswer extends ErrorHeaders {
  status: number;
  text: string;
  etag?: string | null;
  sent?: Sent;
}

/** @param get a header's value, by name */
export const errorHeaders = (get: (name: string) => string | null): ErrorHeaders => ({
  retryAfter: get('retry-after'),
  appealToken: get(appealHeaders.token),
});

export const unreachable = "We couldn't reach Hubbub. Check your connection and try again.";

/** Parses a JSON text; undefined if it's invalid. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
