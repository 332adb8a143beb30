import { Readable } from 'node:stream';
import { uploadsPath as path } from '@hubbub/contract/features/media/media.shapes.ts';
import { Server } from '@tus/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError, malformed, notFound, unauthenticated } from '#platform/errors/errors.ts';
import type { Http } from '#platform/http/route.ts';
import { inTurn } from '#platform/http/turns.ts';
import { newId } from '#platform/ids.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import { inMegabytes } from './media.rules.ts';
import { ownUpload, PieceStore } from './uploads.service.ts';
import { openUploadLocks } from './uploads-lock.service.ts';

const version = '1.0.0';
const noUpload = 'Upload not found. It may have expired: start it again.';
/** Not the server's fault: the client asks for more than OPTIONS offers. */
const notOffered =
  "Uploads have an upload-length from the start, and aren't put together: OPTIONS says which extensions there are.";

/** Milliseconds that a request gets to finish when another one continues its upload. */
const lockDrainTimeout = 1000;

/** The protocol's statuses that mean something else here: 403 is only for accounts that aren't activated. */
const statuses: Record<number, number> = { 403: 400, 410: 404 };

/** What the protocol's error statuses mean, in sentences for developers of clients. */
const texts: Record<number, string> = {
  400: "The upload's headers aren't valid.",
  403: 'An upload continues with upload-offset and content-type: application/offset+octet-stream.',
  404: noUpload,
  409: "This isn't where the upload ends. Ask for its upload-offset, and go on from there.",
  410: noUpload,
  413: 'This is more than the upload was announced to be.',
};

/**
 * Resumable uploads: tus 1.0.0 (https://tus.io/protocols/resumable-upload) with creation, expiration and termination. Only their owner can
 * see them. A post or a message names finished ones in `uploads`.
 */
export function registerUploadsRoutes({ fastify, platform, cookie, turns }: Http): void {
  const { config, limits } = platform;
  const maxSize = Math.max(config.maxImageSize, config.maxMediaSize, config.maxAttachmentSize);
  const owners = new WeakMap<object, string>();
  const tus = new Server({
    path,
    maxSize,
    lockDrainTimeout,
    datastore: new PieceStore(platform),
    locker: openUploadLocks(platform),
    relativeLocation: true,
    namingFunction: () => newId(),
    onUploadCreate: async (request, { metadata }) => ({
      metadata: { ...metadata, owner_id: owners.get(request) ?? null },
    }),
    onResponseError: (_request, error) => {
      if (error instanceof HttpError) return { status_code: error.status, body: JSON.stringify(error.body) };
      if (error instanceof Error) throw error;
      return undefined;
    },
  });

  /** Answers as the protocol says, but refuses in the contract's shape. */
  const pass = async (request: FastifyRequest, reply: FastifyReply, ownerId?: string) => {
    const { raw, method, url } = request;
    if (raw.destroyed && !raw.complete) throw malformed("The request didn't arrive completely.");
    const asked = new Request(new URL(url.split('?')[0] ?? path, config.publicUrl), {
      method,
      headers: Object.entries(raw.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      ),
      ...(method === 'PATCH' && { body: Readable.toWeb(raw) as ReadableStream, duplex: 'half' }),
    });
    if (ownerId !== undefined) owners.set(asked, ownerId);
    const { status, headers, ...answer } = await answerOf(await tus.handleWeb(asked));
    for (const [name, value] of headers) if (!name.startsWith('access-control-')) reply.header(name, value);
    if (status < 400) return reply.status(status).send();
    reply.removeHeader('content-length').removeHeader('content-type');
    if (status === 501) throw malformed(notOffered);
    if (status === 413 && method === 'POST' && answer.error === undefined)
      throw new HttpError(413, `This file is larger than ${inMegabytes(maxSize)}. Choose a smaller one.`);
    throw new HttpError(
      statuses[status] ?? status,
      answer.error ?? texts[status] ?? 'The upload failed. Try it again.',
    );
  };

  const call = async (request: FastifyRequest<{ Params: { upload_id?: string } }>, reply: FastifyReply) => {
    const session = await platform.sessions.find(cookie.read(request) ?? '');
    if (!session) throw unauthenticated();
    const { userId } = session;
    request.callerId = userId;
    const rule = perPerson(request.method === 'HEAD' ? 'reads' : 'writes');
    await limits.enforce([rule], { address: request.ip, userId });
    reply.header('tus-resumable', version);
    if (request.headers['tus-resumable'] !== version) {
      reply.header('tus-version', version);
      throw new HttpError(412, `Send tus-resumable: ${version}.`);
    }
    const { upload_id: id } = request.params;
    const isOwn = async () => id === undefined || (await ownUpload(platform, id, userId));
    if (!(await inTurn(turns.reads(userId), isOwn))) throw notFound(noUpload);
    // Receiving takes no turn, which would last as long as the piece takes to arrive. There are few unfinished uploads.
    const isPiece = request.method === 'PATCH';
    const turn = request.method === 'HEAD' ? turns.reads(userId) : turns.writes(userId);
    return await inTurn(isPiece ? undefined : turn, () => pass(request, reply, userId));
  };

  fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The store reads them as they arrive.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    const schema = { hide: true };
    scope.route({ method: 'POST', url: path, schema, handler: call });
    scope.route({ method: ['HEAD', 'PATCH', 'DELETE'], url: `${path}/:upload_id`, schema, handler: call });
    for (const url of [path, `${path}/:upload_id`])
      scope.route({ method: 'OPTIONS', url, schema, handler: (request, reply) => pass(request, reply) });
  });
}

/** @returns our own error in the contract's shape; undefined: the protocol's library refused */
async function answerOf({ status, headers, body }: Response) {
  const text = status < 400 || body === null ? '' : await new Response(body).text();
  const error: unknown = text.startsWith('{') ? JSON.parse(text).error : undefined;
  return { status, headers, error: error as HttpError['body']['error'] | undefined };
}
