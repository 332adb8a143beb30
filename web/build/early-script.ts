import { join } from 'node:path';
import type { Plugin } from 'vite';
import { bundle } from './bundle.ts';

/** The placeholder in index.html. */
const reference = '<script src="/early.js"></script>';

/**
 * Inlines the script that starts work while the app is still loading. It's a classic script because a module would wait for the style
 * sheet. The server allows it by its hash. index.html refers to it as `/early.js`.
 * @param entry its source, below the web app's root
 */
export function earlyScript(entry: string): Plugin {
  let file = '';
  return {
    name: 'early-script',
    configResolved({ root }) {
      file = join(root, entry);
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const code = await bundle(file);
        return html.replace(reference, () => `<script>${code}</script>`);
      },
    },
  };
}
