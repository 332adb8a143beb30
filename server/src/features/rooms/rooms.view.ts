import type { Conversation } from '@hubbub/contract/features/rooms/conversation.shapes.ts';
import type { Sender } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { deletedUser } from '@hubbub/contract/platform/deleted-user.ts';
import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import { type UserRow, viewAuthor } from '#features/accounts/public.ts';
import { kindOf } from './kinds.kind.ts';
import type { ListedRoom } from './list.queries.ts';
import { messageIdOf } from './messages.rules.ts';

type SenderRow = Pick<UserRow, 'id' | 'username' | 'name' | 'profile_path'>;

/** Who sent a message or is in a room; null: the account was deleted. Clients call string methods on the name. */
const viewSender = (row: SenderRow | null): Sender =>
  row
    ? {
        _id: row.id,
        username: row.username,
        name: row.name ?? row.username,
        profile_path: row.profile_path ?? defaultProfilePath,
      }
    : deletedUser;

/** A time in the contract's format. Times are formatted the way PostgreSQL writes them into JSON. */
const timeOf = (time: Date | string) => new Date(time).toISOString();

const idOf = (number: number | null) => (number === null ? null : messageIdOf(number));

type ListedMember = ListedRoom['members'][number];

const viewMember = (member: ListedMember | null) => ({
  ...viewSender(member),
  mobileNumber: '' as const,
  read_id: idOf(member?.read_id ?? null),
  online: member?.online ?? null,
});

/** A room as one of its members sees it, who comes last; before them, somebody who's alone in one sees a deleted account. */
export function viewRoom(row: ListedRoom, viewerId: string): Conversation {
  const { members, newest_id, newest_sender_id, newest_at, newest_has_files } = row;
  const kind = kindOf(row.kind);
  const owner = members.find(({ id }) => id === row.owner_id);
  const others = members.filter(({ id }) => id !== viewerId).map(viewMember);
  const own = members.find(({ id }) => id === viewerId) ?? null;
  const readId = messageIdOf(row.mark);
  return {
    _id: row.id,
    members: [
      ...(others.length === 0 && kind.isOfTwo ? [viewMember(null)] : others),
      { ...viewMember(own), read_id: readId },
    ],
    last_message: row.newest_text,
    last_message_id: idOf(newest_id),
    last_message_at: newest_at === null ? null : timeOf(newest_at),
    last_message_sender: members.some(({ id }) => id === newest_sender_id) ? newest_sender_id : null,
    last_message_has_image: row.newest_image_path !== null,
    ...(newest_has_files && { last_message_has_attachments: true }),
    unread: row.unread,
    notify: row.notify,
    read_id: readId,
    created_at: timeOf(row.created_at),
    updated_at: timeOf(row.active_at),
    ...(owner && { owner: viewAuthor(owner) }),
    ...kind.view?.(row),
  };
}
