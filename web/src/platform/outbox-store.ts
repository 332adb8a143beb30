import { type DBSchema, deleteDB, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import type { FormEntries } from '#platform/send-call.ts';

/** A write that hasn't reached the server yet. */
export interface QueuedWrite {
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
  /** Only the newest with the same key stays, and people aren't told what becomes of it. */
  key?: string | undefined;
  /** When it was made, in ms. */
  at: number;
  /** Until then, in ms, the tab where it was made sends it itself; 0 once it waits. */
  heldUntil: number;
  /** Why the server doesn't do it. */
  refusal?: string | undefined;
}

export type NewWrite = Omit<QueuedWrite, 'id'>;

const store = 'writes';
/** How long an unsent write is tried, in ms. After a week, the server no longer knows whether it did it. */
const maxAge = 7 * 24 * 60 * 60 * 1000;

const prefix = 'hubbub-outbox-';
const nameOf = (owner: string) => prefix + owner;

interface Schema extends DBSchema {
  [store]: { key: number; value: QueuedWrite };
}
type Connection = IDBPDatabase<Schema>;
type Writes = IDBPObjectStore<Schema, [typeof store], typeof store, 'readwrite'>;

/** Milliseconds that a browser may take to open it. Some hang: then it's as if they stored nothing, and what's done is sent right away. */
const patience = 3_000;

let opened: { owner: string; connection: Promise<Connection> } | undefined;

function connect(owner: string): Promise<Connection> {
  const forget = () => {
    if (opened?.owner === owner) opened = undefined;
  };
  const opening = openDB<Schema>(nameOf(owner), 1, {
    upgrade: (made) => void made.createObjectStore(store, { keyPath: 'id', autoIncrement: true }),
    blocking: (_current, _next, event) => {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  });
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      // Otherwise the open connection would block deleting the database.
      opening.then((connection) => connection.close()).catch(() => undefined);
      reject(new Error("The browser doesn't open what waits."));
    };
    const timer = setTimeout(giveUp, patience);
    opening.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function open(owner: string): Promise<Connection> {
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

/** Does something in one transaction; resolves once the browser has committed it. */
async function within<T>(owner: string, use: (writes: Writes) => Promise<T>): Promise<T> {
  const transaction = (await open(owner)).transaction(store, 'readwrite');
  const [result] = await Promise.all([use(transaction.store), transaction.done]);
  return result;
}

const removeAll = async (writes: Writes, removed: readonly QueuedWrite[]) =>
  await Promise.all(removed.map(({ id }) => writes.delete(id)));

/** A person's unsent writes, in order. What's too old is deleted. */
export async function queuedWrites(owner: string): Promise<QueuedWrite[]> {
  const oldest = Date.now() - maxAge;
  return await within(owner, async (writes) => {
    const all = await writes.getAll();
    const old = all.filter(({ at }) => at < oldest);
    await removeAll(writes, old);
    return all.filter((write) => !old.includes(write));
  });
}

/** Adds a write behind all others, and removes those with its key. */
export async function addWrite(owner: string, write: NewWrite): Promise<QueuedWrite> {
  return await within(owner, async (writes) => {
    // The browser gives it its id.
    const adding = writes.add(write as QueuedWrite);
    // It's stored even if the page closes now.
    if (write.key === undefined) writes.transaction.commit();
    const id = await adding;
    if (write.key !== undefined) {
      const others = (await writes.getAll()).filter((other) => other.key === write.key && other.id !== id);
      await removeAll(writes, others);
    }
    return { ...write, id };
  });
}

/** Stores what has changed about a write, unless it's gone. */
export async function changeWrite(owner: string, id: number, change: Partial<Omit<QueuedWrite, 'id'>>): Promise<void> {
  await within(owner, async (writes) => {
    const known = await writes.get(id);
    if (known) await writes.put({ ...known, ...change });
  });
}

/** Takes a write out: the server has done it, or nobody wants it anymore. */
export async function removeWrite(owner: string, id: number): Promise<void> {
  await within(owner, (writes) => writes.delete(id));
}

/** The people who have one here. */
export async function outboxOwners(): Promise<string[]> {
  const databases = (await indexedDB.databases?.()) ?? [];
  return databases
    .map(({ name = '' }) => name)
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
}

/** Deletes a person's outbox with everything in it. */
export async function deleteOutbox(owner: string): Promise<void> {
  if (opened?.owner === owner) {
    const { connection } = opened;
    opened = undefined;
    await connection.then((one) => one.close()).catch(() => undefined);
  }
  await deleteDB(nameOf(owner));
}

/** Deletes the outboxes of people whose session ended so long ago that nothing in them is sent anymore. @param user who's signed in */
export async function deleteOldOutboxes(user: string | undefined): Promise<void> {
  for (const owner of await outboxOwners())
    if (owner !== user && (await queuedWrites(owner)).length === 0) await deleteOutbox(owner);
}
