import type {
  DecisionAction,
  ReportKind,
  ReportReason,
} from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import { readSite } from '@hubbub/contract/features/site/site.endpoints.ts';
import { infiniteQueryOptions, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { overviewOptions } from '#features/site/public.ts';
import { call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';
import { ApiError } from '#platform/errors.ts';
import { toast } from '#ui/toast/toasts.ts';

const reportsKey = ['reports'] as const;
const appealsKey = ['appeals'] as const;
const decisionsKey = ['decisions'] as const;

/** How many entries a page of each list has. */
const pageSize = 30;

/** Open reports, or those that were decided; newest first. @param community the handle of a community, for its reports only */
export const reportsOptions = (state: 'open' | 'decided', community?: string) =>
  infiniteQueryOptions({
    queryKey: [...reportsKey, community ?? null, state],
    queryFn: async ({ pageParam, signal }) => {
      const query = { state, size: pageSize, before: pageParam, ...(community !== undefined && { community }) };
      return (await call(endpoints.listReports, { query }, { signal })).reports;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.report_id),
    // Somebody else may have decided them in the meantime.
    staleTime: 0,
  });

/** Reports about what somebody wrote or about their profile, open or decided; newest first. */
export const reportsAboutOptions = (username: string) =>
  infiniteQueryOptions({
    queryKey: [...reportsKey, 'about', username],
    queryFn: async ({ pageParam, signal }) => {
      const query = { about: username, state: 'any', size: pageSize, before: pageParam } as const;
      return (await call(endpoints.listReports, { query }, { signal })).reports;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.report_id),
    staleTime: 0,
  });

/** How often a page says that it has a report open, in milliseconds; the server believes it for 15 seconds. */
const heartbeat = 5_000;

/** Who else has a report open. Asking also reports that the caller has it open. */
export const viewingOptions = (reportId: string) =>
  queryOptions({
    queryKey: ['viewing', reportId],
    queryFn: async ({ signal }) => await call(endpoints.viewReport, { params: { report_id: reportId } }, { signal }),
    refetchInterval: heartbeat,
    gcTime: 0,
  });

/** Appeals that the caller may judge, newest first. */
export const appealsOptions = (state: 'open') =>
  infiniteQueryOptions({
    queryKey: [...appealsKey, state],
    queryFn: async ({ pageParam, signal }) =>
      (await call(endpoints.listAppeals, { query: { state, size: pageSize, before: pageParam } }, { signal })).appeals,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.appeal_id),
    staleTime: 0,
  });

/** What moderators decided about the caller, newest first. */
export const decisionsOptions = infiniteQueryOptions({
  queryKey: decisionsKey,
  queryFn: async ({ pageParam, signal }) =>
    (await call(endpoints.listDecisions, { query: { size: pageSize, before: pageParam } }, { signal })).decisions,
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.decision_id),
});

/** The decision that a link in a mail is about. */
export const decisionByTokenOptions = (token: string) =>
  queryOptions({
    queryKey: ['decision-by-token', token],
    queryFn: async ({ signal }) =>
      (await call(endpoints.readDecisionByToken, { body: { token } }, { signal })).decision,
    retry: false,
  });

/** The site's rules, for those who decide. */
export const rulesOptions = queryOptions({
  queryKey: ['site', 'rules'],
  queryFn: async ({ signal }) => (await call(readSite, {}, { signal })).site.rules,
  staleTime: 60_000,
});

export const useSendReport = () =>
  useChange({
    fails: 'here',
    mutationFn: (body: { kind: ReportKind; id: string; reason: ReportReason; text: string }) =>
      call(endpoints.sendReport, { body }),
  });

/** Fetches the queue again: it has changed. */
export const refetchReports = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: reportsKey });

/** Decides a report. The queue is fetched again, whether that worked or came too late. */
export function useDecideReport(report_id: string) {
  const client = useQueryClient();
  return useChange({
    fails: 'here',
    mutationFn: (body: { action: DecisionAction; text: string; days?: number | undefined; rule: number | null }) =>
      call(endpoints.decideReport, { params: { report_id }, body }),
    onSettled: () =>
      Promise.all([refetchReports(client), client.invalidateQueries({ queryKey: overviewOptions.queryKey })]),
  });
}

export const useSuspend = (username: string) =>
  useChange({
    fails: 'here',
    mutationFn: (body: { text: string; days?: number; rule: number | null }) =>
      call(endpoints.suspendUser, { params: { username }, body }),
  });

/** Lets a suspended person log in again. */
export const useLiftSuspension = (onSuccess: () => void) =>
  useChange({
    fails: 'alert',
    mutationFn: (username: string) => call(endpoints.liftSuspension, { params: { username } }),
    onSuccess: (_, username) => {
      toast.success(`${username} can log in again`);
      onSuccess();
    },
  });

/**
 * Whether a decision failed because somebody else made it, or what it's about is gone: the report has left the list, so its card can't show
 * the error.
 */
export const isTooLate = (failure: unknown): failure is ApiError =>
  failure instanceof ApiError && (failure.status === 409 || failure.status === 404);

export function useJudgeAppeal(appeal_id: string) {
  const client = useQueryClient();
  return useChange({
    fails: 'here',
    mutationFn: (body: { decision: 'uphold' | 'overturn'; text: string }) =>
      call(endpoints.decideAppeal, { params: { appeal_id }, body }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: appealsKey }),
        client.invalidateQueries({ queryKey: overviewOptions.queryKey }),
      ]),
  });
}

/** Appeals a decision: with a link's token, or with the session. */
export function useSendAppeal(decision_id: string, token: string | undefined) {
  const client = useQueryClient();
  return useChange({
    fails: 'here',
    mutationFn: async (text: string) => {
      if (token === undefined) await call(endpoints.appeal, { params: { decision_id }, body: { text } });
      else await call(endpoints.appealByToken, { body: { token, text } });
    },
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: decisionsKey }),
        client.invalidateQueries({ queryKey: ['decision-by-token'] }),
      ]),
  });
}
