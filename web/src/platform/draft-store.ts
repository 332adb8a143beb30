/** What a person has written under a name. Without a value, the draft is deleted. */
export interface Draft {
  owner: string;
  name: string;
  value: unknown;
}

interface Kept extends Draft {
  /** When it was written, in ms. */
  at: number;
}

const database = 'hubbub-drafts';
const store = 'drafts';
/** Abandoned drafts are deleted after this long, in ms. */
const maxAge = 30 * 24 * 60 * 60 * 1000;

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(database, 2);
    request.onupgradeneeded = () => {
      const { result } = request;
      for (const name of [...result.objectStoreNames]) result.deleteObjectStore(name);
      const made = result.createObjectStore(store, { keyPath: ['owner', 'name'] });
      made.createIndex('owner', 'owner');
      made.createIndex('at', 'at');
    };
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close();
      request.result.onclose = () => {
        opened = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error("Couldn't open the draft store."));
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

/** Runs an action in one transaction; resolves once the browser has committed it. */
async function within<T>(mode: IDBTransactionMode, use: (drafts: IDBObjectStore) => IDBRequest<T> | undefined) {
  const connection = await open();
  return await new Promise<T | undefined>((resolve, reject) => {
    const transaction = connection.transaction(store, mode);
    const request = use(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onabort = () => reject(transaction.error ?? new Error("Couldn't use the draft store."));
  });
}

/** One person's drafts. Drafts that are too old, anyone's, are deleted first. */
export async function draftsOf(owner: string): Promise<Draft[]> {
  const old = IDBKeyRange.upperBound(Date.now() - maxAge);
  await within('readwrite', (drafts) => {
    const request = drafts.index('at').openCursor(old);
    request.onsuccess = () => {
      request.result?.delete();
      request.result?.continue();
    };
    return undefined;
  });
  return (await within<Kept[]>('readonly', (drafts) => drafts.index('owner').getAll(owner))) ?? [];
}

/** Saves or deletes several drafts, all or none. */
export async function putDrafts(list: readonly Draft[]): Promise<void> {
  await within('readwrite', (drafts) => {
    for (const { owner, name, value } of list) {
      if (value === undefined) drafts.delete([owner, name]);
      else drafts.put({ owner, name, value, at: Date.now() } satisfies Kept);
    }
    // Not when the page next gets to it, which may be closing.
    drafts.transaction.commit();
    return undefined;
  });
}

/** Deletes all of one person's drafts. */
export async function deleteDraftsOf(owner: string): Promise<void> {
  await within('readwrite', (drafts) => {
    const request = drafts.index('owner').openCursor(owner);
    request.onsuccess = () => {
      request.result?.delete();
      request.result?.continue();
    };
    return undefined;
  });
}
