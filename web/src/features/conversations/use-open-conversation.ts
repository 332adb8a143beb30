import { useQueryClient } from '@tanstack/react-query';
import { useChange } from '#platform/change.ts';

/**
 * Opens the conversation with a person, which begins if there's none.
 * @param undone the consequence of a failure
 * @param onSuccess receives the conversation's id
 */
export function useOpenConversation(undone: string | undefined, onSuccess: (id: string) => void) {
  const client = useQueryClient();
  return useChange({
    undone,
    mutationFn: async (username: string) => {
      // Few people open one from here, so a profile doesn't load what a chat needs.
      const { openConversation } = await import('#features/conversations/conversations.data.ts');
      return await openConversation(client, username);
    },
    onSuccess,
  });
}
