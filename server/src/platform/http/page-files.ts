import { existsSync, readFileSync } from 'node:fs';
import { matchPage } from './page-paths.ts';

/** The code of a page of the app, as the build of the web app lists it. */
interface PageFiles {
  /** As `/profile/:username`. Those without parameters come first. */
  route: string;
  /** Addresses of the scripts that the page needs beyond those that index.html names. */
  files: string[];
}

/**
 * The links by which a page's own code is fetched together with the app's, instead of after it. Empty for pages that are not in
 * the list.
 * @param listFile what `web/build/page-files.ts` has written
 */
export function pageFileLinks(listFile: string): (path: string) => string {
  if (!existsSync(listFile)) return () => '';
  const pages = (JSON.parse(readFileSync(listFile, 'utf8')) as PageFiles[]).map(({ route, files }) => ({
    matches: matchPage(route),
    links: files.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`).join(''),
  }));
  return (path) => pages.find(({ matches }) => matches(path) !== null)?.links ?? '';
}
