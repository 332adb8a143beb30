import { beforeAll, expect, test } from 'vitest';
import { createClub } from '../../../test/community.ts';
import { fixtureFile, formOf } from '../../../test/forms.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { moderatingIn } from '../../../test/moderation.ts';
import { talkIn } from '../../../test/talk.ts';

const world = await testWorld();
const { open } = talkIn(() => world);
const { give, reportId } = moderatingIn(world);
const ada = await world.person('ada');
const bob = await world.person('bob');
const eve = await world.person('eve');
const mod = await world.person('mod');
beforeAll(async () => await give(mod, 'moderator'));

const statusOf = async (person: Person, path: string) => (await person.fetch(`/media${path}`)).status;
/** The status of a request for a report's file. */
const fileOf = async (reader: Person, id: string): Promise<string> =>
  (await reader.get(`/v1/reports/${id}`)).body.report.subject.files[0].path;

test("People who may see a report of a message may fetch its picture, and nobody else, not even in the site's team", async () => {
  const talk = await open(ada, bob);
  const send = async () => {
    const form = formOf(['conversation', talk], ['content', 'Look'], ['image', await fixtureFile('phone.jpg')]);
    return (await ada.upload('/v1/chats', form)).body.message;
  };
  const [message, other] = [await send(), await send()];
  await world.runJobs();
  const { messages } = (await bob.get(`/v1/chats/${talk}`)).body;
  const path = messages.find(({ _id }: { _id: string }) => _id === message._id).imageUrl;
  expect(await statusOf(mod, path)).toBe(404);
  const id = await reportId(bob, 'message', message._id);
  expect(await fileOf(mod, id)).toBe(path);
  expect([await statusOf(mod, path), await statusOf(bob, path), await statusOf(eve, path)]).toEqual([200, 200, 404]);
  const unreported = messages.find(({ _id }: { _id: string }) => _id === other._id).imageUrl;
  expect(await statusOf(mod, unreported)).toBe(404);
  expect((await world.stranger().fetch(`/media${path}`)).status).toBe(401);
});

test("People who may see a report of a private community's post may fetch its files", async () => {
  const { handle, communityId } = await createClub(world, ada, [bob]);
  await world.sql(`update communities set visibility = 'private' where id = $1`, [communityId]);
  const post = async () =>
    (
      await ada.upload(
        '/v1/posts',
        formOf(['content', 'Here'], ['community', handle], ['files', await fixtureFile('alpha.png')]),
      )
    ).body.post;
  const { post_id, files } = await post();
  const id = await reportId(bob, 'post', post_id);
  await world.runJobs();
  const path = await fileOf(mod, id);
  expect(path).toContain('-private');
  expect(files).toHaveLength(1);
  expect([await statusOf(mod, path), await statusOf(bob, path), await statusOf(eve, path)]).toEqual([200, 200, 404]);
});
