import type { SystemLine } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { deletedUser } from '@hubbub/contract/platform/deleted-user.ts';
import { defaultProfilePath, limits } from '@hubbub/contract/platform/limits.ts';
import { sql } from 'kysely';
import { authorJson } from '#features/accounts/public.ts';
import { type ReactionTable, reactionsOfSummary } from '#features/reactions/public.ts';
import { visibleTo } from '#features/relations/public.ts';
import { mentionsJson } from '#features/rich-text/public.ts';
import {
  and,
  type Condition,
  call,
  eb,
  type Id,
  not,
  or,
  type Row,
  row,
  type Value,
} from '#platform/database/expressions.ts';
import {
  jsonArray,
  jsonId,
  jsonNullable,
  jsonObject,
  jsonString,
  jsonText,
  jsonTime,
} from '#platform/database/json.ts';

/** The table of reactions to messages. */
export const messageReactions: ReactionTable = { table: 'message_reactions', thing: 'message_id' };

type Message = Row<'messages'>;

const noValue = sql.lit('null');

/** One of two JSON texts. */
const either = (condition: Condition, json: Value<unknown>, otherwise: Value<unknown> | string): Value<string> =>
  eb
    .case()
    .when(condition)
    .then(json)
    .else(typeof otherwise === 'string' ? sql.lit(otherwise) : otherwise)
    .end() as Value<string>;

/** A message's sender, as JSON text. Clients call string methods on the name, so it's never null. */
const senderJson = (users: Row<'users'>) =>
  jsonObject({
    _id: jsonId(users.id),
    username: jsonString(users.username),
    name: jsonString(eb.fn.coalesce(users.name, users.username)),
    profile_path: jsonString(eb.fn.coalesce(users.profile_path, sql.lit(defaultProfilePath))),
  });

/** The same for a user id, as JSON text; the account may have been deleted. */
const senderOfIdJson = (userId: Id) =>
  eb.fn.coalesce(
    eb
      .selectFrom('users')
      .select(senderJson(row('users')).as('json'))
      .where('users.id', '=', userId)
      .$asScalar(),
    sql.lit(JSON.stringify(deletedUser)),
  );

/** A message's `_id`: its number, zero-padded, so that ids sort as text. */
export const messageIdText = (id: Value<number>): Value<string> =>
  call('lpad', eb.cast(id, 'text'), eb.lit(16), sql.lit('0'));

/** The readers of a message's JSON. */
interface Reader {
  /** Whether they see it even if it was removed. */
  seesRemoved: Condition;
  /** Their id. Left out: it's for several people, and so has no `mine`. */
  id?: Id | undefined;
  /** Whether what this sender wrote is hidden from them. */
  hidden?: ((senderId: Id) => Condition) | undefined;
  /** Whether they can't see a message because it's from before they joined or cleared the room. */
  lacks?: ((id: Value<number>) => Condition) | undefined;
}

type QuoteReader = Pick<Reader, 'hidden' | 'lacks'>;

const quotedOf = (messages: Message) =>
  eb
    .selectFrom('messages as quoted')
    .where('quoted.room_id', '=', messages.room_id)
    .where('quoted.id', '=', messages.reply_to);

/** The author of the answered message; null: it answers none. */
export const quotedBy = (messages: Message): Value<string | null> =>
  eb
    .case()
    .when(messages.reply_to, 'is not', null)
    .then(quotedOf(messages).select('quoted.sender_id').$asScalar())
    .end();

/** The members who can't see the answered message, because they joined later. */
export const quoteLackedBy = (messages: Message): Value<string[] | null> => {
  const member = row('room_members', 'member');
  const lacking = eb
    .selectFrom('room_members as member')
    .select('member.user_id')
    .where('member.room_id', '=', messages.room_id)
    .where(call<number>('greatest', member.since_id, member.cleared_id), '>=', messages.reply_to);
  return eb.case().when(messages.reply_to, 'is not', null).then(sql<string[]>`array${lacking}`).end();
};

/** The beginning of the answered message, as it is now. A removed one counts as deleted for everyone here. */
const quoteJson = (messages: Message, { hidden, lacks }: QuoteReader) => {
  const quoted = row('messages', 'quoted');
  const isGone = or(eb(quoted.removal, 'is not', null), eb(quoted.deleted_at, 'is not', null));
  const isHidden = or(hidden?.(quoted.sender_id) ?? eb.lit(false), lacks?.(quoted.id) ?? eb.lit(false));
  const ifAny = (column: Value<unknown>, json: string) => either(eb(column, 'is not', null), sql.lit(json), '');
  return quotedOf(messages)
    .select(
      jsonText(
        '{"_id":',
        jsonId(messageIdText(quoted.id)),
        ',"sender":',
        senderOfIdJson(quoted.sender_id),
        ',"message":',
        either(
          or(isGone, isHidden),
          sql.lit('""'),
          sql`to_json(left(${quoted.content}, ${sql.lit(limits.message.reply)}))::text`,
        ),
        eb
          .case()
          .when(isGone)
          .then(sql.lit(',"deleted":true'))
          .when(isHidden)
          .then(sql.lit(''))
          .else(
            jsonText(
              ifAny(quoted.image_path, ',"has_image":true'),
              ifAny(quoted.attachments, ',"has_attachments":true'),
            ),
          )
          .end(),
        either(isHidden, sql.lit(',"hidden":true'), ''),
        '}',
      ).as('json'),
    )
    .$asScalar();
};

/** The content of a message that a room wrote itself, as JSON text; see 0095_groups.sql. */
const systemJson = (messages: Message) => {
  const said = (name: string) => sql<string>`(${messages.system} ->> ${sql.lit(name)})`;
  const ifKind = (kinds: SystemLine['kind'][], json: Value<string>) =>
    either(
      eb(
        said('kind'),
        'in',
        kinds.map((kind) => sql.lit(kind)),
      ),
      json,
      '',
    );
  return jsonText(
    '{"kind":',
    jsonString(said('kind')),
    ',"actor":',
    senderOfIdJson(messages.sender_id),
    ifKind(['added', 'removed'], jsonText(',"user":', senderOfIdJson(messages.about_id))),
    ifKind(['renamed'], jsonText(',"name":', jsonNullable(said('name')))),
    ifKind(['call'], jsonText(',"seconds":', said('seconds'), ',"missed":', said('missed'))),
    '}',
  );
};

/** The same, null for an ordinary message. */
export const systemOf = (messages: Message): Value<string | null> =>
  eb.case().when(messages.system, 'is not', null).then(systemJson(messages)).end();

/** How many of a thread's newest replies are searched for their authors. */
const lookedAt = 100;

/**
 * The thread of a message; no row if there's none. The newest replies are read in the order of the primary key, so that PostgreSQL never
 * scans the messages of all rooms.
 */
const threadJson = (messages: Message) => {
  const [thread, reply] = [row('rooms', 'thread'), row('messages', 'reply')];
  const lastAt = eb
    .selectFrom('messages as reply')
    .select(jsonTime(reply.created_at).as('json'))
    .where('reply.room_id', '=', thread.id)
    .where('reply.id', '=', thread.last_reply_id)
    .$asScalar();
  const newest = eb
    .selectFrom('messages as reply')
    .select(['reply.id', 'reply.sender_id', 'reply.deleted_at', 'reply.removal'])
    .where(sql<boolean>`(${reply.room_id}, ${reply.id}) <= (${thread.id}, ${thread.last_reply_id})`)
    .where('reply.room_id', '>=', thread.id)
    .orderBy('reply.room_id', 'desc')
    .orderBy('reply.id', 'desc')
    .limit(sql.lit(lookedAt));
  const latest = eb
    .selectFrom(newest.as('newest'))
    .select((each) => ['newest.sender_id', each.fn.max('newest.id').as('id')])
    .where('newest.deleted_at', 'is', null)
    .where('newest.removal', 'is', null)
    .groupBy('newest.sender_id')
    .orderBy((each) => each.fn.max('newest.id'), 'desc')
    .limit(sql.lit(limits.message.threadFaces));
  const authors = eb
    .selectFrom(latest.as('latest'))
    .innerJoin('users as writer', 'writer.id', 'latest.sender_id')
    .select(authorJson(row('users', 'writer')).as('item'))
    .orderBy('latest.id', 'desc');
  return eb
    .selectFrom('rooms as thread')
    .select(
      jsonText(
        ',"thread":{"room_id":',
        jsonId(thread.id),
        ',"reply_count":',
        thread.reply_count,
        ',"last_at":',
        eb.fn.coalesce(lastAt, noValue),
        ',"authors":',
        jsonArray(authors),
        '}',
      ).as('json'),
    )
    .where('thread.root_id', '=', messages.id)
    .$asScalar();
};

/** The parts that few messages have, as JSON text; with their key, after a comma. */
interface MessageParts {
  mentions: Value<string>;
  replyTo: Value<string>;
  reactions: Value<string>;
  system: Value<string>;
  /** The original author's name. */
  forwarder: Value<string>;
  thread: Value<string>;
}

const forwarderJson = (messages: Message, id: Id | undefined) => {
  if (!id) return noValue;
  const users = row('users');
  const name = eb
    .selectFrom('users')
    .select(sql<string>`${jsonString(users.username)}::text`.as('json'))
    .where('users.id', '=', messages.forwarded_from)
    .where(or(eb(users.id, '=', id), visibleTo(id, users.id)));
  return eb.fn.coalesce(name.$asScalar(), noValue);
};

/** All of them, each with its own subquery. */
export const partsOfMessage = (
  messages: Message,
  { id, ...reader }: QuoteReader & Pick<Reader, 'id'>,
): MessageParts => ({
  mentions: mentionsJson(messages.mentions, messages.content),
  replyTo: jsonText(',"reply_to":', eb.fn.coalesce(quoteJson(messages, reader), noValue)),
  reactions: jsonText(',"reactions":', reactionsOfSummary(messageReactions, messages.id, messages.reactions, id)),
  forwarder: forwarderJson(messages, id),
  thread: eb.fn.coalesce(threadJson(messages), sql.lit(',"thread":null')),
  system: eb.fn.coalesce(jsonText(',"system":', systemOf(messages)), sql.lit('')),
});

/** The parts that only edited messages and replies have: most have none, so they're built separately. */
const changesJson = (
  messages: Message,
  isShown: Condition,
  { replyTo, reactions, forwarder, thread }: MessageParts,
) => {
  const shownWith = (column: Value<unknown>) => and(eb(column, 'is not', null), isShown);
  const pinner = eb
    .selectFrom('users as pinner')
    .select(authorJson(row('users', 'pinner')).as('json'))
    .where('pinner.id', '=', messages.pinned_by)
    .$asScalar();
  const pinned = jsonObject({ by: eb.fn.coalesce(pinner, noValue), at: jsonTime(messages.pinned_at) });
  return jsonText(
    ',"edited_at":',
    either(shownWith(messages.edited_at), jsonTime(messages.edited_at), noValue),
    either(shownWith(messages.reply_to), replyTo, ',"reply_to":null'),
    either(isShown, reactions, ',"reactions":[]'),
    ',"pinned":',
    either(shownWith(messages.pinned_at), pinned, noValue),
    ',"forwarded":',
    either(shownWith(messages.forwarded_from), jsonObject({ username: forwarder }), noValue),
    thread,
    eb.fn.coalesce(jsonText(',"revision":', jsonId(messageIdText(messages.revision))), sql.lit('')),
    eb
      .case()
      .when(or(eb(messages.deleted_at, 'is not', null), not(isShown)))
      .then(sql.lit(',"deleted":true'))
      .when(messages.removal, 'is', null)
      .then(sql.lit(',"deleted":false'))
      .else(jsonText(',"deleted":false,"removed":', eb.cast<string>(messages.removal, 'text')))
      .end(),
  );
};

/** Whether none of these columns has a value. */
const hasNone = (...columns: Value<unknown>[]) => and(...columns.map((column) => eb(column, 'is', null)));

/** Whether a message was never changed, and answers none. */
const isUnchanged = ({ revision, reply_to, removal, forwarded_from }: Message) =>
  hasNone(revision, reply_to, removal, forwarded_from);

/** Whether a message is plain: without a mention or link, and never changed. */
const isOrdinary = (messages: Message) =>
  and(hasNone(messages.mentions, messages.link, messages.system), isUnchanged(messages));

/** The parts of a message that was never changed, and isn't a reply. */
const unchangedRest =
  '"edited_at":null,"reply_to":null,"reactions":[],"pinned":null,"forwarded":null,"thread":null,"deleted":false';

/** The end of an ordinary message, after its time. */
const ordinaryRest = `,"mentions":[],"link":null,${unchangedRest}`;

/** The beginning of every message, up to its text. */
const beginningOf = (messages: Message) =>
  jsonText(
    '{"_id":',
    jsonId(messageIdText(messages.id)),
    ',"conversation":',
    jsonId(messages.room_id),
    ',"sender":',
    senderOfIdJson(messages.sender_id),
    ',"message":',
  );

const withoutFiles = ',"imageUrl":null,"image":null,"attachments":[]';

const clientIdOf = (messages: Message) =>
  eb.fn.coalesce(jsonText(',"client_id":', jsonString(messages.client_id)), sql.lit(''));

/** A plain message without picture and files, as JSON text: the same as `messageJson`, but faster. */
export const ordinaryJson = (messages: Message): Value<string> =>
  jsonText(
    beginningOf(messages),
    jsonString(messages.content),
    `${withoutFiles},"createdAt":`,
    jsonTime(messages.created_at),
    ordinaryRest,
    clientIdOf(messages),
    '}',
  );

/** A message's files as JSON text. Its sender sees the progress of a video's conversion. */
const attachmentsFor = (messages: Message, readerId: Id | undefined): Value<string> => {
  const stored = eb.cast<string>(messages.attachments, 'text');
  if (readerId === undefined) return stored;
  const isProcessing = eb(call<number>('strpos', stored, sql.lit('"state":"processing"')), '>', eb.lit(0));
  return either(
    and(eb(messages.sender_id, '=', readerId), isProcessing),
    eb.cast(call('files_for_author', messages.attachments), 'text'),
    stored,
  );
};

/** A message as JSON text. @param parts how to write the parts that few messages have */
export const messageJson = (
  messages: Message,
  reader: Reader,
  parts: MessageParts = partsOfMessage(messages, reader),
): Value<string> => {
  const { seesRemoved, hidden } = reader;
  const isShown = or(eb(messages.removal, 'is', null), seesRemoved);
  const shown = (json: Value<unknown>, otherwise: Value<string> | string) => either(isShown, json, otherwise);
  const text = (value: Value<unknown>) => eb.cast<string>(value, 'text');
  const files = jsonText(
    ',"imageUrl":',
    jsonNullable(eb.case().when(isShown).then(messages.image_path).end()),
    ',"image":',
    eb.fn.coalesce(eb.case().when(isShown).then(text(messages.image)).end(), noValue),
    ',"attachments":',
    either(eb(messages.attachments, 'is', null), sql.lit('[]'), shown(attachmentsFor(messages, reader.id), '[]')),
  );
  const rest = jsonText(
    shown(parts.mentions, ',"mentions":[]'),
    ',"link":',
    shown(eb.fn.coalesce(messages.link, noValue), noValue),
    either(isUnchanged(messages), sql.lit(`,${unchangedRest}`), changesJson(messages, isShown, parts)),
    either(eb(messages.system, 'is', null), sql.lit(''), parts.system),
  );
  return jsonText(
    beginningOf(messages),
    shown(text(jsonString(messages.content)), '""'),
    either(hasNone(messages.image_path, messages.image, messages.attachments), sql.lit(withoutFiles), files),
    ',"createdAt":',
    jsonTime(messages.created_at),
    either(isOrdinary(messages), sql.lit(ordinaryRest), rest),
    clientIdOf(messages),
    either(hidden?.(messages.sender_id) ?? eb.lit(false), sql.lit(',"hidden":true'), ''),
    '}',
  );
};
