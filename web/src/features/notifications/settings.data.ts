import type { NotificationSettings } from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { changed } from '#features/notifications/settings.rules.ts';
import { type BodyOf, call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';

/** What the person wants to be notified of, and what they show others. */
export const settingsOptions = queryOptions({
  queryKey: ['notification settings'],
  queryFn: async ({ signal }) => (await call(endpoints.readNotificationSettings, {}, { signal })).settings,
});

const { queryKey } = settingsOptions;
/** The settings that the server has, while changes that it doesn't have yet show. */
const savedKey = ['saved notification settings'];
const mutationKey = ['change of notification settings'];

type Change = BodyOf<typeof endpoints.updateNotificationSettings>;

/** Shows what the server has, with the changes that it may yet get: all but one. */
function showWithout(client: QueryClient, failed: Change): void {
  const pending = client.getMutationCache().findAll({ mutationKey, status: 'pending' });
  const others = pending.map(({ state }) => state.variables as Change).filter((change) => change !== failed);
  const saved = client.getQueryData<NotificationSettings>(savedKey);
  client.setQueryData(queryKey, saved && others.reduce(changed, saved));
}

/** Changes some of the settings, one change after another. They show right away, and go back if a change can't be saved. */
export function useChangeSettings() {
  const client = useQueryClient();
  return useChange({
    mutationKey,
    scope: { id: 'notification settings' },
    mutationFn: async (body: Change) => (await call(endpoints.updateNotificationSettings, { body })).settings,
    fails: 'here',
    show: async (change) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(savedKey, (saved?: NotificationSettings) => saved ?? client.getQueryData(queryKey));
      client.setQueryData(queryKey, (settings) => settings && changed(settings, change));
      return { undo: () => showWithout(client, change) };
    },
    onSuccess: (settings, { presence }) => {
      // Lists say who's online only to those who show it.
      if (presence !== undefined) {
        const shows = ({ queryKey: [first] }: { queryKey: readonly unknown[] }) =>
          first !== 'posts' && first !== queryKey[0];
        void client.invalidateQueries({ predicate: shows, refetchType: 'none' });
      }
      client.setQueryData(savedKey, settings);
      // Later changes already show.
      if (client.isMutating({ mutationKey }) === 1) client.setQueryData(queryKey, settings);
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey }) === 1) client.removeQueries({ queryKey: savedKey });
    },
  });
}
