import { newId } from '#platform/ids.ts';
import {
  authorOnly,
  community,
  communityOfAuthor,
  everybody,
  people,
  type Row,
  type Scene,
} from './access-matrix-scene.ts';

/** An invite to the author's community; a made-up one if there's no author. */
async function inviteOfAuthor(scene: Scene): Promise<{ id: string; code: string }> {
  const { world, author, cell } = scene;
  const { handle } = await communityOfAuthor(scene);
  const [invite] = await world.sql<{ id: string; code: string }>(
    `insert into invites (id, code, maker_id, community_id, uses_left, created_at, expires_at)
     select $1, $2, users.id, communities.id, 1, now(), now() + interval '1 day'
     from users, communities where users.username = $3 and communities.handle = $4 returning id, code`,
    [newId(), `code${cell}`, author, handle],
  );
  return invite ?? { id: newId(), code: 'made-up' };
}

/** Nobody here is in the site's team, which joining.api.test.ts and people.api.test.ts cover. */
export const joiningRows = {
  getChallenge: { request: () => ({ path: '/v1/site/challenge' }), ...everybody(200) },
  createInvite: {
    request: async (scene) => ({
      path: '/v1/invites',
      body: { community_handle: (await communityOfAuthor(scene)).handle },
    }),
    ...community({ other: 404, member: 422, author: 201 }),
  },
  listInvites: { request: () => ({ path: '/v1/invites' }), ...people(200) },
  deleteInvite: {
    request: async (scene) => ({ path: `/v1/invites/${(await inviteOfAuthor(scene)).id}` }),
    ...authorOnly(200, 404),
  },
  readInvite: {
    request: async (scene) => ({ path: `/v1/invites/code/${(await inviteOfAuthor(scene)).code}` }),
    ...everybody(200),
  },
  listRequests: { request: () => ({ path: '/v1/site/requests' }), ...people(422) },
  decideRequest: {
    request: ({ author }) => ({ path: `/v1/site/requests/${author}`, body: { decision: 'accept' } }),
    ...people(422),
  },
  listPeople: { request: () => ({ path: '/v1/site/people' }), ...people(422) },
  addPeople: {
    request: ({ cell }) => ({ path: '/v1/site/people', body: { people: [{ username: `added_${cell}` }] } }),
    ...people(422),
  },
  resetPerson: { request: ({ author }) => ({ path: `/v1/site/people/${author}/reset` }), ...people(422) },
  endSessions: { request: ({ author }) => ({ path: `/v1/site/people/${author}/sessions` }), ...people(422) },
  removeSecondFactor: {
    request: ({ author }) => ({ path: `/v1/site/people/${author}/second-factor` }),
    ...people(422),
  },
  changePerson: {
    request: ({ author }) => ({ path: `/v1/site/people/${author}`, body: { name: 'Another' } }),
    ...people(422),
  },
  deletePerson: { request: ({ author }) => ({ path: `/v1/site/people/${author}`, body: {} }), ...people(422) },
  startPersonExport: { request: ({ author }) => ({ path: `/v1/site/people/${author}/export` }), ...people(422) },
  readPersonExport: { request: ({ author }) => ({ path: `/v1/site/people/${author}/export` }), ...people(422) },
  downloadPersonExport: {
    request: ({ author }) => ({ path: `/v1/site/people/${author}/export/file` }),
    ...people(422),
  },
} satisfies Record<string, Row>;
