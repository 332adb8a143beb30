import { Secret, TOTP } from 'otpauth';
import { factoryPassword } from '#features/accounts/accounts.factory.ts';
import { form, newPassword } from './access-matrix-scene.ts';
import { archivedPost, archiveFiles, zipOf } from './archives.ts';
import { Authenticator } from './authenticator.ts';
import { formOf } from './forms.ts';
import type { Person } from './harness.ts';
import { type Anew, type Cast, postOf, type Repeated, tokenIn } from './repeated-scene.ts';

const gone = [404];
const used = [422];

const confirm = (person: Person) => person.post('/v1/user/confirm', { password: factoryPassword });

/** A call by Ada. @param before what she has done before */
const own = (path: string, body?: unknown, before?: (person: Person) => Promise<unknown>): Repeated => ({
  async prepare({ ada }) {
    await before?.(ada);
    return { by: ada, path, ...(body !== undefined && { body }) };
  },
});

/** A call without a session, with the token of a mail. @param token makes it */
const withToken = (path: string, token: (cast: Cast) => Promise<string>, more: object = {}): Repeated => ({
  prepare: async (cast) => ({ by: cast.world.stranger(), path, body: { token: await token(cast), ...more } }),
  others: used,
});

/** A call by an admin, about Ada. @param before what she has done before */
const aboutAda = (path: string, body?: unknown, before?: (cast: Cast) => Promise<unknown>): Repeated => ({
  async prepare(cast) {
    await before?.(cast);
    const whole = `/v1/site/${path.replace(':username', cast.ada.user.username)}`;
    return { by: cast.admin, path: whole, ...(body !== undefined && { body }) };
  },
});

const nameFor = ({ number }: Cast) => ({ email: `new${number}@example.org`, username: `new_${number}` });

async function startRegistration(cast: Cast, upTo: 'email' | 'username' | 'account'): Promise<string> {
  const { email, username } = nameFor(cast);
  const stranger = cast.world.stranger();
  const { reg_id } = (await stranger.patch('/v1/register/email', { email })).body;
  if (upTo === 'email') return reg_id;
  await stranger.patch('/v1/register/username', { reg_id, username });
  if (upTo === 'account') await stranger.post('/v1/users', { reg_id, ...newPassword });
  return reg_id;
}

const activationToken = async (cast: Cast) => {
  await startRegistration(cast, 'account');
  return await tokenIn(cast.world, nameFor(cast).email, 'users/activate');
};

async function prepareCode(person: Person): Promise<string> {
  await confirm(person);
  return TOTP.generate({ secret: Secret.fromBase32((await person.post('/v1/totp')).body.secret) });
}
const turnCodesOn = async (person: Person) => await person.put('/v1/totp', { code: await prepareCode(person) });

async function makePasskey(person: Person): Promise<unknown> {
  await confirm(person);
  return new Authenticator().create((await person.post('/v1/passkeys/options')).body);
}
const addPasskey = async (person: Person): Promise<string> =>
  (await person.post('/v1/passkeys', await makePasskey(person))).body.passkey.passkey_id;

const movedTo = ({ number }: Cast) => `moved${number}@example.org`;
async function changeToken(cast: Cast): Promise<string> {
  await confirm(cast.ada);
  await cast.ada.patch('/v1/users/email', { email: movedTo(cast) });
  return await tokenIn(cast.world, movedTo(cast), 'settings/email');
}

const anotherSession = async ({ world, ada }: Cast): Promise<string> => {
  await world.platform.sessions.create(world.platform.db.kysely, ada.user_id);
  const { sessions } = (await ada.get('/v1/sessions')).body;
  return sessions.find(({ current }: { current: boolean }) => !current).session_id;
};

const logInAnew = ({ world, ada }: Cast) =>
  world.stranger().post('/v1/tokens/authentication', { username: ada.user.username, password: factoryPassword });

/** The calls of accounts and of the site's team, by their names in the contract. */
export const repeatedOfAccounts: Record<string, Repeated | Anew> = {
  // sessions
  logIn: { anew: 'a session' },
  logInWithPasskey: { anew: 'a session' },
  preparePasskeyLogIn: { anew: 'a challenge' },
  confirmSession: own('/v1/user/confirm', { password: factoryPassword }),
  prepareConfirmation: { anew: 'a challenge' },
  logOut: own('/v1/users/logout'),
  endSession: {
    prepare: async (cast) => ({ by: cast.ada, path: `/v1/sessions/${await anotherSession(cast)}` }),
    others: gone,
  },
  endOtherSessions: {
    async prepare(cast) {
      await anotherSession(cast);
      return { by: cast.ada, path: '/v1/sessions' };
    },
  },
  disownOwnSession: {
    async prepare(cast) {
      await confirm(cast.ada);
      return { by: cast.ada, path: `/v1/sessions/${await anotherSession(cast)}/disown` };
    },
    others: gone,
  },
  disownSession: withToken('/v1/sessions/disown', async (cast) => {
    // Only a new device of an account in use is notified.
    await logInAnew(cast);
    await logInAnew(cast);
    return await tokenIn(cast.world, cast.ada.user.email, 'not-me');
  }),

  // joining
  registerEmail: { anew: 'a registration' },
  registerUsername: {
    prepare: async (cast) => ({
      by: cast.world.stranger(),
      path: '/v1/register/username',
      body: { reg_id: await startRegistration(cast, 'email'), username: nameFor(cast).username },
    }),
  },
  createAccount: {
    prepare: async (cast) => ({
      by: cast.world.stranger(),
      path: '/v1/users',
      body: { reg_id: await startRegistration(cast, 'username'), ...newPassword },
    }),
    others: [409, 422],
  },
  activateAccount: withToken('/v1/users/activated', activationToken),
  readActivation: { anew: 'nothing: it only reads' },
  declineActivation: withToken('/v1/users/activation', activationToken),

  // passwords
  requestCode: { anew: 'a code' },
  validateCode: {
    async prepare({ world, ada }) {
      await world.stranger().post('/v1/otp', { username: ada.user.username });
      await world.runJobs();
      const code = /\b\d{6}\b/.exec((await world.mailTo(ada.user.email))?.text ?? '')?.[0];
      return { by: world.stranger(), path: '/v1/otp/validate', body: { username: ada.user.username, otp: code } };
    },
    others: used,
  },
  resetPassword: {
    async prepare(cast) {
      await confirm(cast.ada);
      const path = `/v1/sessions/${await anotherSession(cast)}/disown`;
      const { reset_token } = (await cast.ada.post(path)).body;
      const body = { reset_token: reset_token.token, ...newPassword };
      return { by: cast.world.stranger(), path: '/v1/users/reset-password', body };
    },
    others: used,
  },
  readLoginLink: { anew: 'nothing: it only reads' },
  useLoginLink: withToken(
    '/v1/users/login-link',
    async ({ admin, number }) => {
      const { body } = await admin.post('/v1/site/people', { people: [{ username: `added_${number}` }] });
      return /[\w-]+$/.exec(body.people[0].login_url)?.[0] ?? '';
    },
    newPassword,
  ),
  // Somebody who knows the old one no longer knows the present one.
  changePassword: {
    ...own('/v1/users/password', { old_password: factoryPassword, ...newPassword }),
    others: used,
    logsRefusals: true,
  },

  // the account
  updateUser: {
    prepare: (cast) => ({ by: cast.ada, path: '/v1/users', body: { username: nameFor(cast).username } }),
  },
  updateProfile: {
    prepare: ({ ada }) => ({ by: ada, path: '/v1/profile', body: form({ name: 'Ada', bio: 'Counts.' }) }),
  },
  keepUsernames: own('/v1/user/usernames', { keep: false }),
  // The first one ends the session.
  deleteAccount: { ...own('/v1/users'), others: [401] },
  deactivateAccount: { ...own('/v1/users/deactivate'), others: [401] },
  readReturn: { anew: 'nothing: it only reads' },
  cancelDeletion: withToken('/v1/users/deletion', async ({ world, ada }) => {
    await ada.delete('/v1/users');
    return await tokenIn(world, ada.user.email, 'keep-account');
  }),
  requestEmailChange: { anew: 'a link, instead of the one before' },
  completeEmailChange: withToken('/v1/users/email', changeToken),
  undoEmailChange: withToken('/v1/users/email/undo', async (cast) => {
    await cast.world.stranger().put('/v1/users/email', { token: await changeToken(cast) });
    return await tokenIn(cast.world, cast.ada.user.email, 'settings/email/undo');
  }),

  // second factors
  prepareTotp: { anew: 'a secret' },
  enableTotp: {
    prepare: async ({ ada }) => ({ by: ada, path: '/v1/totp', body: { code: await prepareCode(ada) } }),
    others: used,
  },
  disableTotp: own('/v1/totp', undefined, turnCodesOn),
  preparePasskey: { anew: 'a challenge' },
  addPasskey: {
    prepare: async ({ ada }) => ({ by: ada, path: '/v1/passkeys', body: await makePasskey(ada) }),
    others: used,
  },
  renamePasskey: {
    prepare: async ({ ada }) => ({ by: ada, path: `/v1/passkeys/${await addPasskey(ada)}`, body: { name: 'Key' } }),
  },
  removePasskey: {
    prepare: async ({ ada }) => ({ by: ada, path: `/v1/passkeys/${await addPasskey(ada)}` }),
    others: gone,
  },

  // archives
  startExport: { ...own('/v1/export', undefined, confirm), isMadeByJob: true },
  startImport: {
    async prepare({ ada }) {
      await confirm(ada);
      const zip = await zipOf(archiveFiles({ posts: [archivedPost({})] }));
      return { by: ada, path: '/v1/import', body: formOf(['file', new File([Buffer.from(zip)], 'hubbub.zip')]) };
    },
    others: [409, 422],
  },
  stopImport: {
    async prepare({ ada, world }) {
      await world.sql(
        `insert into imports (user_id, id, key, state, created_at) values ($1, gen_random_uuid(), $2, 'working', now())`,
        [ada.user_id, `imports/${ada.user_id}`],
      );
      return { by: ada, path: '/v1/import' };
    },
    others: gone,
  },
  askAssistant: { anew: 'an answer' },

  // the site
  createInvite: { anew: 'an invite' },
  deleteInvite: {
    async prepare({ admin }) {
      const { invite } = (await admin.post('/v1/invites', {})).body;
      return { by: admin, path: `/v1/invites/${invite.invite_id}` };
    },
    others: gone,
  },
  decideRequest: {
    async prepare(cast) {
      const { username } = nameFor(cast);
      await cast.world.sql('update site set registration = $1', ['approval']);
      await startRegistration(cast, 'account');
      await cast.world.sql('update site set registration = $1', ['open']);
      return { by: cast.admin, path: `/v1/site/requests/${username}`, body: { decision: 'accept' } };
    },
    others: [404, 409],
  },
  addPeople: {
    prepare: ({ admin, number }) => ({
      by: admin,
      path: '/v1/site/people',
      body: { people: [{ name: 'Ann', username: `ann_${number}` }, { username: `ben_${number}` }] },
    }),
    others: [409, 422],
  },
  resetPerson: { anew: 'a link, instead of the one before' },
  endSessions: aboutAda('people/:username/sessions'),
  removeSecondFactor: aboutAda('people/:username/second-factor', undefined, ({ ada }) => turnCodesOn(ada)),
  changePerson: aboutAda('people/:username', { name: 'Another' }, ({ admin }) => confirm(admin)),
  deletePerson: aboutAda('people/:username', {}, ({ admin }) => confirm(admin)),
  startPersonExport: {
    ...aboutAda('people/:username/export', undefined, ({ admin }) => confirm(admin)),
    isMadeByJob: true,
  },
  updateSite: { prepare: ({ admin, number }) => ({ by: admin, path: '/v1/site', body: { name: `Site ${number}` } }) },
  setUpSite: { anew: 'nothing: a site has an owner here; setup.api.test.ts sends its code several times at once' },
  setSiteRole: aboutAda('roles/:username', { site_role: 'moderator' }),
  announce: {
    tellsEverybody: true,
    async prepare(cast) {
      await cast.admin.put('/v1/site/announcement', { post_id: await postOf(cast, cast.ada) });
      return { by: cast.admin, path: '/v1/site/announcement', body: { post_id: await postOf(cast, cast.ada) } };
    },
  },
  removeAnnouncement: {
    async prepare(cast) {
      await cast.admin.put('/v1/site/announcement', { post_id: await postOf(cast, cast.ada) });
      return { by: cast.admin, path: '/v1/site/announcement' };
    },
  },
  dismissAnnouncement: {
    async prepare(cast) {
      const { body } = await cast.admin.put('/v1/site/announcement', { post_id: await postOf(cast, cast.ada) });
      const { announcement_id } = body.announcement;
      return { by: cast.bob, path: '/v1/site/announcement/dismissal', body: { announcement_id } };
    },
  },
  appealByToken: {
    async prepare(cast) {
      await cast.admin.put(`/v1/users/${cast.ada.user.username}/suspension`, { text: 'Enough.' });
      const { body, headers } = await logInAnew(cast);
      const token = headers.get('x-appeal-token') ?? body.appeal_token;
      return { by: cast.world.stranger(), path: '/v1/decisions/appeal', body: { token, text: 'Please.' } };
    },
    others: [409, 422],
  },
};
