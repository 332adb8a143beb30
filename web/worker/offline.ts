import { isPagePath } from '@hubbub/contract/platform/pages.ts';
import { isPicture } from './offline.rules.ts';
import { openPictures, storedPicture, storePicture } from './pictures.ts';

/** A file in the list that the build puts into the worker. */
export interface Listed {
  url: string;
  /** Of the page only: the addresses of all others change with what's in them. */
  revision: string | null;
}

interface App {
  version: string;
  /** The addresses of the files that the app's pages need. */
  files: readonly string[];
}

/** The page names the files it needs, so its revision is the app's. */
export const appOf = (listed: readonly Listed[]): App => ({
  version: listed.find(({ revision }) => revision !== null)?.revision ?? '',
  files: listed.filter(({ revision }) => revision === null).map(({ url }) => `/${url}`),
});

/** The app's page, which is the same at every address, with nothing personal in it. */
const shell = '/';
const appPrefix = 'app ';
/** Old pages get their files from here, while a newer version waits or has just taken over. */
const maxVersions = 2;

const nameOf = (app: App): string => appPrefix + app.version;

/** Stores the app, so that it opens offline. */
export async function storeApp(app: App): Promise<void> {
  const cache = await caches.open(nameOf(app));
  const page = await fetch(new Request(shell, { credentials: 'omit', cache: 'no-cache' }));
  if (!page.ok) throw new Error(`The app's page answered ${page.status}.`);
  await Promise.all([cache.put(shell, page), cache.addAll(app.files)]);
}

/** Deletes old versions of the app. */
export async function deleteOldApps(): Promise<void> {
  const apps = (await caches.keys()).filter((name) => name.startsWith(appPrefix));
  for (const name of apps.slice(0, -maxVersions)) await caches.delete(name);
}

/** What the browser's storage gives; undefined if it's full, broken or blocked: the app still comes from the network. */
async function unlessBroken<T>(use: () => Promise<T>): Promise<T | undefined> {
  try {
    return await use();
  } catch {
    return undefined;
  }
}

/** Milliseconds that a network may take to answer: one that's slow, or hangs, is as good as none. */
const patience = 200;

/**
 * A page from the network, which may have brought along what it shows; the stored one while there's no network, while it takes too long, or
 * while a proxy answers in the server's place.
 */
async function pageFor(app: App, request: Request, preloaded: Promise<Response | undefined>): Promise<Response> {
  // Of this version: an older one's is kept, too.
  const stored = async () => await unlessBroken(async () => await (await caches.open(nameOf(app))).match(shell));
  const answer = preloaded.then((page) => page ?? fetch(request));
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience));
  const leave = (page: Response) => page.body?.cancel();
  try {
    const page = await Promise.race([answer, late]);
    if (page !== undefined && page.status < 502) return page;
    const known = await stored();
    if (known === undefined) return page ?? (await answer);
    answer.then(leave).catch(() => undefined);
    return known;
  } catch (error) {
    const page = await stored();
    if (page === undefined) throw error;
    return page;
  }
}

/** One of the app's files. Its address changes with what's in it. */
async function fileFor(app: App, request: Request): Promise<Response> {
  const known = await unlessBroken(async () => await caches.match(request.url));
  if (known) return known;
  const file = await fetch(request);
  const copy = file.ok ? file.clone() : undefined;
  if (copy) await unlessBroken(async () => await (await caches.open(nameOf(app))).put(request.url, copy));
  return file;
}

/** A picture from the network, and while there's none, as it was seen before. */
async function pictureFor(request: Request, event: FetchEvent): Promise<Response> {
  const opened = openPictures();
  // Broken storage costs nobody a picture.
  opened.catch(() => undefined);
  try {
    const picture = await fetch(request);
    // Only complete answers.
    if (picture.status === 200) {
      const copy = picture.clone();
      event.waitUntil(storePicture(opened, request.url, copy));
    }
    return picture;
  } catch (error) {
    const known = await unlessBroken(async () => await storedPicture(request.url));
    if (known === undefined) throw error;
    return known;
  }
}

/** Answers what the app needs to open and to show offline; everything else goes to the network. */
export function answerOffline(app: App, event: FetchEvent): void {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (isPagePath(url.pathname)) event.respondWith(pageFor(app, request, event.preloadResponse));
  } else if (url.pathname.startsWith('/assets/')) {
    event.respondWith(fileFor(app, request));
  } else if (request.destination === 'image' && isPicture(url.pathname)) {
    event.respondWith(pictureFor(request, event));
  }
}
