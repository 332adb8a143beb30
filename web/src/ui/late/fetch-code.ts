/** The server has no such file any more: a new version has taken the place of the one that this page is of. */
export class CodeReplaced extends Error {
  override readonly name = 'CodeReplaced';
}

const fetched = new Map<string, Promise<void>>();

/** What the page itself brought along: the browser has these files already, or is about to. */
function isOnPage(address: string): boolean {
  return document.querySelector(`link[href="${address}"], script[src="${address}"]`) !== null;
}

function addStyles(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address, crossOrigin: '' });
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new TypeError(`${address} could not be loaded`));
    };
    document.head.append(link);
  });
}

async function addScript(address: string): Promise<void> {
  const response = await fetch(address, { credentials: 'same-origin' });
  if (response.status === 404) throw new CodeReplaced(`${address} is gone`);
  if (!response.ok) throw new TypeError(`${address} was answered with ${response.status}`);
  await response.arrayBuffer();
}

function fetchFile(address: string): Promise<void> {
  const known = fetched.get(address);
  if (known !== undefined) return known;
  const file = address.endsWith('.css') ? addStyles(address) : addScript(address);
  fetched.set(address, file);
  file.catch(() => fetched.delete(address));
  return file;
}

/** The file that a function like `() => import('./a.js')` of the build imports; undefined where it can't be told. */
function importedBy(load: () => Promise<unknown>): string | undefined {
  const name = /import\(\s*["'`]\.\/([^"'`]+)["'`]/.exec(String(load))?.[1];
  return name === undefined ? undefined : `assets/${name}`;
}

/**
 * Stands around every `import()` of the build. The HTTP cache gets the files first and the import finds them there: a browser may remember for as long as
 * the page lives that the import of a file has failed, but it forgets a failed fetch.
 * @param load imports a file of the build
 * @param files what it needs: itself, and all that it imports; the build leaves this out where there's only itself
 */
export async function importCode<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const own = importedBy(load);
  const needed = files.length > 0 || own === undefined ? files : [own];
  await Promise.all(
    needed.map((file) => `/${file}`).flatMap((address) => (isOnPage(address) ? [] : fetchFile(address))),
  );
  return await load();
}
