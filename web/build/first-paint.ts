import { join } from 'node:path';
import type { Plugin } from 'vite';
import { bundle, bundleStyles } from './bundle.ts';

/** Where it goes in index.html. */
const mark = '<!-- first paint -->';

/** Files below the web app's root. */
interface Options {
  /** A script that runs in the page's head. The server allows it by its hash. */
  script: string;
  styles: string;
}

/**
 * Puts what the first paint needs into the page itself, so that a slow connection shows the frame of the app after one answer. The
 * style sheet of the app moves below the skeleton: browsers paint what stands above one that is still on its way.
 */
export function firstPaint({ script, styles }: Options): Plugin {
  let root = '';
  return {
    name: 'first-paint',
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const [program, sheet] = await Promise.all([bundle(join(root, script)), bundleStyles(join(root, styles))]);
        const links: string[] = [];
        return html
          .replace(/\s*<link rel="stylesheet"[^>]*>/g, (link) => {
            links.push(link.trim());
            return '';
          })
          .replace(mark, () => `<style>${sheet}</style>\n    <script>${program}</script>`)
          .replace('<div id="root">', () => `${links.join('')}<div id="root">`);
      },
    },
  };
}
