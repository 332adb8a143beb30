import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NotAllowed, notFound, unauthenticated } from '#platform/errors/errors.ts';
import { etagOf, hasCopy } from '#platform/http/etag.ts';
import type { Http } from '#platform/http/route.ts';
import { inTurn as runInTurn } from '#platform/http/turns.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken } from '#platform/sessions/sessions.ts';
import { cacheControlOf, isPrivateKey, neverCached, privateMark, publiclyCached } from '#platform/storage/caching.ts';
import { findOwnOriginal } from './conversion.queries.ts';
import { saveAs } from './file-names.rules.ts';
import type { FileGuard } from './guards.queries.ts';
import { findFileName } from './media.queries.ts';
import { cleanPath, isRaw, keyOf, parseRange, privateOriginals } from './media.rules.ts';
import { allExtensions, type MediaType, typeOfExtension } from './media-types.rules.ts';
import { type InTurn, openWaiting } from './media-waiting.service.ts';

const noFile = 'File not found. It may have been deleted.';

/** An upload must never act as a page of this origin, whatever it contains. */
const headers = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
};
/** How long a link to a private file in a bucket is valid. */
const linkSeconds = 60;

const assets = join(import.meta.dirname, 'assets');

export interface MediaRoutesOptions {
  /**
   * Whether this session may currently see what the file at one of these paths is attached to; undefined: there's no
   * such session.
   */
  maySee: FileGuard;
}

/** One of several guards: a file is shown to people who see anything it's attached to. */
export function anyOf(guards: readonly FileGuard[]): FileGuard {
  return async (tokenHash, paths) => {
    let answer: boolean | undefined;
    for (const maySee of guards) {
      answer = await maySee(tokenHash, paths);
      if (answer !== false) return answer;
    }
    return answer;
  };
}

/** The default profile pictures. */
function registerDefaultPictures(fastify: Http['fastify']): void {
  for (const [name, type, folders] of [
    ['default.png', 'image/png', ['/profiles']],
    // The second is built into existing clients.
    ['default.jpg', 'image/jpeg', ['/profiles', '/bugbee/profiles']],
  ] as const) {
    const content = readFile(join(assets, name));
    const etag = content.then(etagOf);
    for (const folder of folders.flatMap((path) => [`/media${path}`, path])) {
      fastify.get(`${folder}/${name}`, async (request, reply) => {
        reply.headers({ ...headers, 'cache-control': publiclyCached, etag: await etag });
        if (hasCopy(request, await etag)) return reply.status(304).send();
        return reply.type(type).send(await content);
      });
    }
  }
}

/** Sends a file, or the requested range of it. */
export async function sendBytes(
  { storage }: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, size, etag }: { key: string; size: number; etag: string },
) {
  const condition = request.headers['if-range'];
  const range =
    condition === undefined || condition === etag
      ? parseRange(request.headers.range, size)
      : ({ kind: 'whole' } as const);
  if (range.kind === 'unsatisfiable') {
    reply.removeHeader('content-disposition');
    return await reply
      .status(416)
      .headers({
        'content-range': `bytes */${size}`,
        'cache-control': neverCached,
        'content-type': 'application/json; charset=utf-8',
      })
      .send(JSON.stringify({ error: "The file doesn't have this range." }));
  }
  const length = range.kind === 'part' ? range.end - range.start + 1 : size;
  reply.header('content-length', String(length));
  if (range.kind === 'part') reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  if (request.method === 'HEAD') return await reply.send();
  const file = await storage.open(key, range.kind === 'part' ? { start: range.start, end: range.end } : undefined);
  if (!file) throw notFound(noFile);
  return await reply.send(file.stream);
}

/** How the paths of converted videos end. */
const convertedEnding = '.mp4';

/** Sends a video that's still to be converted to its owner, at its final path. @returns whether it did */
async function sendOwnOriginal(
  platform: Platform,
  request: FastifyRequest<{ Params: { key: string } }>,
  reply: FastifyReply,
  { token, inTurn }: { token: string | undefined; inTurn: InTurn },
): Promise<boolean> {
  const path = `/${request.params.key}`;
  if (token === undefined || !path.endsWith(convertedEnding)) return false;
  const tokenHash = hashToken(token);
  const extension = await inTurn(tokenHash, () => findOwnOriginal(platform.db.reads, tokenHash, path));
  const type = extension && typeOfExtension(extension);
  if (!type) return false;
  const key = keyOf(cleanPath(path));
  const about = await platform.storage.find(key);
  if (!about) return false;
  const etag = `"${key.split('.')[0]}-${about.size.toString(36)}"`;
  reply.headers({
    ...headers,
    'cache-control': neverCached,
    'content-type': type.mime,
    'content-disposition': `inline; filename="${key.split('.')[0]}.${extension}"`,
    'accept-ranges': 'bytes',
    etag,
  });
  await sendBytes(platform, request, reply, { key, size: about.size, etag });
  return true;
}

/** Documents are saved under the name their sender gave them; everything else can be shown. */
const dispositionOf = async ({ db }: Platform, key: string, { kind }: MediaType) =>
  kind === 'document' ? saveAs((await findFileName(db.kysely, `/${key}`)) ?? key) : `inline; filename="${key}"`;

interface StoredFile {
  key: string;
  type: MediaType;
  about: { size: number; modified: Date };
  cacheControl: string;
}

/** Sends a stored file to people who may see it; a private one in a bucket, as a link. */
async function sendStored(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, type, about, cacheControl }: StoredFile,
) {
  const disposition = await dispositionOf(platform, key, type);
  if (platform.storage.link && isPrivateKey(key)) {
    const address = await platform.storage.link(key, {
      seconds: linkSeconds,
      type: type.mime,
      disposition,
      cacheControl,
    });
    return reply.headers({ ...headers, 'cache-control': cacheControl }).redirect(address, 302);
  }
  const etag = `"${key.split('.')[0]}-${about.size.toString(36)}"`;
  reply.headers({
    ...headers,
    'cache-control': cacheControl,
    'content-type': type.mime,
    'content-disposition': disposition,
    'accept-ranges': 'bytes',
    'last-modified': about.modified.toUTCString(),
    etag,
  });
  if (hasCopy(request, etag)) return reply.status(304).send();
  return await sendBytes(platform, request, reply, { key, size: about.size, etag });
}

/**
 * Sends a picture at a URL of its own; the caller has checked that everybody with the URL may see it.
 * @param path null: the default picture
 */
export async function sendPicture(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string | null,
) {
  if (path === null) {
    return reply.header('cache-control', neverCached).redirect(`/media${defaultProfilePath}`, 302);
  }
  const key = path.slice(1);
  const type = typeOfExtension(key.split('.').pop() ?? '');
  const about = type && (await platform.storage.find(key));
  if (!type || !about) throw notFound(noFile);
  return await sendStored(platform, request, reply, { key, type, about, cacheControl: neverCached });
}

/**
 * `GET /media` + path serves every file. Media in posts and profiles are public, like the bucket behind them: their paths can't be
 * guessed. Media and documents in messages, pictures of groups and private communities, and media of scheduled posts, of removed posts and
 * of people who are away are served to those who see the message, group, community or post at the time of the request.
 */
export function registerMediaRoutes(
  { fastify, platform, cookie, persons, turns }: Http,
  { maySee }: MediaRoutesOptions,
): void {
  registerDefaultPictures(fastify);

  /** Runs a statement when it's its person's turn; sending the file itself takes no turn. */
  const inTurn: InTurn = (tokenHash, work) =>
    runInTurn(turns.reads(persons.find(tokenHash) ?? tokenHash.toString('latin1')), work);

  /** @throws {HttpError} 401 without a session, 404 for anyone else who may not see it, whether or not it exists */
  const admit = async (request: FastifyRequest, key: string) => {
    const token = cookie.read(request);
    if (token === undefined) throw unauthenticated();
    const tokenHash = hashToken(token);
    const paths = privateOriginals(key, allExtensions, privateMark);
    const answer = await inTurn(tokenHash, () => maySee(tokenHash, paths));
    if (answer === undefined) throw unauthenticated();
    request.callerId = persons.find(tokenHash);
    if (!answer) throw new NotAllowed(404, noFile);
  };

  const waitForOwn = openWaiting(platform, inTurn);

  /** Finds a stored file; waits for one's own new recording until there's something to serve. */
  const findFile = async (request: FastifyRequest, key: string, { kind }: MediaType) => {
    const about = await platform.storage.find(key);
    const token = about || (kind !== 'video' && kind !== 'audio') ? undefined : cookie.read(request);
    if (token === undefined) return about;
    await waitForOwn(hashToken(token), `/${key}`, () => request.raw.socket.destroyed);
    return await platform.storage.find(key);
  };

  const sendFile = async (request: FastifyRequest<{ Params: { key: string } }>, reply: FastifyReply) => {
    const { key } = request.params;
    const type = typeOfExtension(key.split('.').pop() ?? '');
    if (isRaw(key)) throw notFound(noFile);
    if (isPrivateKey(key)) await admit(request, key);
    const about = type && (await findFile(request, key, type));
    const own = { token: cookie.read(request), inTurn };
    if (!about && (await sendOwnOriginal(platform, request, reply, own))) return reply;
    if (!type || !about) throw notFound(noFile);
    return await sendStored(platform, request, reply, { key, type, about, cacheControl: cacheControlOf(key) });
  };
  // Not the HEAD that Fastify derives from a GET, which would open the file and report it as empty.
  fastify.route({ method: ['GET', 'HEAD'], url: '/media/:key', handler: sendFile });
}
