import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { dismissAlert, fingersOn, fixture, isTouched, pointerOn, storedFiles } from './support/actions.ts';
import { addChannel, createCommunity, workspace } from './support/communities.ts';
import {
  attach,
  bubble,
  conversationOf,
  countUnsent,
  field,
  openChat,
  sendMessage,
  timeline,
  type,
} from './support/messages.ts';
import type { Person } from './support/people.ts';
import { expect, expectAccessibleAtBothWidths, expectAccessibleInBothThemes, test } from './support/test.ts';

const plan = {
  name: 'Plan for summer.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n%the plan\n%%EOF\n'),
};

/** Pastes or drops pictures, drawn on the spot, and a text file. */
async function give(element: Locator, kind: 'paste' | 'drop' | 'dragover', pictures: number): Promise<void> {
  await element.evaluate(
    async (target, [event, count]) => {
      const transfer = new DataTransfer();
      for (let number = 1; number <= count; number += 1) {
        const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 300 });
        const context = canvas.getContext('2d');
        if (context) Object.assign(context, { fillStyle: `hsl(${number * 60} 60% 50%)` }).fillRect(0, 0, 400, 300);
        const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
        if (blob) transfer.items.add(new File([blob], `drawing-${number}.png`, { type: 'image/png' }));
      }
      transfer.items.add(new File(['milk, eggs'], 'list.txt', { type: 'text/plain' }));
      const init = { bubbles: true, cancelable: true };
      target.dispatchEvent(
        event === 'paste'
          ? new ClipboardEvent('paste', { ...init, clipboardData: transfer })
          : new DragEvent(event, { ...init, dataTransfer: transfer }),
      );
    },
    [kind, pictures] as const,
  );
}

const isDrawn = (picture: Locator) =>
  expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

interface Opens {
  people: { create(prefix: string): Promise<Person> };
  openAs: (person: Person) => Promise<Page>;
}

/** A conversation between two people, with both of their pages open. */
async function talk({ people, openAs }: Opens) {
  const [ann, bob] = [await people.create('file_ann'), await people.create('file_bob')];
  const id = await conversationOf(ann, bob);
  await sendMessage(ann, id, 'Hello');
  const [hers, his] = [await openAs(ann), await openAs(bob)];
  await openChat(hers, id);
  await openChat(his, id);
  return { ann, bob, id, hers, his };
}

/** Zooms with the wheel, as a trackpad's pinch does; on a phone also zooms, turns and pulls with fingers. */
async function zoomAndTurn(page: Page, width: () => Promise<number>, whole: number): Promise<void> {
  const { width: right, height: bottom } = page.viewportSize() ?? { width: 0, height: 0 };
  const [x, y] = [right / 2, bottom / 2];
  const isAt = (place: string) => expect(page.getByText(`Picture ${place} of 2`, { exact: true })).toBeVisible();
  await page.mouse.move(x, y);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -60);
  await page.keyboard.up('Control');
  await expect.poll(width).toBeGreaterThan(whole * 1.2);
  expect(await page.evaluate(() => window.visualViewport?.scale), 'the page itself stays').toBe(1);
  await page.keyboard.press('0');
  await expect.poll(width).toBeLessThan(whole * 1.1);
  if (!(await isTouched(page))) return;

  const fingers = await fingersOn(page);
  await fingers.down({ x: x - 30, y }, { x: x + 30, y });
  for (const apart of [50, 80, 110]) await fingers.move({ x: x - apart, y }, { x: x + apart, y });
  await fingers.up();
  await expect.poll(width).toBeGreaterThan(whole * 2);
  await fingers.tapTwice({ x, y });
  await expect.poll(width).toBeLessThan(whole * 1.1);
  await fingers.tapTwice({ x, y });
  await expect.poll(width).toBeGreaterThan(whole * 2);
  // A picture that's zoomed in moves with the finger instead of turning.
  await fingers.swipe({ x, y }, { dx: -150 });
  await isAt('1');
  await page.keyboard.press('0');
  await expect.poll(width).toBeLessThan(whole * 1.1);
  await fingers.swipe({ x, y }, { dx: -150 });
  await isAt('2');
  await fingers.swipe({ x, y }, { dx: 150 });
  await isAt('1');
  await fingers.swipe({ x, y }, { dx: 40 });
  await isAt('1');
  await fingers.swipe({ x, y }, { dy: 250 });
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: /^Open picture 1 of 2/ }).tap();
  await isAt('1');
}

test('pictures and a document are chosen, sent together, looked at and downloaded', async ({ people, openAs }) => {
  const { hers, his } = await talk({ people, openAs });
  await hers.getByLabel('Image', { exact: true }).setInputFiles([fixture('phone.jpg'), fixture('alpha.png')]);
  await attach(hers, [plan]);
  const tray = hers.getByRole('list', { name: 'Files of this message' });
  await expect(tray.getByRole('listitem')).toHaveCount(3);
  await expect(tray.getByRole('img', { name: 'phone.jpg' })).toBeVisible();
  await expect(tray.getByText(plan.name)).toBeVisible();
  await expectAccessibleAtBothWidths(hers);
  await type(hers, 'For the summer');
  await expect(tray).toBeHidden();
  await expect(bubble(hers, 'For the summer').getByText('Sent', { exact: true })).toBeAttached();

  const message = bubble(his, 'For the summer');
  const first = message.getByRole('button', { name: /^Open picture 1 of 2/ });
  await isDrawn(first.getByRole('img'));
  const downloaded = his.waitForEvent('download');
  await message.getByRole('link', { name: /^Download Plan for summer/ }).click();
  const download = await downloaded;
  expect(download.suggestedFilename()).toBe(plan.name);
  expect(await readFile(await download.path())).toEqual(plan.buffer);
  await expectAccessibleAtBothWidths(his);

  await first.click();
  const gallery = his.getByRole('dialog');
  const picture = gallery.getByRole('img');
  await expect(gallery.getByText('Picture 1 of 2', { exact: true })).toBeVisible();
  await isDrawn(picture);
  await expectAccessibleAtBothWidths(his);
  const width = async () => (await picture.boundingBox())?.width ?? 0;
  const whole = await width();
  await gallery.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(width).toBeGreaterThan(whole * 1.2);
  await his.keyboard.press('0');
  await expect.poll(width).toBeLessThan(whole * 1.1);
  await his.keyboard.press('ArrowRight');
  await expect(gallery.getByText('Picture 2 of 2', { exact: true })).toBeVisible();
  await gallery.getByRole('button', { name: 'Previous picture' }).click();
  await expect(gallery.getByText('Picture 1 of 2', { exact: true })).toBeVisible();
  const saved = his.waitForEvent('download');
  await gallery.getByRole('link', { name: 'Download' }).click();
  expect((await saved).suggestedFilename()).toBe('phone.jpg');
  await zoomAndTurn(his, width, whole);
  await his.keyboard.press('Escape');
  await expect(gallery).toBeHidden();
  await expect(first).toBeFocused();
});

test('what is pasted is attached, up to ten files, and nothing chosen or typed is lost', async ({ people, openAs }) => {
  const { hers, his } = await talk({ people, openAs });
  await field(hers).fill('Pasted');
  await give(field(hers), 'paste', 5);
  const tray = hers.getByRole('list', { name: 'Files of this message' });
  await expect(tray.getByRole('listitem')).toHaveCount(6);
  await give(field(hers), 'paste', 5);
  await dismissAlert(hers, 'A message can have up to 10 files, so the last 2 were left out.');
  await expect(tray.getByRole('listitem')).toHaveCount(10);
  await expect(field(hers)).toHaveValue('Pasted');
  await tray.getByRole('button', { name: 'Remove list.txt' }).first().click();
  await expect(tray.getByRole('listitem')).toHaveCount(9);
  await expect(tray.getByText('Preparing')).toHaveCount(0);
  // The browser stores them in the background.
  await expect.poll(() => storedFiles(hers)).toBe(9);
  await hers.reload();
  await expect(tray.getByRole('listitem'), 'a reload keeps them').toHaveCount(9);
  await expect(field(hers)).toHaveValue('Pasted');
  await field(hers).press('Enter');
  const message = bubble(his, 'Pasted');
  await expect(message.getByRole('button', { name: /^Open picture 4 of 9 .* and 5 more$/ })).toBeVisible();
});

test('files dropped on a channel are sent to it, and everyone in it sees them', async ({ people, openAs }) => {
  const ann = await people.create('drop_files');
  const community = await createCommunity(ann, 'The Drop House');
  const channel = await addChannel(ann, community, 'general');
  const page = await openAs(ann);
  await page.goto(workspace(community, channel));
  await expect(field(page)).toBeVisible();
  await give(field(page), 'dragover', 1);
  await expect(page.getByText('Drop files to send them')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await give(field(page), 'drop', 1);
  await expect(page.getByText('Drop files to send them')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Remove drawing-1.jpg' })).toBeVisible();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const messages = page.getByRole('region', { name: 'Messages in # general' });
  await expect(messages.getByRole('link', { name: /^Download list\.txt/ })).toBeVisible();
  await page.reload();
  await expect(messages.getByRole('link', { name: /^Download list\.txt/ })).toBeVisible();
  await isDrawn(messages.getByRole('img', { name: /^picture from/ }));
});

test('an upload that lost the network can be retried or left out, and the order stays', async ({ people, openAs }) => {
  const { hers, his, id } = await talk({ people, openAs });
  // Fetched before the network is gone.
  await attach(hers, [plan, { ...plan, name: 'Second.pdf' }]);
  await expect(hers.getByRole('button', { name: 'Remove Second.pdf' })).toBeVisible();
  await hers.route('**/v1/chats', (route) => route.abort());
  await type(hers, 'Both plans');
  await type(hers, 'And a question');
  const pending = bubble(hers, 'Both plans');
  await expect(pending.getByText('Waiting to reconnect')).toBeVisible();
  await pending.getByRole('button', { name: 'Remove Second.pdf' }).click();
  await expect(pending.getByText('Second.pdf')).toBeHidden();
  await expectAccessibleInBothThemes(hers);
  await hers.unroute('**/v1/chats');
  // The retry may have started on its own by now.
  await pending
    .getByRole('button', { name: 'Retry' })
    .click({ timeout: 1_000 })
    .catch(() => undefined);
  await expect(bubble(his, 'And a question')).toBeVisible();
  await expect(bubble(his, 'Both plans').getByRole('link', { name: /^Download/ })).toHaveCount(1);
  await expect(
    timeline(his)
      .getByRole('listitem')
      .filter({ hasText: /Both plans|And a question/ }),
  ).toHaveText([/Both plans/, /And a question/]);

  // Without a text, leaving out the only file leaves nothing.
  await hers.route('**/v1/chats', (route) => route.abort());
  await attach(hers, [{ ...plan, name: 'Never mind.pdf' }]);
  await expect(hers.getByRole('button', { name: 'Remove Never mind.pdf' })).toBeVisible();
  await hers.getByRole('button', { name: 'Send', exact: true }).click();
  const given = timeline(hers).getByRole('listitem').filter({ hasText: 'Never mind.pdf' });
  await expect(given.getByText('Waiting to reconnect')).toBeVisible();
  await given.getByRole('button', { name: 'Remove Never mind.pdf' }).click();
  await expect(given).toHaveCount(0);
  await hers.unroute('**/v1/chats');
  const answer = await hers.request.get(`/v1/chats/${id}`);
  expect((await answer.json()).messages).toHaveLength(3);
});

test('an upload that a reload interrupts is resumed with its files and stored once, and the next page is clean', async ({
  people,
  openAs,
}) => {
  const { ann, hers, his, id } = await talk({ people, openAs });
  const community = await createCommunity(ann, 'The Reload House');
  const channel = await addChannel(ann, community, 'general');
  const here = hers.getByRole('region', { name: 'Messages in # general' });
  // The server stores the first one, and the page is gone before it learns of that.
  const isStored = Promise.withResolvers<void>();
  await hers.route('**/v1/chats', async (route) => {
    await route.fetch();
    isStored.resolve();
    await new Promise(() => undefined);
  });
  await attach(hers, [plan, { ...plan, name: 'Second.pdf' }]);
  await type(hers, 'Both plans');
  await isStored.promise;
  await type(hers, 'And a question');
  await hers.unroute('**/v1/chats');
  await hers.reload();
  await expect(bubble(hers, 'Both plans').getByRole('link', { name: /^Download/ })).toHaveCount(2);
  await expect(bubble(his, 'And a question')).toBeVisible();
  await expect(bubble(his, 'Both plans').getByRole('link', { name: /^Download/ })).toHaveCount(2);
  const stored = (await (await hers.request.get(`/v1/chats/${id}`)).json()).messages as { message: string }[];
  expect(stored.map(({ message }) => message)).toEqual(['Hello', 'Both plans', 'And a question']);

  // Nothing but a file, which never got through.
  await hers.goto(workspace(community, channel));
  await hers.route('**/v1/channel/chats', (route) => route.abort());
  await attach(hers, [{ ...plan, name: 'Kept.pdf' }]);
  await expect(hers.getByRole('button', { name: 'Remove Kept.pdf' })).toBeVisible();
  await hers.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(here.getByText('Waiting to reconnect')).toBeVisible();
  await hers.reload();
  await expect(here.getByText('Kept.pdf')).toBeVisible();
  await expect(here.getByText('Waiting to reconnect')).toBeVisible();
  await hers.unroute('**/v1/channel/chats');
  await hers.reload();
  await expect(here.getByRole('link', { name: /^Download Kept\.pdf/ })).toHaveCount(1);
  await expect.poll(() => countUnsent(hers, ann)).toBe(0);
});

test('a voice message is held to record or started by keyboard, canceled or sent, and played', {
  tag: '@phone',
}, async ({ people, openAs }) => {
  const { hers, his } = await talk({ people, openAs });
  const microphone = hers.getByRole('button', { name: 'Record a voice message' });
  const recorded = hers.getByRole('timer', { name: 'Recorded so far' });

  await microphone.press('Enter');
  await expect(recorded).not.toHaveText('0:00');
  await expectAccessibleInBothThemes(hers);
  await hers.keyboard.press('Escape');
  await expect(recorded).toBeHidden();
  await expect(microphone).toBeFocused();

  // Held, and slid away.
  const box = await microphone.boundingBox();
  if (box === null) throw new Error('There is no microphone');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const pointer = await pointerOn(hers);
  await pointer.down({ x, y });
  await expect(recorded).not.toHaveText('0:00');
  await pointer.move({ x: x - 150, y });
  await expect(hers.getByText('Release to cancel')).toBeVisible();
  await pointer.up();
  await expect(recorded).toBeHidden();

  // Held, and released.
  await pointer.down({ x, y });
  await expect(recorded).not.toHaveText('0:00');
  await pointer.up();
  await expect(recorded).toBeHidden();
  const sent = timeline(hers).getByRole('button', { name: 'Play your voice message' });
  await expect(sent).toBeVisible();
  // What was said has a shape, on the page that recorded it, too.
  const bars = timeline(hers)
    .getByRole('slider', { name: /^Position in your voice message/ })
    .locator('span');
  await expect
    .poll(() => bars.evaluateAll((spans) => new Set(spans.map((span) => (span as HTMLElement).style.height)).size))
    .toBeGreaterThan(1);

  const play = timeline(his).getByRole('button', { name: /^Play voice message from/ });
  await expect(play).toHaveCount(1);
  await expect(play).toBeEnabled();
  const place = timeline(his).getByRole('slider', { name: /^Position in voice message/ });
  await expect(place).toHaveAttribute('aria-valuetext', /^0:00 of 0:0[1-9]/);
  await expectAccessibleInBothThemes(his);
  const speed = timeline(his).getByRole('button', { name: 'Speed 1×' });
  await speed.click();
  await expect(timeline(his).getByRole('button', { name: 'Speed 1.5×' })).toBeVisible();
  await place.focus();
  await his.keyboard.press('End');
  await expect(place).not.toHaveAttribute('aria-valuenow', '0');
  await his.keyboard.press('Home');
  await expect(place).toHaveAttribute('aria-valuenow', '0');
  await play.click();
  // It plays, and then can be played again.
  await expect(play).toBeVisible();
});

test('people who refuse the microphone learn how to allow it', async ({ people, openAs }) => {
  const { hers } = await talk({ people, openAs });
  await hers.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await hers.getByRole('button', { name: 'Record a voice message' }).press('Enter');
  const reason = hers.getByRole('alert').filter({ hasText: "Hubbub can't use your microphone" });
  await expect(reason).toBeVisible();
  await expectAccessibleInBothThemes(hers);
  await reason.getByRole('button', { name: 'Close' }).click();
  await expect(reason).toBeHidden();
});
