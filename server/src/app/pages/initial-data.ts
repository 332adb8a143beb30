import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '@hubbub/contract/platform/endpoint.ts';
import { type InitialDataName, type PageName, pageEntries, pages } from '@hubbub/contract/platform/pages.ts';
import type { FastifyRequest } from 'fastify';
import { escapeHtml } from '#platform/html.ts';
import type { KnownUsers } from '#platform/http/known-users.ts';
import type { InitialCall, InitialData, PublicInitialCall } from '#platform/http/page-parts.ts';
import { type createCallTurns, inTurn } from '#platform/http/turns.ts';
import type { RateLimits } from '#platform/rate-limits/rate-limits.ts';
import type { SessionCookie } from '#platform/sessions/cookie.ts';
import { hashToken } from '#platform/sessions/sessions.ts';
import type { OpenPage } from './pages.ts';

/** Milliseconds that a page waits for its initial data; a busy or unavailable database must not delay the page. */
const timeoutMs = 300;

interface InitialAnswer {
  address: string;
  /** Whose data it is; undefined: it's the same for everybody without a session. */
  userId: string | undefined;
  /** JSON text. */
  body: string;
  /** The URL that the page requests next. */
  next?: string | undefined;
}

/** The initial data that features registered, and how a page gets it. */
export interface InitialDataReader extends InitialData {
  /** Undefined if this user's page has none, or it isn't available right now: the app then requests it itself. */
  find(request: FastifyRequest, page: OpenPage | undefined): Promise<InitialAnswer | undefined>;
  /** Throws if the table of pages names initial data that no feature provides. */
  check(): void;
}

const nameOf = (page: PageName): InitialDataName | undefined => {
  const row = pages[page];
  return 'initialData' in row ? row.initialData : undefined;
};

export function createInitialData(parts: {
  cookie: SessionCookie;
  persons: KnownUsers;
  turns: ReturnType<typeof createCallTurns>;
  limits: RateLimits;
}): InitialDataReader {
  const { cookie, persons, turns, limits } = parts;
  const calls = new Map<InitialDataName, InitialCall<unknown> | PublicInitialCall<unknown>>();

  const textOf = ({ endpoint }: { endpoint: Endpoint }, body: unknown) =>
    typeof body === 'string' ? body : JSON.stringify(endpoint.answer.body.parse(body));

  const readPublic = async (call: PublicInitialCall<unknown>, request: FastifyRequest): Promise<InitialAnswer> => {
    await limits.enforce(call.limits, { address: request.ip, userId: null });
    return { address: call.address, userId: undefined, body: textOf(call, await call.readPublic()) };
  };

  const read = async (
    call: InitialCall<unknown>,
    params: Record<string, string>,
    request: FastifyRequest,
    token: string,
  ): Promise<InitialAnswer | undefined> => {
    const tokenHash = hashToken(token);
    const userId = persons.find(tokenHash) ?? null;
    await limits.enforce(call.limits, { address: request.ip, userId });
    // If a session should be extended, the calls that follow do it.
    const turn = turns.reads(userId ?? tokenHash.toString('latin1'));
    const answer = await inTurn(turn, () => call.read(tokenHash, params));
    if (!answer) return undefined;
    const { userId: owner, body } = answer;
    const next = call.next?.(new URLSearchParams(request.url.split('?')[1]));
    return { address: call.address(params, body), userId: owner, body: textOf(call, body), next };
  };

  /** How to read it for this user; undefined if there's nothing for them. */
  const readerOf = (
    call: InitialCall<unknown> | PublicInitialCall<unknown>,
    params: Record<string, string>,
    request: FastifyRequest,
  ) => {
    const token = cookie.read(request);
    if ('readPublic' in call) return token === undefined ? () => readPublic(call, request) : undefined;
    return token === undefined ? undefined : () => read(call, params, request, token);
  };

  return {
    provide: (name, call) => void calls.set(name, call as InitialCall<unknown> | PublicInitialCall<unknown>),
    async find(request, page) {
      const name = page && nameOf(page.name);
      const call = name && calls.get(name);
      if (page === undefined || call === undefined) return undefined;
      const reading = readerOf(call, page.params, request);
      if (reading === undefined) return undefined;
      const late = new AbortController();
      try {
        return await Promise.race([reading(), sleep(timeoutMs, undefined, { signal: late.signal, ref: false })]);
      } catch {
        // The app makes the call itself, and shows the error.
        return undefined;
      } finally {
        late.abort();
      }
    },
    check() {
      for (const [page, { initialData }] of pageEntries) {
        if (initialData !== undefined && !calls.has(initialData))
          throw new Error(`No feature provides "${initialData}", the initial data of the page ${page}.`);
      }
    },
  };
}

/**
 * The page with an answer embedded: a data block, which the content security policy allows because it's never executed. It comes before
 * the last inline script, which looks for it, and after what's painted first.
 * @param page the built index.html
 */
export function withInitialData(page: string, { address, userId, body, next }: InitialAnswer): string {
  const script = page.lastIndexOf('<script>');
  const place = script < 0 ? page.length : script;
  // It contains members' texts; without this character none of them can close the block.
  const data = body.replaceAll('<', '\\u003c');
  const block = `<script type="application/json" id="initial-data" data-call="${escapeHtml(address)}" data-user="${userId ?? ''}">${data}</script>`;
  const link =
    next === undefined
      ? ''
      : `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${escapeHtml(next)}">`;
  return page.slice(0, place) + link + block + page.slice(place);
}
