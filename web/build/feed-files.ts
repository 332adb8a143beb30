import { listPosts } from '@hubbub/contract/features/posts/posts.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import type { Plugin } from 'vite';

/**
 * Names the files of a page, other than the entry's own, in `<meta name="feed-files">`, separated by spaces. `public/theme.js` fetches them at once
 * for people who are signed in, while the entry is still on its way. `<meta name="feed-call">` is the address of the first page, which is asked for
 * together with them.
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
        const metas = { 'feed-files': files.join(' '), 'feed-call': `${listPosts.path}?size=${limits.page.posts}` };
        return Object.entries(metas).map(([name, content]) => ({
          tag: 'meta',
          attrs: { name, content },
          injectTo: 'head-prepend' as const,
        }));
      },
    },
  };
}
