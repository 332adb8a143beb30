import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { bundle } from './bundle.ts';

/**
 * Builds the app's service worker, which has no hash in its name because browsers know it by its address. It changes with the app, so that
 * browsers notice a new version.
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
      const version = createHash('sha256').update(Object.keys(files).sort().join('\n')).digest('base64url').slice(0, 8);
      const source = `// ${version}\n${await bundle(file)}\n`;
      this.emitFile({ type: 'asset', fileName: 'worker.js', source });
    },
  };
}
