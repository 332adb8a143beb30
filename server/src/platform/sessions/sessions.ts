import { hash, randomBytes } from 'node:crypto';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Db } from '#platform/database/database.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  findSession,
  findSessions,
  insertSession,
  touchSession,
} from './sessions.queries.ts';

/** A valid session. */
export interface Session {
  userId: string;
  tokenHash: Buffer;
  /** Whether it was just extended, so that the cookie must be sent again. */
  prolonged: boolean;
}

/** Called after sessions ended, so that their sockets are closed. */
type RevocationListener = (ended: { userId: string; tokenHash?: Buffer; except?: Buffer | undefined }) => void;

/**
 * Sessions live in the database, looked up by the SHA-256 of a random 256-bit token that only the cookie contains (OWASP ASVS 5.0,
 * 7.2). They slide: a visit extends them, at most once an hour.
 */
export interface Sessions {
  /** Starts a session; returns the token for the cookie. */
  create(db: Db, userId: string): Promise<string>;
  /** A token's session, or undefined if it's unknown, ended or expired. */
  find(token: string): Promise<Session | undefined>;
  /** Which of these token hashes (base64url) belong to valid sessions. */
  stillValid(tokenHashes: readonly string[]): Promise<string[]>;
  /**
   * Extends a session from now on. Resolves to whether that could be stored; if not, a later visit does it: reading must not fail
   * because nothing can be written.
   */
  prolong(tokenHash: Buffer): Promise<boolean>;
  /** Ends one session. */
  revoke(db: Db, session: Pick<Session, 'tokenHash'>): Promise<void>;
  /** Ends all of a user's sessions, except for the given one. */
  revokeAll(db: Db, userId: string, except?: Buffer): Promise<void>;
  onRevoked(listener: RevocationListener): void;
  /** Notifies the listeners; call it once the transaction that ended the sessions is committed. */
  announce(ended: { userId: string; tokenHash?: Buffer; except?: Buffer | undefined }): void;
  /** Ends what has expired, and notifies the listeners. Don't call it in a transaction. */
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

export function createSessions(database: Database, clock: Clock, days: number): Sessions {
  const listeners: RevocationListener[] = [];
  const sessions: Sessions = {
    days,
    async create(db, userId) {
      const token = newToken();
      await insertSession(db, {
        tokenHash: hashToken(token),
        userId,
        expiresAt: new Date(clock.now().getTime() + days * day),
      });
      return token;
    },
    async find(token) {
      const tokenHash = hashToken(token);
      const row = await findSession(database.hot, tokenHash);
      if (!row) return undefined;
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
      touchSession(database.hot, tokenHash, days).then(
        () => true,
        () => false,
      ),
    revoke: (db, { tokenHash }) => deleteSession(db, tokenHash),
    revokeAll: deleteSessionsOf,
    onRevoked: (listener) => void listeners.push(listener),
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
