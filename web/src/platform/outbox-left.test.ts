// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { leaveWrite, releaseLeft } from '#platform/outbox-left.ts';
import { addWrite, queuedWrites } from '#platform/outbox-store.ts';

it("what a page was making when it went is let go of on the tab's next page, if the browser couldn't store that anymore", async () => {
  const at = Date.now();
  const write = { clientId: '1', method: 'PUT', address: '/', body: {}, what: '', at, heldUntil: at + 20_000 };
  const { id } = await addWrite('bea', write);
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The page is gone.', 'AbortError');
  });
  leaveWrite('bea', id);
  await vi.waitFor(() => expect(put).toHaveBeenCalled());
  put.mockRestore();
  expect((await queuedWrites('bea'))[0]?.heldUntil).toBe(at + 20_000);
  expect(await releaseLeft('bea')).toBe(true);
  expect((await queuedWrites('bea'))[0]?.heldUntil).toBe(0);
  expect(await releaseLeft('bea')).toBe(false);
});
