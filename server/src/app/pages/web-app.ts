import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import { isPagePath } from '@hubbub/contract/platform/pages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#platform/config/config.ts';
import { nothingHere } from '#platform/errors/errors.ts';
import { escapeHtml } from '#platform/html.ts';
import { etagOf, hasCopy } from '#platform/http/etag.ts';
import type { Previews } from '#platform/http/page-parts.ts';
import type { SessionCookie } from '#platform/sessions/cookie.ts';
import { neverCached, publiclyCached } from '#platform/storage/caching.ts';
import { type InitialDataReader, withInitialData } from './initial-data.ts';
import { firstScreens, pageFileLinks } from './page-files.ts';
import { pagePreviews } from './page-preview.ts';
import { findPage, shownPage } from './pages.ts';

/** Where media comes from besides this origin: the media base, and the bucket itself for links to private media. */
function mediaOrigins({ mediaBaseUrl, bucket }: Config): string[] {
  return [mediaBaseUrl, bucket?.endpoint].flatMap((address) => (address === undefined ? [] : new URL(address).origin));
}

/** The page tells the app where media is. */
function withMediaBase(page: string, { mediaBaseUrl }: Config): string {
  if (mediaBaseUrl === undefined) return page;
  return page.replace(
    /(<meta name="media-base" content=")[^"]*"/,
    (_tag, start) => `${start}${escapeHtml(mediaBaseUrl)}"`,
  );
}

/** The scripts that the build inlined into the page, in the form the content security policy needs. */
function inlineScripts(page: string): string[] {
  return [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
}

/**
 * The policy of the app's own page: only scripts from this origin's files, and those that the build inlined. Inline styles are allowed
 * because libraries inject them (Radix, the emoji picker, the cropper), and a nonce or hash can't cover these: the page is one file,
 * and the injected text changes with what's shown. Injected CSS could restyle the page, but it can't report what it sees, since images,
 * fonts and styles only load from this origin.
 */
function pagePolicy(config: Config, page: string, connectTo: readonly string[]): string {
  const socket = config.publicUrl.replace(/^http/, 'ws');
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inlineScripts(page)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...mediaOrigins(config)].join(' '),
    ["media-src 'self' blob:", ...mediaOrigins(config)].join(' '),
    "font-src 'self'",
    // A voice message's waveform is read from the file that was sent from here.
    ["connect-src 'self' blob:", socket, ...connectTo.map((address) => new URL(address).origin)].join(' '),
    "manifest-src 'self'",
    "worker-src 'self' blob:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}

const compress = promisify(gzip);

/** Pages are compressed to a quarter of their size: on a slow connection, everything else waits for them. */
async function sendPage({ headers }: FastifyRequest, reply: FastifyReply, page: string): Promise<FastifyReply> {
  reply.status(200).header('vary', 'accept-encoding');
  if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(headers['accept-encoding'] ?? '')) return reply.send(page);
  return reply.header('content-encoding', 'gzip').send(await compress(page));
}

/** The policy of the app's service worker, which sends requests, but loads nothing else. */
const workerPolicy = "default-src 'none'; connect-src 'self'";

/**
 * Serves the built web app: hashed assets are cached forever, its other files for an hour. Every path of an app page gets the page
 * itself, with links to its code and with its initial data, if it has any.
 * @param folder the build's output; without one, pages answer 404
 */
export async function registerWebApp(
  app: FastifyInstance,
  config: Config,
  folder: string,
  options: {
    cookie: SessionCookie;
    initialData: InitialDataReader;
    previews: Previews;
    /** Other services that the app sends requests to. */
    connectTo: readonly string[];
  },
): Promise<void> {
  const { cookie, initialData, previews, connectTo } = options;
  initialData.check();
  const indexFile = join(folder, 'index.html');
  if (!existsSync(indexFile)) {
    app.setNotFoundHandler(() => {
      throw nothingHere();
    });
    return;
  }
  const index = withMediaBase(readFileSync(indexFile, 'utf8'), config);
  const pageFor = pagePreviews(index, config.publicUrl, previews);
  const linksFor = pageFileLinks(join(folder, '.vite/page-files.json'));
  const screenFor = firstScreens(join(folder, '.vite/first-screens.json'));
  const policy = pagePolicy(config, index, connectTo);

  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    // Builds of earlier versions have a manifest of their own.
    globIgnore: ['**/*.br', '**/*.gz', 'index.html', 'manifest.webmanifest'],
    setHeaders: (reply, path) => {
      // Compressed, it has another name.
      if (path.startsWith(join(folder, 'worker.js'))) reply.header('content-security-policy', workerPolicy);
      reply.header('cross-origin-resource-policy', 'same-origin');
      reply.header(
        'cache-control',
        path.startsWith(join(folder, 'assets')) ? 'public, max-age=31536000, immutable' : publiclyCached,
      );
    },
  });

  const isPage = ({ method, url }: FastifyRequest) =>
    (method === 'GET' || method === 'HEAD') && isPagePath(url.split('?', 1)[0] ?? '/');

  app.setNotFoundHandler(async (request, reply) => {
    if (!isPage(request)) throw nothingHere();
    const open = findPage(request.url.split('?', 1)[0] ?? '/');
    const shown = shownPage(open, cookie.read(request) !== undefined);
    const page = pageFor(open?.name)
      .replace('</head>', `${linksFor(shown)}</head>`)
      .replace('<div id="root">', (root) => `${screenFor(shown)}${root}`);
    reply
      .header('content-security-policy', policy)
      .header('x-frame-options', 'DENY')
      .header('referrer-policy', 'strict-origin-when-cross-origin')
      .header('permissions-policy', 'geolocation=(), payment=(), usb=(), browsing-topics=()')
      .header('cross-origin-opener-policy', 'same-origin')
      .type('text/html; charset=utf-8');
    const answer = await initialData.find(request, open);
    // What belongs to one person must not be cached.
    const whole = answer ? withInitialData(page, answer) : page;
    if (answer?.userId !== undefined) return sendPage(request, reply.header('cache-control', neverCached), whole);
    const etag = etagOf(whole);
    reply.header('cache-control', 'private, no-cache').header('etag', etag);
    return hasCopy(request, etag) ? reply.status(304).send() : sendPage(request, reply, whole);
  });
}
