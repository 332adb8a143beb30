// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { onlineManager, useQuery } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { storeAnswers, storedAnswer } from '#platform/answer-store.ts';
import { ApiError, NotFound } from '#platform/errors.ts';
import { clearSession, storeUser } from '#platform/session.ts';
import { keepAnswers, useStoredAge } from '#platform/stored-answers.ts';
import { timeOfDay } from '#platform/time.ts';
import { wipeAfterSessions } from '#platform/wipe.ts';
import { draw, goOffline, signIn, tidy } from '#test/draw.tsx';
import { makeUser } from '#test/factories.ts';

afterEach(tidy);

const at = Date.parse('2026-11-28T14:05:00Z');
const key = '["tea"]';
const kept = { key, at, text: '"Green"' };
const unreachable = () => Promise.reject(new ApiError(0, 'No connection'));

function Tea({ load }: { load: () => Promise<string> }) {
  const age = useStoredAge();
  const { data } = useQuery({ queryKey: ['tea'], queryFn: load, retry: false, meta: { offlinePages: 1 } });
  return (
    <>
      <p role="status">{age}</p>
      <p>{data}</p>
    </>
  );
}

/** Draws the page with an empty memory, as after a reload. */
function open(load: () => Promise<string>, patience?: number): void {
  const box: { load?: () => Promise<string> } = {};
  const { client } = draw(<Late box={box} />);
  keepAnswers(client, patience);
  box.load = load;
  act(() => client.setQueryData(['open'], true));
}

function Late({ box }: { box: { load?: () => Promise<string> } }) {
  const { data } = useQuery({ queryKey: ['open'], enabled: false, queryFn: () => true });
  return data && box.load ? <Tea load={box.load} /> : null;
}

it("what was answered is there without a connection, with its age, until there's a new answer", async () => {
  const { user_id } = signIn();
  open(() => Promise.resolve('Green'));
  await screen.findByText('Green');
  expect(screen.getByRole('status').textContent).toBe('');
  await vi.waitFor(async () => expect((await storedAnswer(user_id, key))?.text).toBe('"Green"'));
  const answered = (await storedAnswer(user_id, key))?.at ?? 0;
  cleanup();

  goOffline();
  open(() => Promise.resolve('Black'));
  await screen.findByText('Green');
  expect(screen.getByRole('status').textContent).toBe(`As of ${timeOfDay(answered)}, offline`);

  act(() => onlineManager.setOnline(true));
  await screen.findByText('Black');
  expect(screen.getByRole('status').textContent).toBe('');
});

it('the same if the browser thinks it has a connection, and the server is out of reach', async () => {
  await storeAnswers(signIn().user_id, [kept]);
  open(unreachable);
  await screen.findByText('Green');
  expect(screen.getByRole('status').textContent).toBe(`As of ${timeOfDay(at)}, offline`);
});

it("a network that takes requests and doesn't answer counts as none, until it does", async () => {
  await storeAnswers(signIn().user_id, [kept]);
  const answer = Promise.withResolvers<string>();
  open(() => answer.promise, 1);
  await screen.findByText('Green');
  expect(screen.getByRole('status').textContent).toBe(`As of ${timeOfDay(at)}, offline`);
  answer.resolve('Black');
  await screen.findByText('Black');
  expect(screen.getByRole('status').textContent).toBe('');
});

it('what the server refuses now is not shown, nor kept', async () => {
  const { user_id } = signIn();
  await storeAnswers(user_id, [kept]);
  open(() => Promise.reject(new NotFound('Gone')));
  await vi.waitFor(async () => expect(await storedAnswer(user_id, key)).toBeUndefined());
  expect(screen.queryByText('Green')).toBeNull();
});

it("nothing of one person's is shown to the next, and a session's end deletes it", async () => {
  const ann = signIn();
  await storeAnswers(ann.user_id, [kept]);
  const databases = async () => (await indexedDB.databases()).map(({ name }) => name);
  wipeAfterSessions();
  expect(await databases()).toContain(`hubbub-offline-${ann.user_id}`);
  clearSession();
  await vi.waitFor(async () => expect(await databases()).not.toContain(`hubbub-offline-${ann.user_id}`));

  await storeAnswers(ann.user_id, [kept]);
  storeUser(makeUser({ user_id: 'ben' }));
  goOffline();
  open(() => Promise.resolve('Black'));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
  expect(screen.queryByText('Green')).toBeNull();
});

it('beyond the bound, the oldest go first', async () => {
  const text = 'x'.repeat(40);
  const answers = [3, 1, 2].map((age) => ({ key: `${age}`, at: at - age, text }));
  await storeAnswers('ann', answers, 200);
  const left = await Promise.all(['1', '2', '3'].map(async (one) => (await storedAnswer('ann', one))?.key));
  expect(left).toEqual(['1', '2', undefined]);
});
