import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import fastify from 'fastify';

/**
 * The baseline for uploads: a bare Fastify handler that reads the form and streams its file to disk, flushed, as stored data must be.
 * No session, no file inspection, no row. `children.ts` starts it: it takes `{file}`, where to write, and answers `{port}`.
 */
process.once('message', async ({ file }: { file: string }) => {
  const app = fastify();
  await app.register(multipart, { limits: { fileSize: Number.POSITIVE_INFINITY } });
  app.post('/v1/posts', async (request, reply) => {
    const part = await request.file();
    if (part) await pipeline(part.file, createWriteStream(file, { flush: true }));
    await rm(file, { force: true });
    reply.status(201);
    return {};
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  process.send?.({ port: (app.server.address() as AddressInfo).port });
});
process.on('disconnect', () => process.exit(0));
