import type { Plugin } from 'vite';

/**
 * Names the files of a page, other than the entry's own, in `<meta name="feed-files">`, separated by spaces. `src/app/early.ts` fetches them at
 * once for people who are signed in, while the entry is still on its way.
 * @param pages the modules that the router imports for the page
 */
export function feedFiles(pages: readonly string[]): Plugin {
  return {
    name: 'feed-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const take = (files: Set<string>, fileName: string): Set<string> => {
          const chunk = bundle[fileName];
          if (chunk?.type !== 'chunk' || files.has(fileName)) return files;
          files.add(fileName);
          for (const imported of chunk.imports) take(files, imported);
          return files;
        };
        const known = new Set<string>();
        const wanted = new Set<string>();
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          if (chunk.isEntry) take(known, chunk.fileName);
          if (pages.some((page) => chunk.facadeModuleId?.endsWith(page))) take(wanted, chunk.fileName);
        }
        const files = [...wanted].filter((fileName) => !known.has(fileName)).map((fileName) => `/${fileName}`);
        return [{ tag: 'meta', attrs: { name: 'feed-files', content: files.join(' ') }, injectTo: 'head-prepend' }];
      },
    },
  };
}
