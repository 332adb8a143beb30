import { afterAll, vi } from 'vitest';

// Files that share a worker share its globals, too: what one of them replaced or stored isn't for the next.
afterAll(() => {
  vi.unstubAllGlobals();
});
if ('indexedDB' in globalThis) globalThis.indexedDB = new (await import('fake-indexeddb')).IDBFactory();

/** Milliseconds. No test waits for time to pass, so this is for busy machines: what fails takes longer, nothing else. */
const timeout = 60_000;

const patient = (wait) => (callback, options) =>
  wait(callback, typeof options === 'number' ? options : { timeout, ...options });
// Files that share their modules run this once each.
if (!('isPatient' in vi.waitFor)) {
  vi.waitFor = Object.assign(patient(vi.waitFor), { isPatient: true });
  vi.waitUntil = patient(vi.waitUntil);
}
