import { limits } from '@hubbub/contract/platform/limits.ts';
import type { ExplainedPerson } from '#features/accounts/public.ts';
import { explainMembership, explainPermission, memberFacts } from '#features/communities/public.ts';
import { forTalking, kindOf, waitIn } from '#features/rooms/public.ts';
import { formatWait } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { countChannels, findAccess, findChannel } from './channels.queries.ts';
import { mayAddChannel, mayKnowChannel, mayManageChannel, mayManageChannels, mayUseChannel } from './channels.rules.ts';

const managing = { permission: 'channel:create', may: mayManageChannels } as const;
const gone = { obstacles: ['This channel was deleted.'], grounds: [] };

/** The actions on channels, and why somebody may or may not perform them. */
export function explainableChannels(platform: Pick<Platform, 'db' | 'clock'>) {
  const { db, clock } = platform;
  const using = (verb: 'see' | 'write in') => async (person: ExplainedPerson, channelId: string) => {
    const channel = await findChannel(db.kysely, channelId);
    const access = await findAccess(db.reads, channelId, person.id);
    if (!channel || !access) return gone;
    const role = `a role that can ${verb} #${channel.name}`;
    if (mayUseChannel(access.held, access)) {
      if (verb === 'write in' && kindOf(channel.kind).isVoice) return { obstacles: [forTalking], grounds: [] };
      const wait =
        verb === 'see' ? 0 : await waitIn(db.kysely, { roomId: channelId, userId: person.id, now: clock.now() });
      const obstacles =
        wait > 0 ? [`${person.name} wrote a moment ago, and slow mode is on: ${formatWait(wait)} left.`] : [];
      return { obstacles, grounds: [`${person.name} has ${role}.`] };
    }
    const outside = await explainMembership(platform, person, channel.community_id);
    return { obstacles: [outside ?? `${person.name} doesn't have ${role}. Give them one in Roles.`], grounds: [] };
  };

  return [
    {
      kind: 'community' as const,
      actions: {
        async create_channel(person: ExplainedPerson, communityId: string) {
          const { obstacles, grounds } = await explainPermission(platform, person, communityId, managing);
          const most = limits.channel.perCommunity;
          if (!mayAddChannel(await countChannels(db.kysely, communityId), most))
            obstacles.push(`A community can have at most ${most} channels. Delete one first.`);
          return { obstacles, grounds };
        },
      },
    },
    {
      kind: 'channel' as const,

      /** A channel that the asker may know about. */
      async find(id: string, { userId, isOnTeam }: { userId: string; isOnTeam: boolean }) {
        const channel = isId(id) ? await findChannel(db.kysely, id) : undefined;
        if (!channel) return undefined;
        const isMember = (await memberFacts(db.kysely, channel.community_id, userId)) !== undefined;
        return mayKnowChannel(channel, { isMember, isOnTeam })
          ? { id: channel.id, communityId: channel.community_id }
          : undefined;
      },

      actions: {
        view: using('see'),
        write: using('write in'),
        async manage(person: ExplainedPerson, channelId: string) {
          const channel = await findChannel(db.kysely, channelId);
          const member = channel && (await memberFacts(db.kysely, channel.community_id, person.id));
          if (!channel) return gone;
          const explained = await explainPermission(platform, person, channel.community_id, managing);
          if (member && mayManageChannels(member) && !mayManageChannel(member, channel)) {
            const role = `a role that can use #${channel.name}`;
            return { obstacles: [`${person.name} doesn't have ${role}. Give them one in Roles.`], grounds: [] };
          }
          return explained;
        },
      },
    },
  ];
}
