import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readDiskSpace } from '#platform/storage/free-space.ts';
import { readFixture } from '../../../test/fixtures/fixtures.ts';
import { type Person, startWorld, type World } from '../../../test/harness.ts';

const postOf = (content: string, file: Uint8Array<ArrayBuffer>) => {
  const form = new FormData();
  form.set('content', content);
  form.append('files', new Blob([file]), 'file');
  return form;
};

async function filesOf(world: World): Promise<string[]> {
  const folder = join(world.platform.config.dataDir, 'media');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? entry.name : []));
}

test('an upload that would use the reserved free space gets 507 with an explanation, and leaves nothing behind', async () => {
  // More than is free, and less than twice as much: below half of it, text would be refused, too.
  const { free, total } = await readDiskSpace(tmpdir());
  const world = await startWorld({ settings: { MIN_FREE_SPACE: `${Math.min(99, Math.ceil((free / total) * 150))}%` } });
  try {
    const ada = await world.person('ada');
    const { status, body } = await ada.upload('/v1/posts', postOf('hello', await readFixture('alpha.png')));
    expect({ status, body }).toEqual({
      status: 507,
      body: { error: 'The server has no space left for this. Tell whoever runs it, or try again later.' },
    });
    expect(await filesOf(world)).toEqual([]);
    expect(await world.sql('select id from media_files')).toEqual([]);
    const form = new FormData();
    form.set('content', 'text alone');
    expect((await ada.upload('/v1/posts', form)).status).toBe(201);
  } finally {
    await world.close();
  }
});

/** The space the server counts for each owner, and what it should be: the sum over the existing media. */
const usage = async (world: World) =>
  await world.sql(`
    select coalesce(counted.owner_id, summed.owner_id) as owner, counted.bytes as counted, summed.bytes as summed
    from media_usage counted
      full join (select owner_id, sum(bytes)::bigint as bytes from media_files group by owner_id) summed using (owner_id)
    where counted.bytes is distinct from summed.bytes`);

const noise = async (side: number): Promise<Buffer<ArrayBuffer>> => {
  const channels = 3;
  const png = await sharp({
    create: {
      width: side,
      height: side,
      channels,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
  return Buffer.from(png);
};

const usedBy = async (world: World, { user_id }: Person) =>
  Number((await world.sql('select bytes from media_usage where owner_id = $1', [user_id]))[0]?.bytes ?? 0);

test('someone who has used up their space gets 413 with an explanation, and can upload again after deleting something', async () => {
  const world = await startWorld({ settings: { MAX_SPACE_PER_PERSON: '200KB' } });
  try {
    const [ada, bob] = [await world.person('ada'), await world.person('bob')];
    const picture = await noise(190);
    const first = await ada.upload('/v1/posts', postOf('hello', picture));
    expect(first.status).toBe(201);
    const used = await usedBy(world, ada);
    expect(used).toBeGreaterThan(100 * 1024);
    const { status, body } = await ada.upload('/v1/posts', postOf('again', picture));
    expect([status, body.error]).toEqual([413, expect.stringContaining('may take up 0.2 MB in all')]);
    expect(await usedBy(world, ada)).toBe(used);
    expect((await bob.upload('/v1/posts', postOf('mine', picture))).status).toBe(201);
    expect(await usage(world)).toEqual([]);
    await ada.delete(`/v1/posts/${first.body.post.post_id}`);
    expect(await usedBy(world, ada)).toBe(0);
    expect((await ada.upload('/v1/posts', postOf('again', picture))).status).toBe(201);
    await world.runJobs();
  } finally {
    await world.close();
  }
});

test("simultaneous uploads by one person can't exceed their space together", async () => {
  const world = await startWorld({ settings: { MAX_SPACE_PER_PERSON: '200KB' } });
  try {
    const ada = await world.person('ada');
    const picture = await noise(190);
    const answers = await Promise.all(
      Array.from({ length: 4 }, async (_, index) => await ada.upload('/v1/posts', postOf(`number ${index}`, picture))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 413, 413, 413]);
    expect(await usage(world)).toEqual([]);
    await world.runJobs();
    expect(await world.sql('select id from media_files')).toHaveLength(1);
  } finally {
    await world.close();
  }
});

test('the space count is right after profile pictures, message pictures and accounts have come and gone', async () => {
  const world = await startWorld();
  try {
    const [ada, bob] = [await world.person('ada'), await world.person('bob')];
    const file = new Blob([await readFixture('still.webp')]);
    await ada.upload('/v1/posts', postOf('hello', await readFixture('alpha.png')));
    for (let times = 0; times < 2; times += 1) {
      const profile = new FormData();
      profile.set('name', 'Ada');
      profile.append('profile_pic', file, 'profile.jpg');
      expect((await ada.upload('/v1/profile', profile)).status).toBe(200);
    }
    const { body } = await ada.post('/v1/conversations', { username: 'bob' });
    const chat = new FormData();
    chat.set('conversation', body.newConversation._id);
    chat.append('image', file, 'image.webp');
    expect((await ada.upload('/v1/chats', chat)).status).toBe(201);
    expect(await usage(world)).toEqual([]);
    expect(await usedBy(world, ada)).toBeGreaterThan(0);
    for (const person of [ada, bob]) await person.delete(`/v1/conversations/${body.newConversation._id}`);
    await world.runJobs();
    expect(await usage(world)).toEqual([]);
    expect((await ada.delete('/v1/users', { password: ada.user.password })).status).toBe(200);
    await world.runJobs();
    expect(await usage(world)).toEqual([]);
    expect(await usedBy(world, ada)).toBe(0);
  } finally {
    await world.close();
  }
});
