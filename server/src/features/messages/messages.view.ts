import type { Sender } from '@hubbub/contract/features/messages/messages.shapes.ts';
import { deletedUser } from '@hubbub/contract/platform/deleted-user.ts';
import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import type { UserRow } from '#features/accounts/public.ts';

export type SenderRow = Pick<UserRow, 'id' | 'username' | 'name' | 'profile_path'>;

/** Who sent a message, or talks in a conversation; null: the account is deleted. Clients call methods of texts on the name. */
export const viewSender = (row: SenderRow | null): Sender =>
  row
    ? {
        _id: row.id,
        username: row.username,
        name: row.name ?? row.username,
        profile_path: row.profile_path ?? defaultProfilePath,
      }
    : deletedUser;
