import { newId } from '#platform/ids.ts';
import { everybody, people, type Row } from './access-matrix-scene.ts';

/** Nobody here is in the site's team, which site.api.test.ts covers. */
export const siteRows: Record<string, Row> = {
  readSite: { request: () => ({ path: '/v1/site' }), ...everybody(200) },
  updateSite: { request: () => ({ path: '/v1/site', body: { name: 'Mine' } }), ...people(422) },
  // No page has been written.
  readSitePage: { request: () => ({ path: '/v1/site/pages/privacy' }), ...everybody(404) },
  readDataLocations: { request: () => ({ path: '/v1/site/data' }), ...everybody(200) },
  setUpSite: { request: () => ({ path: '/v1/site/setup', body: { code: 'guessed' } }), ...people(422) },
  setSiteRole: {
    request: ({ author }) => ({ path: `/v1/site/roles/${author}`, body: { site_role: 'moderator' } }),
    ...people(422),
  },
  listAudit: { request: () => ({ path: '/v1/audit' }), ...people(422) },
  listSiteSecurity: { request: () => ({ path: '/v1/site/security-log' }), ...people(422) },
  announce: {
    request: ({ postId }) => ({ path: '/v1/site/announcement', body: { post_id: postId } }),
    ...people(422),
  },
  removeAnnouncement: { request: () => ({ path: '/v1/site/announcement' }), ...people(422) },
  dismissAnnouncement: {
    request: () => ({ path: '/v1/site/announcement/dismissal', body: { announcement_id: newId() } }),
    ...people(200),
  },
  readOverview: { request: () => ({ path: '/v1/site/overview' }), ...people(422) },
};
