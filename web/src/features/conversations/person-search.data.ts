import * as endpoints from '@hubbub/contract/features/user-search/user-search.endpoints.ts';
import type { Author } from '@hubbub/contract/platform/shapes.ts';
import { useEffect, useRef, useState } from 'react';
import { call } from '#platform/api-client.ts';
import { isHandled } from '#platform/errors.ts';
import { logError } from '#platform/log.ts';

/** The search's loading text shows for at least this many milliseconds, so that it doesn't flicker. */
const loadingTime = 500;

export type PersonSearch =
  | { status: 'closed' }
  | { status: 'loading' }
  | { status: 'failed' }
  | { status: 'found'; users: readonly Author[] };

/** A blank query does nothing; people who already have a conversation with the caller are left out. */
export function usePersonSearch() {
  const [state, setState] = useState<PersonSearch>({ status: 'closed' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const close = () => {
    running.current?.abort();
    setState({ status: 'closed' });
  };
  const search = async (text: string) => {
    const query = text.trim();
    if (query === '') return;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState({ status: 'loading' });
    const shownLongEnough = new Promise((resolve) => setTimeout(resolve, loadingTime));
    let next: PersonSearch;
    try {
      const input = { query: { query, without: 'conversations' } } as const;
      const { users } = await call(endpoints.searchUsers, input, { signal: controller.signal });
      next = { status: 'found', users };
    } catch (error) {
      if (controller.signal.aborted) return;
      if (!isHandled(error)) logError('The search failed', error);
      next = { status: 'failed' };
    }
    await shownLongEnough;
    if (!controller.signal.aborted) setState(next);
  };
  return { state, search: (text: string) => void search(text), close };
}
