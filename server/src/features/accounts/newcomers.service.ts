import { limits as numbers } from '@hubbub/contract/platform/limits.ts';
import { invalid } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type {} from './accounts.limits.ts';
import { findNewcomer } from './newcomers.queries.ts';
import { countLinks, newcomersSince } from './newcomers.rules.ts';

/** Accounts created after this are new, which limits what they may do; null: none is. */
export const newSince = ({ config, clock }: Pick<Platform, 'config' | 'clock'>): Date | null =>
  config.rateLimits ? newcomersSince(clock.now(), config.newAccountHours) : null;

/**
 * Counts a text's links if the caller's account is new. A text without links costs nothing.
 * @throws {HttpError} 422 if these would be too many
 */
export async function spendLinks(platform: Platform, tokenHash: Buffer, content: string): Promise<void> {
  const { db, limits, config } = platform;
  const since = newSince(platform);
  const count = since === null ? 0 : countLinks(content);
  if (since === null || count === 0) return;
  const userId = await findNewcomer(db.hot, tokenHash, since);
  if (userId === undefined) return;
  for (let spent = 0; spent < count; spent += 1) {
    if (await limits.allows('newcomer-links', userId)) continue;
    for (; spent >= 0; spent -= 1) await limits.refund('newcomer-links', userId);
    throw invalid({
      content: `New accounts can post at most ${numbers.newcomer.links} links in their first ${config.newAccountHours} hours. Leave the links out, or try again later.`,
    });
  }
}
