import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { bundle } from './bundle.ts';

/** The URL used in index.html. */
const address = '/early.js';

/**
 * Builds the script that starts work while the app is still loading. It's a classic script because a module would wait for the style
 * sheet. index.html refers to it as `/early.js`; a build gives it a hashed name.
 * @param entry its source, below the web app's root
 */
export function earlyScript(entry: string): Plugin {
  let file = '';
  let fileName = '';
  return {
    name: 'early-script',
    configResolved({ root }) {
      file = join(root, entry);
    },
    configureServer(server) {
      server.middlewares.use(address, (_request, response, next) => {
        bundle(file).then(
          (code) => response.setHeader('content-type', 'text/javascript').end(code),
          (error: unknown) => next(error),
        );
      });
    },
    async generateBundle() {
      const code = await bundle(file);
      const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
      fileName = `assets/early-${hash}.js`;
      this.emitFile({ type: 'asset', fileName, source: code });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => (fileName === '' ? html : html.replace(`"${address}"`, `"/${fileName}"`)),
    },
  };
}
