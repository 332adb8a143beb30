import type { Card } from '@hubbub/contract/features/conversations/card.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { findUser } from '#features/accounts/public.ts';
import { listCommunitiesOf, standingIn } from '#features/communities/public.ts';
import { explainableProfiles, getProfile } from '#features/profiles/public.ts';
import { unauthenticated } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { explainableChats } from './explain.service.ts';

/**
 * A person's card, with what the caller can do. Each ability is what the call itself would answer.
 * @param asked `community`: the handle of the community in which the card opens
 * @throws {HttpError} 404 for people the caller doesn't see
 */
export async function getCard(
  platform: Platform,
  { userId: viewerId, tokenHash }: Session,
  { username, community }: { username: string; community?: string | undefined },
): Promise<Card> {
  const { db, config } = platform;
  const profile = await getProfile(platform, tokenHash, { username, size: 1 });
  const caller = await findUser(db.kysely, viewerId);
  if (!profile || !caller) throw unauthenticated();
  const { user } = profile.body;
  const { user_id: userId } = user;
  const isSelf = userId === viewerId;
  const person = { ...caller, name: caller.username };
  const message = await explainableChats(platform).actions.message(person, userId);
  const follow = await explainableProfiles(platform).actions.follow(person, userId);
  const { roles, give_roles, ban } = await standingIn(platform, community, { userId, viewerId });
  const isReachable = message.obstacles.length === 0;
  return {
    user,
    roles,
    communities: await listCommunitiesOf(db.kysely, { userId, viewerId, most: limits.cardCommunities }),
    abilities: {
      message: isReachable,
      call: isReachable && config.meetingUrl === undefined,
      follow: follow.obstacles.length === 0,
      give_roles,
      mute: !isSelf,
      ban,
    },
  };
}
