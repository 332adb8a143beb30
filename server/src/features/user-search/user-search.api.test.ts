import { describe, expect, test } from 'vitest';
import { testWorld } from '../../../test/harness.ts';

const world = await testWorld();
const me = await world.person('searcher', { name: 'Ada Searching' });
const people: [string, string | null][] = [
  ['ada', 'Augusta King'],
  ['ada_lovelace', 'Ada Lovelace'],
  ['adam', null],
  ['grace', 'Grace Hopper'],
  ['zoe99', 'Zoë Müller-Lüdenscheidt'],
  ['christopher_w', 'Christopher Wren'],
  ['taro', '山田 太郎'],
  ['hanako', '山本花子'],
  ['kyiv', 'Олена Ковальчук'],
  ['not_yet', 'Ada Unfinished'],
];
for (const [username, name] of people) await world.person(username, { name });
await world.sql(`update users set activated_at = null where username = 'not_yet'`);

const find = async (query: string, size?: number) => {
  const answer = await me.get(
    `/v1/users?query=${encodeURIComponent(query)}${size === undefined ? '' : `&size=${size}`}`,
  );
  expect(answer.status).toBe(200);
  return answer.body.users.map((user: { username: string }) => user.username);
};

describe('GET /v1/users', () => {
  test('returns users as authors, and nothing more about them', async () => {
    expect((await me.get('/v1/users?query=grace')).body).toEqual({
      users: [{ username: 'grace', name: 'Grace Hopper', profile_path: '/profiles/default.png', mobileNumber: '' }],
    });
  });

  test('best match first: the username, then a word of username or name, then a beginning', async () => {
    expect(await find('ada')).toEqual(['ada', 'ada_lovelace', 'adam']);
    expect((await find('adam'))[0]).toBe('adam');
  });

  test('leaves out the caller and inactive accounts', async () => {
    expect(await find('searcher')).toEqual([]);
    expect(await find('not_yet')).toEqual([]);
  });

  test("case, accents, an @ and word order don't matter", async () => {
    for (const query of ['GRACE', '@grace', 'hopper grace', 'Hopper, Grace'])
      expect(await find(query)).toEqual(['grace']);
    for (const query of ['zoe', 'zoë', 'muller', 'ludenscheidt', 'MÜLLER zo'])
      expect(await find(query)).toEqual(['zoe99']);
    expect(await find('олена')).toEqual(['kyiv']);
    expect(await find('КОВАЛЬ')).toEqual(['kyiv']);
  });

  test('beginnings of words are enough', async () => {
    for (const query of ['chr', 'christoph', 'wre', 'chr wr', 'christopherw']) {
      expect(await find(query)).toEqual(['christopher_w']);
    }
    expect(await find('lovel')).toEqual(['ada_lovelace']);
  });

  test('tolerates one typo', async () => {
    for (const query of ['cristopher', 'chrsitopher', 'christofer', 'christoppher', 'christopher wrne']) {
      expect(await find(query)).toEqual(['christopher_w']);
    }
    expect(await find('hoper')).toEqual(['grace']);
    expect(await find('lovelcae')).toEqual(['ada_lovelace']);
  });

  test('tolerates a typo in the beginning of a word, too', async () => {
    // Swapped, wrong letter, one missing, one too many.
    for (const query of ['chirs', 'chrisd', 'crist', 'chhrist', 'hcrist']) {
      expect(await find(query)).toEqual(['christopher_w']);
    }
    expect(await find('lvoe')).toEqual(['ada_lovelace']);
    expect(await find('ludne')).toEqual(['zoe99']);
    expect(await find('chirs wrne')).toEqual(['christopher_w']);
    expect(await find('xyzw')).toEqual([]);
  });

  test('finds Chinese and Japanese names by one character, wherever it is', async () => {
    expect((await find('山')).sort()).toEqual(['hanako', 'taro']);
    expect(await find('太郎')).toEqual(['taro']);
    expect(await find('郎')).toEqual(['taro']);
    expect(await find('花')).toEqual(['hanako']);
    expect(await find('山本')).toEqual(['hanako']);
  });

  test('a blank query, and one with only punctuation, finds no one', async () => {
    for (const query of ['', '  ', '%', '_', "'", '\\', '@', '!!']) expect(await find(query)).toEqual([]);
    expect((await me.get('/v1/users')).body).toEqual({ users: [] });
  });

  test('pattern characters are treated literally', async () => {
    expect(await find('a%')).not.toContain('ada');
    expect(await find('gr_ce')).toEqual([]);
  });

  test('long queries and odd characters are accepted', async () => {
    expect(await find('x'.repeat(5000))).toEqual([]);
    expect(await find('a '.repeat(200))).toEqual([]);
    expect(await find('\u{10ffff}')).toEqual([]);
    expect((await me.get('/v1/users?query=%00')).status).toBe(400);
  });

  test('returns ten at most by default, and a size other than 1 to 50 is 400', async () => {
    for (let n = 0; n < 12; n += 1) await world.person(`twin_${n}`);
    expect(await find('twin')).toHaveLength(10);
    expect(await find('twin', 12)).toHaveLength(12);
    expect(await find('twin', 1)).toHaveLength(1);
    for (const size of [0, 51]) expect((await me.get(`/v1/users?query=x&size=${size}`)).status).toBe(400);
  });

  test('a new name is found right away, and the old one no longer', async () => {
    const person = await world.person('before_rename');
    await person.patch('/v1/users', { username: 'afterwards' });
    expect(await find('afterwards')).toEqual(['afterwards']);
    expect(await find('before_rename')).toEqual([]);
  });
});
