import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { bundle } from './bundle.ts';

/** Bytes up to which a script is stored: whatever opens later has to open offline, too. What's larger works without a connection only once it was used. */
const largestScript = 256 * 1024;
/** Styles, and the font of most texts. */
const looks = /\.css$|inter-latin-[^/]*\.woff2$/;

/**
 * Builds the app's service worker, which has no hash in its name because browsers know it by its address. It changes with the app, so that
 * browsers notice a new version. In front of it stand the app's version and the files that the app is drawn with.
 * @param entry its source, below the web app's root
 */
export function serviceWorker(entry: string): Plugin {
  let file = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved({ root }) {
      file = join(root, entry);
    },
    async generateBundle(_options, files) {
      const names = Object.keys(files).sort();
      const version = createHash('sha256').update(names.join('\n')).digest('base64url').slice(0, 8);
      const isStored = (name: string): boolean => {
        const file = files[name];
        return file?.type === 'chunk' ? Buffer.byteLength(file.code) <= largestScript : looks.test(name);
      };
      const drawnWith = names.filter(isStored);
      const app = { version, files: drawnWith.map((name) => `/${name}`) };
      const source = `self.app=${JSON.stringify(app)};\n${await bundle(file)}\n`;
      this.emitFile({ type: 'asset', fileName: 'worker.js', source });
    },
  };
}
