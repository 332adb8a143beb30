import * as endpoints from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { changed } from '#features/notifications/settings.rules.ts';
import { type BodyOf, call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';

/** What the person wants to be notified of, and what they show others. */
export const settingsOptions = queryOptions({
  queryKey: ['notification settings'],
  queryFn: async ({ signal }) => (await call(endpoints.readNotificationSettings, {}, { signal })).settings,
});

const { queryKey } = settingsOptions;
const mutationKey = ['change of notification settings'];

/** Changes some of the settings, one change after another. They show right away, and go back if a change can't be saved. */
export function useChangeSettings() {
  const client = useQueryClient();
  return useChange({
    mutationKey,
    scope: { id: 'notification settings' },
    mutationFn: async (body: BodyOf<typeof endpoints.updateNotificationSettings>) =>
      (await call(endpoints.updateNotificationSettings, { body })).settings,
    fails: 'here',
    show: async (change) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (settings) => settings && changed(settings, change));
      return { undo: () => client.setQueryData(queryKey, before) };
    },
    onSuccess: (settings, { presence }) => {
      // Lists say who's online only to those who show it.
      if (presence !== undefined) {
        const shows = ({ queryKey: [first] }: { queryKey: readonly unknown[] }) =>
          first !== 'posts' && first !== queryKey[0];
        void client.invalidateQueries({ predicate: shows, refetchType: 'none' });
      }
      // Later changes already show.
      if (client.isMutating({ mutationKey }) === 1) client.setQueryData(queryKey, settings);
    },
  });
}
