// @vitest-environment happy-dom
import { readUnread } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import type { Notification } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Notifications } from '#features/notifications/Notifications.tsx';
import { applyNotification, applyUnread } from '#features/notifications/notifications.data.ts';
import { draw, goOffline, signIn, tidy } from '#test/draw.tsx';
import { makeNotification } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

/** Says that what's observed is in view, as long as `isInView`. */
let isInView = false;
class Observer {
  readonly #report: IntersectionObserverCallback;
  constructor(report: IntersectionObserverCallback) {
    this.#report = report;
  }
  observe(target: Element): void {
    if (isInView) this.#report([{ isIntersecting: true, target } as IntersectionObserverEntry], this as never);
  }
  disconnect(): void {
    // Nothing is held.
  }
}

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  vi.stubGlobal('IntersectionObserver', Observer);
  isInView = false;
  signIn();
});
afterEach(tidy);

/** Answers the list and what's read of it, newest first. */
function answerWith(notifications: Notification[]): void {
  let stored = notifications;
  const unread = () => stored.filter(({ read }) => !read).length;
  api.answer(endpoints.listNotifications, () => ({ notifications: stored, unread: unread() }));
  api.answer(readUnread, () => ({
    notifications: unread(),
    conversations: 0,
    channels: [],
    threads: [],
    total: unread(),
  }));
  api.answer(endpoints.readNotifications, ({ body }) => {
    const ids = body.ids as string[] | undefined;
    stored = stored.map((each) => (ids === undefined || ids.includes(each._id) ? { ...each, read: true } : each));
    return { unread: unread() };
  });
}

const rows = () => within(screen.getByRole('list', { name: 'Notifications' })).getAllByRole('listitem');
const asksToRead = () => api.asked(endpoints.readNotifications).map(({ body }) => body);

it('what comes into view is read with one call, and stays marked as new during this visit', async () => {
  const [old, one, two] = [makeNotification({ read: true }), makeNotification(), makeNotification()];
  answerWith([two, one, old]);
  isInView = true;
  draw(<Notifications filter="all" />);
  await waitFor(() => expect(asksToRead()).toEqual([{ ids: [two._id, one._id] }]));
  expect(rows().map((row) => row.textContent?.includes('New: '))).toEqual([true, true, false]);
});

it('what nobody has looked at stays unread, until all are marked', async () => {
  const [one, two] = [makeNotification(), makeNotification()];
  answerWith([two, one]);
  draw(<Notifications filter="all" />);
  await screen.findByRole('list', { name: 'Notifications' });
  const button = screen.getByRole('button', { name: 'Mark all as read' });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull());
  expect(asksToRead()).toEqual([]);
  fireEvent.click(button);
  await waitFor(() => expect(asksToRead()).toEqual([{ up_to: two._id }]));
  await waitFor(() => expect(screen.queryAllByText('New:', { exact: false })).toEqual([]));
  expect(button.getAttribute('aria-disabled')).toBe('true');
});

it('one that comes in takes the place of the one with the same group, and is announced', async () => {
  const [one, two] = [makeNotification({ group: 'vote:1' }), makeNotification()];
  answerWith([two, one]);
  const { client } = draw(<Notifications filter="all" />);
  await screen.findByRole('list', { name: 'Notifications' });
  const text = 'ana and bob liked your post';
  act(() => applyNotification(client, makeNotification({ group: 'vote:1', text })));
  await waitFor(() => expect(rows()[0]?.textContent).toContain(text));
  expect(rows()).toHaveLength(2);
  expect(screen.getAllByRole('status').some((status) => status.textContent === text)).toBe(true);
});

it('reading everything on another device takes the marks away here', async () => {
  answerWith([makeNotification(), makeNotification()]);
  const { client } = draw(<Notifications filter="all" />);
  expect(await screen.findAllByText('New:', { exact: false })).toHaveLength(2);
  act(() => applyUnread(client, 0));
  await waitFor(() => expect(screen.queryAllByText('New:', { exact: false })).toEqual([]));
});

it('only moderators are offered the list of what waits for them', async () => {
  answerWith([makeNotification()]);
  const first = draw(<Notifications filter="all" />);
  await screen.findByRole('list', { name: 'Notifications' });
  expect(screen.queryByRole('link', { name: 'Team' })).toBeNull();
  first.unmount();
  answerWith([makeNotification({ type: 'report', text: 'A report is waiting for you', actor: null, actors: [] })]);
  draw(<Notifications filter="all" />);
  expect(await screen.findByRole('link', { name: 'Team' })).toBeTruthy();
});

it('an empty list says what comes here, and one that failed can be loaded again', async () => {
  answerWith([]);
  const first = draw(<Notifications filter="mentions" />);
  expect(await screen.findByText('No mentions yet')).toBeTruthy();
  first.unmount();
  api.refuse(endpoints.listNotifications, 500, 'Out of order');
  draw(<Notifications filter="all" />);
  const again = await screen.findByRole('button', { name: 'Try again' });
  answerWith([makeNotification()]);
  fireEvent.click(again);
  await screen.findByRole('list', { name: 'Notifications' });
});

it('without a connection it says so', async () => {
  goOffline();
  draw(<Notifications filter="all" />);
  expect(await screen.findByText('No connection')).toBeTruthy();
});

it('the next page follows the last row', async () => {
  const all = Array.from({ length: 31 }, () => makeNotification({ read: true })).reverse();
  api.answer(endpoints.listNotifications, ({ query }) => ({
    notifications: query.before === undefined ? all.slice(0, 30) : all.slice(30),
    unread: 0,
  }));
  isInView = true;
  draw(<Notifications filter="all" />);
  await waitFor(() => expect(rows()).toHaveLength(31));
  expect(api.asked(endpoints.listNotifications).at(-1)?.query.before).toBe(all[29]?._id);
});

it('excerpts show no signs of formatting', async () => {
  answerWith([makeNotification({ excerpt: '**Tea** at _five_\n> or `six`' })]);
  draw(<Notifications filter="all" />);
  expect(await screen.findByText('Tea at five or six')).toBeTruthy();
});
