import { type Permission, permissionNames } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { type ExplainedPerson, explainNewAccount } from '#features/accounts/public.ts';
import type { Db } from '#platform/database/database.ts';
import type { Platform } from '#platform/platform.ts';
import { findActiveBan } from './bans.queries.ts';
import { mayBanMembers } from './bans.rules.ts';
import { type CommunityRow, findCommunityById } from './communities.queries.ts';
import { type Actor, mayEditCommunity, mayKnowOf, mayPost } from './communities.rules.ts';
import { findMember, type MemberFacts } from './members.queries.ts';
import { knownCommunityId } from './reportable.queries.ts';

/** A community, and somebody's relation to it; a member is never banned. */
interface Situation {
  name: string;
  community: CommunityRow;
  member: MemberFacts | undefined;
  isBanned: boolean;
}

async function situationOf(db: Db, person: ExplainedPerson, communityId: string): Promise<Situation | undefined> {
  const community = await findCommunityById(db, communityId);
  if (!community) return undefined;
  const member = await findMember(db, communityId, person.id);
  const ban = member ? undefined : await findActiveBan(db, { communityId, userId: person.id });
  return { name: person.name, community, member, isBanned: ban !== undefined };
}

/** The explanation for somebody who isn't in a community. */
function outside({ name, community, isBanned }: Situation): string {
  if (isBanned) return `${name} is banned from ${community.name}. Lift the ban in its settings, under Bans.`;
  return community.visibility === 'private'
    ? `${name} isn't a member of ${community.name}, which is private. Send them an invite.`
    : `${name} isn't a member of ${community.name}. They have to join it first.`;
}

const gone = { obstacles: ['This community was deleted.'], grounds: [] };

/** Somebody without roles. */
const nobody: Actor = { permissions: [] };

/** Why somebody may or may not do what a permission is for. */
export async function explainPermission(
  { db }: Pick<Platform, 'db'>,
  person: ExplainedPerson,
  communityId: string,
  { permission, may }: { permission: Permission; may: (actor: Actor) => boolean },
): Promise<{ obstacles: string[]; grounds: string[] }> {
  const situation = await situationOf(db.kysely, person, communityId);
  if (!situation) return gone;
  const { name, community, member } = situation;
  const right = `a role with the "${permissionNames[permission]}" permission in ${community.name}`;
  if (may(member ?? nobody)) return { obstacles: [], grounds: [`${name} has ${right}.`] };
  const lacking = `${name} doesn't have ${right}. Give them one in Roles.`;
  return { obstacles: [member ? lacking : outside(situation)], grounds: [] };
}

/** Why somebody who isn't a member can't use a community's channels; undefined: they're a member. */
export async function explainMembership(
  { db }: Pick<Platform, 'db'>,
  person: ExplainedPerson,
  communityId: string,
): Promise<string | undefined> {
  const situation = await situationOf(db.kysely, person, communityId);
  return situation && !situation.member ? outside(situation) : undefined;
}

/** The actions in communities, and why somebody may or may not perform them. */
export function explainableCommunities(platform: Pick<Platform, 'db' | 'clock' | 'config'>) {
  const { db } = platform;
  const needing =
    (permission: Permission, may: (actor: Actor) => boolean) => async (person: ExplainedPerson, communityId: string) =>
      await explainPermission(platform, person, communityId, { permission, may });
  const posting = needing('post:create', mayPost);

  return {
    kind: 'community' as const,

    /** A community by its handle that the asker may know about: a private one only if they're a member. */
    async find(handle: string, asker: { userId: string }) {
      const id = await knownCommunityId(db.kysely, handle, asker.userId);
      return id === undefined ? undefined : { id, communityId: id };
    },

    actions: {
      async view(person: ExplainedPerson, communityId: string) {
        const situation = await situationOf(db.kysely, person, communityId);
        if (!situation) return gone;
        const { name, community, member } = situation;
        if (!mayKnowOf(community, { isMember: member !== undefined }))
          return { obstacles: [outside(situation)], grounds: [] };
        const everybody = `${community.name} is public, so everybody who's logged in can see it.`;
        return { obstacles: [], grounds: [member ? `${name} is a member of ${community.name}.` : everybody] };
      },

      async join(person: ExplainedPerson, communityId: string) {
        const situation = await situationOf(db.kysely, person, communityId);
        if (!situation) return gone;
        const { name, community, member, isBanned } = situation;
        if (isBanned || !mayKnowOf(community, { isMember: member !== undefined }))
          return { obstacles: [outside(situation)], grounds: [] };
        const open = `${community.name} is public, so everybody can join it.`;
        return { obstacles: [], grounds: [member ? `${name} is a member of ${community.name} already.` : open] };
      },

      async post(person: ExplainedPerson, communityId: string) {
        const { obstacles, grounds } = await posting(person, communityId);
        const limit = explainNewAccount(platform, person, person.name);
        return { obstacles, grounds: limit === undefined ? grounds : [...grounds, limit] };
      },

      ban: needing('ban:users', mayBanMembers),
      edit: needing('community:edit', mayEditCommunity),
    },
  };
}
