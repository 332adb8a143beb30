import type { Conversation } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import type { RoomNotify, SystemLine } from '@hubbub/contract/features/messages/messages.shapes.ts';
import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import { messageIdOf, type SenderRow } from '#features/messages/public.ts';
import { viewMember } from './conversations.view.ts';

/** A group from one member's side. Times are formatted the way PostgreSQL writes them into JSON. */
interface GroupViewRow {
  id: string;
  name: string | null;
  profile_path: string | null;
  owner_id: string;
  created_at: string;
  active_at: string;
  newest_id: number | null;
  newest_sender_id: string | null;
  newest_at: string | null;
  newest_text: string | null;
  newest_image_path: string | null;
  newest_has_files: boolean | null;
  newest_system: unknown;
  read_id: number;
  unread: number;
  notify: RoomNotify;
  members: (SenderRow & { read_id: number | null; online: boolean | null })[];
}

const timeOf = (time: string) => new Date(time).toISOString();

const readIdOf = ({ read_id }: { read_id: number | null }) => (read_id === null ? null : messageIdOf(read_id));

/** A group as one of its members sees it, who comes last. */
export function viewGroup(row: GroupViewRow, viewerId: string): Conversation {
  const owner = row.members.find(({ id }) => id === row.owner_id);
  const readId = messageIdOf(row.read_id);
  const members = row.members.map((member) => ({
    ...viewMember(member),
    read_id: member.id === viewerId ? readId : readIdOf(member),
    online: member.online,
  }));
  return {
    _id: row.id,
    is_group: true,
    name: row.name,
    profile_path: row.profile_path,
    ...(owner && {
      owner: {
        username: owner.username,
        name: owner.name,
        profile_path: owner.profile_path ?? defaultProfilePath,
      },
    }),
    members: [...members.filter(({ _id }) => _id !== viewerId), ...members.filter(({ _id }) => _id === viewerId)],
    last_message: row.newest_text,
    last_message_id: row.newest_id === null ? null : messageIdOf(row.newest_id),
    last_message_at: row.newest_at === null ? null : timeOf(row.newest_at),
    last_message_sender: row.members.some(({ id }) => id === row.newest_sender_id) ? row.newest_sender_id : null,
    last_message_has_image: row.newest_image_path !== null,
    ...(row.newest_has_files && { last_message_has_attachments: true }),
    last_message_system: row.newest_system as SystemLine | null,
    unread: row.unread,
    notify: row.notify,
    read_id: readId,
    created_at: timeOf(row.created_at),
    updated_at: timeOf(row.active_at),
  };
}
