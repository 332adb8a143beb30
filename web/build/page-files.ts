import type { Plugin } from 'vite';

/**
 * Writes `.vite/page-files.json`: for each page its route and the files, other than those that index.html names, that it needs to be drawn. The
 * server links them in the page, so that they are fetched together with the entry and not after it.
 * @param pages by route, the modules that the router imports for it
 */
export function pageFiles(pages: Readonly<Record<string, readonly string[]>>): Plugin {
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

      const list = Object.entries(pages).map(([route, modules]) => {
        const wanted = new Set<string>();
        for (const module of modules) {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
          if (chunk === undefined) throw new Error(`The page ${route} names ${module}, which is no file of the build.`);
          take(wanted, chunk.fileName);
        }
        return { route, files: [...wanted].filter((name) => !known.has(name)).map((name) => `/${name}`) };
      });
      const parameters = (route: string) => route.split(':').length;
      list.sort((one, other) => parameters(one.route) - parameters(other.route));
      this.emitFile({ type: 'asset', fileName: '.vite/page-files.json', source: `${JSON.stringify(list, null, 2)}\n` });
    },
  };
}
