import { limits as numbers } from '@hubbub/contract/platform/limits.ts';
import { linksIn } from '@hubbub/contract/platform/rich-text.ts';
import { invalid } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type {} from './accounts.limits.ts';
import { findNewcomer } from './newcomers.queries.ts';
import { countLinks, newcomersSince } from './newcomers.rules.ts';

/** Accounts created after this are new, which limits what they may do; null: none are. */
export const newSince = ({ config, clock }: Pick<Platform, 'config' | 'clock'>): Date | null =>
  config.rateLimits ? newcomersSince(clock.now(), config.newAccountHours) : null;

/** Undoes the counting of links for something that wasn't stored after all. */
export type RefundLinks = () => Promise<void>;

const nothing: RefundLinks = () => Promise.resolve();

/**
 * Counts a text's links if its author's account is new. A text without links costs nothing.
 * @param isRepeat whether the caller, whose id it gets, has sent this before; a repeated attempt costs nothing either
 * @throws {HttpError} 422 if these would be too many
 */
export async function spendLinks(
  platform: Platform,
  { content, tokenHash }: { content: string; tokenHash: Buffer },
  isRepeat: (userId: string) => Promise<boolean> = () => Promise.resolve(false),
): Promise<RefundLinks> {
  const { db, limits, config } = platform;
  const since = newSince(platform);
  if (since === null) return nothing;
  const count = countLinks(content, linksIn(content));
  if (count === 0) return nothing;
  const userId = await findNewcomer(db.reads, tokenHash, since);
  if (userId === undefined || (await isRepeat(userId))) return nothing;
  const refund = async (number: number) => {
    for (let left = number; left > 0; left -= 1) await limits.refund('newcomer-links', userId);
  };
  for (let spent = 1; spent <= count; spent += 1) {
    if (await limits.allows('newcomer-links', userId)) continue;
    await refund(spent);
    throw invalid({
      content: `New accounts can post at most ${numbers.newcomer.links} links in their first ${config.newAccountHours} hours. Leave the links out, or try again later.`,
    });
  }
  return () => refund(count);
}
