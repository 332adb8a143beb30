import type { Conversation } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { messageIdOf, type SenderRow, viewSender } from '#features/messages/public.ts';

/** A conversation from one person's side. Times are formatted the way PostgreSQL writes them into JSON. */
interface ConversationRow {
  id: string;
  unread: number;
  read_id: number;
  cleared_id: number;
  created_at: string;
  active_at: string | null;
  /** The newest message that this person has; all null if there's none. */
  newest_id: number | null;
  newest_sender_id: string | null;
  newest_at: string | null;
  newest_image_path: string | null;
  newest_text: string | null;
  /** Null: the account was deleted. */
  other: SenderRow | null;
  /** One has blocked the other. */
  apart: boolean;
  /** This person has. */
  blocked: boolean;
}

/** A time in the contract's format. */
const timeOf = (time: string) => new Date(time).toISOString();

/** A conversation as its person, `own`, sees it. */
export function viewConversation(row: ConversationRow, own: SenderRow | null): Conversation {
  const { newest_id, newest_sender_id, newest_at, other } = row;
  const isHere = [other, own].some((person) => person?.id === newest_sender_id);
  return {
    _id: row.id,
    members: [viewSender(other), viewSender(own)],
    last_message: row.newest_text,
    last_message_id: newest_id === null ? null : messageIdOf(newest_id),
    last_message_at: newest_at === null ? null : timeOf(newest_at),
    last_message_sender: isHere ? newest_sender_id : null,
    last_message_has_image: row.newest_image_path !== null,
    unread: row.unread,
    read_id: messageIdOf(Math.max(row.read_id, row.cleared_id)),
    created_at: timeOf(row.created_at),
    updated_at: timeOf(row.active_at ?? row.created_at),
    ...(row.apart && { blocked: row.blocked ? 'by_me' : 'by_other' }),
  };
}
