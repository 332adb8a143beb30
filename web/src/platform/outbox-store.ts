import type { FormEntries } from '#platform/api-client.ts';

/** A write that hasn't reached the server yet. */
export interface KeptWrite {
  /** They go out in this order. Below 0, the browser hasn't stored it, or can't. */
  id: number;
  /** The server does it once, however often it's sent. */
  clientId: string;
  method: string;
  address: string;
  body: unknown;
  /** The entries of a form, instead of a body. */
  form?: FormEntries | undefined;
  /** Whether large files in it are uploaded before the call. */
  takesUploads?: boolean | undefined;
  /** Writes that wait hold up those of their own queue only. Without a name, it's the one that most writes share. */
  queue?: string | undefined;
  /** In a queue of its own: it changes something that's stored already, instead of adding to it. */
  isAct?: boolean | undefined;
  /** What pages need to show it, besides what is sent. */
  shown?: unknown;
  /** What people read about it: "Your vote". */
  what: string;
  /** Only the newest with the same one is kept; people don't hear of it, whatever becomes of it. */
  key?: string | undefined;
  /** When it was made, in ms. */
  at: number;
  /** Until then, in ms, the tab where it was made sends it itself; 0 once it waits. */
  heldUntil: number;
  /** Why the server doesn't do it. */
  refusal?: string | undefined;
}

export type NewWrite = Omit<KeptWrite, 'id'>;

const store = 'writes';
/** What couldn't be sent for a week isn't sent anymore, in ms: by then, the server has forgotten whether it was done. */
const maxAge = 7 * 24 * 60 * 60 * 1000;

const prefix = 'hubbub-outbox-';
const nameOf = (owner: string) => prefix + owner;

let opened: { owner: string; connection: Promise<IDBDatabase> } | undefined;

function connect(owner: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(nameOf(owner), 1);
    request.onupgradeneeded = () =>
      void request.result.createObjectStore(store, { keyPath: 'id', autoIncrement: true });
    request.onsuccess = () => {
      const { result } = request;
      const forget = () => {
        result.close();
        if (opened?.owner === owner) opened = undefined;
      };
      result.onversionchange = forget;
      result.onclose = forget;
      resolve(result);
    };
    request.onerror = () => reject(request.error ?? new Error("Couldn't open the outbox."));
  });
}

function open(owner: string): Promise<IDBDatabase> {
  if (opened?.owner !== owner) {
    void opened?.connection.then((connection) => connection.close()).catch(() => undefined);
    const connection = connect(owner);
    opened = { owner, connection };
    connection.catch(() => {
      if (opened?.connection === connection) opened = undefined;
    });
  }
  return opened.connection;
}

async function within<T>(
  owner: string,
  mode: IDBTransactionMode,
  use: (writes: IDBObjectStore) => () => T,
): Promise<T> {
  const connection = await open(owner);
  return await new Promise<T>((resolve, reject) => {
    const transaction = connection.transaction(store, mode);
    const result = use(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(result());
    transaction.onabort = () => reject(transaction.error ?? new Error("Couldn't use the outbox."));
  });
}

/** A person's unsent writes, in order. What's too old is deleted. */
export async function keptWrites(owner: string): Promise<KeptWrite[]> {
  const oldest = Date.now() - maxAge;
  return await within(owner, 'readwrite', (writes) => {
    const request: IDBRequest<KeptWrite[]> = writes.getAll();
    request.onsuccess = () => {
      for (const { id, at } of request.result) if (at < oldest) writes.delete(id);
    };
    return () => request.result.filter(({ at }) => at >= oldest);
  });
}

/** Adds a write behind all others, and removes those with its key. */
export async function addWrite(owner: string, write: NewWrite): Promise<KeptWrite> {
  return await within(owner, 'readwrite', (writes) => {
    const request = writes.add(write);
    // It's stored even if the page closes now.
    if (write.key === undefined) writes.transaction.commit();
    else removeOthers(writes, write.key, () => request.result);
    return () => ({ ...write, id: Number(request.result) });
  });
}

function removeOthers(writes: IDBObjectStore, key: string, kept: () => IDBValidKey): void {
  const request: IDBRequest<KeptWrite[]> = writes.getAll();
  request.onsuccess = () => {
    for (const { id, key: other } of request.result) if (other === key && id !== kept()) writes.delete(id);
  };
}

/** Stores what has changed about a write, unless it's gone. */
export async function changeWrite(owner: string, id: number, change: Partial<Omit<KeptWrite, 'id'>>): Promise<void> {
  await within(owner, 'readwrite', (writes) => {
    const request: IDBRequest<KeptWrite | undefined> = writes.get(id);
    request.onsuccess = () => {
      if (request.result) writes.put({ ...request.result, ...change });
    };
    return () => undefined;
  });
}

/** Takes a write out: the server has done it, or nobody wants it anymore. */
export async function removeWrite(owner: string, id: number): Promise<void> {
  await within(owner, 'readwrite', (writes) => {
    writes.delete(id);
    return () => undefined;
  });
}

/** Deletes a person's outbox with everything in it. */
export async function deleteOutbox(owner: string): Promise<void> {
  if (opened?.owner === owner) {
    const { connection } = opened;
    opened = undefined;
    await connection.then((one) => one.close()).catch(() => undefined);
  }
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(nameOf(owner));
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error ?? new Error("Couldn't delete the outbox."));
  });
}

/** Deletes the outboxes of people whose session ended so long ago that nothing in them is sent anymore. @param user who's signed in */
export async function deleteOldOutboxes(user: string | undefined): Promise<void> {
  for (const { name = '' } of (await indexedDB.databases?.()) ?? []) {
    const owner = name.slice(prefix.length);
    if (name.startsWith(prefix) && owner !== user && (await keptWrites(owner)).length === 0) await deleteOutbox(owner);
  }
}
