import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const text = /\.(js|css|svg|json|webmanifest|txt|wasm)$/;

/** Below this size, compressing doesn't save enough to be worth a second file. */
const smallest = 1024;

/** Writes a `.br` and a `.gz` next to each text file; the server sends them as they are. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    // The app's worker is written last.
    async closeBundle(failure) {
      if (failure) return;
      const names = await readdir(folder, { recursive: true });
      await Promise.all(
        names
          .filter((name) => text.test(name) && !name.startsWith('.vite/'))
          .map(async (name) => {
            const file = join(folder, name);
            const source = await readFile(file);
            if (source.length < smallest) return;
            const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
            await Promise.all([
              brotli(source, quality).then((packed) => writeFile(`${file}.br`, packed)),
              zip(source, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
            ]);
          }),
      );
    },
  };
}
