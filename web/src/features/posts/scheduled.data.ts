import * as endpoints from '@hubbub/contract/features/posts/scheduled.endpoints.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';
import { Waiting } from '#platform/errors.ts';
import { callQueued } from '#platform/outbox.ts';

/** The person's scheduled posts, the next one first. Those whose time comes leave the list by themselves. */
export const scheduledOptions = queryOptions({
  queryKey: ['scheduled'],
  meta: { offlinePages: 1 },
  queryFn: async ({ signal }) => (await call(endpoints.listScheduledPosts, {}, { signal })).drafts,
  refetchInterval: 60_000,
});

/** Changes a scheduled post's text and time; without a connection, that waits. The dialog shows errors, so nothing is reported here. */
export function useUpdateScheduled(draftId: string, onDone: () => void) {
  const client = useQueryClient();
  return useChange({
    mutationFn: async (body: { content?: string; publish_at: string }) => {
      const input = { params: { draft_id: draftId }, body };
      await callQueued(endpoints.updateScheduledPost, input, 'Your changes to a scheduled post');
    },
    onWaiting: (body) => {
      client.setQueryData(scheduledOptions.queryKey, (drafts) =>
        drafts?.map((draft) => (draft.draft_id === draftId ? { ...draft, ...body, fault: null } : draft)),
      );
      onDone();
    },
    onSuccess: () => {
      void client.invalidateQueries(scheduledOptions);
      onDone();
    },
    fails: 'here',
  });
}

/** Deletes a scheduled post; without a connection, that waits. */
export function useCancelScheduled() {
  const client = useQueryClient();
  return useChange({
    mutationFn: async (draftId: string) => {
      await callQueued(endpoints.cancelScheduledPost, { params: { draft_id: draftId } }, 'Canceling a scheduled post');
    },
    onWaiting: (draftId) =>
      client.setQueryData(scheduledOptions.queryKey, (drafts) => drafts?.filter((draft) => draft.draft_id !== draftId)),
    onSettled: (_, error) => void (error instanceof Waiting || client.invalidateQueries(scheduledOptions)),
    fails: 'alert',
    failed: "We couldn't cancel this post. Try again.",
  });
}
