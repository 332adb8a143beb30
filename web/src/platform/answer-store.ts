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

async function connect(owner: string): Promise<IDBDatabase> {
  return await new Promise((resolve, reject) => {
    const request = indexedDB.open(prefix + owner, 1);
    request.onupgradeneeded = () => {
      for (const name of [answers, entries]) request.result.createObjectStore(name, { keyPath: 'key' });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("Couldn't open what's stored for offline use."));
  });
}

async function within<T>(
  owner: string,
  mode: IDBTransactionMode,
  use: (transaction: IDBTransaction) => () => T,
): Promise<T> {
  // Opened for each use: nothing holds it when it's to be deleted.
  const connection = await connect(owner);
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = connection.transaction([answers, entries], mode);
      const result = use(transaction);
      transaction.oncomplete = () => resolve(result());
      transaction.onabort = () => reject(transaction.error ?? new Error("Couldn't use what's stored for offline use."));
    });
  } finally {
    connection.close();
  }
}

/** Stores a person's answers, and deletes the oldest beyond `limit` bytes. */
export async function storeAnswers(owner: string, stored: readonly StoredAnswer[], limit = maxSize): Promise<void> {
  await within(owner, 'readwrite', (transaction) => {
    const [texts, sizes] = [transaction.objectStore(answers), transaction.objectStore(entries)];
    for (const answer of stored) {
      texts.put(answer);
      sizes.put({ key: answer.key, at: answer.at, size: 2 * answer.text.length } satisfies Entry);
    }
    const request: IDBRequest<Entry[]> = sizes.getAll();
    request.onsuccess = () => {
      let total = 0;
      for (const { key, size } of request.result.sort((a, b) => b.at - a.at)) {
        total += size;
        if (total <= limit) continue;
        texts.delete(key);
        sizes.delete(key);
      }
    };
    return () => undefined;
  });
}

/** An answer stored for a person. */
export async function storedAnswer(owner: string, key: string): Promise<StoredAnswer | undefined> {
  return await within(owner, 'readonly', (transaction) => {
    const request: IDBRequest<StoredAnswer | undefined> = transaction.objectStore(answers).get(key);
    return () => request.result;
  });
}

/** Deletes an answer that the server doesn't give anymore. */
export async function deleteAnswer(owner: string, key: string): Promise<void> {
  await within(owner, 'readwrite', (transaction) => {
    for (const name of [answers, entries]) transaction.objectStore(name).delete(key);
    return () => undefined;
  });
}

/** Deletes what's stored of everybody but one person. @param user who's signed in */
export async function deleteAnswersOfOthers(user: string | undefined): Promise<void> {
  const names = ((await indexedDB.databases?.()) ?? []).map(({ name = '' }) => name);
  const others = names.filter((name) => name.startsWith(prefix) && name !== prefix + (user ?? ''));
  await Promise.all(
    others.map(
      (name) =>
        new Promise<void>((resolve, reject) => {
          const request = indexedDB.deleteDatabase(name);
          request.onsuccess = () => resolve();
          request.onerror = () => reject(request.error ?? new Error("Couldn't delete what's stored for offline use."));
        }),
    ),
  );
}
