import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { addWrite, deleteOutbox, queuedWrites } from '#platform/outbox-store.ts';

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await deleteOutbox('ann');
});

const write = { clientId: '1', method: 'PUT', address: '/', body: {}, what: '', at: Date.now(), heldUntil: 0 };

it('a browser that never opens the outbox counts as one that stores nothing, until it does', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const hang = vi.spyOn(indexedDB, 'open').mockReturnValue(new IDBOpenDBRequest());
  const refused = expect(addWrite('ann', write)).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(3_000);
  await refused;
  hang.mockRestore();
  vi.useRealTimers();
  await addWrite('ann', write);
  expect(await queuedWrites('ann')).toHaveLength(1);
});
