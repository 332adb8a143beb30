import type { Conversation } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { LogOut, Trash2 } from 'lucide-react';
import { useDeleteConversation } from '#features/conversations/conversations.data.ts';
import { confirm } from '#ui/alerts/alerts.ts';

/**
 * Asks, then deletes a conversation; a failure is reported in an alert.
 * @param onDeleted receives the conversation's id
 */
export function useAskToDelete(onDeleted: (id: string) => void) {
  const { mutate, isPending, variables } = useDeleteConversation(onDeleted);
  const ask = async ({ _id: id, is_group: isGroup }: Pick<Conversation, '_id' | 'is_group'>) => {
    const options = {
      ...(isGroup && { details: "You won't get its messages anymore, and can't read the old ones." }),
      confirmLabel: isGroup ? 'Leave' : 'Delete',
      cancelLabel: 'Cancel',
      danger: true,
    };
    if (await confirm(isGroup ? 'Leave this group?' : messages.confirmDeleteConversation, options)) mutate(id);
  };
  return { ask, deletingId: isPending ? variables : undefined };
}

/** The menu item that deletes a conversation, or leaves a group. */
export const deleteItem = (isGroup: boolean, onSelect: () => void) => ({
  label: isGroup ? 'Leave group' : 'Delete conversation',
  icon: isGroup ? LogOut : Trash2,
  danger: true,
  onSelect,
});
