import type { Endpoint, EndpointAnswer } from '@hubbub/contract/platform/endpoint.ts';
import { vi } from 'vitest';

/** A call made by the page. */
export interface Asked {
  params: Record<string, string>;
  query: Record<string, string>;
  /** JSON, a form's parts, or a text as `csv`. */
  body: Record<string, unknown>;
}

interface Route {
  endpoint: Endpoint;
  pattern: RegExp;
  respond: (asked: Asked, signal: AbortSignal | null | undefined) => Response | Promise<Response>;
}

type BodyOf<E extends Endpoint> =
  | EndpointAnswer<E>
  | ((asked: Asked) => EndpointAnswer<E> | Promise<EndpointAnswer<E>>);

const patternOf = (path: string) => new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);

function bodyOf(body: unknown): Record<string, unknown> {
  if (typeof body === 'string') return body.startsWith('{') ? JSON.parse(body) : { csv: body };
  if (!(body instanceof FormData)) return {};
  return Object.fromEntries([...new Set(body.keys())].map((key) => [key, body.getAll(key)]));
}

const abortedBy = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

/**
 * Answers the page's calls where they leave the browser: `fetch`, and `XMLHttpRequest` for forms. An answer that doesn't match the
 * contract fails, and so does an unexpected call. Each test starts with its own.
 */
export function fakeApi() {
  const routes: Route[] = [];
  const calls: { endpoint: Endpoint; asked: Asked }[] = [];
  let isConnected = true;

  function add(endpoint: Endpoint, respond: Route['respond']): void {
    routes.unshift({ endpoint, pattern: patternOf(endpoint.path), respond });
  }

  async function request(
    method: string,
    address: string,
    body: unknown,
    signal?: AbortSignal | null,
  ): Promise<Response> {
    // The page never gets its answer in the same turn as its request.
    await Promise.resolve();
    if (!isConnected) throw new TypeError('Failed to fetch');
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    const route = routes.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(pathname));
    if (route === undefined) return Response.json({ error: `No test foresaw ${method} ${pathname}` }, { status: 501 });
    const groups = route.pattern.exec(pathname)?.groups ?? {};
    const params = Object.fromEntries(Object.entries(groups).map(([key, text]) => [key, decodeURIComponent(text)]));
    const asked: Asked = { params, query: Object.fromEntries(searchParams), body: bodyOf(body) };
    calls.push({ endpoint: route.endpoint, asked });
    return await Promise.race([route.respond(asked, signal), ...(signal ? [abortedBy(signal)] : [])]);
  }

  vi.stubGlobal('fetch', (address: string, { method = 'GET', body, signal }: RequestInit = {}) =>
    request(method, address, body, signal),
  );
  vi.stubGlobal('XMLHttpRequest', requestClass(request));
  vi.stubGlobal('WebSocket', SilentSocket);

  return {
    answer<E extends Endpoint>(endpoint: E, body: BodyOf<E>): void {
      add(endpoint, async (asked) => {
        const given = typeof body === 'function' ? await (body as (asked: Asked) => unknown)(asked) : body;
        return Response.json(endpoint.answer.body.parse(given), { status: endpoint.answer.status });
      });
    },
    refuse(endpoint: Endpoint, status: number, error: string | Record<string, string>): void {
      add(endpoint, () => Response.json({ error }, { status }));
    },
    /** Holds the answer until the returned function is called. */
    hold<E extends Endpoint>(endpoint: E, body: EndpointAnswer<E>): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      add(endpoint, async () => {
        await promise;
        return Response.json(endpoint.answer.body.parse(body), { status: endpoint.answer.status });
      });
      return resolve;
    },
    /** Answers line by line, as the returned functions are called. */
    stream<E extends Endpoint>(endpoint: E) {
      const { respond, ...answer } = streamedAnswer(endpoint);
      add(endpoint, respond);
      return answer;
    },
    disconnect(): void {
      isConnected = false;
    },
    connect(): void {
      isConnected = true;
    },
    /** An endpoint's calls, in order. */
    asked: (endpoint: Endpoint): Asked[] =>
      calls.filter((call) => call.endpoint === endpoint).map(({ asked }) => asked),
  };
}

function streamedAnswer<E extends Endpoint>({ answer }: E) {
  const { readable, writable } = new TransformStream<string>();
  const writer = writable.getWriter();
  let isAborted = false;
  const respond: Route['respond'] = (_asked, signal) => {
    signal?.addEventListener('abort', () => {
      isAborted = true;
      writer.abort(signal.reason).catch(() => undefined);
    });
    return new Response(readable.pipeThrough(new TextEncoderStream()), { status: answer.status });
  };
  return {
    respond,
    write: (...lines: EndpointAnswer<E>[]) =>
      void writer.write(lines.map((line) => `${JSON.stringify(answer.body.parse(line))}\n`).join('')),
    end: () => void writer.close(),
    isAborted: () => isAborted,
  };
}

/** A live connection that never opens. */
class SilentSocket extends EventTarget {
  close(): void {
    this.dispatchEvent(new Event('close'));
  }
}

/** The parts of `XMLHttpRequest` that the page uses to send forms. */
function requestClass(request: (method: string, address: string, body: unknown) => Promise<Response>) {
  return class extends EventTarget {
    readonly upload = new EventTarget();
    withCredentials = false;
    status = 0;
    responseText = '';
    #target: [method: string, address: string] = ['GET', '/'];
    #headers = new Headers();
    #isAborted = false;

    open(method: string, address: string): void {
      this.#target = [method, address];
    }

    setRequestHeader(): void {
      // No test depends on these.
    }

    getResponseHeader(name: string): string | null {
      return this.#headers.get(name);
    }

    send(body: unknown): void {
      request(...this.#target, body).then(
        async (response) => {
          this.status = response.status;
          this.#headers = response.headers;
          this.responseText = await response.text();
          if (!this.#isAborted) this.dispatchEvent(new Event('load'));
        },
        () => this.#isAborted || this.dispatchEvent(new Event('error')),
      );
    }

    abort(): void {
      this.#isAborted = true;
      this.dispatchEvent(new Event('abort'));
    }
  };
}
