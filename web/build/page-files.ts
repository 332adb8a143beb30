import { type PageName, type PageRow, pageEntries, pages } from '@hubbub/contract/platform/pages.ts';
import type { Plugin, Rolldown } from 'vite';

/** The modules that the router imports for a page: its layout and its component. */
export function modulesOf(name: PageName): string[] {
  const { component, isPublic }: PageRow = pages[name];
  return [`src/app/shell/${isPublic ? 'AccountLayout' : 'Shell'}.tsx`, `src/app/pages/${component}.tsx`];
}

type OutputBundle = Rolldown.OutputBundle;

const chunksOf = (bundle: OutputBundle) => Object.values(bundle).filter((file) => file.type === 'chunk');

/** Adds a script and those that it imports. */
function take(bundle: OutputBundle, files: Set<string>, fileName: string): Set<string> {
  const chunk = bundle[fileName];
  if (chunk?.type !== 'chunk' || files.has(fileName)) return files;
  files.add(fileName);
  for (const imported of chunk.imports) take(bundle, files, imported);
  return files;
}

/** The scripts that every page loads. */
const entryScripts = (bundle: OutputBundle): Set<string> => {
  const files = new Set<string>();
  for (const { isEntry, fileName } of chunksOf(bundle)) if (isEntry) take(bundle, files, fileName);
  return files;
};

/** The scripts needed to draw a page. */
function scriptsOf(bundle: OutputBundle, page: PageName): Set<string> {
  const files = new Set<string>();
  for (const module of modulesOf(page)) {
    const chunk = chunksOf(bundle).find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
    if (chunk === undefined) throw new Error(`The page ${page} names ${module}, which is no file of the build.`);
    take(bundle, files, chunk.fileName);
  }
  return files;
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
      const known = entryScripts(bundle);
      const list = pageEntries.map(([page]) => [
        page,
        [...scriptsOf(bundle, page)].filter((name) => !known.has(name)).map((name) => `/${name}`),
      ]);
      const source = `${JSON.stringify(Object.fromEntries(list), null, 2)}\n`;
      this.emitFile({ type: 'asset', fileName: '.vite/page-files.json', source });
    },
  };
}
