/**
 * Runs FFmpeg as WebAssembly for `ffmpeg.service.ts`, in a process of its own: the memory of a decoder is freed when
 * the process ends, it can be stopped in the middle of a frame, and hostile files meet a sandbox inside a process that
 * contains nothing else.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path/posix';
import createCore from '@ffmpeg/core';
import { type BundledTask, bundledNames } from './bundled-task.service.ts';
import { endWithParent } from './end-with-parent.service.ts';
import { hostFile } from './host-file.service.ts';

endWithParent();

process.once('message', async ({ input, outputs }: BundledTask) => {
  // Makes FFmpeg's build believe that it's in a browser.
  Object.assign(globalThis, { self: globalThis, location: { href: import.meta.url } });
  const require = createRequire(import.meta.url);
  const wasmBinary = readFileSync(require.resolve('@ffmpeg/core/wasm'));
  const where = Buffer.from(JSON.stringify({ wasmURL: '', workerURL: '' })).toString('base64');
  const core = await createCore({ wasmBinary, mainScriptUrlOrBlob: `${import.meta.url}#${where}` });
  const mount = (seenAs: string, path: string, flags: 'r' | 'w+') => {
    const file = hostFile(core.FS, { name: basename(seenAs), path, flags });
    core.FS.mount(file.type, {}, dirname(seenAs));
    return file;
  };
  for (const path of Object.values(bundledNames)) core.FS.mkdir(dirname(path));
  mount(bundledNames.input, input, 'r');
  for (const { path, arguments: given } of outputs) {
    const output = mount(bundledNames.output, path, 'w+');
    core.exec(...given);
    const isDone = core.ret === 0;
    core.reset();
    core.FS.unmount(dirname(bundledNames.output));
    output.close();
    await new Promise<void>((resolve) => process.send?.(isDone, () => resolve()));
  }
  process.exit();
});
