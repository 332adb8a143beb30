import type { Readable } from 'node:stream';

/** The format of keys: names of letters, digits, `-`, `_` and `.`, with at least two characters before the first dot, no folders. */
const keyShape = /^[A-Za-z0-9_-]{2,100}(\.[A-Za-z0-9]{1,10})?$/;

/** Whether a text can be a key at all; anything else (such as a path traversal) names no file. */
export const isStorageKey = (text: string): boolean => keyShape.test(text);

/** Bytes `start` to `end`, inclusive. */
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
  /** Must be read to its end or destroyed. */
  stream: Readable;
}

/**
 * Where files live: a folder, or a bucket of objects. A file appears complete or not at all, and never changes. A body is read once,
 * from beginning to end, so that an implementation can send it on in parts.
 */
export interface Storage {
  /**
   * Stores a body; resolves when it's durable. Replaces an existing file. With `consume`, no one else needs the body's chunks, and their
   * memory is freed as soon as they're written.
   * @throws TooLongError beyond `maxBytes`; whatever the body throws. Nothing is left behind then.
   */
  put(
    key: string,
    body: Readable | Uint8Array,
    about: { type: string; maxBytes?: number; consume?: boolean },
  ): Promise<{ bytes: number }>;
  /** Like `put`, with a scratch file's content; the scratch file is gone afterwards. */
  adopt(key: string, scratchPath: string, about: { type: string }): Promise<void>;
  /** Undefined: there's no such file. */
  find(key: string): Promise<StoredAbout | undefined>;
  /** The whole file or part of it; undefined: there's no such file. */
  open(key: string, range?: ByteRange): Promise<StoredFile | undefined>;
  /** Removes files; missing ones are fine. */
  remove(keys: readonly string[]): Promise<void>;
  /**
   * Gives `work` the path of a local file with the content, for programs that need one; it must not be changed. Undefined: there's no
   * such file.
   */
  withLocalFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T | undefined>;
  /**
   * A URL with which anyone can read the file for a limited number of seconds without asking the server. Undefined: there's none, and
   * the server sends the file itself.
   */
  link?(
    key: string,
    about: { seconds: number; type: string; disposition: string; cacheControl: string },
  ): Promise<string>;
  /** Removes leftovers of interrupted uploads that began before a given time, which take up space where no one sees them. */
  sweep?(before: Date): Promise<void>;
  /** A sentence that says why it can't be used and what to do; undefined: as far as we can tell, it can. Never throws. */
  examine?(): Promise<string | undefined>;
  /** Gives `work` the path of a local file or folder that doesn't exist yet, and removes it afterwards. */
  withScratchFile<T>(work: (path: string) => Promise<T>): Promise<T>;
}
