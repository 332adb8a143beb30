import type { Sender } from '@hubbub/contract/features/messages/messages.shapes.ts';
import { deletedUser } from '@hubbub/contract/platform/deleted-user.ts';
import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import type { UserRow } from '#features/accounts/public.ts';

export type SenderRow = Pick<UserRow, 'id' | 'username' | 'name' | 'profile_path'>;

/** Who sent a message or takes part in a conversation; null: the account was deleted. Clients call string methods on the name. */
export const viewSender = (row: SenderRow | null): Sender =>
  row
    ? {
        _id: row.id,
        username: row.username,
        name: row.name ?? row.username,
        profile_path: row.profile_path ?? defaultProfilePath,
      }
    : deletedUser;
