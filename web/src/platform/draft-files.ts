import { readDraft, writeDraft } from '#platform/drafts.ts';
import { logError } from '#platform/log.ts';

const database = 'hubbub-drafts';
const store = 'files';
/** Files of tabs that were closed are removed after this long. */
const maxAge = 24 * 60 * 60 * 1000;

interface Stored {
  key: string;
  at: number;
  files: File[];
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: 'key' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The store of drafts could not be opened.'));
  });
}

async function withStore<T>(mode: IDBTransactionMode, use: (files: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const connection = await open();
  try {
    return await new Promise((resolve, reject) => {
      const request = use(connection.transaction(store, mode).objectStore(store));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('The store of drafts could not be used.'));
    });
  } finally {
    connection.close();
  }
}

async function removeOld(own: string | null): Promise<void> {
  const all = await withStore<Stored[]>('readonly', (files) => files.getAll());
  for (const { key, at } of all) {
    if (key !== own && Date.now() - at > maxAge) await withStore('readwrite', (files) => files.delete(key));
  }
}

/**
 * The files that a person chose under `name` in this tab, also before a reload. Their key stands with the other drafts, which go at log-out, and with it
 * the way to the files. Where the browser keeps no files there are none.
 */
export async function readDraftFiles(name: string): Promise<File[]> {
  const key = readDraft(name);
  try {
    await removeOld(key);
    if (key === null) return [];
    const stored = await withStore<Stored | undefined>('readonly', (files) => files.get(key));
    return stored?.files ?? [];
  } catch (error) {
    logError('The files of a draft could not be read', error);
    return [];
  }
}

/** Keeps the files that a person chose; none forgets them. What the browser cannot keep lives as long as the page. */
export async function writeDraftFiles(name: string, list: readonly File[]): Promise<void> {
  const known = readDraft(name);
  const key = known ?? crypto.randomUUID();
  try {
    if (list.length === 0) {
      writeDraft(name, '');
      if (known !== null) await withStore('readwrite', (files) => files.delete(key));
      return;
    }
    writeDraft(name, key);
    await withStore('readwrite', (files) => files.put({ key, at: Date.now(), files: [...list] } satisfies Stored));
  } catch (error) {
    logError('The files of a draft could not be kept', error);
  }
}

/** Removes the files of every draft in this browser: at log-out. */
export async function forgetDraftFiles(): Promise<void> {
  try {
    await withStore('readwrite', (files) => files.clear());
  } catch (error) {
    logError('The files of drafts could not be removed', error);
  }
}
