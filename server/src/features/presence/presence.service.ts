import { randomUUID } from 'node:crypto';
import type { Platform } from '#platform/platform.ts';
import {
  type Change,
  listChanges,
  listViewers,
  readNow,
  storeCome,
  storeGone,
  storeSeen,
  sweep,
} from './presence.queries.ts';

/** A kind of place whose people see each other's presence. */
export interface LookedAt {
  /** The prefix of its rooms, such as `community:`. */
  prefix: string;
  /** The pairs of these people and rooms where the person is in the room; rooms come without the prefix. */
  among(ids: readonly string[], userIds: readonly string[]): Promise<{ id: string; user_id: string }[]>;
}

/** Milliseconds for which arrivals and departures are collected before one statement stores them. */
const gatherMs = 300;
/** Milliseconds after which somebody whose last socket closed counts as gone: by then, a reloaded page is back. */
const graceMs = 4_000;
/** Milliseconds between two polls for changes, while somebody here looks at others. */
const lookMs = 1_000;
/** Milliseconds between two heartbeats. */
const beatMs = 10_000;
/** The most changes that one poll passes on; the next one passes on the rest. */
const atOnce = 200;
/** Microseconds before the newest change in which another one may still be committed. */
const overlap = 3_000_000;

/** Who's online. One for each process that people connect to. */
export interface Presence {
  /** Everyone connected here goes offline. Call it before the database is closed. */
  close(): Promise<void>;
}

/** Collects who comes and who goes, and stores each kind at most once every `gatherMs`. */
function createRecord({ db, log, realtime }: Pick<Platform, 'db' | 'log' | 'realtime'>, processId: string) {
  const here = new Set<string>();
  const leaving = new Map<string, NodeJS.Timeout>();
  let coming = new Set<string>();
  let going = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let stored = Promise.resolve();

  const store = async () => {
    const [come, gone] = [[...coming], [...going]];
    coming = new Set();
    going = new Set();
    try {
      if (come.length > 0) await storeCome(db.writes, processId, come);
      if (gone.length > 0) await storeGone(db.writes, processId, gone);
    } catch (error) {
      // The next heartbeat stores everyone again.
      log.debug({ err: error }, "couldn't store who came and went");
    }
  };
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      stored = stored.then(store);
    }, gatherMs).unref();
  };

  realtime.onConnections({
    come(userId) {
      clearTimeout(leaving.get(userId));
      leaving.delete(userId);
      if (here.has(userId)) return;
      here.add(userId);
      if (!going.delete(userId)) coming.add(userId);
      soon();
    },
    gone(userId) {
      clearTimeout(leaving.get(userId));
      const leave = () => {
        leaving.delete(userId);
        here.delete(userId);
        if (!coming.delete(userId)) going.add(userId);
        soon();
      };
      leaving.set(userId, setTimeout(leave, graceMs).unref());
    },
  });

  return {
    here,
    /** Stores everyone again. */
    restore() {
      for (const userId of here) coming.add(userId);
      soon();
    },
    async close() {
      clearTimeout(timer);
      for (const each of leaving.values()) clearTimeout(each);
      await stored;
    },
  };
}

/** Sends changes since the last poll to people here who look at these people and share presence with them. */
function createLook({ db, realtime }: Pick<Platform, 'db' | 'realtime'>, kinds: readonly LookedAt[]) {
  let since: number | undefined;
  const sent = new Map<string, number>();

  const pass = async (changes: readonly Change[], rooms: readonly string[][]) => {
    const userIds = changes.map(({ user_id }) => user_id);
    const lookers = new Map<string, Set<string>>();
    for (const [index, { prefix, among }] of kinds.entries()) {
      const ids = rooms[index] ?? [];
      if (ids.length === 0) continue;
      for (const { id, user_id } of await among(ids, userIds)) {
        const those = lookers.get(user_id) ?? new Set();
        lookers.set(user_id, those);
        for (const looker of realtime.usersIn(prefix + id)) those.add(looker);
      }
    }
    const everyone = [...new Set([...lookers.values()].flatMap((those) => [...those]))];
    const viewers = everyone.length === 0 ? [] : await listViewers(db.reads, everyone, userIds);
    for (const { user_id, username, is_online } of changes) {
      const receivers = viewers.filter(
        ({ id, apart }) => id !== user_id && lookers.get(user_id)?.has(id) && !apart.includes(user_id),
      );
      if (receivers.length === 0) continue;
      const ids = receivers.map(({ id }) => id);
      realtime.toUsersHere(ids, 'presenceChanged', { username, online: is_online });
    }
  };

  return async () => {
    const rooms = kinds.map(({ prefix }) => realtime.roomsNamed(prefix));
    if (rooms.every((ids) => ids.length === 0)) {
      since = undefined;
      return;
    }
    if (since === undefined) {
      since = await readNow(db.reads);
      sent.clear();
      return;
    }
    const changes = await listChanges(db.reads, since - overlap, atOnce + sent.size);
    const fresh = changes.filter(({ user_id, at }) => sent.get(user_id) !== at).slice(0, atOnce);
    for (const { user_id, at } of fresh) sent.set(user_id, at);
    since = Math.max(since, fresh.at(-1)?.at ?? 0);
    for (const [userId, at] of sent) if (at < since - 2 * overlap) sent.delete(userId);
    if (fresh.length > 0) await pass(fresh, rooms);
  };
}

/** How presence reacts to other features' events. */
export function subscribePresence({ events, jobs }: Pick<Platform, 'events' | 'jobs'>): void {
  events.on('account.deleted', (tx, { userId }) => jobs.add(tx, 'presence.forget', { userId }));
}

/** Starts storing who's connected to this process, and sending their presence to people who look at them. */
export function openPresence(platform: Platform, kinds: readonly LookedAt[]): Presence {
  const { db, log } = platform;
  const processId = randomUUID();
  const record = createRecord(platform, processId);
  const look = createLook(platform, kinds);
  let isBusy = false;

  /** Runs one task at a time; if one fails, the next one makes up for it. */
  const attempt = (task: () => Promise<void>) => async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      await task();
    } catch (error) {
      log.debug({ err: error }, "couldn't tell who's online");
    } finally {
      isBusy = false;
    }
  };
  const beat = async () => {
    if (record.here.size === 0) return;
    if (!(await storeSeen(db.writes, processId))) record.restore();
    await sweep(db.writes, null);
  };
  const timers = [setInterval(attempt(look), lookMs).unref(), setInterval(attempt(beat), beatMs).unref()];

  return {
    async close() {
      for (const timer of timers) clearInterval(timer);
      await record.close();
      try {
        await sweep(db.writes, processId);
      } catch (error) {
        log.debug({ err: error }, "couldn't store that this process has ended");
      }
    },
  };
}
