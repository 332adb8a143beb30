import { type PageName, type PageRow, pageEntries, pages } from '@hubbub/contract/platform/pages.ts';
import type { Plugin } from 'vite';

/** The modules that the router imports for a page: its layout and its component. */
export function modulesOf(name: PageName): string[] {
  const { component, isPublic }: PageRow = pages[name];
  return [`src/app/shell/${isPublic ? 'AccountLayout' : 'Shell'}.tsx`, `src/app/pages/${component}.tsx`];
}

/**
 * Writes `.vite/page-files.json`: for each page name, the files needed to draw the page, other than those in index.html. The server
 * links them in the page, so they're fetched together with the entry and not after it.
 */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const take = (files: Set<string>, fileName: string): Set<string> => {
        const chunk = bundle[fileName];
        if (chunk?.type !== 'chunk' || files.has(fileName)) return files;
        files.add(fileName);
        for (const imported of chunk.imports) take(files, imported);
        return files;
      };
      const known = new Set<string>();
      for (const chunk of chunks) if (chunk.isEntry) take(known, chunk.fileName);

      const list = pageEntries.map(([page]) => {
        const wanted = new Set<string>();
        for (const module of modulesOf(page)) {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
          if (chunk === undefined) throw new Error(`The page ${page} names ${module}, which is no file of the build.`);
          take(wanted, chunk.fileName);
        }
        return [page, [...wanted].filter((name) => !known.has(name)).map((name) => `/${name}`)];
      });
      const source = `${JSON.stringify(Object.fromEntries(list), null, 2)}\n`;
      this.emitFile({ type: 'asset', fileName: '.vite/page-files.json', source });
    },
  };
}
