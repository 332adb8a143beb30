import * as endpoints from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import type { Notification } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { type InfiniteData, infiniteQueryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { applyUnreadChange } from '#features/channels/public.ts';
import {
  listed,
  type NotificationPage,
  unreadIn,
  withNewest,
  withRead,
} from '#features/notifications/notifications.rules.ts';
import { call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';
import { isHandled } from '#platform/errors.ts';
import { logError } from '#platform/log.ts';
import { callQueued } from '#platform/outbox.ts';

/** Which notifications are listed. */
export type Filter = 'all' | 'mentions' | 'team';

const pageSize = 30;
const lists = ['notifications', 'list'];

/** The person's notifications, newest first, one page at a time. */
export const notificationsOptions = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: [...lists, filter],
    meta: { offlinePages: 3 },
    queryFn: ({ pageParam, signal }): Promise<NotificationPage> =>
      call(endpoints.listNotifications, { query: { filter, size: pageSize, before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ notifications }) => (notifications.length < pageSize ? undefined : notifications.at(-1)?._id),
    select: ({ pages }) => listed(pages),
  });

type Pages = InfiniteData<NotificationPage, string | undefined>;

function change(client: QueryClient, next: (pages: readonly NotificationPage[]) => NotificationPage[]): void {
  client.setQueriesData<Pages>({ queryKey: lists }, (data) => data && { ...data, pages: next(data.pages) });
}

/** A notification is new, or has grown. Whether it's in the filtered lists is the server's decision. */
export function applyNotification(client: QueryClient, notification: Notification): void {
  const { queryKey } = notificationsOptions('all');
  client.setQueryData(queryKey, (data) => data && { ...data, pages: withNewest(data.pages, notification) });
  void client.invalidateQueries({
    queryKey: lists,
    // A request that's already in flight doesn't include it.
    predicate: ({ queryKey: [, , filter], state }) => filter !== 'all' || state.fetchStatus === 'fetching',
  });
}

/** The number of unread ones has changed on the server: updates the lists. */
export function applyUnread(client: QueryClient, unread: number): void {
  if (unread === 0) change(client, (pages) => withRead(pages));
  const known = client.getQueryData<Pages>(notificationsOptions('all').queryKey);
  // Another device has read some, or they're gone.
  if (known !== undefined && unreadIn(known.pages) > unread) void client.invalidateQueries({ queryKey: lists });
}

/** Changes made while disconnected. */
export const refetchNotifications = (client: QueryClient): void =>
  void client.invalidateQueries({ queryKey: ['notifications'] });

/** Marks notifications as read: those that were seen, or everything up to one. */
async function markRead(client: QueryClient, which: { ids: readonly string[] } | { up_to: string }): Promise<void> {
  const isLoading = client.isFetching({ queryKey: lists }) > 0;
  change(client, (pages) => ('ids' in which ? withRead(pages, new Set(which.ids)) : withRead(pages)));
  const body = 'ids' in which ? { ids: [...which.ids] } : which;
  const key = ['read notifications', ...('ids' in which ? which.ids : [])].join(' ');
  const { unread } = await callQueued(endpoints.readNotifications, { body }, 'What you read', { key });
  applyUnreadChange(client, { notifications: unread });
  // A request that's already in flight doesn't include it.
  if (isLoading) void client.invalidateQueries({ queryKey: lists });
}

/** Marks everything up to a notification as read. */
export function useMarkAllRead(onSuccess: () => void) {
  const client = useQueryClient();
  return useChange({
    undone: 'nothing was marked as read',
    mutationFn: (newest: string) => markRead(client, { up_to: newest }),
    onSuccess,
  });
}

/** Marks what was seen as read: if that can't be stored, it's unread again at the next visit. */
export async function markSeen(client: QueryClient, ids: readonly string[]): Promise<void> {
  try {
    await markRead(client, { ids });
  } catch (error) {
    if (!isHandled(error)) logError("Couldn't mark notifications as read", error);
  }
}
