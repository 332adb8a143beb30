import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isHandled } from '#platform/errors.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** What follows when it doesn't reach the server: "your vote wasn't saved". */
      undone?: string;
    };
  }
}

/** A failure that waiting may mend: no connection, or a server that is busy or restarting. */
function mayPass(error: Error): boolean {
  return error instanceof ApiError && (error.isOffline || error.status >= 502);
}

/**
 * The cache of everything that was read. `onError` is the default handler of section 8: it gets the failures of mutations that bring no handler of
 * their own, and what follows from them. Failed reads are shown by their screens.
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
      // A mutation is sent at once even while the browser thinks it is offline, so that its failure is seen and nothing waits in silence.
      mutations: { retry: false, networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        if (mutation.options.onError === undefined && !isHandled(error)) onError(error, mutation.meta?.undone);
      },
    }),
  });
}
