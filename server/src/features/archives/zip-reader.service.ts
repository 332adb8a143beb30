import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Entry, openPromise, type ZipFile } from 'yauzl';

/** The most entries an archive may have. */
const maxEntries = 150_000;
/** The length of the fixed part of a local header, before the name, in bytes. */
const localHeaderBytes = 30;
/**
 * Entries above `bytes` must not unpack to more than `ratio` times their size. Text compresses to a fortieth at best.
 */
const bomb = { bytes: 10 * 1024 * 1024, ratio: 200 };
/** Our own names: no folder or file begins with a dot, and nothing leads up or to a root. */
const safeName = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*\/?$/;
const longestName = 200;

/** An archive, or a part of it, can't be read. The message is a sentence for the person who chose it. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault';
}

const unchanged = 'Choose the ZIP you downloaded from Hubbub, unchanged.';
const unreadable = () => new ArchiveFault(`This isn't a ZIP we can read. ${unchanged}`);

/**
 * A ZIP that was checked as a whole: its names are safe, and no entries overlap or claim to unpack to a huge multiple
 * of their size.
 */
export interface ZipReader {
  /** The size of an unpacked file in bytes, as the archive claims; undefined: there's no file of that name. */
  sizeOf(name: string): number | undefined;
  /** A file's content. It fails if it's longer or shorter than `sizeOf`. @throws {ArchiveFault} */
  open(name: string): Promise<Readable>;
  /** A small file's content. @throws {ArchiveFault} if it's missing, damaged or longer than `maxBytes` */
  text(name: string, maxBytes: number): Promise<string>;
  close(): void;
}

/** The position of an entry: nothing else is kept of it, since there may be many. */
interface EntryLocation {
  offset: number;
  packed: number;
  size: number;
  method: number;
}

/**
 * Opens a ZIP from an untrusted source.
 * @throws {ArchiveFault} if it differs in any way from the ones we make
 */
export async function openZip(path: string): Promise<ZipReader> {
  // Names are compared as they are: no other field of an entry can give it a second one.
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false }).catch(() => {
    throw unreadable();
  });
  try {
    return readerOf(zip, await readLocations(zip));
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function readLocations(zip: ZipFile): Promise<Map<string, EntryLocation>> {
  if (zip.entryCount > maxEntries) throw new ArchiveFault(`This ZIP has more than ${maxEntries} files.`);
  const locations = new Map<string, EntryLocation>();
  try {
    for await (const entry of zip.eachEntry()) {
      const name = (entry.fileName as unknown as Buffer).toString('latin1');
      const fault = faultOf(entry, name) ?? (locations.has(name) ? 'is in it twice' : undefined);
      if (fault !== undefined) throw new ArchiveFault(`${shown(name)} ${fault}. ${unchanged}`);
      locations.set(name, {
        offset: entry.relativeOffsetOfLocalHeader,
        packed: entry.compressedSize,
        size: entry.uncompressedSize,
        method: entry.compressionMethod,
      });
    }
  } catch (error) {
    throw error instanceof ArchiveFault ? error : unreadable();
  }
  if (isOverlapping([...locations.values()], zip.fileSize))
    throw new ArchiveFault(`Files in this ZIP overlap. ${unchanged}`);
  return locations;
}

/** A name in quotes, short and without anything invisible. */
const shown = (name: string) =>
  JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name).replaceAll(/[^\x20-\x7e…]/g, '?');

/** What's wrong with an entry. */
function faultOf(entry: Entry, name: string): string | undefined {
  if (name.length > longestName || !safeName.test(name)) return "isn't a name that a file in it may have";
  if (entry.isEncrypted()) return 'is encrypted';
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) return "is packed in a way we can't unpack";
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (kind !== 0 && kind !== 0o100000 && kind !== 0o040000) return 'is a link, and not a file';
  const { compressedSize: packed, uncompressedSize: size } = entry;
  if (size > bomb.bytes && size > bomb.ratio * packed) return 'unpacks to far more than it should';
  return undefined;
}

/** Whether any entry reaches into the next one, or out of the file. */
function isOverlapping(locations: EntryLocation[], fileSize: number): boolean {
  let end = 0;
  for (const { offset, packed } of locations.sort((one, other) => one.offset - other.offset)) {
    if (!Number.isSafeInteger(offset + packed) || offset < end) return true;
    end = offset + localHeaderBytes + packed;
  }
  return end > fileSize;
}

function readerOf(zip: ZipFile, locations: ReadonlyMap<string, EntryLocation>): ZipReader {
  const damaged = (name: string) => new ArchiveFault(`${shown(name)} is damaged. ${unchanged}`);
  const open = async (name: string): Promise<Readable> => {
    const location = locations.get(name);
    if (!location || name.endsWith('/')) throw new ArchiveFault(`${shown(name)} isn't in this ZIP. ${unchanged}`);
    const { offset, packed, size, method } = location;
    const entry = Object.assign(new Entry(), {
      relativeOffsetOfLocalHeader: offset,
      compressedSize: packed,
      uncompressedSize: size,
      compressionMethod: method,
      generalPurposeBitFlag: 0,
    });
    const stream = await zip.openReadStreamPromise(entry).catch(() => {
      throw damaged(name);
    });
    // It may fail before it's read, and its reader would then wait forever.
    stream.on('error', (error) => stream.destroy(error));
    return stream;
  };
  return {
    sizeOf: (name) => locations.get(name)?.size,
    open,
    async text(name, maxBytes) {
      const stream = await open(name);
      if ((locations.get(name)?.size ?? 0) > maxBytes) {
        stream.destroy();
        throw new ArchiveFault(`${shown(name)} is larger than it can be. ${unchanged}`);
      }
      // It can't be longer than it claims.
      const bytes = await buffer(stream).catch(() => {
        throw damaged(name);
      });
      return bytes.toString('utf8');
    },
    close: () => zip.close(),
  };
}
