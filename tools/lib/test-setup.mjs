import { afterAll, vi } from 'vitest';

// Files that share a worker share its globals, too: what one of them replaced or stored isn't for the next.
afterAll(() => {
  vi.unstubAllGlobals();
});
if ('indexedDB' in globalThis) globalThis.indexedDB = new (await import('fake-indexeddb')).IDBFactory();

/** Waits longer than the library's second: on a busy machine, compiling a part that's loaded late takes several. */
const { waitFor } = vi;
// Files that share their modules run this once each.
if (!('isPatient' in waitFor)) {
  const patient = (callback, options) =>
    waitFor(callback, typeof options === 'number' ? options : { timeout: 20_000, ...options });
  vi.waitFor = Object.assign(patient, { isPatient: true });
}
