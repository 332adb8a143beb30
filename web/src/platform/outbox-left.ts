import { readStored, textsIn, writeStored } from '#platform/browser-storage.ts';
import { changeWrite } from '#platform/outbox-store.ts';

const leftKey = 'left-writes';
const leftBefore = () => textsIn(readStored(leftKey, 'session'));

/**
 * Lets go of a write that this page is making itself, because it's about to be gone. The tab's next page learns of it in any case: often
 * a page is gone before the browser has stored that.
 */
export function leaveWrite(owner: string, id: number): void {
  writeStored(leftKey, JSON.stringify([...leftBefore(), `${owner} ${id}`]), 'session');
  void changeWrite(owner, id, { heldUntil: 0 }).catch(() => undefined);
}

/** Lets what the tab's page before was making go out right away. @returns whether there's anything */
export async function releaseLeft(owner: string): Promise<boolean> {
  const left = leftBefore().map((one) => one.split(' '));
  writeStored(leftKey, null, 'session');
  const own = left.filter(([user]) => user === owner);
  await Promise.all(own.map(([, id]) => changeWrite(owner, Number(id), { heldUntil: 0 }).catch(() => undefined)));
  return own.length > 0;
}
