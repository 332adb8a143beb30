import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { fixture, share } from './support/actions.ts';
import { addChannel, createCommunity, joinCommunity, sendMessage } from './support/communities.ts';
import * as chat from './support/messages.ts';
import { expect, test } from './support/test.ts';

/** Pixels that a fingertip needs (WCAG 2.5.5). */
const fingertip = 44;

/**
 * The page's buttons that take a finger over less than a fingertip, as "name: width × height". Their size is what a finger hits: some
 * take it beyond what's drawn.
 */
const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const selector = 'button, summary, select, [role=button], [role=tab], [role=radio], [role=switch], [role=menuitem]';
    const hits = (button: HTMLElement, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      // A checkbox is its label, too.
      const labels = button instanceof HTMLButtonElement ? [...button.labels] : [];
      return [button, ...labels].some((part) => part.contains(hit));
    };
    return [...document.querySelectorAll<HTMLElement>(selector)].flatMap((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      // What's hidden, only for screen readers, below something or beyond the window.
      if (width < 8 || height < 8 || !hits(button, x, y)) return [];
      const reach = (dx: number, dy: number) => {
        let far = 0;
        while (far < least && hits(button, x + dx * (far + 1), y + dy * (far + 1))) far += 1;
        return far;
      };
      const [wide, high] = [
        Math.max(width, reach(-1, 0) + reach(1, 0) + 1),
        Math.max(height, reach(0, -1) + reach(0, 1) + 1),
      ];
      if (wide >= least - 0.5 && high >= least - 0.5) return [];
      return [`${button.getAttribute('aria-label') ?? button.textContent}: ${Math.round(wide)} × ${Math.round(high)}`];
    });
  }, fingertip);

test('every button of the main pages takes a finger over 44 pixels @phone-only @phone', async ({ people, openAs }) => {
  const [ann, bob] = [await people.create('ann', 'Ann Host'), await people.create('bob', 'Bob Guest')];
  const pictures = new FormData();
  pictures.set('content', 'Look: two pictures');
  for (const name of ['alpha.png', 'animated.apng'])
    pictures.append(
      'files',
      new File([await readFile(fixture(name))], name, { type: `image/${name.endsWith('png') ? 'png' : 'jpeg'}` }),
    );
  expect((await bob.api.post('/v1/posts', { multipart: pictures })).status()).toBe(201);
  const two = await share(bob, 'Look');
  await bob.api.post(`/v1/posts/${two}/comments`, { data: { content: 'Nice here' } });
  const tea = await createCommunity(ann, 'Tea');
  await joinCommunity(bob, tea);
  const green = await addChannel(ann, tea, 'green');
  await sendMessage(bob, green, 'Look:\n```\nconst a = 1;\n```');
  const conversation = await chat.conversationOf(ann, bob);
  await chat.sendMessage(bob, conversation, 'Look:\n```\nconst a = 1;\n```');
  const page = await openAs(ann);
  const found: Record<string, string[]> = {};
  for (const path of [
    '/feed',
    `/posts/${two}`,
    `/profile/${bob.user.username}`,
    '/notifications',
    '/chat',
    `/chat?conversation=${conversation}`,
    `/communities?community=${tea.community_handle}`,
    `/communities?community=${tea.community_handle}&channel=${green.channel_id}`,
    '/search?query=look',
    '/search?query=look&in=messages',
    '/post/upload',
    '/settings',
    '/ai-chat',
    '/vc',
    '/settings/appearance',
    '/settings/security',
    '/profile',
    '/bookmarks',
  ]) {
    await page.goto(path, { waitUntil: 'networkidle' });
    const small = await tooSmall(page);
    if (small.length > 0) found[path] = small;
  }
  expect(found).toEqual({});
});

test("a message's sender can be clicked over 24 pixels (WCAG 2.5.8)", async ({ people, openAs }) => {
  const [ann, bob] = [await people.create('name_ann'), await people.create('name_bob')];
  const tea = await createCommunity(ann, 'Tea');
  await joinCommunity(bob, tea);
  const green = await addChannel(ann, tea, 'green');
  await sendMessage(bob, green, 'Look');
  const page = await openAs(ann);
  await page.goto(`/communities?community=${tea.community_handle}&channel=${green.channel_id}`);
  const sender = page.getByRole('link', { name: bob.user.username, exact: true }).first();
  expect((await sender.boundingBox())?.height).toBeGreaterThanOrEqual(24);
});
