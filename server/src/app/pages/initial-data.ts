import { setTimeout as sleep } from 'node:timers/promises';
import { type InitialDataName, type PageName, pageEntries, pages } from '@hubbub/contract/platform/pages.ts';
import type { FastifyRequest } from 'fastify';
import { escapeHtml } from '#platform/html.ts';
import type { KnownUsers } from '#platform/http/known-users.ts';
import type { InitialCall, InitialData } from '#platform/http/page-parts.ts';
import { type createCallTurns, inTurn } from '#platform/http/turns.ts';
import type { RateLimits } from '#platform/rate-limits/rate-limits.ts';
import type { SessionCookie } from '#platform/sessions/cookie.ts';
import { hashToken } from '#platform/sessions/sessions.ts';
import type { OpenPage } from './pages.ts';

/** Milliseconds that a page waits for its initial data; a busy or unavailable database must not delay the page. */
const timeoutMs = 300;

interface InitialAnswer {
  address: string;
  userId: string;
  /** JSON text. */
  body: string;
}

/** What features registered, and how a page gets it. */
export interface InitialDataReader extends InitialData {
  /** Undefined if the page has none, no one is signed in, or it isn't available right now: the app then requests it itself. */
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
  const calls = new Map<InitialDataName, InitialCall<unknown>>();

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
    const text = typeof body === 'string' ? body : JSON.stringify(call.endpoint.answer.body.parse(body));
    return { address: call.address(params, body), userId: owner, body: text };
  };

  return {
    provide: (name, call) => void calls.set(name, call as InitialCall<unknown>),
    async find(request, page) {
      const name = page && nameOf(page.name);
      const call = name && calls.get(name);
      const token = call && cookie.read(request);
      if (page === undefined || call === undefined || token === undefined) return undefined;
      const late = new AbortController();
      try {
        return await Promise.race([
          read(call, page.params, request, token),
          sleep(timeoutMs, undefined, { signal: late.signal, ref: false }),
        ]);
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
 * the first external script, which looks for it, and after what's painted first.
 * @param page the built index.html
 */
export function withInitialData(page: string, { address, userId, body }: InitialAnswer): string {
  const script = page.indexOf('<script src=');
  const place = script < 0 ? page.length : script;
  // It contains members' texts; without this character none of them can close the block.
  const data = body.replaceAll('<', '\\u003c');
  const block = `<script type="application/json" id="initial-data" data-call="${escapeHtml(address)}" data-user="${userId}">${data}</script>`;
  return page.slice(0, place) + block + page.slice(place);
}
