import * as endpoints from '@hubbub/contract/features/site/site.endpoints.ts';
import type { Site } from '@hubbub/contract/features/site/site.shapes.ts';
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { siteOptions } from '#features/site/site.data.ts';
import { type CallInput, call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';

/** Milliseconds between two looks at figures that a job is still taking. */
const figuresDelay = 2000;

/** How the site is doing. Until there are new figures, it asks again. */
export const overviewOptions = queryOptions({
  queryKey: ['site', 'overview'],
  queryFn: async ({ signal }) => (await call(endpoints.readOverview, {}, { signal })).overview,
  refetchInterval: (query) => (query.state.data?.outdated ? figuresDelay : false),
});

/** Entries of the audit log per page. */
const pageSize = 30;

/** What the team did, newest first. */
export const auditOptions = infiniteQueryOptions({
  queryKey: ['site', 'audit'],
  queryFn: async ({ pageParam, signal }) => {
    const query = { size: pageSize, ...(pageParam !== undefined && { before: pageParam }) };
    return (await call(endpoints.listAudit, { query }, { signal })).entries;
  },
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?._id),
});

export type SiteUpdate = CallInput<typeof endpoints.updateSite>;

/** Changes the site. With a logo it's sent as a form, otherwise as JSON. */
export function useUpdateSite() {
  const client = useQueryClient();
  return useChange({
    mutationFn: async (change: SiteUpdate) => (await call(endpoints.updateSite, change)).site,
    onSuccess: (site) => client.setQueryData(siteOptions.queryKey, site),
    fails: 'here',
  });
}

function useAnnouncementChange<Given>(change: (given: Given) => Promise<Pick<Site, 'announcement'>>) {
  const client = useQueryClient();
  return useChange({
    mutationFn: change,
    onSuccess: ({ announcement }) => {
      client.setQueryData(siteOptions.queryKey, (site) => site && { ...site, announcement: announcement ?? null });
      // Its first page brings the announcement along.
      client.removeQueries({ queryKey: ['posts', 'feed', 'everyone'] });
    },
    fails: 'here',
  });
}

export const useAnnounce = () =>
  useAnnouncementChange((body: ({ post_id: string } | { content: string }) & { until: string | null }) =>
    call(endpoints.announce, { body }),
  );

export const useRemoveAnnouncement = () => useAnnouncementChange(() => call(endpoints.removeAnnouncement));

/** Becomes the owner with the code of a set-up link. */
export function useSetUpSite() {
  return useChange({
    mutationFn: (code: string) => call(endpoints.setUpSite, { body: { code } }),
    fails: 'here',
  });
}
