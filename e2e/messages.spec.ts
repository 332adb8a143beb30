import { messages } from '@hubbub/contract/platform/messages.ts';
import type { Page } from '@playwright/test';
import { draftNames, fixture } from './support/actions.ts';
import {
  askToDelete,
  bubble,
  conversationOf,
  field,
  line,
  list,
  openChat,
  sendMessage,
  storedTexts,
  timeline,
  type,
} from './support/messages.ts';
import { expect, expectAccessibleAtBothWidths, test } from './support/test.ts';

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) <= 768;
/** On a phone, list and chat alternate. */
async function toList(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Back to your conversations' }).click();
}

/** Holds back the responses to some calls until they're released. */
async function holdAnswers(page: Page, address: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return { release: resolve };
}

test('a person finds another, writes, and both see it right away; search leaves out people they already write with', async ({
  people,
  openAs,
}) => {
  const [ann, bob] = [await people.create('ann', 'Ann Chats'), await people.create('quentin', 'Bob Chats')];
  const hers = await openAs(ann);
  await hers.goto('/chat');
  await expect(hers.getByRole('heading', { name: 'Messages' })).toBeVisible();
  await expect(hers.getByRole('link', { name: /AI chat/ })).toHaveAttribute('target', '_blank');
  if (!isPhone(hers)) await expect(hers.getByText(messages.noChatSelected)).toBeVisible();

  const search = hers.getByPlaceholder('Search');
  await search.press('Enter');
  await expect(hers.getByRole('option')).toHaveCount(0);
  await search.fill('nobody_has_this_name_at_all');
  const answer = await holdAnswers(hers, '**/v1/users?*');
  await hers.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(hers.getByText('Loading...').first()).toBeVisible();
  answer.release();
  await expect(hers.getByText(messages.noData).first()).toBeVisible();
  await hers.mouse.click(5, 400);
  await expect(hers.getByText(messages.noData).first()).toBeHidden();

  await search.fill(bob.user.username);
  await search.press('Enter');
  const found = hers.getByRole('option', { name: new RegExp(bob.user.username) });
  await expect(found).toContainText('Bob Chats');
  await found.click();
  await expect(hers.getByRole('heading', { name: 'Bob Chats' })).toBeVisible();

  const his = await openAs(bob);
  await his.goto('/chat');
  await expect(his.getByText('No conversations yet')).toBeVisible();
  await type(hers, 'Hello Bob, this is a rather long first message');
  await expect(bubble(hers, 'Hello Bob')).toContainText('Sent');
  await expect(field(hers)).toHaveValue('');
  const item = line(his, ann);
  await expect(item).toContainText('Hello Bob, this is a ra...');
  await expect(item).toContainText('1 unread message');
  await item.getByRole('link').click();
  await expect(bubble(his, 'Hello Bob')).toBeVisible();
  await type(his, 'Hello Ann');
  await expect(bubble(hers, 'Hello Ann')).toBeVisible();
  await expect(bubble(hers, 'Hello Ann')).toHaveCount(1);
  await expect(timeline(hers)).toContainText(new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format());
  await expect(bubble(hers, 'Hello Ann')).toContainText(/\d{1,2}:\d\d\s(AM|PM)/);

  await toList(hers);
  await hers.getByPlaceholder('Search').fill(bob.user.username);
  await hers.getByPlaceholder('Search').press('Enter');
  await expect(hers.getByText(messages.noData).first()).toBeVisible();
});

test('unread messages are marked on every device, after a reload, too, and opening the conversation clears them everywhere', async ({
  people,
  openAs,
}) => {
  const [ann, bob] = [await people.create('dot_ann'), await people.create('dot_bob')];
  const conversation = await conversationOf(ann, bob);
  await sendMessage(ann, conversation, 'one');
  await sendMessage(ann, conversation, 'two');
  const [here, there] = [await openAs(bob), await openAs(bob)];
  await here.goto('/chat');
  await there.goto('/chat');
  await expect(line(here, ann)).toContainText('2 unread messages');
  await sendMessage(ann, conversation, 'three');
  await expect(line(here, ann)).toContainText('3 unread messages');
  await expect(line(there, ann)).toContainText('3 unread messages');
  await expect(here).toHaveTitle(/^\(1\) Messages/);
  await there.reload();
  await expect(line(there, ann)).toContainText('3 unread messages');
  await expect(there.getByRole('link', { name: 'Messages, 1 unread' })).toBeVisible();

  await line(here, ann).getByRole('link').click();
  await expect(bubble(here, 'three')).toBeVisible();
  await expect(timeline(here).getByText('New messages')).toBeVisible();
  await expect(line(there, ann)).not.toContainText('unread');
  await sendMessage(ann, conversation, 'four');
  await expect(bubble(here, 'four')).toBeVisible();
  await expect(line(there, ann)).toContainText('four');
  await expect(line(there, ann)).not.toContainText('unread');
  await here.reload();
  await expect(bubble(here, 'four')).toBeVisible();
});

test('the latest conversation comes first, and unsent text is kept for each conversation across a reload', async ({
  people,
  openAs,
}) => {
  const [ann, bob, cyd] = [
    await people.create('ord_ann'),
    await people.create('ord_bob'),
    await people.create('ord_cyd'),
  ];
  const [withBob, withCyd] = [await conversationOf(ann, bob), await conversationOf(ann, cyd)];
  await sendMessage(bob, withBob, 'from bob');
  await sendMessage(cyd, withCyd, 'from cyd');
  const page = await openAs(ann);
  await page.goto('/chat');
  await expect(list(page).getByRole('listitem').first()).toContainText(cyd.user.username);
  await sendMessage(bob, withBob, 'again from bob');
  await expect(list(page).getByRole('listitem').first()).toContainText(bob.user.username);

  await line(page, bob).getByRole('link').click();
  await field(page).fill('half a thought for bob');
  await toList(page);
  await line(page, cyd).getByRole('link').click();
  await expect(field(page)).toHaveValue('');
  await field(page).fill('and one for cyd');
  await page.reload();
  await expect(page.getByRole('heading', { name: cyd.user.username })).toBeVisible();
  await expect(field(page)).toHaveValue('and one for cyd');
  await toList(page);
  await line(page, bob).getByRole('link').click();
  await expect(field(page)).toHaveValue('half a thought for bob');
});

test('emoji and pictures: a preview that can be canceled, only pictures, nothing blank', async ({ people, openAs }) => {
  const [ann, bob] = [await people.create('pic_ann'), await people.create('pic_bob')];
  const conversation = await conversationOf(ann, bob);
  const [hers, his] = [await openAs(ann), await openAs(bob)];
  await openChat(hers, conversation);
  await sendMessage(ann, conversation, 'first');
  await openChat(his, conversation);

  await hers.getByRole('button', { name: 'Send' }).click();
  await expect(hers.getByRole('alertdialog')).toContainText(messages.messageOrImage);
  await hers.getByRole('button', { name: 'OK' }).click();
  await hers.locator('input[type=file]').setInputFiles(fixture('tone.mp3'));
  await expect(hers.getByRole('alertdialog')).toContainText(messages.imageOnly);
  await hers.getByRole('button', { name: 'OK' }).click();

  await hers.locator('input[type=file]').setInputFiles(fixture('phone.jpg'));
  await expect(hers.getByAltText('Attached to this message')).toBeVisible();
  await hers.getByRole('button', { name: 'Cancel image' }).click();
  await expect(hers.getByAltText('Attached to this message')).toBeHidden();
  await hers.locator('input[type=file]').setInputFiles(fixture('phone.jpg'));
  const preview = hers.getByAltText('Attached to this message');
  await expect(preview).toBeVisible();
  await expect.poll(() => draftNames(hers)).toEqual([`image:${conversation}`]);
  await hers.reload();
  await expect(preview, 'a reload keeps the picture').toBeVisible();
  await field(hers).fill('Look');
  await field(hers).press('Enter');
  await expect(hers.getByAltText('Attached to this message')).toBeHidden();
  await expect(bubble(hers, 'Look')).toContainText('Sent');
  await hers.reload();
  await expect(bubble(hers, 'Look')).toBeVisible();
  await expect(preview, 'it is sent once').toBeHidden();
  const picture = bubble(his, 'Look').getByRole('img', { name: /picture from/ });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await bubble(his, 'Look')
    .getByRole('button', { name: /^Open picture/ })
    .click();
  await expect(his.getByRole('dialog').getByRole('img')).toBeVisible();
  await his.keyboard.press('Escape');

  await hers.getByRole('button', { name: 'Emoji' }).click();
  await hers.getByRole('button', { name: 'Thumbs up' }).first().click();
  await expect(field(hers)).toHaveValue('\u{1F44D}');
  await hers.keyboard.press('Escape');
  await field(hers).press('Shift+Enter');
  await field(hers).pressSequentially('second line');
  await field(hers).press('Enter');
  await expect(bubble(his, 'second line')).toContainText('\u{1F44D}');
  expect((await storedTexts(bob, conversation)).at(-1)).toBe('\u{1F44D}\nsecond line');
});

test("Enter while a picture is being prepared sends the message once, when it's ready; Escape or another picture cancels that", async ({
  people,
  openAs,
}) => {
  const [ann, bob] = [await people.create('soon_ann'), await people.create('soon_bob')];
  const conversation = await conversationOf(ann, bob);
  const page = await openAs(ann);
  // Pictures are as slow as the test wants.
  await page.addInitScript(() => {
    const decode = window.createImageBitmap.bind(window) as (...given: unknown[]) => Promise<ImageBitmap>;
    const waiting: (() => void)[] = [];
    Object.assign(window, {
      createImageBitmap: async (...given: unknown[]) => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return decode(...given);
      },
      finishPictures: setInterval.bind(
        window,
        () => {
          for (const go of waiting.splice(0)) go();
        },
        20,
      ),
    });
  });
  await openChat(page, conversation);
  const preparing = page.getByText('Preparing picture');
  const announced = page.getByText("We'll send this as soon as the picture is ready.");
  const preview = page.getByAltText('Attached to this message');
  const choose = () => page.locator('input[type=file]').setInputFiles(fixture('phone.jpg'));

  await choose();
  await expect(preparing).toBeAttached();
  await type(page, 'With a picture');
  await expect(announced).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await field(page).press('Escape');
  await expect(announced).toBeHidden();
  await field(page).press('Enter');
  await expect(announced).toBeVisible();
  await page.getByRole('button', { name: "Don't send yet" }).click();
  await expect(announced).toBeHidden();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(announced).toBeVisible();
  await page.getByRole('button', { name: 'Cancel image' }).click();
  await expect(announced).toBeHidden();
  await choose();
  await expect(preparing).toBeAttached();
  await expect(announced, 'another picture is another matter').toBeHidden();
  await expect(field(page)).toHaveValue('With a picture');
  expect(await storedTexts(ann, conversation)).toEqual([]);

  await field(page).press('Enter');
  await field(page).press('Enter');
  await expect(announced).toBeVisible();
  await page.evaluate(() => (window as unknown as { finishPictures(): void }).finishPictures());
  await expect(bubble(page, 'With a picture')).toContainText('Sent');
  await expect(bubble(page, 'With a picture').getByRole('img', { name: /picture/ })).toBeVisible();
  await expect(field(page)).toHaveValue('');
  await expect(preview).toBeHidden();
  expect(await storedTexts(ann, conversation)).toEqual(['With a picture']);
});

test('a pasted or dropped picture is attached, too', async ({ people, openAs }) => {
  const [ann, bob] = [await people.create('drop_ann'), await people.create('drop_bob')];
  const page = await openAs(ann);
  await openChat(page, await conversationOf(ann, bob));
  const give = (kind: 'paste' | 'drop') =>
    field(page).evaluate(async (element, event) => {
      const canvas = document.createElement('canvas');
      canvas.width = 40;
      canvas.height = 30;
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
      const transfer = new DataTransfer();
      transfer.items.add(new File([blob!], 'dot.png', { type: 'image/png' }));
      const init = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        event === 'paste'
          ? new ClipboardEvent('paste', { ...init, clipboardData: transfer })
          : new DragEvent('drop', { ...init, dataTransfer: transfer }),
      );
    }, kind);
  for (const kind of ['paste', 'drop'] as const) {
    await give(kind);
    await expect(page.getByAltText('Attached to this message')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel image' }).click();
    await expect(page.getByAltText('Attached to this message')).toBeHidden();
  }
});

test('a deleted conversation is gone only for the person who deletes it; a new message brings it back, without the old ones', async ({
  people,
  openAs,
}) => {
  const [ann, bob] = [await people.create('del_ann'), await people.create('del_bob')];
  const conversation = await conversationOf(ann, bob);
  await sendMessage(ann, conversation, 'before');
  const [hers, his, other] = [await openAs(ann), await openAs(bob), await openAs(ann)];
  await openChat(his, conversation);
  await openChat(other, conversation);
  await hers.goto('/chat');
  const remove = async () => {
    await askToDelete(hers, bob.user.username);
    await expect(hers.getByRole('alertdialog')).toContainText(messages.confirmDeleteConversation);
  };
  await remove();
  await hers.getByRole('button', { name: 'Cancel' }).click();
  await expect(line(hers, bob)).toBeVisible();

  await hers.route('**/v1/conversations/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: { error: 'No.' } }) : route.continue(),
  );
  await remove();
  await hers.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(hers.getByRole('alertdialog')).toContainText(messages.deleteConversationFailed);
  await hers.getByRole('button', { name: 'OK' }).click();
  await hers.unroute('**/v1/conversations/*');

  await remove();
  await hers.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(line(hers, bob)).toBeHidden();
  await expect(other).toHaveURL('/chat');
  await expect(bubble(his, 'before')).toBeVisible();

  await type(his, 'after');
  await expect(line(hers, bob)).toContainText('after');
  await line(hers, bob).getByRole('link').click();
  await expect(bubble(hers, 'after')).toBeVisible();
  await expect(bubble(hers, 'before')).toBeHidden();
  await expect(bubble(his, 'before')).toBeVisible();
});
