import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

interface Options {
  /** The name under which the figure is printed. */
  name: string;
  /** The modules the router imports for the page. Their chunks count, and so do the chunks these import statically. */
  pages: readonly string[];
  /** Modules the page imports later on its own; they count too. */
  later?: readonly string[];
  /** The byte limit. The build warns above it. */
  most: number;
}

/**
 * Measures what a browser must load before it can draw the page: the entry, the page's chunk and everything both import statically,
 * gzipped one by one as they're sent. Prints it and writes `.vite/initial-javascript-<name>.json` (`{page, gzipBytes, most, files}`)
 * next to the manifest.
 */
export function initialJavaScript(options: Options): Plugin {
  const wantedModules = [...options.pages, ...(options.later ?? [])];
  return {
    name: `initial-javascript-${options.name}`,
    apply: 'build',
    generateBundle: {
      // Runs after Vite has written each page's files into the entry.
      order: 'post',
      handler(_, bundle) {
        const wanted = new Set<string>();
        const take = (fileName: string) => {
          const chunk = bundle[fileName];
          if (chunk?.type !== 'chunk' || wanted.has(fileName)) return;
          wanted.add(fileName);
          chunk.imports.forEach(take);
        };
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          if (chunk.isEntry || wantedModules.some((page) => chunk.moduleIds.some((id) => id.endsWith(page))))
            take(chunk.fileName);
        }
        const files = [...wanted].map((fileName) => {
          const chunk = bundle[fileName];
          return { fileName, gzipBytes: chunk?.type === 'chunk' ? gzipSync(chunk.code, { level: 9 }).length : 0 };
        });
        const gzipBytes = files.reduce((sum, file) => sum + file.gzipBytes, 0);
        this.emitFile({
          type: 'asset',
          fileName: `.vite/initial-javascript-${options.name}.json`,
          source: `${JSON.stringify({ page: options.name, gzipBytes, most: options.most, files }, null, 2)}\n`,
        });
        const size = `${(gzipBytes / 1000).toFixed(1)} kB`;
        this.info(`initial JavaScript of the ${options.name}: ${size} gzip`);
        if (gzipBytes > options.most) {
          const largest = files.toSorted((one, other) => other.gzipBytes - one.gzipBytes).slice(0, 3);
          this.warn(
            `The ${options.name} loads ${size} of JavaScript at first; at most ${options.most / 1000} kB are allowed. Import what is not needed at once with import(), or look at what the largest files bring: ${largest.map(({ fileName }) => fileName).join(', ')}.`,
          );
        }
      },
    },
  };
}
