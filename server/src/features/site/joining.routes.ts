import * as calls from '@hubbub/contract/features/site/joining.endpoints.ts';
import * as managing from '@hubbub/contract/features/site/managing.endpoints.ts';
import * as peopleCalls from '@hubbub/contract/features/site/people.endpoints.ts';
import { type Hasher, originOf } from '#features/accounts/public.ts';
import { type Http, route } from '#platform/http/route.ts';
import { perAddress, perPerson } from '#platform/rate-limits/rate-limits.ts';
import { addPeople, tryPeople } from './adding.service.ts';
import { parseCsv } from './csv.service.ts';
import { createInvite, type InviteCommunities, listInvites, readInvite, withdrawInvite } from './invites.service.ts';
import { changePerson, deletePerson } from './managing.service.ts';
import { type CountReports, endSessions, listPeople, removeSecondFactor, resetPerson } from './people.service.ts';
import { makeChallenge } from './proof.service.ts';
import { decideRequest, listRequests } from './requests.service.ts';

const reading = { limits: [perPerson('reads')] };
const writing = { limits: [perPerson('writes')] };

/** 2,000 people with long names and addresses, in UTF-16. */
const classBytes = 2 * 1024 * 1024;

/** What joining needs from accounts and later features. */
export interface JoiningPorts {
  communities: InviteCommunities;
  countReports: CountReports;
  hasher: Hasher;
}

/** The calls with which people join, and those for the people of the site. */
export function registerJoiningRoutes(http: Http, ports: JoiningPorts): void {
  registerInvites(http, ports.communities);
  registerRequests(http);
  registerPeople(http, ports);
  registerManaging(http);
}

function registerInvites(http: Http, communities: InviteCommunities): void {
  const { platform } = http;

  route(http, calls.getChallenge, { limits: [perAddress('challenges')] }, async () => ({
    challenge: await makeChallenge(platform),
  }));

  route(http, calls.createInvite, { limits: [perPerson('invites')] }, async ({ body, session }) => ({
    invite: await createInvite(platform, communities, session, body),
  }));

  route(http, calls.listInvites, reading, ({ query, session }) => listInvites(platform, communities, session, query));

  route(http, calls.deleteInvite, writing, async ({ params, session }) => {
    await withdrawInvite(platform, session, params.invite_id);
    return {};
  });

  route(http, calls.readInvite, { limits: [perAddress('invite-codes')] }, ({ params }) =>
    readInvite(platform, communities, params.code),
  );
}

function registerRequests(http: Http): void {
  const { platform } = http;

  route(http, calls.listRequests, reading, ({ query, session }) => listRequests(platform, session, query));

  route(http, calls.decideRequest, writing, async ({ params, body, session }) => {
    await decideRequest(platform, session, { ...params, ...body });
    return {};
  });
}

function registerPeople(http: Http, { countReports, hasher }: JoiningPorts): void {
  const { platform } = http;

  route(http, peopleCalls.listPeople, reading, ({ query, session }) =>
    listPeople(platform, countReports, session, { ...query, role: query.role, state: query.state }),
  );

  route(
    http,
    peopleCalls.addPeople,
    { limits: [perPerson('writes'), perPerson('people-lists')], bodyLimit: classBytes, parseCsv },
    async ({ body: { people }, query: { dry_run: isTrial, mail }, session }) =>
      isTrial
        ? { people: await tryPeople(platform, session, people) }
        : { people: await addPeople(platform, hasher, session, { people, mail }) },
  );

  route(http, peopleCalls.resetPerson, writing, async ({ params, session, request }) => ({
    login_url: await resetPerson(platform, hasher, session, params.username, originOf(request)),
  }));

  route(http, peopleCalls.endSessions, writing, async ({ params, session, request }) => {
    await endSessions(platform, session, params.username, originOf(request));
    return {};
  });

  route(http, peopleCalls.removeSecondFactor, writing, async ({ params, session, request }) => {
    await removeSecondFactor(platform, session, params.username, originOf(request));
    return {};
  });
}

function registerManaging(http: Http): void {
  const { platform } = http;

  route(http, managing.changePerson, writing, async ({ params, body, session, request }) =>
    changePerson(platform, session, { username: params.username, change: body, origin: originOf(request) }),
  );

  route(http, managing.deletePerson, writing, async ({ params, body, session, request }) => {
    const text = body.text?.trim() ?? '';
    await deletePerson(platform, session, { username: params.username, text, origin: originOf(request) });
    return {};
  });
}
