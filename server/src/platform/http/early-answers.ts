import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { HotAnswer } from '#platform/database/json.ts';
import { escapeHtml } from '#platform/html.ts';
import type { LimitRule, RateLimits } from '#platform/rate-limits/rate-limits.ts';
import { hashToken } from '#platform/sessions/sessions.ts';
import type { SessionCookie } from './cookie.ts';
import type { KnownPersons } from './known-persons.ts';
import { type MatchPage, matchPage } from './page-paths.ts';

/** Milliseconds that a page waits for its early answer; a database that is busy or down must not keep the page back. */
const patience = 300;

/** The first call that a page of the app makes, which the server answers along with the page. */
interface EarlyCall {
  /** The routes of the pages, as `/profile/:username`. */
  pages: readonly string[];
  /** Path and query, exactly as the app writes them: of the page's parameters, or of the answer where only that tells. */
  address(params: Record<string, string>, body: string): string;
  limits: readonly LimitRule[];
  /** The hot statement of the call. */
  read(tokenHash: Buffer, params: Record<string, string>): Promise<HotAnswer>;
}

interface EarlyAnswer {
  address: string;
  userId: string;
  /** JSON text. */
  body: string;
}

/** Features say here what a page of the app asks first; the page then brings the answer, and the app saves a round trip. */
export interface EarlyAnswers {
  answer(call: EarlyCall): void;
  /** For the page at this path. Undefined when there is nothing to answer, nobody is signed in, or it cannot be had now: the app asks itself then. */
  find(request: FastifyRequest, path: string): Promise<EarlyAnswer | undefined>;
}

export function createEarlyAnswers(parts: {
  cookie: SessionCookie;
  persons: KnownPersons;
  limits: RateLimits;
}): EarlyAnswers {
  const { cookie, persons, limits } = parts;
  const pages: { matches: MatchPage; call: EarlyCall }[] = [];

  const callOf = (path: string) => {
    for (const { matches, call } of pages) {
      const params = matches(path);
      if (params) return { call, params };
    }
    return undefined;
  };

  const read = async (
    { call, params }: NonNullable<ReturnType<typeof callOf>>,
    request: FastifyRequest,
    token: string,
  ): Promise<EarlyAnswer | undefined> => {
    const tokenHash = hashToken(token);
    const userId = persons.find(tokenHash) ?? null;
    await limits.enforce(call.limits, { address: request.ip, userId });
    // A session that should be prolonged is so by the calls that follow.
    const answer = await call.read(tokenHash, params);
    if (!answer) return undefined;
    const { userId: owner, body } = answer;
    return { address: call.address(params, body), userId: owner, body };
  };

  return {
    answer(call) {
      for (const page of call.pages) pages.push({ matches: matchPage(page), call });
    },
    async find(request, path) {
      const found = callOf(path);
      const token = found && cookie.read(request);
      if (found === undefined || token === undefined) return undefined;
      const late = new AbortController();
      try {
        return await Promise.race([
          read(found, request, token),
          sleep(patience, undefined, { signal: late.signal, ref: false }),
        ]);
      } catch {
        // The app makes the call itself, and shows what is wrong.
        return undefined;
      } finally {
        late.abort();
      }
    },
  };
}

/**
 * The page with an answer in it: a block of data, which the content-security policy lets stand because it is never run. It comes
 * before the first script that is a file, which looks for it, and after what is painted first.
 * @param page the built index.html
 */
export function withEarlyAnswer(page: string, { address, userId, body }: EarlyAnswer): string {
  const script = page.indexOf('<script src=');
  const place = script < 0 ? page.length : script;
  // Texts of members stand in it; without this sign none of them can end the block.
  const data = body.replaceAll('<', '\\u003c');
  const block = `<script type="application/json" id="early-answer" data-call="${escapeHtml(address)}" data-user="${userId}">${data}</script>`;
  return page.slice(0, place) + block + page.slice(place);
}
