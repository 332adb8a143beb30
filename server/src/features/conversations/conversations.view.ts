import type { Conversation } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import type { RoomNotify } from '@hubbub/contract/features/messages/messages.shapes.ts';
import { messageIdOf, type SenderRow, viewSender } from '#features/messages/public.ts';

/** A conversation from one person's side. Times are formatted the way PostgreSQL writes them into JSON. */
interface ConversationRow {
  id: string;
  unread: number;
  /** It waits for this person to accept it. */
  request: boolean;
  read_id: number;
  cleared_id: number;
  created_at: string;
  active_at: string | null;
  /** The newest message that this person has; all null if there's none. */
  newest_id: number | null;
  newest_sender_id: string | null;
  newest_at: string | null;
  newest_image_path: string | null;
  newest_has_files: boolean | null;
  newest_text: string | null;
  /** Null: the account was deleted. */
  other: SenderRow | null;
  /** The other person has deactivated their account, or is deleting it. */
  away: boolean;
  /** One has blocked the other. */
  apart: boolean;
  /** This person has. */
  blocked: boolean;
  notify: RoomNotify;
  /** What the other person has read; null: the two don't share it. */
  other_read_id: number | null;
  /** Whether the other person is online; null: the two don't share it. */
  other_online: boolean | null;
}

/** A time in the contract's format. */
const timeOf = (time: string) => new Date(time).toISOString();

/** Somebody in a conversation, before what the two share. */
export const viewMember = (member: SenderRow | null) => ({ ...viewSender(member), mobileNumber: '' as const });

/** The person whose list it is. */
interface Viewer {
  own: SenderRow | null;
  /** Null: they don't show when they're online. */
  own_online: boolean | null;
}

/** A conversation as its person sees it. */
export function viewConversation(row: ConversationRow, viewer: Viewer): Conversation {
  const { own } = viewer;
  const { newest_id, newest_sender_id, newest_at, other } = row;
  const readId = messageIdOf(Math.max(row.read_id, row.cleared_id));
  const isHere = [other, own].some((person) => person?.id === newest_sender_id);
  return {
    _id: row.id,
    members: [
      {
        ...viewMember(other),
        read_id: row.other_read_id === null ? null : messageIdOf(row.other_read_id),
        online: row.other_online,
      },
      { ...viewMember(own), read_id: readId, online: viewer.own_online },
    ],
    last_message: row.newest_text,
    last_message_id: newest_id === null ? null : messageIdOf(newest_id),
    last_message_at: newest_at === null ? null : timeOf(newest_at),
    last_message_sender: isHere ? newest_sender_id : null,
    last_message_has_image: row.newest_image_path !== null,
    ...(row.newest_has_files && { last_message_has_attachments: true }),
    unread: row.unread,
    notify: row.notify,
    read_id: readId,
    created_at: timeOf(row.created_at),
    updated_at: timeOf(row.active_at ?? row.created_at),
    ...(row.request && { request: true as const }),
    ...(row.away && { away: true as const }),
    ...(row.apart && { blocked: row.blocked ? 'by_me' : 'by_other' }),
  };
}
