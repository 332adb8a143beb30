import type {
  DecisionAction,
  ReportKind,
  ReportReason,
} from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import { readSite } from '@hubbub/contract/features/site/site.endpoints.ts';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { overviewOptions } from '#features/site/public.ts';
import { call } from '#platform/api-client.ts';
import { ApiError } from '#platform/errors.ts';

const reportsKey = ['reports'] as const;
const appealsKey = ['appeals'] as const;
const decisionsKey = ['decisions'] as const;

/** How many entries a page of each list has. */
const pageSize = 30;

/** Open reports, or those that were decided; newest first. @param community the handle of the only one that's meant */
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

/** Who else has a report open. Asking says that the caller has. */
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

/** The site's rules, for whoever decides. */
export const rulesOptions = queryOptions({
  queryKey: ['site', 'rules'],
  queryFn: async ({ signal }) => (await call(readSite, {}, { signal })).site.rules,
  staleTime: 60_000,
});

export async function sendReport(report: {
  kind: ReportKind;
  id: string;
  reason: ReportReason;
  text: string;
}): Promise<void> {
  await call(endpoints.sendReport, { body: report });
}

/** Fetches the queue again: it has changed. */
export const refetchReports = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: reportsKey });

/** Decides a report. The queue is fetched again, whether that worked or came too late. */
export async function decideReport(
  client: QueryClient,
  reportId: string,
  decision: { action: DecisionAction; text: string; days?: number | undefined; rule: number | null },
): Promise<void> {
  try {
    await call(endpoints.decideReport, { params: { report_id: reportId }, body: decision });
  } finally {
    await Promise.all([refetchReports(client), client.invalidateQueries({ queryKey: overviewOptions.queryKey })]);
  }
}

export async function suspendUser(
  username: string,
  suspension: { text: string; days?: number; rule: number | null },
): Promise<void> {
  await call(endpoints.suspendUser, { params: { username }, body: suspension });
}

/** Lets a suspended person log in again. */
export async function liftSuspension(username: string): Promise<void> {
  await call(endpoints.liftSuspension, { params: { username } });
}

/** Whether a decision failed because somebody else made it, or what it's about is gone: the list has changed, so it can't say so. */
export const isTooLate = (failure: unknown): failure is ApiError =>
  failure instanceof ApiError && (failure.status === 409 || failure.status === 404);

export async function judgeAppeal(
  client: QueryClient,
  appealId: string,
  answer: { decision: 'uphold' | 'overturn'; text: string },
): Promise<void> {
  try {
    await call(endpoints.decideAppeal, { params: { appeal_id: appealId }, body: answer });
  } finally {
    await Promise.all([
      client.invalidateQueries({ queryKey: appealsKey }),
      client.invalidateQueries({ queryKey: overviewOptions.queryKey }),
    ]);
  }
}

/** Appeals a decision: with a link's token, or with the session. */
export async function sendAppeal(
  client: QueryClient,
  { decisionId, token, text }: { decisionId: string; token: string | undefined; text: string },
): Promise<void> {
  if (token === undefined) await call(endpoints.appeal, { params: { decision_id: decisionId }, body: { text } });
  else await call(endpoints.appealByToken, { body: { token, text } });
  await Promise.all([
    client.invalidateQueries({ queryKey: decisionsKey }),
    client.invalidateQueries({ queryKey: ['decision-by-token'] }),
  ]);
}
