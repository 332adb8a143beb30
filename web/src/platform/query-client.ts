import { MutationCache, QueryClient } from '@tanstack/react-query';
import type { Failure } from '#platform/change.ts';
import { isHandled, mayPass } from '#platform/errors.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: Failure & Record<string, unknown>;
    /** `offlinePages`: how much of the answer can be read offline; 1 if it has no pages. */
    queryMeta: { offlinePages?: number } & Record<string, unknown>;
  }
}

/** The query cache. `report` shows a change's failure, unless that's done where it was made. Failed reads are shown by their screens. */
export function createQueryClient(report: (error: Error, how: Failure) => void): QueryClient {
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
        if (mutation.meta?.fails !== 'here' && !isHandled(error)) report(error, mutation.meta ?? {});
      },
    }),
  });
}
