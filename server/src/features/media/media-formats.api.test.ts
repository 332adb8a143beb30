import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { conversationPath, fixtureAs, sendFiles } from '../../../test/attachments.ts';
import { type FixtureName, readFixture } from '../../../test/fixtures/fixtures.ts';
import { fixtureFile, formOf } from '../../../test/forms.ts';
import { type Answer, testWorld } from '../../../test/harness.ts';
import { talkIn } from '../../../test/talk.ts';

// Media are decoded by low-priority processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const world = await testWorld();
const { acquainted } = talkIn(() => world);
const [ada, , conversation] = await acquainted();

const post = async (file: File): Promise<Answer> =>
  await ada.upload('/v1/posts', formOf(['content', 'A file'], ['files', file]));
const posted = async (name: FixtureName) => {
  const { status, body } = await post(await fixtureFile(name));
  expect(status).toBe(201);
  await world.runJobs();
  return (await ada.get(`/v1/posts/${body.post.post_id}`)).body.post.files[0];
};
const fetched = async (path: string): Promise<Buffer> => {
  const { status, body } = await ada.get(`/media${path}`);
  expect(status).toBe(200);
  return body;
};
const colorAt = async (picture: Buffer, top: number) => {
  const pixel = await sharp(picture).extract({ left: 400, top, width: 1, height: 1 }).raw().toBuffer();
  return [...pixel.subarray(0, 3)];
};
const near = (...color: number[]) => color.map((value) => expect.toSatisfy((seen) => Math.abs(seen - value) <= 12));
const tomato = near(255, 99, 71);
const steelBlue = near(70, 130, 180);
const expectPhonePicture = async (path: string) => {
  const picture = await fetched(path);
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 800, height: 600 });
  expect(await colorAt(picture, 20)).toEqual(tomato);
  expect(await colorAt(picture, 580)).toEqual(steelBlue);
};

test("a phone's HEIC picture is shown as a JPEG in a post", async () => {
  const file = await posted('phone.heic');
  expect(file).toMatchObject({ type: 'image/jpeg', state: 'ready', width: 800, height: 600 });
  await expectPhonePicture(file.path);
});

test("a phone's HEIC picture is shown as a JPEG in a message, as its picture and as one of its files", async () => {
  const file = await fixtureAs('phone.heic', 'IMG_0001.HEIC', 'image/heic');
  const { status, body } = await sendFiles(ada, conversationPath, { conversation, files: [file], image: file });
  expect(status).toBe(201);
  await expectPhonePicture(body.message.imageUrl);
  const [attachment] = body.message.attachments;
  expect(attachment).toMatchObject({ type: 'image/jpeg', width: 800, height: 600 });
  await expectPhonePicture(attachment.path);
});

test("a phone's HEIC picture is accepted as a profile picture", async () => {
  const form = formOf(['profile_pic', await fixtureFile('phone.heic')]);
  const { status, body } = await ada.upload('/v1/profile', form);
  expect(status).toBe(200);
  await expectPhonePicture(body.user.profile_path);
});

test("a HEIC that can't be decoded is refused with a hint, except as a message's file", async () => {
  const broken = new File([(await readFixture('phone.heic')).subarray(0, 500)], 'broken.heic');
  const refusals = [
    await post(broken),
    await ada.upload('/v1/profile', formOf(['profile_pic', broken])),
    await sendFiles(ada, conversationPath, { conversation, files: [], image: broken }),
  ];
  for (const { status, body } of refusals) {
    expect(status).toBe(415);
    expect(JSON.stringify(body)).toContain('Save it as a JPEG');
  }
  const { status, body } = await sendFiles(ada, conversationPath, { conversation, files: [broken] });
  expect(status).toBe(201);
  expect(body.message.attachments).toMatchObject([{ name: 'broken.heic', type: 'application/octet-stream' }]);
});

test('an animated PNG keeps moving, frame by frame as it was', async () => {
  const file = await posted('animated.apng');
  expect(file).toMatchObject({ type: 'image/webp', state: 'ready', width: 200, height: 100, variants: [] });
  const picture = await fetched(file.path);
  const { pages, delay, loop } = await sharp(picture).metadata();
  expect({ pages, delay, loop }).toEqual({ pages: 5, delay: [200, 200, 200, 200, 200], loop: 0 });
  const frames = await Promise.all([0, 1, 2, 3, 4].map((page) => sharp(picture, { page }).raw().toBuffer()));
  expect(new Set(frames.map((frame) => frame.toString('base64'))).size).toBe(5);
});

test('a video of one frame is ready, with that frame as its poster', async () => {
  const file = await posted('one-frame.mp4');
  expect(file).toMatchObject({ type: 'video/mp4', state: 'ready', poster: expect.stringMatching(/-poster\.webp$/) });
  expect(await sharp(await fetched(file.poster)).metadata()).toMatchObject({ width: 320, height: 180 });
});
