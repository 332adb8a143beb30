import { joinAndSee } from './support/join-and-see.ts';
import {
  expect,
  expectPictures,
  freshRoom,
  join,
  received,
  tileOf,
  tiles,
  watchConnections,
} from './support/meetings.ts';
import { expectAccessibleAtBothWidths, test } from './support/test.ts';

test.describe.configure({ timeout: 480_000 });

test('two people meet: video flows, mute shows, the screen is shared and stopped, the chat is read, one leaves', async ({
  people,
  openAs,
}) => {
  const room = freshRoom();
  const [ann, ben] = [await people.create('ann'), await people.create('ben')];
  const [one, two] = [await openAs(ann), await openAs(ben)];
  await join(one, room);
  await expect(one.getByText("You're the first one here.")).toBeVisible();
  await expectAccessibleAtBothWidths(one);
  await join(two, room);
  await expectPictures(one, 1);
  await expectPictures(two, 1);
  await expect(tileOf(one, ben)).toBeVisible();
  await expectAccessibleAtBothWidths(two);

  await test.step('the other person sees mute and camera changes', async () => {
    await one.getByRole('button', { name: 'Turn off microphone' }).click();
    await expect(tileOf(two, ann)).toHaveAccessibleName(/muted/);
    await one.getByRole('button', { name: 'Turn on microphone' }).click();
    await expect(tileOf(two, ann)).not.toHaveAccessibleName(/muted/);
    await one.getByRole('button', { name: 'Turn off camera' }).click();
    await expect(tileOf(two, ann)).toHaveAccessibleName(/camera off/);
    await one.getByRole('button', { name: 'Turn on camera' }).click();
    await expect(tileOf(two, ann)).not.toHaveAccessibleName(/camera off/);
    await expectPictures(two, 1);
  });

  await test.step('whoever is speaking is highlighted', async () => {
    await expect(tileOf(two, ann)).toHaveAttribute('data-speaking', 'true');
  });

  await test.step('the screen replaces the camera, and stopping brings it back', async () => {
    const cameraWidth = (await received(two))[0]?.width;
    await one.getByRole('button', { name: 'Share screen' }).click();
    await expect(tileOf(two, ann)).toHaveAccessibleName(/is sharing their screen/);
    await expect.poll(async () => (await received(two))[0]?.width).not.toBe(cameraWidth);
    await expectPictures(two, 1);
    await one.getByRole('button', { name: 'Stop sharing' }).click();
    await expect(tileOf(two, ann)).not.toHaveAccessibleName(/is sharing their screen/);
    await expectPictures(two, 1);
  });

  await test.step('one person writes and the other reads it', async () => {
    await one.getByRole('button', { name: 'Chat' }).click();
    await one.getByRole('textbox', { name: 'Message to everyone' }).fill('Can you hear me?');
    await one.getByRole('textbox', { name: 'Message to everyone' }).press('Enter');
    await two.getByRole('button', { name: 'Chat, new messages' }).click();
    await expect(two.getByRole('list', { name: 'Messages' }).getByText('Can you hear me?')).toBeVisible();
    await expectAccessibleAtBothWidths(two);
    await two.getByRole('region', { name: 'Chat' }).getByRole('button', { name: 'Close' }).click();
  });

  await test.step('everyone in the meeting is listed, and the link can be copied', async () => {
    await two.getByRole('button', { name: 'People' }).click();
    await expect(two.getByRole('list', { name: 'People', exact: true }).getByRole('listitem')).toHaveCount(2);
    await two.getByRole('region', { name: 'People (2)' }).getByRole('button', { name: 'Copy link' }).click();
    expect(await two.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`/vc/join/${room}$`));
    await two.getByRole('region', { name: 'People (2)' }).getByRole('button', { name: 'Close' }).click();
  });

  await test.step('a dropped connection recovers, along with the video', async () => {
    await two.context().setOffline(true);
    await expect(two.getByText('Connection lost. Reconnecting…')).toBeVisible();
    await expect(two.getByText(/^You.re offline|^You're offline/), 'said once').toBeHidden();
    await two.context().setOffline(false);
    await expect(two.getByText('Connection lost. Reconnecting…')).toBeHidden();
    await expect(tiles(one)).toHaveCount(2);
    await expectPictures(one, 1);
    await expectPictures(two, 1);
  });

  await two.getByRole('button', { name: 'Leave' }).click();
  await expect(two.getByRole('heading', { name: 'You left the meeting' })).toBeVisible();
  await expect(tileOf(one, ben)).toBeHidden();
});

test("who left is announced in view and only while it's true; whoever stays alone isn't called the first", async ({
  people,
  openAs,
}) => {
  const room = freshRoom();
  const [ann, ben] = [await people.create('ann'), await people.create('ben')];
  const [one, two, again] = [await openAs(ann), await openAs(ben), await openAs(ann)];
  const left = two.getByText(/ left$/);
  const alone = two.getByText("You're the only one here.");
  await join(two, room);
  await expect(two.getByText("You're the first one here.")).toBeVisible();
  await join(one, room);
  await expect(tiles(two)).toHaveCount(2);
  await expect(two.getByText("You're the first one here.")).toBeHidden();
  await join(again, room);
  await expect(tiles(two)).toHaveCount(3);

  await one.getByRole('button', { name: 'Leave' }).click();
  await expect(tiles(two)).toHaveCount(2);
  await expect(left, 'she is still here on another device').toHaveCount(0);
  await again.getByRole('button', { name: 'Leave' }).click();
  await expect(left).toBeVisible();
  const [notice, card] = [await left.boundingBox(), await alone.boundingBox()];
  expect(notice?.y).toBeGreaterThanOrEqual((card?.y ?? Number.POSITIVE_INFINITY) + (card?.height ?? 0));
  await expect(two.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await join(again, room);
  await expect(tiles(two)).toHaveCount(2);
  await expect(left, 'she is here again').toHaveCount(0);
  await expect(alone).toBeHidden();
});

test("the other person's first picture appears soon after Join", async ({ people, openAs }) => {
  const room = freshRoom();
  const [one, two] = [await openAs(await people.create('early')), await openAs(await people.create('late'))];
  await join(one, room);
  await watchConnections(two);
  await two.goto(`/vc/join/${room}`);
  await expect(two.getByRole('button', { name: 'Turn off camera' })).toBeVisible();
  const milliseconds = await joinAndSee(two);
  test.info().annotations.push({ type: 'join to first frame', description: `${Math.round(milliseconds)} ms` });
  // The target is 1500 ms, measured alone; here two browsers share the machine with other tests.
  expect(milliseconds).toBeLessThan(15_000);
});
