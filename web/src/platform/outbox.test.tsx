// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { logOut } from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import { createComment } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import { sendMessage } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { bookmarkPost, removeBookmark, votePost } from '@hubbub/contract/features/posts/posts.endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import UnsentDialog from '#app/UnsentDialog.tsx';
import { useLogOut } from '#features/accounts/accounts.data.ts';
import { useChange } from '#platform/change.ts';
import { SessionEnded, Waiting } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { outboxChannel } from '#platform/outbox.rules.ts';
import {
  append,
  callQueued,
  changeAppended,
  countUnsent,
  deliver,
  drop,
  forgetOutbox,
  showQueue,
  useOutbox,
  useUnseenOutbox,
  waitingWrites,
} from '#platform/outbox.ts';
import { leaveWrite } from '#platform/outbox-left.ts';
import { addWrite, queuedWrites, removeWrite } from '#platform/outbox-store.ts';
import { clearSession, storedUser, storeUser } from '#platform/session.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeMessage } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let turns: Promise<unknown> = Promise.resolve();
/** The browser's locks, as far as they're used: other files' pages share the window, as tabs share a browser. */
const locks = {
  request(_name: string, work: () => Promise<void>) {
    turns = turns.then(work);
    return turns;
  },
};
beforeEach(() => void vi.spyOn(navigator, 'locks', 'get').mockReturnValue(locks as unknown as LockManager));
afterEach(tidy);

const save = (id: string) => callQueued(bookmarkPost, { params: { post_id: id } }, 'Saving a post');
const comment = (content: string) =>
  callQueued(createComment, { params: { post_id: '1' }, body: { content } }, 'Your comment');
/** Writes a message. */
function write(): string {
  const clientId = newId();
  const input = { body: { conversation: '1', content: 'Hello', client_id: clientId } };
  append({ endpoint: sendMessage, input, queue: '1', clientId, what: 'Your message', shown: {} });
  return clientId;
}
const dayMs = 24 * 60 * 60 * 1000;

/** Lets components be told who's signed in, like the app's root. */
function Watch() {
  return <p role="status">{useOutbox().length}</p>;
}

it("what's done offline waits, and goes out once and in order", async () => {
  const api = fakeApi();
  const { user_id } = signIn();
  draw(<Watch />);
  api.disconnect();
  await expect(save('1')).rejects.toThrow(Waiting);
  await expect(save('2')).rejects.toThrow(Waiting);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2'));
  api.answer(bookmarkPost, {});
  api.connect();
  await deliver();
  await deliver();
  expect(api.asked(bookmarkPost).map(({ params }) => params.post_id)).toEqual(['1', '2']);
  expect(await queuedWrites(user_id)).toEqual([]);
});

it('what comes later stands behind what waits, although the connection is back', async () => {
  const api = fakeApi();
  signIn();
  draw(<Watch />);
  api.disconnect();
  await expect(save('1')).rejects.toThrow(Waiting);
  await deliver();
  const giveAnswer = api.hold(bookmarkPost, {});
  api.answer(removeBookmark, {});
  api.connect();
  const undo = callQueued(removeBookmark, { params: { post_id: '1' } }, 'Removing a post from your saved ones');
  await expect(undo).rejects.toThrow(Waiting);
  giveAnswer();
  await waitFor(() => expect(api.asked(removeBookmark)).toHaveLength(1));
  expect(api.asked(bookmarkPost)).toHaveLength(1);
});

it('what is dropped or changed as the connection comes back goes out no more, or as it was changed', async () => {
  const api = fakeApi();
  const { user_id } = signIn();
  draw(<Watch />);
  api.disconnect();
  write();
  write();
  await expect(comment('mine')).rejects.toThrow(Waiting);
  await waitFor(async () => expect(await queuedWrites(user_id)).toHaveLength(3));
  const [dropped, changed, shared] = waitingWrites();
  if (dropped === undefined || changed === undefined || shared === undefined) throw new Error('Something is missing.');
  api.answer(sendMessage, { message: makeMessage() });
  api.connect();
  const delivered = deliver();
  void drop(dropped);
  void drop(shared);
  void changeAppended(changed, { input: { body: { ...Object(changed.body), content: 'Changed' } }, shown: {} });
  await delivered;
  await waitFor(async () => expect(await queuedWrites(user_id)).toEqual([]));
  expect(api.asked(sendMessage).map(({ body }) => body.content)).toEqual(['Changed']);
  expect(api.asked(createComment)).toEqual([]);
});

it("the tab's next page goes on with what the page before was sending, even if the browser couldn't store that it's gone", async () => {
  const api = fakeApi();
  api.answer(bookmarkPost, {});
  const user = signIn();
  const { user_id } = user;
  clearSession();
  const at = Date.now();
  const held = {
    clientId: newId(),
    method: 'PUT',
    address: '/v1/posts/7/bookmark',
    body: undefined,
    what: 'Saving',
    at,
  };
  const { id } = await addWrite(user_id, { ...held, heldUntil: at + 20_000 });
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The page is gone.', 'AbortError');
  });
  leaveWrite(user_id, id);
  await vi.waitFor(() => expect(put).toHaveBeenCalled());
  put.mockRestore();
  storeUser(user);
  draw(<Watch />);
  await waitFor(() => expect(api.asked(bookmarkPost)).toHaveLength(1));
  await waitFor(async () => expect(await queuedWrites(user_id)).toEqual([]));
});

it('what another tab drops or changes while this one sends it is stopped, and what comes after it goes out', async () => {
  const api = fakeApi();
  const { user_id } = signIn();
  draw(<Watch />);
  api.disconnect();
  await expect(save('dropped')).rejects.toThrow(Waiting);
  await expect(callQueued(removeBookmark, { params: { post_id: '1' } }, 'Removing')).rejects.toThrow(Waiting);
  api.hold(bookmarkPost, {});
  api.answer(removeBookmark, {});
  api.connect();
  const delivered = deliver();
  await waitFor(() => expect(api.asked(bookmarkPost)).toHaveLength(1));
  const [dropped] = await queuedWrites(user_id);
  await removeWrite(user_id, dropped?.id ?? 0);
  const tab = new BroadcastChannel(outboxChannel);
  tab.postMessage({ changed: dropped?.clientId });
  tab.close();
  await delivered;
  expect(api.asked(removeBookmark)).toHaveLength(1);
  expect(await queuedWrites(user_id)).toEqual([]);
});

it('other tabs, and the worker, learn that something was dropped once it is gone from the browser', async () => {
  const api = fakeApi();
  const { user_id } = signIn();
  draw(<Watch />);
  api.disconnect();
  await expect(comment('dropped')).rejects.toThrow(Waiting);
  const [write] = waitingWrites();
  if (write === undefined) throw new Error('Something is missing.');
  const tab = new BroadcastChannel(outboxChannel);
  const heard: unknown[] = [];
  tab.onmessage = async ({ data }) => heard.push([data, await queuedWrites(user_id)]);
  await drop(write);
  await waitFor(() => expect(heard).toContainEqual([{ changed: write.clientId }, []]));
  tab.close();
});

it('what a tab was sending when it was killed goes out with the same client_id', async () => {
  const api = fakeApi();
  const ids: (string | null)[] = [];
  const user = signIn();
  const at = Date.now() - 60_000;
  const [method, address] = [bookmarkPost.method, '/v1/posts/1/bookmark'];
  await addWrite(user.user_id, { clientId: 'a', method, address, body: undefined, what: '', at, heldUntil: at });
  api.answer(bookmarkPost, {});
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (to: string, init: RequestInit) => {
    ids.push(new Headers(init.headers).get('x-client-id'));
    return fetch(to, init);
  });
  clearSession();
  storeUser(user);
  draw(<Watch />);
  await waitFor(() => expect(api.asked(bookmarkPost)).toHaveLength(1));
  expect(ids).toEqual(['a']);
});

it('what is refused right away is no longer kept, and reported as usual', async () => {
  const api = fakeApi();
  const { user_id } = signIn();
  draw(<Watch />);
  api.refuse(createComment, 422, { content: 'Too long' });
  await expect(comment('Hello')).rejects.toMatchObject({ status: 422 });
  expect(await queuedWrites(user_id)).toEqual([]);
});

it('what is refused later says why, can be changed and sent again, and can be dropped', async () => {
  const api = fakeApi();
  const { user_id } = signIn();
  draw(<UnsentDialog onClose={() => undefined} />);
  api.disconnect();
  await expect(comment('First')).rejects.toThrow(Waiting);
  await expect(comment('Second')).rejects.toThrow(Waiting);
  await screen.findByText('Second');
  api.refuse(createComment, 422, 'You were banned.');
  api.connect();
  await deliver();
  await waitFor(() => expect(screen.getAllByText('You were banned.')).toHaveLength(2));
  const [field] = screen.getAllByRole('textbox');
  fireEvent.change(field as HTMLElement, { target: { value: 'Better' } });
  fireEvent.click(screen.getAllByRole('button', { name: 'Delete' })[1] as HTMLElement);
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Delete' })).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(api.asked(createComment)).toHaveLength(3));
  expect(api.asked(createComment)[2]?.body).toEqual({ content: 'Better' });
  expect(await queuedWrites(user_id)).toHaveLength(1);
});

it("an ended session keeps what waits, invisibly, for the same person's next log-in", async () => {
  const api = fakeApi();
  const user = signIn();
  draw(<Watch />);
  api.refuse(bookmarkPost, 401, 'Log in.');
  await expect(save('1')).rejects.toThrow(SessionEnded);
  clearSession();
  signIn();
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('0'));
  await deliver();
  expect(await queuedWrites(user.user_id)).toHaveLength(1);
  api.answer(bookmarkPost, {});
  storeUser(user);
  await waitFor(async () => expect(await queuedWrites(user.user_id)).toEqual([]));
});

it('nothing waits for more than a week', async () => {
  const { user_id } = signIn();
  const at = Date.now() - 7 * dayMs - 1;
  await addWrite(user_id, { clientId: 'a', method: 'PUT', address: '/', body: undefined, what: '', at, heldUntil: at });
  expect(await queuedWrites(user_id)).toEqual([]);
});

function Out() {
  const { mutate } = useLogOut();
  return (
    <button type="button" onClick={() => mutate()}>
      Log out
    </button>
  );
}

it("logging out asks about what hasn't been sent, and deletes it if that's wanted", async () => {
  const api = fakeApi();
  const { user_id } = signIn();
  draw(
    <>
      <Watch />
      <Out />
    </>,
  );
  api.disconnect();
  await expect(save('1')).rejects.toThrow(Waiting);
  await expect(save('2')).rejects.toThrow(Waiting);
  api.connect();
  api.refuse(bookmarkPost, 503, 'Later.');
  api.answer(logOut, {});
  fireEvent.click(screen.getByRole('button', { name: 'Log out' }));
  await screen.findByText("2 things haven't been sent.");
  fireEvent.click(screen.getByRole('button', { name: 'Send them' }));
  await screen.findByText("We couldn't send everything, so you're still logged in.");
  fireEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(api.asked(logOut)).toHaveLength(0);
  fireEvent.click(screen.getByRole('button', { name: 'Log out' }));
  await screen.findByText("2 things haven't been sent.");
  fireEvent.click(screen.getByRole('button', { name: 'Log out and delete them' }));
  await waitFor(() => expect(api.asked(logOut)).toHaveLength(1));
  await forgetOutbox(user_id);
  expect(await queuedWrites(user_id)).toEqual([]);
  await waitFor(async () => expect(await countUnsent()).toBe(0));
});

it('a message that waits is counted before a log-out, and deleted with the rest', async () => {
  const api = fakeApi();
  const { user_id } = signIn();
  draw(<Out />);
  api.disconnect();
  write();
  await waitFor(async () => expect(await queuedWrites(user_id)).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Log out' }));
  await screen.findByText("1 thing hasn't been sent.");
  fireEvent.click(screen.getByRole('button', { name: 'Log out and delete them' }));
  await waitFor(() => expect(storedUser()).toBeNull());
  await forgetOutbox(user_id);
  expect(await queuedWrites(user_id)).toEqual([]);
});

it('a refused message can be changed in the list, and keeps its client_id', async () => {
  const api = fakeApi();
  signIn();
  draw(<UnsentDialog onClose={() => undefined} />);
  api.refuse(sendMessage, 422, { content: 'Too many links.' });
  const clientId = write();
  await screen.findByText('Too many links.');
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Better' } });
  api.answer(sendMessage, { message: makeMessage() });
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(api.asked(sendMessage)).toHaveLength(2));
  expect(api.asked(sendMessage)[1]?.body).toMatchObject({ content: 'Better', client_id: clientId });
});

it('what a page shows itself is left out of the notice', async () => {
  const api = fakeApi();
  signIn();
  const Unseen = () => <p role="status">{useUnseenOutbox().length}</p>;
  draw(<Unseen />);
  api.disconnect();
  write();
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1'));
  const hide = showQueue('1');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('0'));
  hide();
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1'));
});

/** Votes, which shows right away. */
function Vote() {
  const { mutate, error } = useChange({
    mutationFn: () => callQueued(votePost, { params: { post_id: '1' }, body: { vote_type: 1 } }, 'Your vote'),
    show: () => ({ undo: () => document.body.setAttribute('data-undone', '') }),
  });
  return (
    <button type="button" onClick={() => mutate()}>
      {error instanceof Waiting ? 'Waits' : 'Vote'}
    </button>
  );
}

it("what shows stays while it waits, and isn't reported as a failure", async () => {
  const api = fakeApi();
  signIn();
  const { failures } = draw(<Vote />);
  api.disconnect();
  fireEvent.click(screen.getByRole('button', { name: 'Vote' }));
  await screen.findByRole('button', { name: 'Waits' });
  expect(document.body.hasAttribute('data-undone')).toBe(false);
  expect(failures).toEqual([]);
});
