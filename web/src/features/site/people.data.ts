import type { PlannedPerson, SitePerson } from '@hubbub/contract/features/site/people.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/site/people.endpoints.ts';
import { setSiteRole } from '@hubbub/contract/features/site/site.endpoints.ts';
import type { Endpoint } from '@hubbub/contract/platform/endpoint.ts';
import type { SiteRole } from '@hubbub/contract/platform/shapes.ts';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ownUserOptions } from '#features/accounts/public.ts';
import { call } from '#platform/api-client.ts';

export interface PeopleFilter {
  query: string;
  role: 'owner' | 'admin' | 'moderator' | 'none' | undefined;
  state: SitePerson['state'] | undefined;
}

const peopleKey = ['site-people'];

/** Everybody with an account, newest first. */
export const peopleOptions = ({ query, role, state }: PeopleFilter) =>
  infiniteQueryOptions({
    queryKey: [...peopleKey, query, role, state],
    queryFn: ({ pageParam, signal }) =>
      call(
        endpoints.listPeople,
        {
          query: {
            query,
            ...(role !== undefined && { role }),
            ...(state !== undefined && { state }),
            ...(pageParam !== '' && { before: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

export function useResetPerson() {
  return useMutation({
    mutationFn: async (username: string) => (await call(endpoints.resetPerson, { params: { username } })).login_url,
  });
}

/** Gives somebody a role, or takes theirs. One's own shows everywhere at once. */
export function useSetRole() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ username, role }: { username: string; role: SiteRole | null; isOwn: boolean }) =>
      call(setSiteRole, { params: { username }, body: { site_role: role } }),
    onSuccess: async (_answer, { isOwn }) => {
      if (isOwn) await client.fetchQuery({ ...ownUserOptions, staleTime: 0 });
      await client.invalidateQueries({ queryKey: peopleKey });
    },
    onError: () => undefined,
  });
}

/** Somebody else's part of the app changed what the list says about a person. */
export function useRefreshPeople(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: peopleKey });
}

export function useEndSessions() {
  return useMutation({
    meta: { undone: "they're still logged in" },
    mutationFn: (username: string) => call(endpoints.endSessions, { params: { username } }),
  });
}

const tryPeople = {
  ...endpoints.addPeople,
  answer: { status: 200, body: endpoints.addPeople.dryRun },
} as const satisfies Endpoint;

/** Checks a class, as CSV. Resolves to what would be made of it. The form shows what's wrong. */
export function useTryPeople() {
  return useMutation({
    mutationFn: async (csv: string) => (await call(tryPeople, { csv, query: { dry_run: 'true' } })).people,
    onError: () => undefined,
  });
}

/** Adds a class that was checked. Resolves to everybody's log-in link. The form shows what's wrong. */
export function useAddPeople() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ people, mail }: { people: readonly PlannedPerson[]; mail: boolean }) => {
      const body = { people: people.map(({ fault, ...person }) => person) };
      return (await call(endpoints.addPeople, { body, query: { mail: String(mail) } })).people;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: peopleKey }),
    onError: () => undefined,
  });
}
