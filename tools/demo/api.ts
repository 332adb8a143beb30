import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint, EndpointAnswer, EndpointInput } from '@hubbub/contract/platform/endpoint.ts';

/** What went wrong, as a sentence for whoever started the program. */
export class DemoError extends Error {
  override readonly name = 'DemoError';
}

/** An error response. */
export class ApiError extends DemoError {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Given<E extends Endpoint> = {
  [K in keyof EndpointInput<E> as EndpointInput<E>[K] extends undefined ? never : K]: EndpointInput<E>[K];
} & { form?: FormData };

/** An API client with its own session, like a browser. */
export interface Client {
  call<const E extends Endpoint>(endpoint: E, given: Given<E>): Promise<EndpointAnswer<E>>;
}

const maxWaitSeconds = 15 * 60;

/** @param say reports longer waits */
export function openClient(origin: string, say: (words: string) => void): Client {
  let cookie: string | undefined;

  const sendOnce = async (method: string, url: string, body: FormData | string | undefined): Promise<Response> => {
    const headers = {
      ...(cookie === undefined ? {} : { cookie }),
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    };
    for (let tries = 1; ; tries += 1) {
      try {
        return await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
      } catch (error) {
        // A busy machine: a request that couldn't connect hasn't been sent.
        if (tries < 5 && isConnectTimeout(error)) continue;
        throw unreachable(origin, error);
      }
    }
  };

  const send = async (...request: Parameters<typeof sendOnce>): Promise<Response> => {
    for (let tries = 1; ; tries += 1) {
      const response = await sendOnce(...request);
      const seconds = Number(response.headers.get('retry-after') ?? 0);
      const again = (response.status === 429 && seconds <= maxWaitSeconds) || (response.status === 503 && tries < 5);
      if (!again) return response;
      await response.body?.cancel();
      if (seconds > 5) say(`The server asks us to wait ${seconds} s.`);
      await sleep((seconds || tries) * 1000);
    }
  };

  return {
    async call(endpoint, given) {
      const {
        params = {},
        query = {},
        body,
        form,
      } = given as {
        params?: Record<string, string>;
        query?: Record<string, unknown>;
        body?: unknown;
        form?: FormData;
      };
      const path = endpoint.path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
      const url = new URL(path, origin);
      for (const [name, value] of Object.entries(query))
        if (value !== undefined) url.searchParams.set(name, String(value));
      const response = await send(
        endpoint.method,
        url.href,
        form ?? (body === undefined ? undefined : JSON.stringify(body)),
      );
      const set = response.headers.getSetCookie()[0]?.split(';', 1)[0];
      if (set !== undefined) cookie = set;
      const answer: unknown = await response.json().catch(() => undefined);
      if (response.ok) return answer as EndpointAnswer<typeof endpoint>;
      throw new ApiError(response.status, `${endpoint.method} ${path} got ${response.status}: ${reason(answer)}`);
    },
  };
}

const isConnectTimeout = (error: unknown) =>
  error instanceof Error &&
  typeof error.cause === 'object' &&
  error.cause !== null &&
  'code' in error.cause &&
  error.cause.code === 'UND_ERR_CONNECT_TIMEOUT';

/** The message for an address where nothing answers. */
export function unreachable(origin: string, error: unknown): DemoError {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return new DemoError(
    `No server answers at ${origin}${cause}. Start one with "npm start" in another terminal, or name the address: npm run demo -- --url http://localhost:3001`,
  );
}

function reason(answer: unknown): string {
  const error = typeof answer === 'object' && answer !== null && 'error' in answer ? answer.error : undefined;
  if (typeof error === 'string') return error;
  return error === undefined ? 'no reason given' : JSON.stringify(error);
}
