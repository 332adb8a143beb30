import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isHandled } from '#platform/errors.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The consequence if it doesn't reach the server: "your vote wasn't saved". */
      undone?: string;
    };
  }
}

/** A temporary failure: no connection, or a server that's busy or restarting. */
function mayPass(error: Error): boolean {
  return error instanceof ApiError && (error.isOffline || error.status >= 502);
}

/**
 * The query cache. `onError` handles mutations that fail without a handler of their own, and
 * receives the consequence. Failed reads are shown by their screens.
 */
export function createQueryClient(onError: (error: Error, undone: string | undefined) => void): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        retry: (failures, error) => failures < 2 && mayPass(error),
        retryDelay: (attempt) => 500 * 2 ** attempt,
      },
      // Mutations are sent right away even if the browser thinks it's offline, so that they fail visibly instead of waiting in silence.
      mutations: { retry: false, networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        if (mutation.options.onError === undefined && !isHandled(error)) onError(error, mutation.meta?.undone);
      },
    }),
  });
}
