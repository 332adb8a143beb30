/** The server no longer has this file: a new version has replaced the one this page belongs to. */
export class StaleVersionError extends Error {
  override readonly name = 'StaleVersionError';
}

/** A file couldn't be fetched: there's no connection, or the server can't answer. */
export class UnfetchedError extends Error {
  override readonly name = 'UnfetchedError';
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
      reject(new UnfetchedError(`Couldn't load ${address}`));
    };
    document.head.append(link);
  });
}

function failed(cause: Error): never {
  throw new UnfetchedError(cause.message, { cause });
}

async function addScript(address: string, priority: RequestPriority): Promise<void> {
  const response = await fetch(address, { credentials: 'same-origin', priority }).catch(failed);
  if (response.status === 404) throw new StaleVersionError(`${address} is gone`);
  if (!response.ok) throw new UnfetchedError(`${address} was answered with ${response.status}`);
  await response.arrayBuffer().catch(failed);
}

function fetchFile(address: string, priority: RequestPriority = 'auto'): Promise<void> {
  const known = fetched.get(address);
  if (known !== undefined) return known;
  const file = address.endsWith('.css') ? addStyles(address) : addScript(address, priority);
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
 * Where the browser remembers, until a log-out, which files it has fetched ahead of need. Their names change with their content, so its cache
 * keeps them, and no page has to fetch them again.
 */
const aheadKey = 'fetched-ahead';
/** About two versions' worth. */
const mostRemembered = 500;

let mayRemember = () => true;

/** Remembers fetched files only while `isAllowed`: a log-out leaves the browser's storage empty, and a fetch may end after it. */
export function rememberAheadWhile(isAllowed: () => boolean): void {
  mayRemember = isAllowed;
}

function fetchedAhead(): string[] {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(aheadKey) ?? '[]');
    return Array.isArray(known) ? known.filter((address) => typeof address === 'string') : [];
  } catch {
    return [];
  }
}

async function fetchFilesAhead(addresses: readonly string[]): Promise<void> {
  const known = new Set(fetchedAhead());
  const open = addresses.filter((address) => address.endsWith('.js') && !known.has(address));
  if (open.length === 0) return;
  await Promise.all(open.map((address) => fetchFile(address, 'low')));
  if (!mayRemember()) return;
  try {
    localStorage.setItem(aheadKey, JSON.stringify([...fetchedAhead(), ...open].slice(-mostRemembered)));
  } catch {
    // The browser blocks storage: the next page fetches them again, most likely from its cache.
  }
}

/** Whether the import() that's being called is only to fetch its files. */
let isAhead = false;

/**
 * Fetches the files of the imports that a function makes right away, without running them: once per browser and session, so that they're there even
 * if the connection isn't. In development there are no such files, and it imports them.
 */
export async function fetchAhead(fetchCode: () => Promise<unknown>): Promise<void> {
  isAhead = true;
  let fetching: Promise<unknown>;
  try {
    fetching = fetchCode();
  } finally {
    isAhead = false;
  }
  await fetching;
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
  const open = needed.map((file) => `/${file}`).filter((address) => !isOnPage(address));
  if (isAhead) {
    await fetchFilesAhead(open);
    // Nobody looks at what `fetchAhead` was given.
    return {} as T;
  }
  await Promise.all(open.map((address) => fetchFile(address)));
  return await load();
}
