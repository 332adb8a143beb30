/**
 * Runs FFmpeg as WebAssembly for `stills.ts`, in a process of its own: the memory that a decoder takes goes back with it, it
 * can be stopped in the middle of a frame, and hostile files meet a sandbox inside a process that has nothing else.
 */
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import createCore from '@ffmpeg/core';
import { type StillRequest, stillArguments } from './still-arguments.ts';

interface Slice {
  size: number;
  start: number;
}

process.once('disconnect', () => process.exit());

process.once('message', async ({ path, seconds, ...rest }: StillRequest) => {
  const file = openSync(path, 'r');
  const { size } = statSync(path);
  // The file system of WebAssembly workers reads through these two interfaces of browsers: so the file is read by ranges.
  Object.assign(globalThis, {
    FileReaderSync: class {
      readAsArrayBuffer({ start, size: length }: Slice): ArrayBuffer {
        const bytes = new Uint8Array(length);
        const read = readSync(file, bytes, 0, length, start);
        return bytes.buffer.slice(0, read);
      }
    },
    self: globalThis,
    location: { href: import.meta.url },
  });
  const data = {
    size,
    slice: (start: number, end: number): Slice => ({ start, size: Math.min(end, size) - start }),
  };
  const require = createRequire(import.meta.url);
  const wasmBinary = readFileSync(require.resolve('@ffmpeg/core/wasm'));
  const where = Buffer.from(JSON.stringify({ wasmURL: '', workerURL: '' })).toString('base64');
  const core = await createCore({ wasmBinary, mainScriptUrlOrBlob: `${import.meta.url}#${where}` });
  core.FS.mkdir('/in');
  core.FS.mount(core.FS.filesystems.WORKERFS, { blobs: [{ name: 'video', data }] }, '/in');
  for (const at of seconds) {
    core.exec(...stillArguments({ ...rest, input: '/in/video', output: '/still.png', at }));
    const still = core.ret === 0 && core.FS.analyzePath('/still.png').exists ? core.FS.readFile('/still.png') : null;
    if (still) core.FS.unlink('/still.png');
    core.reset();
    await new Promise<void>((resolve) => process.send?.(still?.length ? Buffer.from(still) : null, () => resolve()));
  }
  closeSync(file);
  process.exit();
});
