import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';

/** What the server once answered, for when there's no connection. */
export interface StoredAnswer {
  key: string;
  /** When it was answered, in ms. */
  at: number;
  /** JSON. */
  text: string;
}

interface Entry {
  key: string;
  at: number;
  /** In bytes at most: a character of JSON takes two. */
  size: number;
}

const answers = 'answers';
const entries = 'entries';
/** Bytes one person's answers may take; the oldest are deleted first. */
const maxSize = 50 * 1024 * 1024;

const prefix = 'hubbub-offline-';

interface Schema extends DBSchema {
  [answers]: { key: string; value: StoredAnswer };
  [entries]: { key: string; value: Entry };
}

async function within<T>(owner: string, use: (connection: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  // Opened for each use: nothing holds it when it's to be deleted.
  const connection = await openDB<Schema>(prefix + owner, 1, {
    upgrade: (made) => {
      for (const name of [answers, entries] as const) made.createObjectStore(name, { keyPath: 'key' });
    },
  });
  try {
    return await use(connection);
  } finally {
    connection.close();
  }
}

/** Stores a person's answers, and deletes the oldest beyond `limit` bytes. */
export async function storeAnswers(owner: string, stored: readonly StoredAnswer[], limit = maxSize): Promise<void> {
  await within(owner, async (connection) => {
    const transaction = connection.transaction([answers, entries], 'readwrite');
    const [texts, sizes] = [transaction.objectStore(answers), transaction.objectStore(entries)];
    const store = async () => {
      const sizeOf = ({ key, at, text }: StoredAnswer): Entry => ({ key, at, size: 2 * text.length });
      await Promise.all(stored.flatMap((answer) => [texts.put(answer), sizes.put(sizeOf(answer))]));
      let total = 0;
      const old = (await sizes.getAll())
        .sort((a, b) => b.at - a.at)
        .filter(({ size }) => {
          total += size;
          return total > limit;
        });
      await Promise.all(old.flatMap(({ key }) => [texts.delete(key), sizes.delete(key)]));
    };
    await Promise.all([store(), transaction.done]);
  });
}

/** An answer stored for a person. */
export async function storedAnswer(owner: string, key: string): Promise<StoredAnswer | undefined> {
  return await within(owner, (connection) => connection.get(answers, key));
}

/** Deletes an answer that the server doesn't give anymore. */
export async function deleteAnswer(owner: string, key: string): Promise<void> {
  await within(owner, async (connection) => {
    const transaction = connection.transaction([answers, entries], 'readwrite');
    const deleted = ([answers, entries] as const).map((name) => transaction.objectStore(name).delete(key));
    await Promise.all([...deleted, transaction.done]);
  });
}

/** Deletes what's stored of everybody but one person. @param user who's signed in */
export async function deleteAnswersOfOthers(user: string | undefined): Promise<void> {
  const names = ((await indexedDB.databases?.()) ?? []).map(({ name = '' }) => name);
  const others = names.filter((name) => name.startsWith(prefix) && name !== prefix + (user ?? ''));
  await Promise.all(others.map((name) => deleteDB(name)));
}
