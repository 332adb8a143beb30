import * as calls from '@hubbub/contract/features/archives/archives.endpoints.ts';
import { originOf } from '#features/accounts/public.ts';
import { sendBytes } from '#features/media/public.ts';
import { invalid } from '#platform/errors/errors.ts';
import { type Http, route } from '#platform/http/route.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import { neverCached } from '#platform/storage/caching.ts';
import { openExport, readExport, startExport } from './archives.service.ts';
import { readImport, startImport, stopImport } from './imports.service.ts';

/** The calls for a person's archive: everything that's theirs, to take along. */
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

  route(http, calls.downloadExport, { limits: [perPerson('reads')] }, async ({ query, session, request, reply }) => {
    const { createdAt, ...file } = await openExport(platform, session);
    if (query.check) return {};
    reply.headers({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="hubbub-${createdAt.toISOString().slice(0, 10)}.zip"`,
      'cache-control': neverCached,
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      etag: file.etag,
    });
    return await sendBytes(platform, request, reply, file);
  });

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
