import { namedParts } from '@hubbub/contract/platform/rich-text.ts';
import type { Platform } from '#platform/platform.ts';
import { type Audience, findMentioned } from './rich-text.queries.ts';
import { inCodePoints, mentionsAmong, namesIn } from './rich-text.rules.ts';

/**
 * Finds the people that a new text mentions: they must be able to see it, and neither they nor the author may have blocked the other. A
 * text without an at sign costs nothing.
 * @returns JSON text for the column `mentions`; null: nobody
 */
export async function resolveMentions(
  { db }: Pick<Platform, 'db'>,
  audience: Audience,
  { tokenHash, content, place }: { tokenHash: Buffer; content: string; place: string | null },
): Promise<string | null> {
  const parts = namedParts(content);
  if (parts.length === 0) return null;
  const found = await findMentioned(db.reads, audience, { tokenHash, names: namesIn(parts), place });
  if (found.length === 0) return null;
  const mentions = mentionsAmong(inCodePoints(content, parts), new Map(found.map(({ id, name }) => [name, id])));
  return JSON.stringify(mentions);
}
