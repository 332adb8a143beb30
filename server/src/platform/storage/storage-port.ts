import type { Readable } from 'node:stream';

/** What a key may look like: names of letters, digits, `-`, `_` and `.`, with at least two characters before the first dot, no folders. */
const keyShape = /^[A-Za-z0-9_-]{2,100}(\.[A-Za-z0-9]{1,10})?$/;

/** Whether a text can be a key at all; anything else (a path that climbs, for one) names no file. */
export const isStorageKey = (text: string): boolean => keyShape.test(text);

/** Bytes `start` to `end`, both counted. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredAbout {
  /** Bytes. */
  size: number;
  modified: Date;
}

export interface StoredFile extends StoredAbout {
  /** To be read to its end or destroyed. */
  stream: Readable;
}

/**
 * Where files live: a folder, or a bucket of objects. A file appears whole or not at all and never changes.
 * A body is read once, from its beginning to its end, so that an implementation can send it on in parts.
 */
export interface Storage {
  /**
   * Stores a body; resolves when it is durable. Replaces what was there.
   * @throws TooLongError beyond `maxBytes`; whatever the body throws. Nothing is left then.
   */
  put(key: string, body: Readable | Uint8Array, about: { type: string; maxBytes?: number }): Promise<{ bytes: number }>;
  /** Like `put`, with the content of a scratch file, which is gone afterwards. */
  adopt(key: string, scratchPath: string, about: { type: string }): Promise<void>;
  /** Undefined: there is no such file. */
  find(key: string): Promise<StoredAbout | undefined>;
  /** The whole file or a part of it; undefined: there is no such file. */
  open(key: string, range?: ByteRange): Promise<StoredFile | undefined>;
  /** Removes files; those that do not exist are no fault. */
  remove(keys: readonly string[]): Promise<void>;
  /** Gives `work` the path of a local file with the content, for programs that need one; it is not to be changed. Undefined: there is no such file. */
  withLocalFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T | undefined>;
  /**
   * An address at which whoever has it may read the file for some seconds without asking the server. Undefined: there is none,
   * the server sends the file itself.
   */
  link?(
    key: string,
    about: { seconds: number; type: string; disposition: string; cacheControl: string },
  ): Promise<string>;
  /** Removes what uploads that began before a time and broke off left where it takes room and nobody sees it. */
  sweep?(before: Date): Promise<void>;
  /** A sentence that says why it cannot be used and what to do; undefined: it can, as far as can be seen. Never throws. */
  examine?(): Promise<string | undefined>;
  /** Gives `work` the path of a local file or folder that doesn't exist yet and removes it afterwards. */
  withScratchFile<T>(work: (path: string) => Promise<T>): Promise<T>;
}
