import { messages } from '@hubbub/contract/platform/messages.ts';
import type { Page } from '@playwright/test';
import { fixture } from './support/actions.ts';
import {
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
import {
  expect,
  expectAccessibleAtBothWidths,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  test,
} from './support/test.ts';

test('long words, many lines and right-to-left text fit, at 320 pixels, too', async ({ people, openAs }) => {
  const [ann, bob] = [await people.create('long_ann'), await people.create('long_bob')];
  const conversation = await conversationOf(ann, bob);
  const rtl = '\u05E9\u05DC\u05D5\u05DD \u05E2\u05D5\u05DC\u05DD, \u05DE\u05D4 \u05E9\u05DC\u05D5\u05DE\u05DA?';
  await sendMessage(ann, conversation, 'x'.repeat(600));
  await sendMessage(ann, conversation, rtl);
  await sendMessage(
    bob,
    conversation,
    `line\n${'and another word '.repeat(60)}\nend https://example.org/${'path/'.repeat(30)}`,
  );
  await sendMessage(
    bob,
    conversation,
    '<img src=x onerror="document.title=1"><script>alert(1)</script> javascript:alert(1)',
  );
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

/** A history of 1,000 messages instead of the server's, whose older pages arrive only when released. */
async function longHistory(page: Page, conversation: string, person: { user_id: string; username: string }) {
  // They sort before the server's.
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

test('a history of 1,000 messages scrolls up to its beginning without a jump', async ({ people, openAs }) => {
  test.slow();
  const [ann, bob] = [await people.create('hist_ann'), await people.create('hist_bob')];
  const conversation = await conversationOf(ann, bob);
  const page = await openAs(ann);
  const history = await longHistory(page, conversation, ann.user);
  await openChat(page, conversation);
  await expect(bubble(page, 'Message 1000')).toBeInViewport();

  const region = timeline(page);
  /** The first message that starts within view, and its position. */
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
  /** The same, once it's equal in two consecutive frames. */
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
  // The last page was full, so one more is requested, which says there's nothing more.
  await expect.poll(history.asked).toBe(10);
  history.release();

  // New messages below don't pull the reader away; the marker leads there.
  const reading = await atRest();
  await sendMessage(bob, conversation, 'something new');
  await page.getByRole('button', { name: 'Show 1 new message' }).click({ trial: true });
  expect(Math.abs((await positionOf(reading.text)) - reading.at)).toBeLessThanOrEqual(2);
});

test('someone at the newest message sees the next one at the bottom, and always their own', async ({
  people,
  openAs,
}) => {
  const [ann, bob] = [await people.create('end_ann'), await people.create('end_bob')];
  const conversation = await conversationOf(ann, bob);
  for (let index = 1; index <= 40; index += 1)
    await sendMessage(index % 2 === 0 ? ann : bob, conversation, `number ${index}.`);
  const page = await openAs(ann);
  await openChat(page, conversation);
  await test.step('a link opens at the first message that is unread', async () => {
    await expect(timeline(page).getByRole('listitem').filter({ hasText: 'New messages' })).toBeInViewport();
    await expect(bubble(page, 'number 1.')).toBeInViewport();
  });
  await openChat(page, conversation);
  await expect(bubble(page, 'number 40.')).toBeInViewport();
  await sendMessage(bob, conversation, 'next one');
  await expect(bubble(page, 'next one')).toBeInViewport();

  await timeline(page).hover();
  await page.mouse.wheel(0, -1_200);
  await expect(bubble(page, 'next one')).not.toBeInViewport();
  await sendMessage(bob, conversation, 'below');
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

test('list and chat alternate on a small screen, and Back leads through them', async ({ people, openAs }) => {
  const [ann, bob] = [await people.create('alt_ann'), await people.create('alt_bob')];
  const conversation = await conversationOf(ann, bob);
  await sendMessage(bob, conversation, 'hello');
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

test('everything works by keyboard', async ({ people, openAs }) => {
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
  for (const name of ['Attach files', 'Attach image']) {
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('button', { name })).toBeFocused();
  }
  await page.keyboard.press('Shift+Tab');
  await expect(timeline(page).getByRole('listitem').last()).toBeFocused();
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

test("a conversation is deleted from its header's menu", async ({ people, openAs }) => {
  const [ann, bob] = [await people.create('menu_ann'), await people.create('menu_bob')];
  const conversation = await conversationOf(bob, ann);
  await sendMessage(bob, conversation, 'hello');
  const page = await openAs(ann);
  await openChat(page, conversation);
  await page.getByRole('button', { name: 'Conversation menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete conversation' })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('menuitem', { name: 'Delete conversation' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page).toHaveURL('/chat');
  await expect(page.getByText('No conversations yet')).toBeVisible();
});

test('messages are accessible in both themes', { tag: '@phone' }, async ({ people, openAs }) => {
  const [ann, bob, cyd] = [
    await people.create('axe_ann', 'Ann Axe'),
    await people.create('axe_bob'),
    await people.create('axe_cyd'),
  ];
  const conversation = await conversationOf(bob, ann);
  const page = await openAs(ann);
  await page.goto('/chat');
  await expect(page.getByText('No conversations yet')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await sendMessage(bob, conversation, 'A link: https://example.org and more');
  await expect(line(page, bob)).toContainText('unread');
  await expectAccessibleInBothThemes(page);
  await page.getByPlaceholder('Search').fill(cyd.user.username);
  await page.getByPlaceholder('Search').press('Enter');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await line(page, bob).getByRole('link').click();
  await expect(bubble(page, 'A link')).toBeVisible();
  await type(page, 'An answer https://example.org');
  await expect.poll(() => storedTexts(ann, conversation)).toContain('An answer https://example.org');
  await page.route('**/v1/chats', (route) =>
    route.fulfill({ status: 422, contentType: 'application/json', body: '{"error":"This was refused."}' }),
  );
  await type(page, 'Refused');
  await expect(bubble(page, 'Refused')).toContainText('This was refused.');
  await page.locator('input[type=file]').setInputFiles(fixture('phone.jpg'));
  await expect(page.getByAltText('Attached to this message')).toBeVisible();
  await expectAccessibleInBothThemes(page);
});
