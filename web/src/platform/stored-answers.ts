import type { InfiniteData, Query, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';
import { deleteAnswer, type StoredAnswer, storeAnswers, storedAnswer } from '#platform/answer-store.ts';
import { ApiError, mayPass } from '#platform/errors.ts';
import { logError } from '#platform/log.ts';
import { storedUser } from '#platform/session.ts';
import { createStore, useStore } from '#platform/store.ts';
import { timeOfDay } from '#platform/time.ts';

/** Milliseconds for which answers are collected before they're stored. */
const collecting = 1_000;

/** Milliseconds after which a network that hasn't answered counts as none: what's stored is shown until it does. */
export const patience = 3_000;

type Action = Extract<QueryCacheNotifyEvent, { type: 'updated' }>['action'];

/** When each of the things that are shown from the store was answered, in ms. */
const shown = new Map<string, number>();
/** When the oldest of them was. */
const shownFrom = createStore<number | undefined>(undefined);

/** Says that something from the store is on the screen. @param at when it was answered, in ms; undefined: it isn't shown anymore */
export function showStored(key: string, at: number | undefined): void {
  if (at === undefined) shown.delete(key);
  else shown.set(key, at);
  const oldest = shown.size === 0 ? undefined : Math.min(...shown.values());
  if (oldest !== shownFrom.state()) shownFrom.set(oldest);
}

/** "As of 14:05, offline" while something from the store is on the screen. */
export function useStoredAge(): string | null {
  const at = useStore(shownFrom);
  return at === undefined ? null : `As of ${timeOfDay(at)}, offline`;
}

const isPaged = (data: unknown): data is InfiniteData<unknown> =>
  typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages);

/** As much of an answer as is stored: the first pages of a list. */
function firstPages(data: unknown, pages: number): unknown {
  return isPaged(data) ? { pages: data.pages.slice(0, pages), pageParams: data.pageParams.slice(0, pages) } : data;
}

/**
 * Stores what queries with `meta.offlinePages` are answered, and shows it again if there's no answer, because there's no connection or
 * one that hangs. A query that has been shown so is asked again as soon as there's one.
 * @param after milliseconds after which a connection counts as one that hangs
 */
export function keepAnswers(client: QueryClient, after = patience): void {
  const cache = client.getQueryCache();
  /** Queries that show what was stored. */
  const restored = new Set<Query>();
  const changed = new Map<string, Query>();

  const tell = () => {
    const seen = [...restored].filter((query) => query.getObserversCount() > 0);
    showStored('queries', seen.length === 0 ? undefined : Math.min(...seen.map(({ state }) => state.dataUpdatedAt)));
  };

  const store = () => {
    const user = storedUser();
    const answers: StoredAnswer[] = [];
    for (const [key, { state, meta }] of changed) {
      if (state.data === undefined) continue;
      answers.push({
        key,
        at: state.dataUpdatedAt,
        text: JSON.stringify(firstPages(state.data, meta?.offlinePages ?? 1)),
      });
    }
    changed.clear();
    if (user === null || answers.length === 0) return;
    storeAnswers(user.user_id, answers).catch((error: unknown) => logError("Couldn't store answers", error));
  };

  const restore = async (query: Query) => {
    const user = storedUser();
    if (user === null || query.state.data !== undefined) return;
    const answer = await storedAnswer(user.user_id, query.queryHash);
    const isWanted = query.state.data === undefined && cache.get(query.queryHash) === query;
    if (answer === undefined || !isWanted || storedUser()?.user_id !== user.user_id) return;
    restored.add(query);
    client.setQueryData(query.queryKey, JSON.parse(answer.text), { updatedAt: answer.at });
    // Including lists that are otherwise never fetched again.
    query.invalidate();
    tell();
  };

  const forget = (query: Query) => {
    changed.delete(query.queryHash);
    const user = storedUser();
    if (user === null) return;
    deleteAnswer(user.user_id, query.queryHash).catch((error: unknown) => logError("Couldn't delete an answer", error));
  };

  const onAnswer = (query: Query, isManual: boolean) => {
    if (restored.has(query)) {
      if (isManual) return;
      restored.delete(query);
    }
    if (changed.size === 0) setTimeout(store, collecting);
    changed.set(query.queryHash, query);
  };

  const show = (query: Query) =>
    void restore(query).catch((error: unknown) => logError("Couldn't read a stored answer", error));

  const onUpdate = (query: Query, action: Action) => {
    const { state } = query;
    if (action.type === 'success') onAnswer(query, action.manual ?? false);
    else if (action.type === 'error' && action.error instanceof ApiError && !mayPass(action.error)) forget(query);
    else if (state.data !== undefined) return;
    else if (state.fetchStatus === 'paused' || action.type === 'error') show(query);
    else if (action.type === 'fetch') setTimeout(() => query.state.fetchStatus === 'fetching' && show(query), after);
  };

  cache.subscribe((event) => {
    const { query } = event;
    if (query.meta?.offlinePages === undefined || typeof indexedDB === 'undefined') return;
    if (event.type === 'removed') {
      restored.delete(query);
      changed.delete(query.queryHash);
    } else if (event.type === 'added' && query.state.data !== undefined) onAnswer(query, true);
    else if (event.type === 'updated') onUpdate(query, event.action);
    tell();
  });
}
