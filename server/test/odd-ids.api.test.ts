import { endpoints } from '@hubbub/contract/index.ts';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { newId } from '#platform/ids.ts';
import { testWorld } from './harness.ts';
import { setSiteRole } from './site.ts';

const world = await testWorld();
const ada = await world.person('ada');
const owner = await world.person('olga');
await setSiteRole(world, owner.user_id, 'owner');

const odd = ['1', '-1', 'null', '__proto__', "'", '🙂', '\u202e', '../../etc/passwd', 'x'.repeat(300), '\0'];

/** Body fields that are valid enough for a call to get as far as its ids. */
const said: Record<string, unknown> = {
  content: 'Anything',
  name: 'Anything',
  text: 'Anything',
  role_id: newId(),
  username: 'ada',
  vote_type: 1,
  choices: [0],
  decision: 'uphold',
  action: 'dismiss',
  notify: 'all',
  up_to: null,
  site_role: null,
};

/** The body of a call: what's said in the fields it has. */
function bodyOf({ body, multipart }: (typeof endpoints)[string]): Pick<RequestInit, 'body' | 'headers'> {
  const shape = (multipart?.fields ?? body) as z.ZodObject | undefined;
  const fields = Object.keys(shape?.shape ?? {}).filter((key) => key in said);
  if (!multipart)
    return body
      ? {
          body: JSON.stringify(Object.fromEntries(fields.map((key) => [key, said[key]]))),
          headers: { 'content-type': 'application/json' },
        }
      : {};
  const data = new FormData();
  for (const key of fields) data.append(key, String(said[key]));
  return { body: data };
}

const withIds = Object.entries(endpoints).filter(([, { path }]) => path.includes(':'));

test.each(withIds)('%s answers an impossible id in its path without a server error', async (_, endpoint) => {
  const answers = new Map<string, number>();
  for (const value of odd) {
    const path = endpoint.path.replace(/:\w+/g, encodeURIComponent(value));
    const { status } = await ada.fetch(path, { method: endpoint.method, ...bodyOf(endpoint) });
    answers.set(value.slice(0, 20), status);
  }
  expect([...answers].filter(([, status]) => status >= 500)).toEqual([]);
});

const pages = Object.entries(endpoints).filter(([, { query }]) => query && 'before' in query.shape);

test.each(pages)(
  '%s pages from what `before` names: what can be no item of the list is malformed',
  async (_, endpoint) => {
    const query = new URLSearchParams({ query: 'anything', in: 'posts', before: 'nonsense' });
    const path = endpoint.path.replace(/:\w+/g, owner.user.username);
    const { status, body } = await owner.get(`${path}?${query}`);
    // Some of what the path names isn't there.
    if (status !== 404)
      expect({ status, body }).toEqual({ status: 400, body: { error: { before: expect.any(String) } } });
  },
);
