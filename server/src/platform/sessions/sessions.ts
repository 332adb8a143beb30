import { hash, randomBytes } from 'node:crypto';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Db } from '#platform/database/database.ts';
import type { LastSeen } from './last-seen.ts';
import {
  deleteExpiredSessions,
  deleteNamedSession,
  deleteSession,
  deleteSessionsOf,
  deleteSessionsSince,
  findNamedSession,
  findSession,
  findSessions,
  insertSession,
  type ListedSession,
  listSessionsOf,
  sessionNameBytes,
  touchSession,
} from './sessions.queries.ts';

/** A valid session. */
export interface Session {
  userId: string;
  tokenHash: Buffer;
  /** Whether it was just extended, so that the cookie must be sent again. */
  prolonged: boolean;
}

/** Where a session comes from, as its owner sees it. */
export interface SessionOrigin {
  /** For example "Firefox on Windows". */
  device: string;
  /** The network address. */
  address: string;
}

/** Called after sessions ended, so that their sockets are closed. */
type RevocationListener = (ended: { userId: string; tokenHash?: Buffer; except?: Buffer | undefined }) => void;

/** Called in the transaction that takes sessions away from their people. */
type TakingListener = (db: Db, taken: { userId: string; tokenHashes: readonly Buffer[] }) => Promise<void>;

/**
 * Sessions live in the database, looked up by the SHA-256 of a random 256-bit token that only the cookie contains (OWASP ASVS 5.0,
 * 7.2). They slide: a visit extends them, at most once an hour, but not beyond their last day.
 */
export interface Sessions {
  /** Starts a session; returns the token for the cookie. */
  create(db: Db, userId: string): Promise<string>;
  /** Starts a session and keeps where it comes from. */
  start(db: Db, userId: string, origin: SessionOrigin): Promise<{ token: string; createdAt: Date }>;
  /** A token's session, or undefined if it's unknown, ended or expired. */
  find(token: string): Promise<Session | undefined>;
  /** Which of these token hashes (base64url) belong to valid sessions. */
  stillValid(tokenHashes: readonly string[]): Promise<string[]>;
  /**
   * Extends a session from now on. Resolves to whether that could be stored; if not, a later visit does it: reading must not fail
   * because nothing can be written.
   */
  prolong(tokenHash: Buffer): Promise<boolean>;
  /** Notes in memory that a session was used; stored with the next batch. */
  seen(tokenHash: Buffer): void;
  /** Stores the collected uses right away. */
  storeSeen(): Promise<void>;
  /** A person's sessions, the given one first, then the most recently used; there may be more than are listed. */
  listOf(session: Session): Promise<ListedSession[]>;
  /** Ends a session of the calling session's person, by its id. @returns its token's hash; undefined: they have no such session */
  revokeNamed(db: Db, asking: Pick<Session, 'userId' | 'tokenHash'>, sessionId: string): Promise<Buffer | undefined>;
  /** One of that person's sessions by its id. Undefined: they have no such session. */
  findNamed(
    db: Db,
    asking: Pick<Session, 'userId'>,
    sessionId: string,
  ): Promise<{ tokenHash: Buffer; createdAt: Date } | undefined>;
  /** Ends a person's sessions that began at or after a moment, except for the given one. @returns the hashes of their tokens */
  revokeSince(db: Db, userId: string, since: Date, except?: Buffer): Promise<Buffer[]>;
  /** Ends one session. @returns whether it hadn't ended yet */
  revoke(db: Db, session: Pick<Session, 'tokenHash'>): Promise<boolean>;
  /** Ends all of a user's sessions, except for the given one. @returns how many */
  revokeAll(db: Db, userId: string, except?: Buffer): Promise<number>;
  onRevoked(listener: RevocationListener): void;
  /** Registers what to undo when a session is ended from outside, because it mustn't outlast it: not for logging out or expiring. */
  onTaken(listener: TakingListener): void;
  /** Notifies the listeners; call it once the transaction that ended the sessions is committed. */
  announce(ended: { userId: string; tokenHash?: Buffer; except?: Buffer | undefined }): void;
  /** Ends expired sessions, and notifies the listeners. Don't call it in a transaction. */
  removeExpired(): Promise<void>;
  /** Days without a visit after which a session ends. */
  readonly days: number;
}

/** A secret for a cookie, a link or an answer: 256 bits, URL-safe. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a token. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

const day = 24 * 60 * 60 * 1000;

/** The most sessions that are listed. */
const mostListed = 100;

/** A session's id for other people, which opens nothing: a hash of its token's hash. */
export const sessionName = (tokenHash: Buffer): Buffer =>
  hash('sha256', tokenHash, 'buffer').subarray(0, sessionNameBytes);

/** A session's id, as its person gets it. */
export const sessionId = (tokenHash: Buffer): string => sessionName(tokenHash).toString('base64url');

const sessionIdFormat = /^[\w-]{22}$/;

/** @param limit `idle`: days without a visit after which a session ends; `most`: days after which it ends however much it's used */
export function createSessions(
  database: Database,
  clock: Clock,
  limit: { readonly idle: number; readonly most: number },
  lastSeen: Pick<LastSeen, 'note' | 'store'>,
): Sessions {
  const days = Math.min(limit.idle, limit.most);
  const listeners: RevocationListener[] = [];
  const takingListeners: TakingListener[] = [];
  const take = async (db: Db, userId: string, tokenHashes: Buffer[]) => {
    if (tokenHashes.length > 0) for (const listener of takingListeners) await listener(db, { userId, tokenHashes });
    return tokenHashes;
  };
  const begin = async (db: Db, userId: string, origin?: SessionOrigin) => {
    const token = newToken();
    const createdAt = await insertSession(db, {
      tokenHash: hashToken(token),
      userId,
      expiresAt: new Date(clock.now().getTime() + days * day),
      device: origin?.device ?? null,
      address: origin?.address ?? null,
    });
    return { token, createdAt };
  };
  const sessions: Sessions = {
    days,
    create: async (db, userId) => (await begin(db, userId)).token,
    start: begin,
    async find(token) {
      const tokenHash = hashToken(token);
      const row = await findSession(database.reads, tokenHash);
      if (!row) return undefined;
      lastSeen.note(tokenHash);
      return { userId: row.user_id, tokenHash, prolonged: row.stale && (await sessions.prolong(tokenHash)) };
    },
    async stillValid(tokenHashes) {
      if (tokenHashes.length === 0) return [];
      const rows = await findSessions(
        database.kysely,
        tokenHashes.map((text) => Buffer.from(text, 'base64url')),
        clock.now(),
      );
      return rows.map((hash) => hash.toString('base64url'));
    },
    prolong: (tokenHash) =>
      touchSession(database.reads, tokenHash, limit).then(
        () => true,
        () => false,
      ),
    seen: lastSeen.note,
    storeSeen: lastSeen.store,
    listOf: ({ userId, tokenHash }) =>
      listSessionsOf(database.kysely, userId, { current: tokenHash, now: clock.now(), max: mostListed }),
    async revokeNamed(db, { userId, tokenHash }, id) {
      if (!sessionIdFormat.test(id)) return undefined;
      const ended = await deleteNamedSession(db, userId, Buffer.from(id, 'base64url'));
      if (ended && !ended.equals(tokenHash)) await take(db, userId, [ended]);
      return ended;
    },
    findNamed: async (db, { userId }, id) =>
      sessionIdFormat.test(id) ? await findNamedSession(db, userId, Buffer.from(id, 'base64url')) : undefined,
    revokeSince: async (db, userId, since, except) =>
      await take(db, userId, await deleteSessionsSince(db, userId, since, except)),
    revoke: (db, { tokenHash }) => deleteSession(db, tokenHash),
    async revokeAll(db, userId, except) {
      return (await take(db, userId, await deleteSessionsOf(db, userId, except))).length;
    },
    onRevoked: (listener) => void listeners.push(listener),
    onTaken: (listener) => void takingListeners.push(listener),
    announce(ended) {
      for (const listener of listeners) listener(ended);
    },
    async removeExpired() {
      const ended = await deleteExpiredSessions(database.kysely, clock.now());
      for (const { user_id: userId, token_hash: tokenHash } of ended) sessions.announce({ userId, tokenHash });
    },
  };
  return sessions;
}
