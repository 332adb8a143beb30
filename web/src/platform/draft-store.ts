import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';

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

interface Schema extends DBSchema {
  [store]: { key: [string, string]; value: Kept; indexes: { owner: string; at: number } };
}
type Drafts = IDBPObjectStore<Schema, [typeof store], typeof store, 'readwrite'>;

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function open(): Promise<IDBPDatabase<Schema>> {
  const forget = () => {
    opened = undefined;
  };
  opened ??= openDB<Schema>(database, 2, {
    upgrade: (made) => {
      for (const name of [...made.objectStoreNames]) made.deleteObjectStore(name);
      const drafts = made.createObjectStore(store, { keyPath: ['owner', 'name'] });
      drafts.createIndex('owner', 'owner');
      drafts.createIndex('at', 'at');
    },
    blocking: (_current, _next, event) => {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  });
  opened.catch(forget);
  return opened;
}

/** Changes drafts in one transaction; resolves once the browser has committed it. */
async function change(use: (drafts: Drafts) => Promise<unknown>): Promise<void> {
  const transaction = (await open()).transaction(store, 'readwrite');
  await Promise.all([use(transaction.store), transaction.done]);
}

const deleteAll = async (drafts: Drafts, keys: readonly Schema[typeof store]['key'][]) =>
  await Promise.all(keys.map((key) => drafts.delete(key)));

/** One person's drafts. Drafts that are too old, anyone's, are deleted first. */
export async function draftsOf(owner: string): Promise<Draft[]> {
  const old = IDBKeyRange.upperBound(Date.now() - maxAge);
  await change(async (drafts) => await deleteAll(drafts, await drafts.index('at').getAllKeys(old)));
  return await (await open()).getAllFromIndex(store, 'owner', owner);
}

/** Saves or deletes several drafts, all or none. */
export async function putDrafts(list: readonly Draft[]): Promise<void> {
  await change(async (drafts) => {
    const changed = list.map(({ owner, name, value }) =>
      value === undefined ? drafts.delete([owner, name]) : drafts.put({ owner, name, value, at: Date.now() }),
    );
    // Right away: the page may be closing.
    drafts.transaction.commit();
    await Promise.all<unknown>(changed);
  });
}

/** Deletes all of one person's drafts. */
export async function deleteDraftsOf(owner: string): Promise<void> {
  await change(async (drafts) => await deleteAll(drafts, await drafts.index('owner').getAllKeys(owner)));
}
