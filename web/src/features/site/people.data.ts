import { changePerson, deletePerson } from '@hubbub/contract/features/site/managing.endpoints.ts';
import type { PlannedPerson, SitePerson } from '@hubbub/contract/features/site/people.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/site/people.endpoints.ts';
import { setSiteRole } from '@hubbub/contract/features/site/site.endpoints.ts';
import type { Endpoint } from '@hubbub/contract/platform/endpoint.ts';
import type { SiteRole } from '@hubbub/contract/platform/shapes.ts';
import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ownUserOptions, withConfirm } from '#features/accounts/public.ts';
import { call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';
import { errorTexts } from '#platform/errors.ts';
import { onServerEvent } from '#platform/socket.ts';
import { showAlerts } from '#ui/alerts/alerts.ts';

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
  return useChange({
    fails: 'alert',
    mutationFn: async (username: string) => (await call(endpoints.resetPerson, { params: { username } })).login_url,
  });
}

/** Gives somebody a role, or takes theirs. One's own shows everywhere at once. */
export function useSetRole() {
  const client = useQueryClient();
  return useChange({
    mutationFn: ({ username, role }: { username: string; role: SiteRole | null; isOwn: boolean }) =>
      call(setSiteRole, { params: { username }, body: { site_role: role } }),
    onSuccess: async (_answer, { isOwn }) => {
      if (isOwn) await client.fetchQuery({ ...ownUserOptions, staleTime: 0 });
      await client.invalidateQueries({ queryKey: peopleKey });
    },
    fails: 'here',
  });
}

/** Another feature changed what the list says about a person. */
export function useRefreshPeople(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: peopleKey });
}

export function useEndSessions() {
  return useChange({
    undone: "they're still logged in",
    mutationFn: (username: string) => call(endpoints.endSessions, { params: { username } }),
  });
}

const tryPeople = {
  ...endpoints.addPeople,
  answer: { status: 200, body: endpoints.addPeople.dryRun },
} as const satisfies Endpoint;

/** Checks a class, as CSV. Resolves to what would be made of it. The form shows what's wrong. */
export function useTryPeople() {
  return useChange({
    mutationFn: async (csv: string) => (await call(tryPeople, { csv, query: { dry_run: 'true' } })).people,
    fails: 'here',
  });
}

/**
 * Adds a class that was checked. Resolves to everybody's log-in link. The form shows what's wrong. `done`: how many the server has
 * written; 0 until it says so, and where there's no live connection.
 */
export function useAddPeople() {
  const client = useQueryClient();
  const [done, setDone] = useState(0);
  const add = useChange({
    mutationFn: async ({ people, mail }: { people: readonly PlannedPerson[]; mail: boolean }) => {
      const body = { people: people.map(({ fault, ...person }) => person) };
      setDone(0);
      const stop = onServerEvent('peopleProgress', (progress) => setDone(progress.done));
      try {
        return (await call(endpoints.addPeople, { body, query: { mail: String(mail) } })).people;
      } finally {
        stop();
      }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: peopleKey }),
    fails: 'here',
  });
  return { ...add, done };
}

/** Changes somebody's name, username or email. The form says what's wrong. */
export function useChangePerson() {
  const client = useQueryClient();
  return useChange({
    mutationFn: ({
      username,
      body,
    }: {
      username: string;
      body: { name?: string | null; username?: string; email?: string | null };
    }) => withConfirm(() => call(changePerson, { params: { username }, body })),
    onSuccess: () => client.invalidateQueries({ queryKey: peopleKey }),
    fails: 'here',
  });
}

/** Deletes somebody's account. The dialog says what's wrong. */
export function useDeletePerson() {
  const client = useQueryClient();
  return useChange({
    mutationFn: ({ username, text }: { username: string; text: string }) =>
      withConfirm(() => call(deletePerson, { params: { username }, body: { text } })),
    onSuccess: () => client.invalidateQueries({ queryKey: peopleKey }),
    fails: 'here',
  });
}

export function useRemoveSecondFactor() {
  const client = useQueryClient();
  return useChange({
    undone: 'they still log in with codes',
    mutationFn: (username: string) => call(endpoints.removeSecondFactor, { params: { username } }),
    onSuccess: () => client.invalidateQueries({ queryKey: peopleKey }),
  });
}

/** Does the same to several people, one after the other: those it can't be done to are named, and the others done. */
export function useForEach() {
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  async function each<T>(people: readonly SitePerson[], work: (username: string) => Promise<T>): Promise<T[]> {
    const done: T[] = [];
    const faults: string[] = [];
    setPending(true);
    for (const { user } of people) {
      try {
        done.push(await work(user.username));
      } catch (error) {
        faults.push(...errorTexts(error).map((text) => `${user.username}: ${text}`));
      }
    }
    setPending(false);
    await client.invalidateQueries({ queryKey: peopleKey });
    if (faults.length > 0) await showAlerts(faults);
    return done;
  }
  return {
    pending,
    endAll: (people: readonly SitePerson[]) =>
      each(people, (username) => call(endpoints.endSessions, { params: { username } })),
    resetAll: (people: readonly SitePerson[]) =>
      each(people, async (username) => {
        const { login_url } = await call(endpoints.resetPerson, { params: { username } });
        const name = people.find(({ user }) => user.username === username)?.user.name ?? null;
        return { username, name, login_url };
      }),
  };
}
