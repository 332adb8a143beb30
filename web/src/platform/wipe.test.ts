// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { addWrite } from '#platform/outbox-store.ts';
import { clearSession, storeUser } from '#platform/session.ts';
import { wipeAfterSessions } from '#platform/wipe.ts';
import { makeUser } from '#test/factories.ts';

const day = 24 * 60 * 60 * 1000;
/** The owners of the outboxes that exist, of two people. */
const outboxes = async () => {
  const names = (await indexedDB.databases()).map(({ name }) => name);
  return ['ann', 'ben'].filter((person) => names.includes(`hubbub-outbox-${person}`));
};
const write = (at: number) => ({ clientId: '1', method: 'PUT', address: '/', body: {}, what: '', at, heldUntil: 0 });

beforeEach(() => {
  sessionStorage.clear();
  clearSession();
});

it("wipes what a session leaves; what wasn't sent waits for its person for 7 days", async () => {
  await addWrite('ann', write(Date.now() - 6 * day));
  await addWrite('ben', write(Date.now() - 8 * day));
  storeUser(makeUser());
  sessionStorage.setItem('feed-position', '{}');
  wipeAfterSessions();
  clearSession();
  expect(sessionStorage.length).toBe(0);
  await vi.waitFor(async () => expect(await outboxes()).toEqual(['ann']));
});

it('shows nothing of a page that was frozen while its session ended', () => {
  storeUser(makeUser());
  wipeAfterSessions();
  document.body.textContent = 'Private';
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  const comeBack = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  comeBack();
  expect(document.body.textContent).toBe('Private');
  // In another tab, whose events a frozen page doesn't get.
  localStorage.clear();
  comeBack();
  expect(document.body.textContent).toBe('');
  expect(reload).toHaveBeenCalled();
});

it('shows nothing of a tab that slept while its person logged out and somebody else logged in', () => {
  storeUser(makeUser());
  wipeAfterSessions();
  document.body.textContent = 'Private';
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  const wakeUp = () => window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
  wakeUp();
  expect(document.body.textContent).toBe('Private');
  localStorage.setItem('user', JSON.stringify(makeUser()));
  wakeUp();
  expect(document.body.textContent).toBe('');
  expect(reload).toHaveBeenCalled();
});

it('closes notifications and ends pushes though the storage is broken: a log-out may not have reached the server', async () => {
  const close = vi.fn();
  const unsubscribe = vi.fn(async () => true);
  const registration = {
    getNotifications: async () => [{ close }],
    pushManager: { getSubscription: async () => ({ unsubscribe }) },
  };
  vi.stubGlobal('caches', { delete: () => Promise.reject(new Error('Broken.')) });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => registration },
  });
  storeUser(makeUser());
  wipeAfterSessions();
  expect(unsubscribe).not.toHaveBeenCalled();
  clearSession();
  await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalled());
  expect(close).toHaveBeenCalled();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllGlobals();
});
