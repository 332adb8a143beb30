import { join } from 'node:path';
import type { Plugin } from 'vite';
import { bundle, bundleStyles } from './bundle.ts';

/** The placeholder in index.html. */
const mark = '<!-- first paint -->';

/** Paths relative to the web app's root. */
interface Options {
  /** A script that runs in the page's head. The server allows it by its hash. */
  script: string;
  styles: string;
}

/**
 * Inlines what the first paint needs, so that a slow connection shows the app's frame after one response. The app's style sheet moves
 * below the skeleton, because browsers paint whatever comes before a style sheet that's still loading.
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
        return (
          html
            .replace(/\s*<link rel="stylesheet"[^>]*>/g, (link) => {
              links.push(link.trim());
              return '';
            })
            // What's painted first goes first: the style sheet and the font.
            .replaceAll('<link rel="modulepreload"', '$& fetchpriority="low"')
            .replaceAll('<script type="module"', '$& fetchpriority="low"')
            .replace(mark, () => `<style>${sheet}</style>\n    <script>${program}</script>`)
            .replace('<div id="root">', () => `${links.join('')}<div id="root">`)
        );
      },
    },
  };
}
