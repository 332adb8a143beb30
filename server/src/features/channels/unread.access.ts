import { mentioning, notifyOf, type TellingRooms } from '#features/messages/public.ts';
import { hiddenFrom, inFeedOf } from '#features/relations/public.ts';
import { mayUse } from './channels.access.ts';

/** How much of a channel people are told who haven't chosen. */
export const channelNotify = 'mentions';
export const notifyOfChannel = (channel: string, person: string): string => notifyOf(channel, person, channelNotify);

/** Whether a message of this sender doesn't make a channel unread: it's the reader's own, or hidden from them. All are expressions. */
const isPassedOver = (sender: string, reader: string): string =>
  `(${sender} = ${reader} or ${hiddenFrom(reader, sender)})`;

/**
 * The newest message by others in a channel after the last one read: hops from message to message, skipping each run of the reader's
 * own and of people they blocked. Messages from before runs were stored are checked one by one.
 */
export const newestOfOthers = (channel: string, reader: string, readId: string): string => `(
  with recursive newest as (
    (select messages.id, messages.sender_id, messages.run_after from messages
      where messages.room_id = ${channel} and messages.id > ${readId} order by messages.id desc limit 1)
    union all
    select earlier.* from newest cross join lateral (
      select messages.id, messages.sender_id, messages.run_after from messages
      where messages.room_id = ${channel} and messages.id > ${readId}
        and messages.id <= coalesce(newest.run_after, newest.id - 1)
      order by messages.id desc limit 1
    ) earlier where ${isPassedOver('newest.sender_id', reader)}
  )
  select newest.id from newest where not ${isPassedOver('newest.sender_id', reader)}
)`;

/** Counting a room's messages stops here. */
export const mostCounted = 100;
/** Messages that are looked at in one go; if too many of them are passed over, whole runs are skipped. */
const lookedAt = 128;

/** How many messages by others are after the last one read, up to `mostCounted`: those that `newestOfOthers` finds one after another. */
const countOfOthers = (channel: string, reader: string, readId: string, hidesSomebody: string): string => {
  const isPassed = (sender: string) =>
    `(${sender} = ${reader} or (${hidesSomebody} and ${hiddenFrom(reader, sender)}))`;
  const newest = (upTo: string) => `select messages.id, messages.sender_id, messages.run_after from messages
    where messages.room_id = ${channel} and messages.id > ${readId} ${upTo} order by messages.id desc`;
  return `(select case when seen.number < ${lookedAt} or seen.others >= ${mostCounted} then least(seen.others, ${mostCounted}) else (
      with recursive met as (
        (select newest.*, (not ${isPassed('newest.sender_id')})::int as number from (${newest('')} limit 1) newest)
        union all
        select earlier.*, met.number + (not ${isPassed('earlier.sender_id')})::int from met cross join lateral (
          ${newest(`and messages.id <= case when ${isPassed('met.sender_id')} then coalesce(met.run_after, met.id - 1) else met.id - 1 end`)}
          limit 1
        ) earlier where met.number < ${mostCounted}
      )
      select max(met.number) from met
    ) end::int
    from (
      select count(*) as number, count(*) filter (where not ${isPassed('latest.sender_id')}) as others
      from (${newest('')} limit ${lookedAt}) latest
    ) seen)`;
};

/** How often a person was mentioned in a channel after a message, up to `mostCounted`: an expression. */
export const mentionsAfter = (channel: string, person: string, after: string): string =>
  `(select count(distinct told.id)::int from (
    ${mentioning({ room: channel, person, after }, (sender) => inFeedOf(person, sender))} limit ${mostCounted}) told)`;

/**
 * A person's channels with what's new in each: `channel_id`, `community_id`, `community_handle`, `unread` and `mentions`, both up to
 * `mostCounted`, and `muted`. @param person an expression whose value is an id @param which a condition on a row of channels
 */
export const channelStates = (person: string, which = 'true'): string =>
  `select channels.id as channel_id, channels.community_id, communities.handle as community_handle,
      ${notifyOfChannel('channels.id', person)} = 'none' as muted, news.unread,
      case when news.unread = 0 then 0 else ${mentionsAfter('channels.id', person, 'reading.read_id')} end as mentions
    from (select ${hidesSenders(person)} as somebody) hides
    cross join community_members own
    join communities on communities.id = own.community_id
    join channels on channels.community_id = own.community_id and ${which} and ${mayUse('channels', person)}
    left join channel_reads known on known.community_id = own.community_id and known.user_id = own.user_id
      and known.channel_id = channels.id
    cross join lateral (select greatest(own.read_from, known.read_id) as read_id) reading
    cross join lateral (select ${countOfOthers('channels.id', person, 'reading.read_id', 'hides.somebody')} as unread offset 0) news
    where own.user_id = ${person}`;

/**
 * Those of a person's channels that they haven't muted: `channel_id`, `community_id`, `community_handle` and up to where they've read as
 * `read_id`. It stays as it is until `heard_changes` notes a change, or until what they chose for a room ends.
 * @param person an expression whose value is an id
 */
export const heardChannels = (person: string): string =>
  `select channels.id as channel_id, channels.community_id, communities.handle as community_handle,
      greatest(own.read_from, known.read_id) as read_id
    from community_members own
    join communities on communities.id = own.community_id
    join channels on channels.community_id = own.community_id and ${mayUse('channels', person)}
    left join channel_reads known on known.community_id = own.community_id and known.user_id = own.user_id
      and known.channel_id = channels.id
    where own.user_id = ${person} and ${notifyOfChannel('channels.id', person)} <> 'none'`;

/** Whether somebody blocked anybody, whose messages don't make a channel unread. */
export const hidesSenders = (person: string): string =>
  `exists (select from relations where relations.user_id = ${person} and relations.kind = 'block')`;

/** Messages that are counted in one go. */
export const countedAtOnce = 128;

/**
 * What comes first in a channel after a message, `countedAtOnce` messages at most: how many there are, `number`, how many of them are by
 * others than a person, `others`, and the last of them, `up_to`. All are expressions.
 */
export const firstAfter = (channel: string, person: string, after: string): string =>
  `select count(*)::int as number, count(*) filter (where following.sender_id <> ${person})::int as others, max(following.id) as up_to
    from (select messages.id, messages.sender_id from messages
      where messages.room_id = ${channel} and messages.id > ${after} order by messages.id limit ${countedAtOnce}) following`;

/** A select of the `user_id` of those who have chosen to be told of every message in a channel. */
export const followersOfChannel = (channel: string): string =>
  `select chosen.user_id from room_notify chosen where chosen.room_id = ${channel} and chosen.notify = 'all'
    and (chosen.until is null or chosen.until > now())`;

/** How people are told of messages in channels. */
export const tellingOfChannels: TellingRooms = {
  followers: followersOfChannel,
  tellsOf: (channel, person) => `${notifyOfChannel(channel, person)} <> 'none'`,
  isRead: (channel, person, message) => `exists (select from channels read
    join community_members own on own.community_id = read.community_id and own.user_id = ${person}
    left join channel_reads known on known.community_id = own.community_id and known.user_id = own.user_id
      and known.channel_id = read.id
    where read.id = ${channel} and greatest(own.read_from, known.read_id) >= ${message})`,
};
