import { describe, expect, it } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { testWorld } from '../../../test/harness.ts';
import { activationTokenIn } from './accounts.factory.ts';

const day = 24 * 60 * 60 * 1000;
const password = 'a long enough password';

const clock = testClock();
const world = await testWorld({ clock });

describe('registration and activation', () => {
  const stepOne = async (email: string): Promise<string> =>
    (await world.stranger().patch('/v1/register/email', { email })).body.reg_id;

  const stepTwo = async (username: string, email = `${username}@example.org`): Promise<string> => {
    const reg_id = await stepOne(email);
    await world.stranger().patch('/v1/register/username', { reg_id, username });
    return reg_id;
  };

  const stepThree = (reg_id: string) =>
    world.stranger().post('/v1/users', { reg_id, password, confirm_password: password });

  const register = async (username: string, email = `${username}@example.org`) => {
    const answer = await stepThree(await stepTwo(username, email));
    await world.runJobs();
    return answer;
  };

  it('Three steps and the emailed link create an account that can log in', async () => {
    const visitor = world.stranger();
    const first = await visitor.patch('/v1/register/email', { email: 'Ada@Example.org' });
    expect(first).toMatchObject({ status: 200, body: { reg_id: expect.stringMatching(/^[\w-]{43}$/) } });
    const { reg_id } = first.body;
    const second = await visitor.patch('/v1/register/username', { reg_id, username: 'Ada', name: ' Ada Lovelace ' });
    expect(second).toMatchObject({ status: 200, body: { username: 'Ada' } });
    const third = await visitor.post('/v1/users', { reg_id, password, confirm_password: password });
    expect(third.status).toBe(201);
    expect(third.body.user).toEqual({
      user_id: expect.any(String),
      _id: third.body.user.user_id,
      username: 'Ada',
      name: 'Ada Lovelace',
      profile_path: '/profiles/default.png',
      bio: '',
      email: 'Ada@Example.org',
      show_nsfw: false,
      site_role: null,
    });

    await world.runJobs();
    const mail = await world.mailTo('Ada@Example.org');
    expect(mail?.text).toContain('http://localhost/users/activate?token=');
    const activated = await visitor.put('/v1/users/activated', { token: activationTokenIn(mail) });
    expect(activated).toMatchObject({ status: 200, body: { user: { username: 'Ada' } } });
    const session = await visitor.post('/v1/tokens/authentication', { username: 'ada', password });
    expect(session).toMatchObject({ status: 201, body: { user: { user_id: third.body.user.user_id } } });
  });

  describe('PATCH /v1/register/email', () => {
    it('Refuses an email that has an account, in any case', async () => {
      await world.person('taken', { email: 'taken@example.org' });
      const answer = await world.stranger().patch('/v1/register/email', { email: 'TAKEN@example.ORG' });
      expect(answer).toMatchObject({ status: 409, body: { error: { email: expect.any(String) } } });
    });

    it.each([
      [{}, 'Email must be provided'],
      [{ email: '' }, 'Email must be provided'],
      [{ email: null }, 'Email must be provided'],
      [{ email: 'ada' }, 'Enter a valid Email'],
      [{ email: 'ada@' }, 'Enter a valid Email'],
      [{ email: 'ada@example' }, 'Enter a valid Email'],
      [{ email: 'a da@example.org' }, 'Enter a valid Email'],
      [{ email: 'ada@example.org\r\nBcc: x@example.org' }, 'Enter a valid Email'],
    ])('Refuses %j: %s', async (body, text) => {
      expect(await world.stranger().patch('/v1/register/email', body)).toMatchObject({
        status: 422,
        body: { error: { email: text } },
      });
    });

    it('An email of the wrong type is malformed', async () => {
      expect((await world.stranger().patch('/v1/register/email', { email: 5 })).status).toBe(400);
    });

    it('An unfinished registration reserves its email from no one', async () => {
      await stepTwo('squatter', 'wanted@example.org');
      expect((await register('owner_of_mail', 'wanted@example.org')).status).toBe(201);
    });
  });

  describe('PATCH /v1/register/username', () => {
    it('Refuses a username that has an account, in any case', async () => {
      await world.person('grace');
      const reg_id = await stepOne('grace2@example.org');
      const answer = await world.stranger().patch('/v1/register/username', { reg_id, username: 'GRACE' });
      expect(answer).toMatchObject({ status: 409, body: { error: { username: expect.any(String) } } });
    });

    it('Refuses the name that chats show for people who left', async () => {
      const reg_id = await stepOne('nobody@example.org');
      const answer = await world.stranger().patch('/v1/register/username', { reg_id, username: 'Deleted_User' });
      expect(answer.status).toBe(409);
    });

    it.each([
      [{}, { username: 'Username must be provided' }],
      [{ username: '' }, { username: 'Username must be provided' }],
      [{ username: 'ab' }, { username: 'Username should have at least 3 characters' }],
      [{ username: 'x'.repeat(31) }, { username: 'Username should not be more than 30 characters' }],
      [{ username: 'ada lovelace' }, { username: 'Username should only contain alphabets, numbers and underscore' }],
      [{ username: 'zoë' }, { username: 'Username should only contain alphabets, numbers and underscore' }],
      [{ username: 'ada', name: 'x'.repeat(51) }, { name: 'Name should not be more than 50 characters' }],
    ])('Refuses %j: %j', async (given, error) => {
      const reg_id = await stepOne('rules@example.org');
      expect(await world.stranger().patch('/v1/register/username', { reg_id, ...given })).toMatchObject({
        status: 422,
        body: { error },
      });
    });

    it('Counts the name in code points', async () => {
      const reg_id = await stepOne('points@example.org');
      const name = '𝒜'.repeat(50);
      const answer = await world.stranger().patch('/v1/register/username', { reg_id, username: 'points', name });
      expect(answer.status).toBe(200);
    });

    it('Can be repeated with another username', async () => {
      const reg_id = await stepTwo('first_choice');
      const again = await world.stranger().patch('/v1/register/username', { reg_id, username: 'second_choice' });
      expect(again.status).toBe(200);
      expect((await stepThree(reg_id)).body.user.username).toBe('second_choice');
    });

    it('Refuses an unknown registration', async () => {
      const answer = await world.stranger().patch('/v1/register/username', { reg_id: 'made-up', username: 'whoever' });
      expect(answer).toMatchObject({ status: 422, body: { error: { reg_id: expect.any(String) } } });
    });

    it('Refuses a registration after 24 hours', async () => {
      const reg_id = await stepOne('slow@example.org');
      clock.advance(day - 1000);
      expect((await world.stranger().patch('/v1/register/username', { reg_id, username: 'slow' })).status).toBe(200);
      clock.advance(2000);
      expect((await world.stranger().patch('/v1/register/username', { reg_id, username: 'slow' })).status).toBe(422);
      expect((await stepThree(reg_id)).status).toBe(422);
    });
  });

  describe('POST /v1/users', () => {
    it.each([
      [{}, { password: 'Password must be provided', confirm_password: 'Confirm Password is required' }],
      [{ password: '', confirm_password: '' }, { password: 'Password must be provided' }],
      [{ password: 'seven 7', confirm_password: 'seven 7' }, { password: 'Password must be at least 8 characters' }],
      [
        { password: 'x'.repeat(73), confirm_password: 'x'.repeat(73) },
        { password: 'Password must not be more than 72 characters' },
      ],
      [{ password, confirm_password: `${password}!` }, { confirm_password: 'Passwords must match' }],
      [{ password }, { confirm_password: 'Confirm Password is required' }],
    ])('Refuses %j: %j', async (given, error) => {
      const reg_id = await stepTwo('passwords');
      const answer = await world.stranger().post('/v1/users', { reg_id, ...given });
      expect(answer.status).toBe(422);
      expect(answer.body.error).toMatchObject(error);
    });

    it('Counts the password in code points', async () => {
      const reg_id = await stepTwo('emoji');
      const long = '🦊'.repeat(72);
      const answer = await world.stranger().post('/v1/users', { reg_id, password: long, confirm_password: long });
      expect(answer.status).toBe(201);
    });

    it('Refuses a registration without a username', async () => {
      const answer = await stepThree(await stepOne('hasty@example.org'));
      expect(answer).toMatchObject({ status: 422, body: { error: { username: 'Username must be provided' } } });
    });

    it('A registration creates one account', async () => {
      const reg_id = await stepTwo('once');
      const answers = await Promise.all([stepThree(reg_id), stepThree(reg_id)]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422]);
      expect((await stepThree(reg_id)).status).toBe(422);
    });

    it('Of two simultaneous claims to a username, one succeeds and the other learns why', async () => {
      const regs = await Promise.all([stepTwo('racer', 'racer1@example.org'), stepTwo('RACER', 'racer2@example.org')]);
      const answers = await Promise.all(regs.map(stepThree));
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
      const loser = answers.findIndex((answer) => answer.status === 409);
      expect(answers[loser]?.body).toEqual({ error: { username: expect.any(String) } });
      // Another username, and the same registration continues.
      const reg_id = regs[loser];
      await world.stranger().patch('/v1/register/username', { reg_id, username: 'racer_two' });
      expect((await stepThree(reg_id ?? '')).status).toBe(201);
    });

    it('Of two simultaneous registrations of an email, one succeeds and the other learns why', async () => {
      const regs = await Promise.all([stepTwo('twin_a', 'twin@example.org'), stepTwo('twin_b', 'Twin@example.org')]);
      const answers = await Promise.all(regs.map(stepThree));
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
      expect(answers.find((answer) => answer.status === 409)?.body).toEqual({ error: { email: expect.any(String) } });
    });

    it('Stores passwords, reg_ids and tokens only as hashes', async () => {
      const pending = await stepTwo('pending_hash');
      await register('hashed');
      const token = activationTokenIn(await world.mailTo('hashed@example.org'));
      const rows = await world.sql(
        `select to_jsonb(u)::text as row from users u union all select to_jsonb(r)::text from registrations r
         union all select to_jsonb(a)::text from activation_tokens a union all select payload::text from graphile_worker._private_jobs`,
      );
      const stored = rows.map((row) => row.row).join('\n');
      expect(stored).toContain('$argon2id$v=19$');
      for (const secret of [password, pending, token]) {
        expect(stored).not.toContain(secret);
        expect(stored).not.toContain(Buffer.from(secret).toString('hex'));
      }
    });
  });

  describe('PUT /v1/users/activated', () => {
    it('Accepts the token in the query, too', async () => {
      await register('by_query');
      const token = activationTokenIn(await world.mailTo('by_query@example.org'));
      const answer = await world.stranger().put(`/v1/users/activated?token=${token}`);
      expect(answer).toMatchObject({ status: 200, body: { user: { username: 'by_query' } } });
    });

    it('The link works once', async () => {
      await register('link_once');
      const token = activationTokenIn(await world.mailTo('link_once@example.org'));
      expect((await world.stranger().put('/v1/users/activated', { token })).status).toBe(200);
      const again = await world.stranger().put('/v1/users/activated', { token });
      expect(again).toMatchObject({ status: 422, body: { error: { token: expect.any(String) } } });
    });

    it.each([[{}], [{ token: '' }], [{ token: 'made-up' }]])('Refuses %j', async (body) => {
      const answer = await world.stranger().put('/v1/users/activated', body);
      expect(answer).toMatchObject({ status: 422, body: { error: { token: expect.any(String) } } });
    });

    it('The link works for 3 days', async () => {
      await register('late');
      const token = activationTokenIn(await world.mailTo('late@example.org'));
      clock.advance(3 * day + 1000);
      expect((await world.stranger().put('/v1/users/activated', { token })).status).toBe(422);
    });

    it('Logging in with the right password before activating says so and mails a new link', async () => {
      await register('impatient');
      const first = activationTokenIn(await world.mailTo('impatient@example.org'));
      clock.advance(2 * day);
      const login = await world.stranger().post('/v1/tokens/authentication', { username: 'impatient', password });
      expect(login).toMatchObject({
        status: 403,
        body: {
          error:
            'Your account needs to be activated before you can start using the app. Please check your email for the activation link.',
        },
      });
      expect(login.headers.get('set-cookie')).toBeNull();
      await world.runJobs();
      const token = activationTokenIn(await world.mailTo('impatient@example.org'));
      expect(token).not.toBe(first);
      expect((await world.stranger().put('/v1/users/activated', { token })).status).toBe(200);
    });
  });

  it('A job removes whatever has expired', async () => {
    await stepTwo('leftover');
    await register('never_activated');
    clock.advance(5 * day);
    await world.platform.jobs.add(world.platform.db.kysely, 'accounts.remove-expired', {});
    await world.runJobs();
    const [counts] = await world.sql(
      'select (select count(*)::int from registrations) as registrations, (select count(*)::int from activation_tokens) as tokens',
    );
    expect(counts).toEqual({ registrations: 0, tokens: 0 });
  });
});

describe('Spaces around what people type', () => {
  it("don't matter in identifiers, emails and codes, and stay in passwords", async () => {
    const stranger = world.stranger();
    const { body } = await stranger.patch('/v1/register/email', { email: ' spaced@EXÄMPLE.org ' });
    const named = await stranger.patch('/v1/register/username', { reg_id: body.reg_id, username: 'spaced\n' });
    expect(named).toMatchObject({ status: 200, body: { username: 'spaced' } });
    const password = ' kept as typed ';
    expect(
      (await stranger.post('/v1/users', { reg_id: body.reg_id, password, confirm_password: password })).status,
    ).toBe(201);
    await world.sql('update users set activated_at = now() where username = $1', ['spaced']);
    const logIn = async (username: string, given = password) =>
      (await world.stranger().post('/v1/tokens/authentication', { username, password: given })).status;
    for (const username of ['spaced ', '\tSPACED', ' spaced@exämple.org ', 'spaced@xn--exmple-cua.org']) {
      expect(await logIn(username), username).toBe(201);
    }
    expect(await logIn('spaced', password.trim())).toBe(401);

    await world.runJobs();
    expect((await stranger.post('/v1/otp', { username: ' spaced ' })).body).toEqual({ username: 'spaced' });
    await world.runJobs();
    const mail = await world.mailTo('spaced@xn--exmple-cua.org', /code/i);
    const otp = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
    expect((await stranger.post('/v1/otp/validate', { username: 'spaced ', otp: ` ${otp} ` })).status).toBe(200);
  });
});
