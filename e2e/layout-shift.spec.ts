import type { Page } from '@playwright/test';
import { share } from './support/actions.ts';
import { addChannel, createCommunity, joinCommunity, sendMessage, workspace } from './support/communities.ts';
import * as chat from './support/messages.ts';
import { ownedSiteTest } from './support/own-server.ts';
import { expect } from './support/test.ts';

/** A site of its own, which announces something and has rules. */
const { test, owning } = ownedSiteTest();

/** What a page may shift by, from its first paint until it's still. */
const most = 0.02;

declare global {
  interface Window {
    shifts: { value: number; sources: string[] }[];
  }
}

/** Notes every shift of the layout that nobody asked for, and what moved. */
function observeShifts(): void {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    }[]) {
      if (entry.hadRecentInput) continue;
      const sources = entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
        const what = node instanceof Element ? node.outerHTML.slice(0, 200) : '';
        return `${what} from ${from.x},${from.y} to ${to.x},${to.y}`;
      });
      window.shifts.push({ value: entry.value, sources });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Opens a page and waits until everything on it is there and hasn't moved for 20 frames. */
async function shiftsOf(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.evaluate(async () => {
    await document.fonts.ready;
    let before = -1;
    for (let still = 0; still < 20; still += 1) {
      await new Promise(requestAnimationFrame);
      const now = window.shifts.length + document.querySelectorAll('[aria-busy=true]').length;
      if (now !== before) still = 0;
      before = now;
    }
  });
  const shifts = await page.evaluate(() => window.shifts);
  return { sum: shifts.reduce((total, { value }) => total + value, 0), shifts };
}

/** The pages that shift by more than they may, on a device four times slower than this one. */
async function restless(page: Page, paths: readonly string[]) {
  await page.addInitScript(observeShifts);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const found: Record<string, unknown> = {};
  for (const path of paths) {
    const { sum, shifts } = await shiftsOf(page, path);
    if (sum > most) found[path] = { sum, shifts };
  }
  return found;
}

test('no page shifts by more than 0.02 while it loads on a slow device @phone', async ({ people, openAs }) => {
  const [ann, bob] = [owning(), await people.create('bob', 'Bob Guest')];
  const post = await share(bob, 'A picture from the garden', 'alpha.png');
  for (let made = 0; made < 4; made += 1) await share(bob, `Post ${made}\n${'and some more words '.repeat(made * 5)}`);
  await bob.api.post(`/v1/posts/${post}/comments`, { data: { content: 'Nice here' } });
  await ann.api.post(`/v1/posts/${post}/votes`, { data: { vote_type: 1 } });
  await ann.api.put(`/v1/posts/${post}/bookmark`);
  const tea = await createCommunity(ann, 'Tea');
  await joinCommunity(bob, tea);
  const green = await addChannel(ann, tea, 'green');
  const conversation = await chat.conversationOf(ann, bob);
  for (let sent = 0; sent < 12; sent += 1) {
    await sendMessage(bob, green, `Message ${sent} ${'with words '.repeat(sent % 9)}`);
    await chat.sendMessage(bob, conversation, `Message ${sent} ${'with words '.repeat(sent % 9)}`);
  }
  const announced = await ann.api.put('/v1/site/announcement', { data: { content: 'We move.\nAll stays.\nSoon.' } });
  expect(announced.status()).toBe(200);
  const page = await openAs(ann);
  const found = await restless(page, [
    '/feed',
    `/posts/${post}`,
    `/profile/${bob.user.username}`,
    '/notifications',
    '/bookmarks',
    '/search?query=garden',
    '/post/upload',
    '/communities',
    workspace(tea),
    workspace(tea, green),
    `/community/${tea.community_handle}/settings`,
    `/chat?conversation=${conversation}`,
    '/settings/security',
    '/settings/notifications',
    '/settings/privacy',
    '/site',
    '/about',
  ]);
  expect(found).toEqual({});
});

test("no page that's opened without an account shifts while it loads @phone", async ({ page, request: team }) => {
  const { user, password } = owning();
  await team.post('/v1/tokens/authentication', { data: { username: user.username, password } });
  const rules = ['Be kind.', 'No advertising.', 'What is said here stays here.'];
  const set = await team.patch('/v1/site', { data: { registration: 'approval', rules, rules_tick: true } });
  expect(set.status()).toBe(200);
  const { invite } = await (await team.post('/v1/invites', { data: {} })).json();
  const found = await restless(page, [
    '/',
    '/register',
    '/register/password?reg_id=a',
    `/invite/${invite.code}`,
    '/forgot-password',
    '/otp',
    '/about',
    '/about/data',
  ]);
  expect(found).toEqual({});
});
