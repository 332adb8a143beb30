import { listSiteSecurity } from '@hubbub/contract/features/site/security.endpoints.ts';
import * as calls from '@hubbub/contract/features/site/site.endpoints.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import type { FastifyRequest } from 'fastify';
import { invalid } from '#platform/errors/errors.ts';
import type { FormFile } from '#platform/http/form.ts';
import { type Http, route } from '#platform/http/route.ts';
import { perAddress, perPerson } from '#platform/rate-limits/rate-limits.ts';
import { type AnnouncedPosts, announce, dismissAnnouncement, removeAnnouncement } from './announcement.service.ts';
import { listAudit, type NamesByKind } from './audit.service.ts';
import { dataLocations } from './data-locations.rules.ts';
import { serviceOf } from './data-locations.service.ts';
import { type CountWaiting, getOverview, type ListLargest } from './figures.service.ts';
import { checkSiteRole, setRole } from './roles.service.ts';
import { setUpSite } from './setup.service.ts';
import { changeSite, getSite, getSitePage, type Logos } from './site.service.ts';
import { readSiteSecurity } from './site-security.service.ts';

/** What the site's calls need from later features. */
export interface SitePorts {
  logos: Logos<FormFile>;
  posts: AnnouncedPosts;
  names: NamesByKind;
  countWaiting: CountWaiting;
  listLargest: ListLargest;
}

const writing = { limits: [perPerson('writes')] };
/** Two long pages, each letter written as \\u…. */
const bodyLimit = 1536 * 1024;
const reading = { limits: [perPerson('reads')] };

const tooMany = () => invalid({ logo: messages.onePicture });

/** The calls about the site and who runs it. */
export function registerSiteRoutes(http: Http, { logos, posts, names, ...figures }: SitePorts): void {
  const { platform } = http;

  route(http, calls.readSite, { limits: [perAddress('site')] }, async ({ request }) => ({
    site: await getSite(platform, await callerOf(http, request)),
  }));

  http.initialData.provide('site', {
    endpoint: calls.readSite,
    address: calls.readSite.path,
    limits: [perAddress('site')],
    readPublic: async () => ({ site: await getSite(platform, undefined) }),
  });

  route(http, calls.readSitePage, { limits: [perAddress('site')] }, async ({ params }) => ({
    page: await getSitePage(platform, params.page),
  }));

  route(http, calls.readDataLocations, { limits: [perAddress('site')] }, async () => ({
    places: dataLocations(platform.config, serviceOf),
  }));

  route(http, calls.updateSite, { ...writing, bodyLimit }, async ({ session, readForm }) => ({
    site: await changeSite(platform, logos, session, (takeFile) => readForm(takeFile, tooMany)),
  }));

  route(http, calls.setUpSite, { limits: [perAddress('site-setup')] }, async ({ session, body }) => {
    await setUpSite(platform, session, body.code);
    return { site_role: 'owner' as const };
  });

  route(http, calls.setSiteRole, writing, async ({ session, params, body }) => {
    await setRole(platform, session, { username: params.username, to: body.site_role });
    return { site_role: body.site_role };
  });

  route(http, calls.listAudit, reading, async ({ session, query }) => {
    await checkSiteRole(platform, session, 'admin');
    return { entries: await listAudit(platform, names, query) };
  });

  route(http, listSiteSecurity, reading, async ({ session, query }) => {
    await checkSiteRole(platform, session, 'admin');
    return { entries: await readSiteSecurity(platform, names, query) };
  });

  route(http, calls.readOverview, reading, async ({ session }) => ({
    overview: await getOverview(platform, figures, session),
  }));

  registerAnnouncements(http, posts);
}

function registerAnnouncements(http: Http, posts: AnnouncedPosts): void {
  const { platform } = http;

  route(http, calls.announce, writing, async ({ session, body }) => ({
    announcement: await announce(platform, posts, session, body),
  }));

  route(http, calls.removeAnnouncement, writing, async ({ session }) => {
    await removeAnnouncement(platform, session);
    return { announcement: null };
  });

  route(http, calls.dismissAnnouncement, writing, async ({ session, body }) => {
    await dismissAnnouncement(platform, session, body.announcement_id);
    return {};
  });
}

/** The caller of a call that's open to everybody; undefined: there's no session. */
async function callerOf({ platform, cookie }: Http, request: FastifyRequest): Promise<string | undefined> {
  const token = cookie.read(request);
  return token === undefined ? undefined : (await platform.sessions.find(token))?.userId;
}
