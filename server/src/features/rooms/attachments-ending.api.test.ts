import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createCommunityOf } from '#features/communities/communities.factory.ts';
import { removeLongWithheld } from '#features/media/media-paths.service.ts';
import { channelPath, conversationPath, documents, fileOf, fixtureAs, sendFiles } from '../../../test/attachments.ts';
import { createClub } from '../../../test/community.ts';
import { fixturePath } from '../../../test/fixtures/fixtures.ts';
import { type Answer, type Caller, testWorld } from '../../../test/harness.ts';
import { moderatingIn } from '../../../test/moderation.ts';
import { talkIn } from '../../../test/talk.ts';

// Files are really processed here, several at a time.
vi.setConfig({ testTimeout: 180_000 });

let now = new Date();
const world = await testWorld({ clock: { now: () => now } });
const { acquainted } = talkIn(() => world);
const { give, reportId, decide } = moderatingIn(world);
const ada = await world.person('ada');
const bob = await world.person('bob');
const cyd = await world.person('cyd');
const [mod, chief] = [await world.person('mod'), await world.person('chief')];
beforeAll(async () => {
  await give(mod, 'moderator');
  await give(chief, 'admin');
});

type Message = Answer['body'];
const twoFiles = async () => [fileOf(documents.pdf, 'plan.pdf'), await fixtureAs('still.webp', 'still.webp')];
const pathsOf = ({ attachments }: Message): string[] => attachments.map(({ path }: Message) => path);
const statusesOf = async (caller: Caller, paths: readonly string[]): Promise<number[]> =>
  await Promise.all(paths.map(async (path) => (await caller.fetch(`/media${path}`)).status));
const stored = async (paths: readonly string[]) =>
  await Promise.all(paths.map(async (path) => (await world.platform.storage.find(path.slice(1))) !== undefined));
const rowsOf = async ({ attachments }: Message) =>
  await world.sql('select id from media_files where id = any($1)', [
    attachments.map(({ file_id }: Message) => file_id),
  ]);

/** A channel of Ada's club, which Bob and Cyd use, and a message of Bob's in it. */
async function channelWithFiles() {
  const { communityId, handle, user } = await createClub(world, ada, [bob, cyd]);
  const channel = await createChannelOf(world.platform, { communityId, roles: [user] });
  const { status, body } = await sendFiles(bob, channelPath, { conversation: channel, files: await twoFiles() });
  expect(status).toBe(201);
  await world.runJobs();
  const read = async (person: Caller): Promise<Message> =>
    (await person.get(`/v1/channel/chats/${channel}`)).body.messages[0];
  return { handle, channel, read, message: body.message as Message };
}

async function conversationWithFiles() {
  const [one, other, conversation] = await acquainted();
  const { message } = (await sendFiles(one, conversationPath, { conversation, files: await twoFiles() })).body;
  await world.runJobs();
  const read = async (person: Caller): Promise<Message> =>
    (await person.get(`/v1/chats/${conversation}`)).body.messages[0];
  return { one, other, conversation, message, read };
}

async function expectGone(message: Message) {
  await world.runJobs();
  expect(await rowsOf(message)).toEqual([]);
  expect(await stored(pathsOf(message))).toEqual([false, false]);
}

describe('the files of a message', () => {
  test('are served only to those who see it, at that moment', async () => {
    const { id, handle } = await createCommunityOf(world.platform, {
      ...{ creatorId: ada.user_id, handle: 'hidden_garden', visibility: 'private' },
    });
    const roles = (await ada.get(`/v1/community/${handle}/roles`)).body.roles;
    const channel = await createChannelOf(world.platform, { communityId: id, roles: [roles[0].role_id] });
    const sent = await sendFiles(ada, channelPath, { conversation: channel, files: await twoFiles() });
    const paths = pathsOf(sent.body.message);
    expect(await statusesOf(ada, paths)).toEqual([200, 200]);
    expect(await statusesOf(bob, paths)).toEqual([404, 404]);
    expect(await statusesOf(world.stranger(), paths)).toEqual([401, 401]);

    const { handle: club, message } = await channelWithFiles();
    expect(await statusesOf(cyd, pathsOf(message))).toEqual([200, 200]);
    expect((await ada.delete(`/v1/community/${club}/members/cyd`)).status).toBe(200);
    expect(await statusesOf(cyd, pathsOf(message))).toEqual([404, 404]);
  });

  test('are deleted when its author deletes it', async () => {
    const { one, other, message, read } = await conversationWithFiles();
    expect((await one.delete(`/v1/messages/${message._id}`)).status).toBe(200);
    expect(await read(other)).toMatchObject({ deleted: true, attachments: [] });
    expect(await statusesOf(one, pathsOf(message))).toEqual([404, 404]);
    await expectGone(message);
  });

  test('are deleted with the conversation, once both have deleted it', async () => {
    const { one, other, conversation, message } = await conversationWithFiles();
    await one.delete(`/v1/conversations/${conversation}`);
    expect(await statusesOf(one, pathsOf(message))).toEqual([404, 404]);
    expect(await statusesOf(other, pathsOf(message))).toEqual([200, 200]);
    await other.delete(`/v1/conversations/${conversation}`);
    await expectGone(message);
  });

  test("are deleted with its author's account", async () => {
    const { one, other, message, read } = await conversationWithFiles();
    expect((await one.delete('/v1/users')).status).toBe(200);
    await expectGone(message);
    expect(await read(other)).toMatchObject({ attachments: [], sender: { username: 'deleted_user' } });
  });

  test('are deleted with the channel, and with the community', async () => {
    const { handle, channel, message } = await channelWithFiles();
    expect((await ada.delete(`/v1/community/${handle}/channels/${channel}`)).status).toBe(200);
    await expectGone(message);
    const other = await channelWithFiles();
    expect((await ada.delete(`/v1/communities/${other.handle}`, { handle: other.handle })).status).toBe(200);
    await expectGone(other.message);
  });

  test.each([
    ['a removal', (_handle: string, id: string) => ada.delete(`/v1/messages/${id}`)],
    [
      'a ban',
      (handle: string) => ada.put(`/v1/community/${handle}/bans/bob`, { text: 'Enough.', delete_messages: true }),
    ],
  ])('are out of reach after %s, and deleted after 90 days', async (_what, remove) => {
    const { handle, message, read } = await channelWithFiles();
    expect(await remove(handle, message._id)).toMatchObject({ status: 200 });
    await world.runJobs();
    expect(await read(cyd)).toMatchObject({ deleted: true, attachments: [] });
    const kept = await read(ada);
    expect(pathsOf(kept).some((path) => pathsOf(message).includes(path))).toBe(false);
    expect(await statusesOf(cyd, [...pathsOf(message), ...pathsOf(kept)])).toEqual([404, 404, 404, 404]);
    expect(await statusesOf(ada, pathsOf(kept))).toEqual([200, 200]);
    const start = now;
    now = new Date(start.getTime() + 91 * 24 * 60 * 60 * 1000);
    await removeLongWithheld(world.platform);
    now = start;
    await expectGone(kept);
    expect(await read(ada)).toMatchObject({ attachments: [] });
  });

  test('are visible in a report to those who may see it, and are restored after an appeal', async () => {
    const { one, other, message, read } = await conversationWithFiles();
    expect(await statusesOf(mod, pathsOf(message))).toEqual([404, 404]);
    const report = await reportId(other, 'message', message._id);
    const { files } = (await mod.get(`/v1/reports/${report}`)).body.report.subject;
    expect(files).toMatchObject([
      { name: 'plan.pdf', type: 'application/pdf', size: documents.pdf.length, path: pathsOf(message)[0] },
      { name: 'still.webp', type: 'image/webp' },
    ]);
    expect(await statusesOf(mod, pathsOf(message))).toEqual([200, 200]);
    expect((await decide(mod, report, { action: 'remove' })).status).toBe(200);
    await world.runJobs();
    expect(await statusesOf(other, pathsOf(message))).toEqual([404, 404]);
    expect(await statusesOf(mod, pathsOf(await read(one)))).toEqual([200, 200]);
    const [{ decision_id }] = (await one.get('/v1/decisions')).body.decisions;
    const { appeal } = (await one.post(`/v1/decisions/${decision_id}/appeal`, { text: "It's my plan." })).body;
    const overturn = { decision: 'overturn', text: 'You are right.' };
    expect((await chief.post(`/v1/appeals/${appeal.appeal_id}/decision`, overturn)).status).toBe(200);
    await world.runJobs();
    expect(pathsOf(await read(other))).toEqual(pathsOf(message));
    expect(await statusesOf(other, pathsOf(message))).toEqual([200, 200]);
  });
});

describe('a voice message', () => {
  test.each(['tone.ogg', 'tone.m4a'] as const)('recorded as %s has its length', async (name) => {
    const [one, , conversation] = await acquainted();
    const files = [await fixtureAs(name, name)];
    const [file] = (await sendFiles(one, conversationPath, { conversation, files })).body.message.attachments;
    expect(file).toMatchObject({ type: expect.stringMatching(/^audio\//), duration: expect.any(Number) });
  });

  test('that a browser recorded without a length has one once it can be played', async () => {
    const [one, other, conversation] = await acquainted();
    const folder = await mkdtemp(join(tmpdir(), 'voice-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, 'voice.webm');
    const [isMade] = await world.platform.processing.ffmpeg.run(
      {
        input: fixturePath('tone.ogg'),
        outputs: [
          {
            path,
            arguments: (input, output) => ['-i', input, '-c', 'copy', '-live', '1', '-f', 'webm', '-y', output],
          },
        ],
        timeoutMs: 120_000,
      },
      new AbortController().signal,
    );
    expect(isMade).toBe(true);
    const files = [fileOf(await readFile(path), 'Voice message.webm', 'audio/webm;codecs=opus')];
    const { message } = (await sendFiles(one, conversationPath, { conversation, files })).body;
    expect(message.attachments).toMatchObject([{ type: 'audio/webm' }]);
    await world.runJobs();
    const [{ attachments }] = (await other.get(`/v1/chats/${conversation}`)).body.messages;
    expect(attachments).toMatchObject([{ type: 'audio/webm', state: 'ready', duration: expect.any(Number) }]);
    const played = await other.get(`/media${attachments[0].path}`, { range: 'bytes=0-99' });
    expect(played.status).toBe(206);
    expect(played.headers.get('content-type')).toBe('audio/webm');
  });
});
