import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { unreadOptions } from '#features/channels/public.ts';
import { closedTags } from '#features/notifications/push.data.ts';
import { mayPass } from '#platform/errors.ts';
import { logError } from '#platform/log.ts';
import { closeShown, isAnythingShown, showBadge } from '#platform/worker.ts';

/** Closes this device's push notifications that were read elsewhere. If it shows none, the server isn't asked. */
async function closeRead(): Promise<void> {
  if (!(await isAnythingShown())) return;
  for (const tag of await closedTags()) await closeShown(tag);
}

/**
 * Keeps the number on the app's icon, and this device's push notifications, in sync with the server: on opening, and whenever something
 * changes.
 */
export function useShown(): void {
  const { data: total, dataUpdatedAt } = useQuery({ ...unreadOptions, select: (unread) => unread.total });
  useEffect(() => {
    if (total !== undefined) showBadge(total);
  }, [total]);
  useEffect(() => {
    if (dataUpdatedAt === 0) return;
    closeRead().catch((error: unknown) => {
      if (!mayPass(error)) logError("Couldn't close what was read elsewhere", error);
    });
  }, [dataUpdatedAt]);
}
