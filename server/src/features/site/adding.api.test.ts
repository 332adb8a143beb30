import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startWorld, type World } from '../../../test/harness.ts';
import { setSiteRole } from '../../../test/site.ts';
import { hashToken } from '../../platform/sessions/sessions.ts';

let world: World;
let admin: Person;
let moderator: Person;
beforeAll(async () => {
  world = await startWorld();
  const owner = await world.person('owner');
  admin = await world.person('admin');
  moderator = await world.person('moderator');
  await world.person('member', { name: 'Mira Member' });
  await setSiteRole(world, owner.user_id, 'owner');
  await setSiteRole(world, admin.user_id, 'admin');
  await setSiteRole(world, moderator.user_id, 'moderator');
});
afterAll(() => world.close());

const password = 'a password of their own';
const tokenIn = (url: string) => url.split('/w/')[1] ?? '';
const choose = (token: string) =>
  world.stranger().post('/v1/users/login-link', { token, password, confirm_password: password });
const read = (token: string) => world.stranger().post('/v1/users/login-link/read', { token });
const csv = (person: Person, body: string | Buffer, query = '') =>
  person.fetch(`/v1/site/people${query}`, { method: 'POST', body, headers: { 'content-type': 'text/csv' } });

describe('adding people', () => {
  it('Each gets a link that works once, asks for a password, and logs in', async () => {
    const { status, body } = await admin.post('/v1/site/people', {
      people: [
        { name: 'Ada Lovelace', username: 'ada' },
        { username: 'grace', email: 'grace@example.org' },
      ],
    });
    expect(status).toBe(201);
    expect(body.people).toEqual([
      {
        username: 'ada',
        name: 'Ada Lovelace',
        login_url: expect.stringMatching(/^http:\/\/localhost\/w\/[0-9a-hjkmnp-tv-z]{10}$/),
      },
      { username: 'grace', name: null, login_url: expect.any(String) },
    ]);
    const token = tokenIn(body.people[0].login_url);
    expect((await world.stranger().post('/v1/users/login-link/read', { token })).body).toEqual({
      username: 'ada',
      name: 'Ada Lovelace',
    });
    const short = await world.stranger().post('/v1/users/login-link', {
      token,
      password: 'short',
      confirm_password: 'short',
    });
    expect(short.status).toBe(422);
    const entered = await choose(token);
    expect(entered.status).toBe(201);
    expect(entered.body.user).toMatchObject({ username: 'ada', name: 'Ada Lovelace' });
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await world.withCookie(cookie).get('/v1/user')).status).toBe(200);
    const told = await world.withCookie(cookie).get('/v1/notifications');
    expect(told.body, "a first password isn't told as a reset").toMatchObject({ notifications: [] });
    expect(await choose(token)).toMatchObject({ status: 422, body: { error: { token: expect.any(String) } } });
    expect((await world.stranger().post('/v1/users/login-link/read', { token })).status).toBe(422);
    expect((await world.stranger().post('/v1/tokens/authentication', { username: 'ada', password })).status).toBe(201);
    const byEmail = await admin.get('/v1/site/people?query=ada');
    expect(byEmail.body.people[0]).toMatchObject({ email: null, state: 'active' });
  });

  it('Links work for 14 days', async () => {
    const { body } = await admin.post('/v1/site/people', { people: [{ username: 'sleeper' }] });
    await world.sql("update login_links set expires_at = expires_at - interval '14 days'");
    expect((await choose(tokenIn(body.people[0].login_url))).status).toBe(422);
  });

  it('Somebody without an email address can do everything, and gets no mail', async () => {
    const { body } = await admin.post('/v1/site/people', { people: [{ username: 'no_mail' }] });
    const entered = await choose(tokenIn(body.people[0].login_url));
    expect(entered.body.user.email).toBeUndefined();
    const person = world.withCookie(entered.headers.get('set-cookie')?.split(';')[0] ?? '');
    const next = { password: 'the next password', confirm_password: 'the next password' };
    expect((await person.patch('/v1/users/password', { old_password: password, ...next })).status).toBe(200);
    expect((await world.stranger().post('/v1/otp', { username: 'no_mail' })).status).toBe(200);
    expect((await person.get('/v1/users/no_mail')).status).toBe(200);
    expect((await person.delete('/v1/users')).status).toBe(200);
    await world.runJobs();
    expect((await world.outbox()).filter((mail) => !mail.to)).toEqual([]);
  });

  it('Only admins can add people, and a broken text is refused', async () => {
    expect((await moderator.post('/v1/site/people', { people: [{ username: 'z_1' }] })).status).toBe(422);
    expect((await csv(moderator, 'username\nz_1')).status).toBe(422);
    expect((await admin.post('/v1/site/people', { people: [] })).status).toBe(422);
    expect((await csv(admin, 'username\n"open')).status).toBe(422);
    expect((await csv(admin, 'username\n')).status).toBe(422);
  });

  it("A list isn't read before its sender's session is checked", async () => {
    const stranger = await fetch(`${world.origin}/v1/site/people`, {
      method: 'POST',
      body: 'username\n"open',
      headers: { 'content-type': 'text/csv' },
    });
    expect(stranger.status).toBe(401);
  });
});

describe('class lists', () => {
  const classList = (name: string) => readFileSync(new URL(`../../../test/class-lists/${name}`, import.meta.url));
  const plan = async (body: string | Buffer) => {
    const response = await csv(admin, body, '?dry_run=true');
    expect(response.status).toBe(200);
    return ((await response.json()) as { people: Record<string, unknown>[] }).people;
  };

  it.each([
    ['excel-sep-line.csv', [{ line: 3, name: 'Ann', username: 'ann_sep', email: null, fault: null }]],
    ['utf-16.csv', [{ line: 2, name: 'Zoë', username: 'zoe_x', email: null, fault: null }]],
    [
      'first-and-last-name.csv',
      [
        { line: 2, name: 'Ann Lee', username: 'ann_lee', email: 'ann.lee@school.example', fault: null },
        { line: 3, name: 'Bo Ek', username: 'bo_ek', email: 'bo.ek@school.example', fault: null },
      ],
    ],
    [
      'german-headings.csv',
      [
        { line: 2, name: 'Jürgen Weiß', username: 'jweiss', email: null, fault: null },
        { line: 3, name: 'Łukasz Żak', username: 'lukasz_zak', email: null, fault: null },
      ],
    ],
    [
      'error-in-line-5.csv',
      [
        { line: 2, name: 'Ada', username: 'ada_one', email: null, fault: null },
        { line: 4, name: 'Bo', username: 'bo_two', email: null, fault: null },
        { line: 5, name: 'Cy', username: 'not ok', email: null, fault: expect.stringMatching(/alphabets/) },
      ],
    ],
  ])('%s is read as its author meant it', async (name, people) => {
    expect(await plan(classList(name))).toEqual(people);
  });

  it('A dry run returns what would be created, and creates nothing', async () => {
    const before = await world.sql('select id from users');
    const body = { people: [{ name: 'Olena Koval' }, { name: 'x', username: 'member' }] };
    expect(await admin.post('/v1/site/people?dry_run=true', body)).toMatchObject({
      status: 200,
      body: {
        people: [
          { line: 1, name: 'Olena Koval', username: 'olena_koval', email: null, fault: null },
          { line: 2, name: 'x', username: 'member', email: null, fault: 'The username member is taken.' },
        ],
      },
    });
    expect(await world.sql('select id from users')).toEqual(before);
    expect((await moderator.post('/v1/site/people?dry_run=true', body)).status).toBe(422);
    expect((await admin.post('/v1/site/people?dry_run=perhaps', body)).status).toBe(400);
  });

  it('Usernames made from names are free, and different from those the list gives', async () => {
    const people = ['Mem Ber', 'Mem Ber', 'mira', '山田太郎', 'さくら', 'Stu Dent'].map((name) => ({ name }));
    await admin.post('/v1/site/people', { people: [{ name: '佐藤' }, { name: 'Mira' }] });
    const { body } = await admin.post('/v1/site/people?dry_run=true', {
      people: [...people, { username: 'Mem_Ber_2' }, { username: 'member_3', name: '鈴木' }],
    });
    const made = body.people.map(({ username }: { username: string }) => username);
    expect(made.slice(0, 5)).toEqual(['mem_ber', 'mem_ber_3', 'mira_2', 'member_2', 'member_4']);
    expect(new Set(made.map((name: string) => name.toLowerCase())).size).toBe(8);
    expect(body.people.every(({ fault }: { fault: unknown }) => fault === null)).toBe(true);
  });

  it('A class of 2,000 is added at once, and one more is refused', async () => {
    const lines = Array.from({ length: 2000 }, (_, index) => `Pupil Nr ${index};;`);
    const [admins, others] = [await admin.socket(), await moderator.socket()];
    const response = await csv(admin, `Name;User name;E-Mail\r\n${lines.join('\r\n')}\r\n`);
    expect(response.status).toBe(201);
    const { people } = (await response.json()) as { people: { username: string; login_url: string }[] };
    expect(people.map(({ username }) => username)).toEqual(lines.map((_, index) => `pupil_nr_${index}`));
    expect(new Set(people.map(({ login_url }) => login_url)).size).toBe(2000);
    const [entry] = await world.sql(
      "select text from audit_log where action = 'people.added' order by id desc limit 1",
    );
    expect(entry).toEqual({ text: '2000' });
    await admins.first('peopleProgress', ({ done }) => done === 2000);
    const hundreds = Array.from({ length: 20 }, (_, index) => ({ done: (index + 1) * 100, total: 2000 }));
    expect(admins.all('peopleProgress'), 'who adds them hears how far it is').toEqual(hundreds);
    expect(others.all('peopleProgress')).toEqual([]);
    const more = await csv(
      admin,
      `username\n${Array.from({ length: 2001 }, (_, index) => `more_${index}`).join('\n')}`,
    );
    expect(more.status).toBe(422);
  });

  it('Everybody is added or nobody, and each mistake is reported once, at its line', async () => {
    const response = await csv(
      admin,
      'name,username,email\nNew One,new_one,\nTwice,twice,\n,TWICE,\nBad,a b,\nNo Name,,\nMine,member,\nMail,mail_1,not-an-address\nTaken,mail_2,OWNER@example.org\nReserved,deleted_user,\n',
    );
    expect(response.status).toBe(422);
    const { error } = (await response.json()) as { error: Record<string, string> };
    expect(Object.keys(error)).toEqual(['4', '5', '7', '8', '9', '10']);
    expect(error[4]).toBe('Line 3 has the same username.');
    expect(await world.sql("select from users where username in ('new_one', 'twice', 'no_name')")).toHaveLength(0);
    const json = await admin.post('/v1/site/people', { people: [{ username: 'fine' }, { username: 'member' }, {}] });
    expect(json).toMatchObject({
      status: 422,
      body: { error: { 2: 'The username member is taken.', 3: 'Username must be provided' } },
    });
  });

  it.each([false, true])(
    'People with an email address get a working link by mail if that is chosen (CSV: %s)',
    async (isCsv) => {
      const add = (query: string, name: string) =>
        isCsv
          ? csv(admin, `name,email\n${name},${name}@school.example\n${name} two,\n`, query)
          : admin.fetch(`/v1/site/people${query}`, {
              method: 'POST',
              body: JSON.stringify({ people: [{ name, email: `${name}@school.example` }, { name: `${name} two` }] }),
              headers: { 'content-type': 'application/json' },
            });
      expect((await add('', `unmailed_${isCsv}`)).status).toBe(201);
      expect((await add('?mail=true', `mailed_${isCsv}`)).status).toBe(201);
      await world.runJobs();
      const mails = (await world.outbox()).filter(({ to }) => to.includes(`mailed_${isCsv}`));
      expect(mails.map(({ to }) => to)).toEqual([`mailed_${isCsv}@school.example`]);
      const code = /\/w\/(\w{10})/.exec(mails[0]?.text ?? '')?.[1] ?? '';
      expect((await choose(code)).status).toBe(201);
    },
  );
});

describe('log-in links', () => {
  const linkFor = async (username: string) =>
    tokenIn((await admin.post('/v1/site/people', { people: [{ username }] })).body.people[0].login_url);

  it('A code works however people type it', async () => {
    const code = await linkFor('typist');
    const typed = ` ${code.toUpperCase().replaceAll('0', 'O').replaceAll('1', 'l')} `;
    expect((await read(typed)).body).toMatchObject({ username: 'typist' });
    expect((await choose(typed)).status).toBe(201);
  });

  it('Links that were made with a long token go on working', async () => {
    await linkFor('early_bird');
    const token = 'a-token-of-forty-three-letters-and-figures-1';
    await world.sql(
      `insert into login_links (token_hash, user_id, expires_at)
       select $1, id, now() + interval '1 day' from users where username = 'early_bird'`,
      [hashToken(token)],
    );
    expect((await read(token)).body).toMatchObject({ username: 'early_bird' });
    expect((await choose(token)).status).toBe(201);
  });

  it("A network may try only a limited number of wrong ones; right ones don't count", async () => {
    const limited = await startWorld({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' } });
    const head = await limited.person('head');
    await setSiteRole(limited, head.user_id, 'owner');
    const { body } = await head.post('/v1/site/people', { people: [{ username: 'pupil' }] });
    const good = tokenIn(body.people[0].login_url);
    const attempt = async (token: string, address: string) =>
      (
        await fetch(`${limited.origin}/v1/users/login-link/read`, {
          method: 'POST',
          body: JSON.stringify({ token }),
          headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        })
      ).status;
    for (let count = 0; count < 70; count += 1) expect(await attempt(good, '192.0.2.1')).toBe(200);
    const wrong: number[] = [];
    for (let count = 0; count < 61; count += 1) wrong.push(await attempt(`${count}`.padStart(10, 'x'), '192.0.2.1'));
    expect(wrong).toEqual([...Array(60).fill(422), 429]);
    expect(await attempt(good, '192.0.2.1')).toBe(429);
    expect(await attempt(good, '192.0.2.2')).toBe(200);
    await limited.close();
  });
});
