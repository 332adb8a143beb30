import { deletedUser } from '@hubbub/contract/platform/deleted-user.ts';
import { defaultProfilePath, limits } from '@hubbub/contract/platform/limits.ts';
import { authorJson } from '#features/accounts/public.ts';
import { type ReactionTable, reactionsOfSummary } from '#features/reactions/public.ts';
import { visibleToText } from '#features/relations/public.ts';
import { mentionsJson } from '#features/texts/public.ts';
import { row, textOf } from '#platform/database/expressions.ts';
import { jsonNullable, jsonTime } from '#platform/database/json.ts';

/** Where reactions to messages are. */
export const messageReactions: ReactionTable = { table: 'message_reactions', thing: 'message_id' };

/** A message's sender, as JSON text; `users` is a row of users. Clients call string methods on the name, so it's never null. */
const senderJson = (users: string): string =>
  `'{"_id":"' || ${users}.id || '","username":' || to_json(${users}.username) || ',"name":' || to_json(coalesce(${users}.name, ${users}.username)) ||
   ',"profile_path":' || to_json(coalesce(${users}.profile_path, '${defaultProfilePath}')) || '}'`;

/** The same for a user id, as JSON text; the account may have been deleted. */
const senderOfIdJson = (userId: string): string =>
  `coalesce((select ${senderJson('users')} from users where users.id = ${userId}), '${deletedSender}')`;

const deletedSender = JSON.stringify(deletedUser);

/** A message's `_id`: its number, zero-padded, so that ids sort as text. */
export const messageIdText = (id: string): string => `lpad(${id}::text, 16, '0')`;

/** Whom a message's JSON is for, as SQL. */
interface Reader {
  /** A condition: whether they see it even if it was removed. */
  seesRemoved: string;
  /** An expression: their id. Left out: it's for several people, and so has no `mine`. */
  id?: string | undefined;
  /** Whether what this sender, whose id is an expression, wrote is hidden from them. */
  hidden?: ((senderId: string) => string) | undefined;
  /** Whether a message, whose id is an expression, came before what they read. */
  lacks?: ((id: string) => string) | undefined;
}

type QuoteReader = Pick<Reader, 'hidden' | 'lacks'>;

const quotedOf = (messages: string) =>
  `messages quoted where quoted.room_id = ${messages}.room_id and quoted.id = ${messages}.reply_to`;

/** An expression: who sent the message that this one answers; null: it answers none. */
export const quotedBy = (messages: string): string =>
  `case when ${messages}.reply_to is not null then (select quoted.sender_id from ${quotedOf(messages)}) end`;

/** An expression: the members who don't read the message that this one answers, because their part of the room begins later. */
export const quoteLackedBy = (messages: string): string =>
  `case when ${messages}.reply_to is not null then array(select member.user_id from room_members member
    where member.room_id = ${messages}.room_id and greatest(member.since_id, member.cleared_id) >= ${messages}.reply_to) end`;

/** The beginning of the message that this one answers, as it is now. What was removed is deleted for everyone here. */
const quoteJson = (messages: string, { hidden, lacks }: QuoteReader) => {
  const isGone = '(quoted.removal is not null or quoted.deleted_at is not null)';
  const isHidden = `(${hidden?.('quoted.sender_id') ?? 'false'} or ${lacks?.('quoted.id') ?? 'false'})`;
  return `(select '{"_id":"' || ${messageIdText('quoted.id')} || '","sender":' || ${senderOfIdJson('quoted.sender_id')} ||
    ',"message":' || case when ${isGone} or ${isHidden} then '""' else to_json(left(quoted.content, ${limits.message.reply}))::text end ||
    case when ${isGone} then ',"deleted":true' when ${isHidden} then '' else case when quoted.image_path is not null then ',"has_image":true' else '' end ||
      case when quoted.attachments is not null then ',"has_attachments":true' else '' end end ||
    case when ${isHidden} then ',"hidden":true' else '' end || '}' from ${quotedOf(messages)})`;
};

/** What a message says that a room wrote itself, as JSON text; see 0095_groups.sql. */
const systemJson = (messages: string) =>
  `'{"kind":' || to_json(${messages}.system->>'kind') || ',"actor":' || ${senderOfIdJson(`${messages}.sender_id`)} ||
   case when ${messages}.system->>'kind' in ('added', 'removed') then ',"user":' || ${senderOfIdJson(`${messages}.about_id`)} else '' end ||
   case when ${messages}.system->>'kind' = 'renamed' then ',"name":' || coalesce(to_json(${messages}.system->>'name')::text, 'null') else '' end ||
   case when ${messages}.system->>'kind' = 'call' then ',"seconds":' || (${messages}.system->>'seconds') || ',"missed":' || (${messages}.system->>'missed') else '' end || '}'`;

/** The same, null for an ordinary message. */
export const systemOf = (messages: string): string =>
  `case when ${messages}.system is not null then ${systemJson(messages)} end`;

/** How many of a thread's newest replies are looked at for who wrote them. */
const lookedAt = 100;

/**
 * The thread about a message, as a query for JSON text; no row if there's none. The newest replies are asked for in the order of the primary
 * key, so that PostgreSQL never walks through the messages of all rooms.
 */
const threadJson = (messages: string) =>
  `select ',"thread":{"room_id":"' || thread.id || '","reply_count":' || thread.reply_count ||
    ',"last_at":' || coalesce((select ${jsonTime('reply.created_at')} from messages reply
      where reply.room_id = thread.id and reply.id = thread.last_reply_id), 'null') ||
    ',"authors":[' || coalesce((select string_agg(${textOf(authorJson(row('users', 'writer')))}, ',' order by latest.id desc) from (
      select newest.sender_id, max(newest.id) as id from (
        select reply.id, reply.sender_id, reply.deleted_at, reply.removal from messages reply
        where (reply.room_id, reply.id) <= (thread.id, thread.last_reply_id) and reply.room_id >= thread.id
        order by reply.room_id desc, reply.id desc limit ${lookedAt}) newest
      where newest.deleted_at is null and newest.removal is null
      group by newest.sender_id order by max(newest.id) desc limit ${limits.message.threadFaces}) latest
      join users writer on writer.id = latest.sender_id), '') || ']}'
    from rooms thread where thread.root_id = ${messages}.id`;

/** The parts of a message that few messages have, as JSON text; with their key, after a comma. They're for whom they're shown to. */
interface MessageParts {
  mentions: string;
  replyTo: string;
  reactions: string;
  system: string;
  /** The name of whoever wrote it first. */
  forwarder: string;
  thread: string;
}

/** All of them, each made where it's needed. */
export const partsOfMessage = (
  messages: string,
  { id, ...reader }: QuoteReader & Pick<Reader, 'id'>,
): MessageParts => ({
  mentions: mentionsJson(`${messages}.mentions`, `${messages}.content`),
  replyTo: `',"reply_to":' || coalesce(${quoteJson(messages, reader)}, 'null')`,
  reactions: `',"reactions":' || ${reactionsOfSummary(messageReactions, `${messages}.id`, `${messages}.reactions`, id)}`,
  forwarder:
    id === undefined
      ? "'null'"
      : `coalesce((select to_json(users.username)::text from users where users.id = ${messages}.forwarded_from
          and (users.id = ${id} or ${visibleToText(id, 'users.id')})), 'null')`,
  thread: `coalesce((${threadJson(messages)}), ',"thread":null')`,
  system: `coalesce(',"system":' || ${systemOf(messages)}, '')`,
});

/** What only messages have that changed or answer another: most don't, so it's built apart. */
const changesJson = (messages: string, isShown: string, { replyTo, reactions, forwarder, thread }: MessageParts) =>
  `(',"edited_at":' || case when ${messages}.edited_at is null or not ${isShown} then 'null' else ${jsonTime(`${messages}.edited_at`)} end ||
   case when ${messages}.reply_to is null or not ${isShown} then ',"reply_to":null' else ${replyTo} end ||
   case when ${isShown} then ${reactions} else ',"reactions":[]' end ||
   case when ${messages}.pinned_at is null or not ${isShown} then ',"pinned":null' else ',"pinned":{"by":' || coalesce((
       select ${textOf(authorJson(row('users', 'pinner')))} from users pinner where pinner.id = ${messages}.pinned_by), 'null') ||
     ',"at":' || ${jsonTime(`${messages}.pinned_at`)} || '}' end ||
   case when ${messages}.forwarded_from is null or not ${isShown} then ',"forwarded":null' else ',"forwarded":{"username":' || ${forwarder} || '}' end ||
   ${thread} || coalesce(',"revision":"' || ${messageIdText(`${messages}.revision`)} || '"', '') ||
   case when ${messages}.deleted_at is not null or not ${isShown} then ',"deleted":true'
     when ${messages}.removal is null then ',"deleted":false' else ',"deleted":false,"removed":' || ${messages}.removal::text end)`;

/** Whether a message is like most: without a mention or link, and never changed. A condition. */
const isOrdinary = (messages: string) =>
  `(${messages}.mentions is null and ${messages}.link is null and ${messages}.revision is null and ${messages}.reply_to is null
    and ${messages}.removal is null and ${messages}.system is null and ${messages}.forwarded_from is null)`;

/** What a message says that never changed and answers none. */
const unchangedRest =
  '"edited_at":null,"reply_to":null,"reactions":[],"pinned":null,"forwarded":null,"thread":null,"deleted":false';

/** What an ordinary message says after its time. */
const ordinaryRest = `,"mentions":[],"link":null,${unchangedRest}`;

/** How every message begins, up to its text. */
const beginningOf = (messages: string) =>
  `'{"_id":"' || ${messageIdText(`${messages}.id`)} || '","conversation":"' || ${messages}.room_id ||
   '","sender":' || ${senderOfIdJson(`${messages}.sender_id`)} || ',"message":'`;

const withoutFiles = ',"imageUrl":null,"image":null,"attachments":[]';

const clientIdOf = (messages: string) => `coalesce(',"client_id":' || to_json(${messages}.client_id)::text, '')`;

/** A message like most, as JSON text: an ordinary one without picture and files. What `messageJson` makes of it, in less time. */
export const ordinaryJson = (messages: string) =>
  `${beginningOf(messages)} || to_json(${messages}.content)::text || '${withoutFiles},"createdAt":' || ${jsonTime(`${messages}.created_at`)} ||
   '${ordinaryRest}' || ${clientIdOf(messages)} || '}'`;

/** A message's files as JSON text. Its sender sees how far a video's conversion is. */
const attachmentsFor = (messages: string, readerId: string | undefined) => {
  const stored = `${messages}.attachments::text`;
  if (readerId === undefined) return stored;
  return `case when ${messages}.sender_id = ${readerId} and strpos(${stored}, '"state":"processing"') > 0
    then files_for_author(${messages}.attachments)::text else ${stored} end`;
};

/** A message as JSON text. @param parts how the parts are written that few messages have */
export const messageJson = (messages: string, reader: Reader, parts = partsOfMessage(messages, reader)) => {
  const { seesRemoved, hidden } = reader;
  const isShown = `(${messages}.removal is null or ${seesRemoved})`;
  const shown = (json: string, otherwise: string) => `case when ${isShown} then ${json} else '${otherwise}' end`;
  return `${beginningOf(messages)} || ${shown(`to_json(${messages}.content)::text`, '""')} ||
   case when ${messages}.image_path is null and ${messages}.image is null and ${messages}.attachments is null
     then '${withoutFiles}'
     else ',"imageUrl":' || ${jsonNullable(`case when ${isShown} then ${messages}.image_path end`)} ||
       ',"image":' || coalesce(case when ${isShown} then ${messages}.image::text end, 'null') ||
       ',"attachments":' || case when ${messages}.attachments is null then '[]' else ${shown(attachmentsFor(messages, reader.id), '[]')} end end ||
   ',"createdAt":' || ${jsonTime(`${messages}.created_at`)} ||
   case when ${isOrdinary(messages)} then '${ordinaryRest}' else (
     ${shown(parts.mentions, ',"mentions":[]')} || ',"link":' || ${shown(`coalesce(${messages}.link, 'null')`, 'null')} ||
     case when ${messages}.revision is null and ${messages}.reply_to is null and ${messages}.removal is null and ${messages}.forwarded_from is null
       then ',${unchangedRest}' else ${changesJson(messages, isShown, parts)} end ||
     case when ${messages}.system is null then '' else ${parts.system} end) end ||
   ${clientIdOf(messages)} ||
   case when ${hidden?.(`${messages}.sender_id`) ?? 'false'} then ',"hidden":true' else '' end || '}'`;
};
