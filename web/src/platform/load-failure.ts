import { ApiError, errorTexts } from '#platform/errors.ts';
import { useOnline } from '#platform/online.ts';

/** Why there's nothing to show: what an error state needs. */
export interface LoadFailure {
  title: string;
  text: string;
  /** The connection is the cause. */
  offline: boolean;
  /** A retry is in progress. */
  pending: boolean;
  onRetry: () => void;
}

/** What it takes from a query, with or without pages. */
export interface LoadingQuery {
  data: unknown;
  error: Error | null;
  fetchStatus: 'fetching' | 'paused' | 'idle';
  refetch: () => unknown;
}

const noConnection = 'No connection';

/**
 * What to say where something can't be loaded because there's no connection.
 * @param what "the comments"
 * @param how.isStored it can be read without a connection once it has been opened in this browser
 */
export const offlineWords = (what: string, { isStored = false } = {}): { title: string; text: string } => ({
  title: noConnection,
  text: `${what.charAt(0).toUpperCase()}${what.slice(1)} will appear when you're back online.${
    isStored ? " Without a connection, you can only read what you've opened here before." : ''
  }`,
});

/**
 * Why a query has no data; null if it has some, is still loading, or isn't wanted yet. A query that starts offline never fails: it
 * waits for the connection, and people have to be told. A query can also wait because its tab is hidden, which is nothing to report.
 * @param what what couldn't be loaded: "the comments"
 * @param how.isStored its query has `meta.offlinePages`
 */
export function useLoadFailure(
  { data, error, fetchStatus, refetch }: LoadingQuery,
  what: string,
  how: { isStored?: boolean } = {},
): LoadFailure | null {
  const online = useOnline();
  if (data !== undefined || (error === null && (online || fetchStatus !== 'paused'))) return null;
  const offline = error === null || (error instanceof ApiError && error.isOffline);
  return {
    ...(offline && !online
      ? offlineWords(what, how)
      : { title: offline ? noConnection : `Couldn't load ${what}`, text: errorTexts(error).join(' ') }),
    offline,
    pending: fetchStatus === 'fetching',
    onRetry: () => void refetch(),
  };
}
