import { join } from 'node:path';
import { messages } from '@hubbub/contract/platform/messages.ts';
import type { Page, Route } from '@playwright/test';
import {
  bubble,
  conversationOf,
  field,
  line,
  list,
  openChat,
  say,
  storedTexts,
  timeline,
  type,
} from './support/messages.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts';

const fixture = (name: string) => join(import.meta.dirname, '../server/test/fixtures', name);
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) <= 768;
/** On a phone list and chat alternate. */
async function toList(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Back to your conversations' }).click();
}

/** Holds the answers of some calls back until they are released. */
async function holdAnswers(page: Page, address: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return { release: resolve };
}

test('a person finds another, writes, and both see it at once; the search leaves out whom one writes with already', async ({
  people,
  openAs,
}) => {
  const [ann, bob] = [await people.create('ann', 'Ann Chats'), await people.create('bob', 'Bob Chats')];
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
  await expect(hers.getByText('Loading...')).toBeVisible();
  answer.release();
  await expect(hers.getByText(messages.noData)).toBeVisible();
  await hers.mouse.click(5, 400);
  await expect(hers.getByText(messages.noData)).toBeHidden();

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
  await expect(hers.getByText(messages.noData)).toBeVisible();
});

test('what is new is marked on every device, after a reload, too, and opening the conversation clears it everywhere', async ({
  people,
  openAs,
}) => {
  const [ann, bob] = [await people.create('dot_ann'), await people.create('dot_bob')];
  const conversation = await conversationOf(ann, bob);
  await say(ann, conversation, 'one');
  await say(ann, conversation, 'two');
  const [here, there] = [await openAs(bob), await openAs(bob)];
  await here.goto('/chat');
  await there.goto('/chat');
  await expect(line(here, ann)).toContainText('2 unread messages');
  await say(ann, conversation, 'three');
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
  await say(ann, conversation, 'four');
  await expect(bubble(here, 'four')).toBeVisible();
  await expect(line(there, ann)).toContainText('four');
  await expect(line(there, ann)).not.toContainText('unread');
  await here.reload();
  await expect(bubble(here, 'four')).toBeVisible();
});

test('the latest conversation is first, and what a person types is kept for each conversation over a reload', async ({
  people,
  openAs,
}) => {
  const [ann, bob, cyd] = [
    await people.create('ord_ann'),
    await people.create('ord_bob'),
    await people.create('ord_cyd'),
  ];
  const [withBob, withCyd] = [await conversationOf(ann, bob), await conversationOf(ann, cyd)];
  await say(bob, withBob, 'from bob');
  await say(cyd, withCyd, 'from cyd');
  const page = await openAs(ann);
  await page.goto('/chat');
  await expect(list(page).getByRole('listitem').first()).toContainText(cyd.user.username);
  await say(bob, withBob, 'again from bob');
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

test('emoji and pictures: a preview that can be cancelled, only pictures, nothing blank', async ({
  people,
  openAs,
}) => {
  const [ann, bob] = [await people.create('pic_ann'), await people.create('pic_bob')];
  const conversation = await conversationOf(ann, bob);
  const [hers, his] = [await openAs(ann), await openAs(bob)];
  await openChat(hers, conversation);
  await say(ann, conversation, 'first');
  await openChat(his, conversation);

  await hers.getByRole('button', { name: 'Send' }).click();
  await expect(hers.getByRole('alertdialog')).toContainText(messages.messageOrImage);
  await hers.getByRole('button', { name: 'OK' }).click();
  await hers.locator('input[type=file]').setInputFiles(fixture('tone.mp3'));
  await expect(hers.getByRole('alertdialog')).toContainText(messages.imageOnly);
  await hers.getByRole('button', { name: 'OK' }).click();

  await hers.locator('input[type=file]').setInputFiles(fixture('phone.jpg'));
  await expect(hers.getByAltText('Chosen for this message')).toBeVisible();
  await hers.getByRole('button', { name: 'Cancel image' }).click();
  await expect(hers.getByAltText('Chosen for this message')).toBeHidden();
  await hers.locator('input[type=file]').setInputFiles(fixture('phone.jpg'));
  await expect(hers.getByAltText('Chosen for this message')).toBeVisible();
  await field(hers).fill('Look');
  await field(hers).press('Enter');
  await expect(hers.getByAltText('Chosen for this message')).toBeHidden();
  await expect(bubble(hers, 'Look')).toContainText('Sent');
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

test('a picture that is pasted or dropped is chosen, too', async ({ people, openAs }) => {
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
    await expect(page.getByAltText('Chosen for this message')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel image' }).click();
    await expect(page.getByAltText('Chosen for this message')).toBeHidden();
  }
});

test('a deleted conversation is gone for the one who deletes; a new message brings it back with what comes after', async ({
  people,
  openAs,
}) => {
  const [ann, bob] = [await people.create('del_ann'), await people.create('del_bob')];
  const conversation = await conversationOf(ann, bob);
  await say(ann, conversation, 'before');
  const [hers, his, other] = [await openAs(ann), await openAs(bob), await openAs(ann)];
  await openChat(his, conversation);
  await openChat(other, conversation);
  await hers.goto('/chat');
  const remove = async () => {
    await line(hers, bob).hover();
    await hers.getByRole('button', { name: `Delete conversation with ${bob.user.username}` }).click();
    await expect(hers.getByRole('alertdialog')).toContainText(messages.confirmDeleteConversation);
  };
  await remove();
  await hers.getByRole('button', { name: 'Cancel' }).click();
  await expect(line(hers, bob)).toBeVisible();

  await hers.route('**/v1/conversations/*', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
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

test('somebody whose account is deleted is the deleted user, and what was said stays', async ({ people, openAs }) => {
  const [ann, bob] = [await people.create('gone_ann', 'Ann Gone'), await people.create('gone_bob')];
  const conversation = await conversationOf(ann, bob);
  await say(ann, conversation, 'so long');
  expect((await ann.api.delete('/v1/users')).status()).toBe(200);
  const page = await openAs(bob);
  await page.goto('/chat');
  const item = list(page).getByRole('listitem').filter({ hasText: 'deleted_user' });
  await expect(item).toContainText('so long');
  await item.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Deleted User' })).toBeVisible();
  await expect(bubble(page, 'so long')).toBeVisible();
  await expect(page.getByText('This account was deleted.')).toBeVisible();
  await expectAccessible(page);
});

test('what is written offline is sent once when the network is back, and what was missed arrives', async ({
  people,
  openAs,
}) => {
  const [ann, bob] = [await people.create('off_ann'), await people.create('off_bob')];
  const conversation = await conversationOf(ann, bob);
  await say(bob, conversation, 'before');
  const [hers, his] = [await openAs(ann), await openAs(bob)];
  await openChat(hers, conversation);
  await openChat(his, conversation);
  await expect(bubble(hers, 'before')).toBeVisible();
  for (const round of [1, 2, 3]) {
    await hers.context().setOffline(true);
    await expect(hers.getByText('What you write is sent when the connection is back.')).toBeVisible();
    await type(hers, `offline ${round}a`);
    await type(hers, `offline ${round}b`);
    await expect(bubble(hers, `offline ${round}b`)).toBeVisible();
    await expect(bubble(hers, `offline ${round}a`)).toContainText('Waiting for the connection');
    await say(bob, conversation, `missed ${round}`);
    await hers.context().setOffline(false);
    await expect(bubble(hers, `missed ${round}`)).toHaveCount(1);
    await expect(bubble(hers, `offline ${round}b`)).toContainText('Sent');
    await expect(bubble(his, `offline ${round}b`)).toHaveCount(1);
  }
  const texts = await storedTexts(bob, conversation);
  expect(texts.filter((text) => text.startsWith('offline'))).toEqual(
    [1, 2, 3].flatMap((round) => [`offline ${round}a`, `offline ${round}b`]),
  );
  for (const text of texts) await expect(bubble(hers, text)).toHaveCount(1);
});

test('a text that was written offline goes out after a reload, too', async ({ people, openAs }) => {
  const [ann, bob] = [await people.create('rel_ann'), await people.create('rel_bob')];
  const conversation = await conversationOf(ann, bob);
  const page = await openAs(ann);
  await openChat(page, conversation);
  await page.route('**/v1/chats', (route) => route.abort());
  await type(page, 'kept over a reload');
  await expect(bubble(page, 'kept over a reload')).toContainText('Waiting for the connection');
  await page.unroute('**/v1/chats');
  await page.reload();
  await expect(bubble(page, 'kept over a reload')).toContainText('Sent');
  expect(await storedTexts(bob, conversation)).toEqual(['kept over a reload']);
});

test('a message that is refused keeps its text and is sent exactly once when it is retried', async ({
  people,
  openAs,
}) => {
  const [ann, bob] = [await people.create('fail_ann'), await people.create('fail_bob')];
  const conversation = await conversationOf(ann, bob);
  const [hers, his] = [await openAs(ann), await openAs(bob)];
  await openChat(hers, conversation);
  const refuse = (route: Route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"error":"Something broke here."}' });
  await hers.route('**/v1/chats', refuse);
  await type(hers, 'please arrive');
  await expect(bubble(hers, 'please arrive')).toContainText('Not sent. Something broke here.');
  await hers.unroute('**/v1/chats');
  await type(hers, 'written later');
  await expect(bubble(hers, 'written later')).toContainText('Sent');

  // The server stores it, and its answer is lost: the retry must not store it again.
  let lost = 0;
  await hers.route('**/v1/chats', async (route) => {
    lost += 1;
    if (lost > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await bubble(hers, 'please arrive').getByRole('button', { name: 'Retry' }).click();
  await expect(bubble(hers, 'please arrive')).toContainText('Sent');
  await expect(bubble(hers, 'please arrive')).toHaveCount(1);
  expect((await storedTexts(ann, conversation)).filter((text) => text === 'please arrive')).toHaveLength(1);
  await openChat(his, conversation);
  await expect(bubble(his, 'please arrive')).toHaveCount(1);

  await hers.unroute('**/v1/chats');
  await hers.route('**/v1/chats', refuse);
  await type(hers, 'never mind');
  await bubble(hers, 'never mind').getByRole('button', { name: 'Discard' }).click();
  await expect(bubble(hers, 'never mind')).toHaveCount(0);
});

test('long words, many lines and right-to-left text stay in their place, at 320 pixels, too', async ({
  people,
  openAs,
}) => {
  const [ann, bob] = [await people.create('long_ann'), await people.create('long_bob')];
  const conversation = await conversationOf(ann, bob);
  const rtl = '\u05E9\u05DC\u05D5\u05DD \u05E2\u05D5\u05DC\u05DD, \u05DE\u05D4 \u05E9\u05DC\u05D5\u05DE\u05DA?';
  await say(ann, conversation, 'x'.repeat(600));
  await say(ann, conversation, rtl);
  await say(
    bob,
    conversation,
    `line\n${'and another word '.repeat(60)}\nend https://example.org/${'path/'.repeat(30)}`,
  );
  await say(bob, conversation, '<img src=x onerror="document.title=1"><script>alert(1)</script> javascript:alert(1)');
  const page = await openAs(ann);
  for (const width of [320, 390, 769, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await openChat(page, conversation);
    await expect(bubble(page, 'onerror')).toBeVisible();
    await expectNoSidewaysScroll(page);
    expect(
      await timeline(page).evaluate((element) => element.scrollWidth - element.clientWidth),
      `sideways in the timeline at ${width}`,
    ).toBeLessThanOrEqual(0);
  }
  await expect(bubble(page, 'onerror').getByRole('link')).toHaveCount(0);
  await expect(bubble(page, 'end https').getByRole('link')).toHaveAttribute('rel', /noopener/);
  await expect(bubble(page, rtl).locator('p[dir=auto]')).toHaveCSS('direction', 'rtl');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/chat');
  await expect(line(page, bob)).toBeVisible();
  await expectNoSidewaysScroll(page);
});

/** A history of 1,000 messages in the place of the server's, whose older pages come only when they are let through. */
async function longHistory(page: Page, conversation: string, person: { user_id: string; username: string }) {
  // They sort before those of the server.
  const id = (number: number) => `!${String(number).padStart(15, '0')}`;
  const all = Array.from({ length: 1_000 }, (_, index) => ({
    _id: id(index + 1),
    conversation,
    sender: {
      _id: index % 3 === 0 ? person.user_id : 'other',
      username: index % 3 === 0 ? person.username : 'other',
      name: null,
      profile_path: '/profiles/default.png',
    },
    message: `Message ${index + 1} ${'with some more words '.repeat((index * 7) % 23)}`,
    imageUrl: null,
    image: null,
    createdAt: new Date(Date.UTC(2026, 8, 1) + index * 3_600_000).toISOString(),
  }));
  let release: (() => void) | undefined;
  let asked = 0;
  await page.route(`**/v1/chats/${conversation}*`, async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const before = query.get('before');
    const after = query.get('after');
    if (after !== null) {
      const since = all.filter(({ _id }) => _id > after).slice(0, 100);
      return route.fulfill({ json: { messages: since } });
    }
    const known = before === null ? all : all.filter(({ _id }) => _id < before);
    if (before !== null) {
      asked += 1;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    }
    return route.fulfill({ json: { messages: known.slice(-100) } });
  });
  return {
    asked: () => asked,
    release: () => {
      release?.();
      release = undefined;
    },
  };
}

test('a history of 1,000 messages is scrolled up to its beginning without a jump', async ({ people, openAs }) => {
  test.slow();
  const [ann, bob] = [await people.create('hist_ann'), await people.create('hist_bob')];
  const conversation = await conversationOf(ann, bob);
  const page = await openAs(ann);
  const history = await longHistory(page, conversation, ann.user);
  await openChat(page, conversation);
  await expect(bubble(page, 'Message 1000')).toBeInViewport();

  const region = timeline(page);
  /** The first message that begins in sight, and where it stands. */
  const inSight = () =>
    region.evaluate((element) => {
      const top = element.getBoundingClientRect().top;
      for (const item of element.querySelectorAll('[role=listitem]')) {
        const text = /Message \d+ /.exec(item.textContent ?? '')?.[0];
        const at = item.getBoundingClientRect().top - top;
        if (text !== undefined && at >= 0) return { text, at };
      }
      return undefined;
    });
  /** The same, once two frames in a row are the same. */
  const atRest = async () => {
    let now = await inSight();
    await expect
      .poll(async () => {
        const last = now;
        await region.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
        now = await inSight();
        return now !== undefined && now.text === last?.text && now.at === last.at;
      })
      .toBe(true);
    return now!;
  };
  const positionOf = (text: string) =>
    region.evaluate((element, wanted) => {
      const found = [...element.querySelectorAll('[role=listitem]')].find((item) => item.textContent?.includes(wanted));
      return found === undefined ? Number.NaN : found.getBoundingClientRect().top - element.getBoundingClientRect().top;
    }, text);

  for (let pageNumber = 1; pageNumber <= 9; pageNumber += 1) {
    await expect
      .poll(
        async () => {
          await region.evaluate((element) => {
            element.scrollTop -= 700;
          });
          return history.asked();
        },
        { intervals: [20], timeout: 60_000 },
      )
      .toBe(pageNumber);
    const before = await atRest();
    const height = await region.evaluate((element) => element.scrollHeight);
    history.release();
    await expect.poll(() => region.evaluate((element) => element.scrollHeight)).toBeGreaterThan(height);
    expect(Math.abs((await positionOf(before.text)) - before.at), `page ${pageNumber}`).toBeLessThanOrEqual(2);
  }
  await expect
    .poll(
      async () => {
        await region.evaluate((element) => {
          element.scrollTop -= 2_000;
        });
        return (await inSight())?.text;
      },
      { intervals: [20], timeout: 60_000 },
    )
    .toBe('Message 1 ');
  // The last page was full, so one more is asked for: it says that there is no more.
  await expect.poll(history.asked).toBe(10);
  history.release();

  // What comes in below does not pull the reader away; the marker leads there.
  const reading = await atRest();
  await say(bob, conversation, 'something new');
  await page.getByRole('button', { name: 'Show 1 new message' }).click({ trial: true });
  expect(Math.abs((await positionOf(reading.text)) - reading.at)).toBeLessThanOrEqual(2);
});

test('who reads the newest message sees the next one at the bottom, and own messages always', async ({
  people,
  openAs,
}) => {
  const [ann, bob] = [await people.create('end_ann'), await people.create('end_bob')];
  const conversation = await conversationOf(ann, bob);
  for (let index = 1; index <= 40; index += 1) await say(index % 2 === 0 ? ann : bob, conversation, `number ${index}.`);
  const page = await openAs(ann);
  await openChat(page, conversation);
  await expect(bubble(page, 'number 40.')).toBeInViewport();
  await say(bob, conversation, 'next one');
  await expect(bubble(page, 'next one')).toBeInViewport();

  await timeline(page).hover();
  await page.mouse.wheel(0, -1_200);
  await expect(bubble(page, 'next one')).not.toBeInViewport();
  await say(bob, conversation, 'below');
  const marker = page.getByRole('button', { name: 'Show 1 new message' });
  await expect(marker).toBeVisible();
  await marker.click();
  await expect(bubble(page, 'below')).toBeInViewport();
  await timeline(page).hover();
  await page.mouse.wheel(0, -1_200);
  await expect(bubble(page, 'below')).not.toBeInViewport();
  await type(page, 'my own');
  await expect(bubble(page, 'my own')).toBeInViewport();
});

test('list and chat alternate on a small screen, and the way back leads through them', async ({ people, openAs }) => {
  const [ann, bob] = [await people.create('alt_ann'), await people.create('alt_bob')];
  const conversation = await conversationOf(ann, bob);
  await say(bob, conversation, 'hello');
  const page = await openAs(ann);
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto('/chat');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link')).toHaveCount(6);
  await line(page, bob).getByRole('link').click();
  await expect(bubble(page, 'hello')).toBeVisible();
  await expect(list(page)).toBeHidden();
  await page.reload();
  await expect(bubble(page, 'hello')).toBeVisible();
  await page.getByRole('button', { name: 'Back to your conversations' }).click();
  await expect(list(page)).toBeVisible();
  await expect(field(page)).toBeHidden();
  await line(page, bob).getByRole('link').click();
  await expect(field(page)).toBeVisible();
  await page.goBack();
  await expect(list(page)).toBeVisible();
  await page.setViewportSize({ width: 769, height: 900 });
  await expect(page.getByText(messages.noChatSelected)).toBeVisible();
  await expect(list(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
});

test('everything works by keyboard', async ({ people, openAs, hasTouch }) => {
  test.skip(
    hasTouch,
    'On a phone the field takes the focus when it is touched, so that its keyboard does not open by itself.',
  );
  const [ann, bob] = [await people.create('key_ann'), await people.create('key_bob')];
  const page = await openAs(ann);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/chat');
  await expect(page.getByText('No conversations yet')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(bob.user.username);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('typed and sent');
  await page.keyboard.press('Enter');
  await expect(bubble(page, 'typed and sent')).toContainText('Sent');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(timeline(page)).toBeFocused();

  const remove = page.getByRole('button', { name: `Delete conversation with ${bob.user.username}` });
  await line(page, bob).getByRole('link').focus();
  await page.keyboard.press('Tab');
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No conversations yet')).toBeVisible();
  await expect(page).toHaveURL('/chat');
});

for (const colorScheme of ['dark', 'light'] as const) {
  test(`messages are accessible in the ${colorScheme} theme`, async ({ people, openAs }) => {
    const [ann, bob, cyd] = [
      await people.create('axe_ann', 'Ann Axe'),
      await people.create('axe_bob'),
      await people.create('axe_cyd'),
    ];
    const conversation = await conversationOf(bob, ann);
    const page = await openAs(ann, { colorScheme });
    await page.goto('/chat');
    await expect(page.getByText('No conversations yet')).toBeVisible();
    await expectAccessible(page);
    await say(bob, conversation, 'A link: https://example.org and more');
    await expect(line(page, bob)).toContainText('unread');
    await expectAccessible(page);
    await page.getByPlaceholder('Search').fill(cyd.user.username);
    await page.getByPlaceholder('Search').press('Enter');
    await expect(page.getByRole('option').first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await line(page, bob).getByRole('link').click();
    await expect(bubble(page, 'A link')).toBeVisible();
    await type(page, 'An answer https://example.org');
    await page.route('**/v1/chats', (route) =>
      route.fulfill({ status: 422, contentType: 'application/json', body: '{"error":"This was refused."}' }),
    );
    await type(page, 'Refused');
    await expect(bubble(page, 'Refused')).toContainText('This was refused.');
    await page.locator('input[type=file]').setInputFiles(fixture('phone.jpg'));
    await expect(page.getByAltText('Chosen for this message')).toBeVisible();
    await expectAccessible(page);
  });
}

test('new messages are announced politely', async ({ people, openAs }) => {
  const [ann, bob] = [await people.create('say_ann'), await people.create('say_bob')];
  const conversation = await conversationOf(ann, bob);
  await say(bob, conversation, 'old');
  const page = await openAs(ann);
  await openChat(page, conversation);
  await expect(bubble(page, 'old')).toBeVisible();
  await say(bob, conversation, 'fresh');
  await expect(page.getByRole('status').filter({ hasText: `${bob.user.username}: fresh` })).toHaveCount(1);
});
