import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import type { FileSystem, Node } from '@ffmpeg/core';

interface Stream {
  position: number;
}
interface Change {
  size?: number;
}

const folderMode = 0o40777;
const fileMode = 0o100666;
const noEntry = 44;
const badArgument = 28;
/** What a seek's `whence` counts from. */
const from = { current: 1, end: 2 };

/** One file on this machine, and the only one a WebAssembly program sees. It's read and written in place, so its size takes no memory. */
export interface HostFile {
  /** A file system that can be mounted with any options. */
  type: { mount: () => Node };
  close(): void;
}

/**
 * @param name the file's name in the folder where this is mounted
 * @param flags as for `open` of node:fs: `r`, or `w+` for one to create
 */
export function hostFile(
  fs: FileSystem,
  { name, path, flags }: { name: string; path: string; flags: 'r' | 'w+' },
): HostFile {
  const descriptor = openSync(path, flags, 0o600);
  const sizeOf = () => fstatSync(descriptor).size;
  const about = ({ mode }: Node) => {
    const time = new Date(0);
    const size = mode === fileMode ? sizeOf() : 0;
    const times = { atime: time, mtime: time, ctime: time };
    return { dev: 1, ino: mode, mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size, ...times, blksize: 4096, blocks: 1 };
  };
  const startOf = ({ position }: Stream, whence: number) => {
    if (whence === from.end) return sizeOf();
    return whence === from.current ? position : 0;
  };
  const stream_ops = {
    open: () => undefined,
    close: () => undefined,
    read: (_stream: Stream, buffer: Int8Array, offset: number, length: number, position: number) =>
      readSync(descriptor, buffer, offset, length, position),
    write: (_stream: Stream, buffer: Int8Array, offset: number, length: number, position: number) =>
      writeSync(descriptor, buffer, offset, length, position),
    llseek(stream: Stream, offset: number, whence: number) {
      const position = offset + startOf(stream, whence);
      if (position < 0) throw new fs.ErrnoError(badArgument);
      return position;
    },
  };
  const setattr = (_node: Node, { size }: Change) => {
    if (size !== undefined && flags !== 'r') ftruncateSync(descriptor, size);
  };
  const mount = () => {
    const root = fs.createNode(null, '/', folderMode, 0);
    const file = fs.createNode(root, name, fileMode, 0);
    Object.assign(file, { node_ops: { getattr: about, setattr }, stream_ops });
    const lookup = (_parent: Node, wanted: string) => {
      if (wanted === name) return file;
      throw new fs.ErrnoError(noEntry);
    };
    return Object.assign(root, { node_ops: { getattr: about, setattr: () => undefined, lookup }, stream_ops: {} });
  };
  return { type: { mount }, close: () => closeSync(descriptor) };
}
