import * as calls from '@hubbub/contract/features/archives/archives.endpoints.ts';
import * as ofPeople from '@hubbub/contract/features/archives/person-export.endpoints.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '#features/accounts/public.ts';
import { sendBytes } from '#features/media/public.ts';
import { invalid } from '#platform/errors/errors.ts';
import { type Http, route } from '#platform/http/route.ts';
import type { Platform } from '#platform/platform.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import { neverCached } from '#platform/storage/caching.ts';
import { type ExportFile, openExport, readExport, startExport } from './archives.service.ts';
import { readImport, startImport, stopImport } from './imports.service.ts';
import { openPersonExport, readPersonExport, startPersonExport } from './person-exports.service.ts';

/** The calls for a person's archive: all of their data, as a download. */
export function registerArchivesRoutes(http: Http): void {
  const { platform } = http;

  route(http, calls.startExport, { limits: [perPerson('writes')] }, async ({ session, request }) => {
    const spend = () =>
      platform.limits.enforce([perPerson('exports')], { address: request.ip, userId: session.userId });
    return { export: await startExport(platform, session, { origin: originOf(request), spend }) };
  });

  route(http, calls.readExport, { limits: [perPerson('reads')] }, async ({ session }) => ({
    export: await readExport(platform, session),
  }));

  route(http, calls.downloadExport, { limits: [perPerson('reads')] }, async (call) => {
    const file = await openExport(platform, call.session);
    return call.query.check ? {} : await sendExport(platform, call, file);
  });

  registerPersonExports(http);

  route(http, calls.startImport, { limits: [perPerson('writes'), perPerson('imports')] }, async (call) => ({
    import: await startImport(platform, call.session, (takeFile) =>
      call.readForm(takeFile, () => invalid({ file: 'Choose one file.' })),
    ),
  }));

  route(http, calls.stopImport, { limits: [perPerson('writes')] }, async ({ session }) => ({
    import: await stopImport(platform, session),
  }));

  route(http, calls.readImport, { limits: [perPerson('reads')] }, async ({ session }) => ({
    import: await readImport(platform, session),
  }));
}

async function sendExport(
  platform: Platform,
  { request, reply, endTurn }: { request: FastifyRequest; reply: FastifyReply; endTurn: () => void },
  { createdAt, ...file }: ExportFile,
) {
  endTurn();
  reply.headers({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="hubbub-${createdAt.toISOString().slice(0, 10)}.zip"`,
    'cache-control': neverCached,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    etag: file.etag,
  });
  return await sendBytes(platform, request, reply, file);
}

/** Admins' downloads of other people's data. */
function registerPersonExports(http: Http): void {
  const { platform } = http;

  route(http, ofPeople.startPersonExport, { limits: [perPerson('writes')] }, async ({ params, session, request }) => {
    const spend = () =>
      platform.limits.enforce([perPerson('person-exports')], { address: request.ip, userId: session.userId });
    const given = { username: params.username, origin: originOf(request), spend };
    return { export: await startPersonExport(platform, session, given) };
  });

  route(http, ofPeople.readPersonExport, { limits: [perPerson('reads')] }, async ({ params, session }) => ({
    export: await readPersonExport(platform, session, params.username),
  }));

  route(http, ofPeople.downloadPersonExport, { limits: [perPerson('reads')] }, async (call) => {
    const file = await openPersonExport(platform, call.session, call.params.username);
    return call.query.check ? {} : await sendExport(platform, call, file);
  });
}
