/** The server no longer has this file: a new version has replaced the one this page belongs to. */
export class StaleVersionError extends Error {
  override readonly name = 'StaleVersionError';
}

const fetched = new Map<string, Promise<void>>();

/** Files referenced by the page itself: the browser already has them, or is about to. */
function isOnPage(address: string): boolean {
  return document.querySelector(`link[href="${address}"], script[src="${address}"]`) !== null;
}

function addStyles(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address, crossOrigin: '' });
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new TypeError(`Couldn't load ${address}`));
    };
    document.head.append(link);
  });
}

async function addScript(address: string): Promise<void> {
  const response = await fetch(address, { credentials: 'same-origin' });
  if (response.status === 404) throw new StaleVersionError(`${address} is gone`);
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

/** The file imported by a function like the build's `() => import('./a.js')`; undefined if it can't be determined. */
function importedBy(load: () => Promise<unknown>): string | undefined {
  const name = /import\(\s*["'`]\.\/([^"'`]+)["'`]/.exec(String(load))?.[1];
  return name === undefined ? undefined : `assets/${name}`;
}

/**
 * Wraps every `import()` in the build. Files are fetched into the HTTP cache first, and the import finds them there: browsers may
 * remember a failed import for as long as the page lives, but they forget a failed fetch.
 * @param load imports one of the build's files
 * @param files what it needs: the file itself and everything it imports; the build omits this if it's only the file itself
 */
export async function importCode<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const own = importedBy(load);
  const needed = files.length > 0 || own === undefined ? files : [own];
  await Promise.all(
    needed.map((file) => `/${file}`).flatMap((address) => (isOnPage(address) ? [] : fetchFile(address))),
  );
  return await load();
}
