import * as endpoints from '@hubbub/contract/features/posts/scheduled.endpoints.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';

/** The person's scheduled posts, the next one first. Those whose time comes leave the list by themselves. */
export const scheduledOptions = queryOptions({
  queryKey: ['scheduled'],
  meta: { offlinePages: 1 },
  queryFn: async ({ signal }) => (await call(endpoints.listScheduledPosts, {}, { signal })).drafts,
  refetchInterval: 60_000,
});

/** Changes a scheduled post's text and time. The dialog shows errors, so nothing is reported here. */
export function useUpdateScheduled(draftId: string) {
  const client = useQueryClient();
  return useChange({
    mutationFn: (body: { content?: string; publish_at: string }) =>
      call(endpoints.updateScheduledPost, { params: { draft_id: draftId }, body }),
    onSuccess: () => client.invalidateQueries(scheduledOptions),
    fails: 'here',
  });
}

/** Deletes a scheduled post. */
export function useCancelScheduled() {
  const client = useQueryClient();
  return useChange({
    mutationFn: (draftId: string) => call(endpoints.cancelScheduledPost, { params: { draft_id: draftId } }),
    onSettled: () => void client.invalidateQueries(scheduledOptions),
    fails: 'alert',
    failed: "We couldn't cancel this post. Try again.",
  });
}
