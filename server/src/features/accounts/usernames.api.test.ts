import { describe, expect, test } from 'vitest';
import { testWorld } from '../../../test/harness.ts';
import { factoryPassword } from './accounts.factory.ts';

const world = await testWorld();
type Person = Awaited<ReturnType<typeof world.person>>;

const rename = (person: Person, username: string) => person.patch('/v1/users', { username });
const seen = (viewer: Person, username: string) => viewer.get(`/v1/users/${username}`);
/** Lets days pass for one person. */
async function pass(person: Person, days: number): Promise<void> {
  await world.sql(`update users set username_changed_at = username_changed_at - $2 * interval '1 day' where id = $1`, [
    person.user_id,
    days,
  ]);
  await world.sql(`update former_names set expires_at = expires_at - $2 * interval '1 day' where user_id = $1`, [
    person.user_id,
    days,
  ]);
  await world.platform.jobs.add(world.platform.db.kysely, 'accounts.remove-expired', {});
  await world.runJobs();
}

/** Registers with a username. @returns the status of the step that sets it */
async function register(username: string): Promise<number> {
  const stranger = world.stranger();
  const { body } = await stranger.patch('/v1/register/email', { email: `${username}-${Math.random()}@example.org` });
  return (await stranger.patch('/v1/register/username', { reg_id: body.reg_id, username })).status;
}

describe('Changing a username', () => {
  test('Again within 30 days is 422 and says from when it works', async () => {
    const person = await world.person('hasty');
    expect((await rename(person, 'hasty_b')).status).toBe(200);
    await pass(person, 29);
    const refused = await rename(person, 'hasty_c');
    expect(refused).toMatchObject({ status: 422, body: { error: { username: expect.stringMatching(/20\d\d/) } } });
    const { changeable_at } = (await person.get('/v1/user/usernames')).body.usernames;
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(changeable_at),
    );
    expect(refused.body.error.username).toContain(day);
    expect((await person.get('/v1/user')).body.user.username).toBe('hasty_b');
    await pass(person, 1);
    expect((await rename(person, 'hasty_c')).status).toBe(200);
  });

  test('The same name, or another case of it, changes nothing', async () => {
    const person = await world.person('steady');
    expect((await rename(person, 'steady')).status).toBe(200);
    expect((await rename(person, 'Steady')).body.user.username).toBe('Steady');
    expect((await person.get('/v1/user/usernames')).body.usernames).toEqual({
      changeable_at: null,
      keep: true,
      former: [],
    });
    expect((await rename(person, 'steadier')).status).toBe(200);
    expect((await rename(person, 'STEADIER')).status).toBe(200);
  });

  test('A taken name is 409, also within the 30 days', async () => {
    await world.person('holder');
    const person = await world.person('seeker');
    await rename(person, 'seeker_b');
    expect((await rename(person, 'Holder')).status).toBe(409);
  });

  test('A refused change leaves nothing behind', async () => {
    const person = await world.person('undecided');
    await rename(person, 'undecided_b');
    await rename(person, 'undecided_c');
    expect((await seen(person, 'undecided_c')).status).toBe(404);
    expect((await person.get('/v1/user/usernames')).body.usernames.former).toMatchObject([{ username: 'undecided' }]);
  });
});

describe('A former username', () => {
  test('Leads to its person for 90 days, whatever its case, and then to nobody', async () => {
    const [person, viewer] = [await world.person('earlier'), await world.person('viewer_a')];
    await rename(person, 'later');
    for (const name of ['later', 'earlier', 'EARLIER']) {
      expect(await seen(viewer, name)).toMatchObject({ status: 200, body: { user: { username: 'later' } } });
    }
    await pass(person, 89);
    expect((await seen(viewer, 'earlier')).status).toBe(200);
    await pass(person, 1);
    expect((await seen(viewer, 'earlier')).status).toBe(404);
    expect(await register('earlier')).toBe(200);
  });

  test('Logs its person in for as long, with a password or a one-time code', async () => {
    const person = await world.person('once');
    const logIn = async (username: string) =>
      await world.stranger().post('/v1/tokens/authentication', { username, password: factoryPassword });
    await rename(person, 'today');
    expect(await logIn(' Once ')).toMatchObject({ status: 201, body: { user: { username: 'today' } } });
    expect((await logIn('today')).status).toBe(201);
    expect((await world.stranger().post('/v1/otp', { username: 'once' })).status).toBe(200);
    await world.runJobs();
    expect(await world.mailTo(person.user.email, /code/i)).toBeDefined();
    await pass(person, 90);
    expect((await logIn('once')).status).toBe(401);

    await rename(person, 'tomorrow');
    expect((await logIn('today')).status).toBe(201);
    expect((await person.patch('/v1/user/usernames', { keep: false })).status).toBe(200);
    expect((await logIn('today')).status, 'once its person turned that off').toBe(401);
    expect((await logIn('tomorrow')).status).toBe(201);
  });

  test("Can't be taken by others meanwhile: not by registering, not by renaming, not by the team", async () => {
    const [person, other] = [await world.person('kept_name'), await world.person('other_a')];
    await rename(person, 'kept_name_b');
    expect(await register('Kept_Name')).toBe(409);
    expect((await rename(other, 'KEPT_NAME')).status).toBe(409);
    await expect(world.sql(`update users set username = 'kept_name' where id = $1`, [other.user_id])).rejects.toThrow();
  });

  test('Is refused to a registration that had chosen it before', async () => {
    const [person, stranger] = [await world.person('first_here'), world.stranger()];
    const { reg_id } = (await stranger.patch('/v1/register/email', { email: 'chosen@example.org' })).body;
    await stranger.patch('/v1/register/username', { reg_id, username: 'first_here_b' });
    await rename(person, 'first_here_b');
    await pass(person, 30);
    await rename(person, 'first_here_c');
    const given = { reg_id, password: factoryPassword, confirm_password: factoryPassword };
    expect(await stranger.post('/v1/users', given)).toMatchObject({
      status: 409,
      body: { error: { username: expect.any(String) } },
    });
  });

  test('Can be reclaimed by its person', async () => {
    const person = await world.person('returning');
    await rename(person, 'returned');
    await pass(person, 30);
    expect((await rename(person, 'Returning')).status).toBe(200);
    const { former } = (await person.get('/v1/user/usernames')).body.usernames;
    expect(former.map(({ username }: { username: string }) => username)).toEqual(['returned']);
  });

  test("Is freed right away when its owner turns that off, and later ones aren't kept", async () => {
    const [person, viewer] = [await world.person('private_a'), await world.person('viewer_b')];
    await rename(person, 'private_b');
    expect(await person.patch('/v1/user/usernames', { keep: false })).toMatchObject({
      status: 200,
      body: { usernames: { keep: false, former: [] } },
    });
    expect((await seen(viewer, 'private_a')).status).toBe(404);
    expect((await rename(viewer, 'private_a')).status).toBe(200);
    await pass(person, 30);
    await rename(person, 'private_c');
    expect((await seen(viewer, 'private_b')).status).toBe(404);
  });

  test("Doesn't lead past a block, in either direction", async () => {
    const [person, blocked] = [await world.person('blocker_a'), await world.person('blocked_a')];
    await rename(person, 'blocker_b');
    await person.put('/v1/users/blocked_a/block');
    expect(await seen(blocked, 'blocker_a')).toEqual(
      await seen(blocked, 'nobody_at_all').then((answer) => ({ ...answer, headers: expect.anything() })),
    );
    await rename(blocked, 'blocked_b');
    expect((await seen(person, 'blocked_a')).status).toBe(404);
  });

  test('Is free once its account is deleted', async () => {
    const person = await world.person('leaving_a');
    await rename(person, 'leaving_b');
    expect((await person.delete('/v1/users')).status).toBe(200);
    expect(await register('leaving_a')).toBe(200);
    expect(await world.sql('select from former_names where user_id = $1', [person.user_id])).toEqual([]);
  });

  test('Of people who race for a name that is being given up, freed or taken back, at most one gets it', async () => {
    for (let round = 0; round < 12; round += 1) {
      const name = `race_${round}`;
      const owner = await world.person(name);
      const rivals = await Promise.all([0, 1, 2].map((rival) => world.person(`rival_${round}_${rival}`)));
      const isFreed = round % 3 === 1;
      if (round % 3 !== 0) await rename(owner, `${name}_x`);
      if (round % 3 === 2) await pass(owner, 30);
      const own = [
        () => rename(owner, `${name}_y`),
        () => owner.patch('/v1/user/usernames', { keep: false }),
        () => rename(owner, name),
      ][round % 3];
      const [, ...answers] = await Promise.all([own?.(), ...rivals.map((rival) => rename(rival, name))]);
      const won = answers.filter(({ status }) => status === 200).length;
      expect(won, name).toBeLessThanOrEqual(isFreed ? 1 : 0);
      const holders = await world.sql<{ id: string }>(
        'select id from users where lower(username) = $1 union select user_id from former_names where name = $1',
        [name],
      );
      expect(holders.length, name).toBeLessThanOrEqual(1);
    }
  });
});
