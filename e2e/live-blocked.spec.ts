import type { Locator, Page } from '@playwright/test';
import { firstPaintOf, share } from './support/actions.ts';
import { addChannel, createCommunity, joinCommunity, workspace } from './support/communities.ts';
import { bubble, conversationOf, field, sendMessage, storedTexts, type } from './support/messages.ts';
import { proxiedServerTest } from './support/own-server.ts';
import { expect, expectAccessibleAtBothWidths } from './support/test.ts';

const { test, front } = proxiedServerTest({ RATE_LIMITS: 'on' });

const line = (page: Page) => page.getByText('Live updates are blocked on this network. Checking every few seconds.');
const texts = async (rows: Locator, pattern: RegExp) =>
  (await rows.allTextContents()).flatMap((text) => pattern.exec(text)?.[0] ?? []);

for (const kind of ['a channel', 'a conversation']) {
  test(`where a proxy refuses sockets, ${kind} goes on by HTTP, and by socket once it allows them`, async ({
    people,
    openAs,
  }) => {
    front().refuseUpgrades();
    const [ann, bob] = [await people.create('blk_ann'), await people.create('blk_bob')];
    const page = await openAs(ann);
    let sockets = 0;
    page.on('websocket', (socket) => socket.on('framereceived', () => sockets++));
    let room: string;
    let rows: Locator;
    let write: (text: string) => Promise<void>;
    let stored: () => Promise<string[]>;
    if (kind === 'a channel') {
      const community = await createCommunity(ann, 'Blocked');
      await joinCommunity(bob, community);
      const channel = await addChannel(ann, community, 'lessons');
      room = channel.channel_id;
      await page.goto(workspace(community, channel));
      rows = page.getByRole('region', { name: /^Messages in #/ }).getByRole('listitem');
      write = async (content) => {
        const answer = await bob.api.post('/v1/channel/chats', { data: { conversation: room, content } });
        expect(answer.status()).toBe(201);
      };
      stored = async () =>
        (await (await bob.api.get(`/v1/channel/chats/${room}`)).json()).messages.map(
          ({ message }: { message: string }) => message,
        );
    } else {
      room = await conversationOf(ann, bob);
      await page.goto(`/chat?conversation=${room}`);
      rows = bubble(page, /./);
      write = (text) => sendMessage(bob, room, text);
      stored = () => storedTexts(bob, room);
    }
    await expect(line(page)).toBeVisible();
    await expectAccessibleAtBothWidths(page);
    await expect(field(page)).toBeVisible();

    const said: string[] = [];
    const say = async (text: string) => {
      said.push(text);
      await write(text);
    };
    for (const number of [1, 2, 3]) await say(`blocked ${number}`);
    await expect.poll(() => texts(rows, /blocked \d/)).toEqual(said);
    await type(page, 'blocked 4');
    await expect.poll(stored).toContain('blocked 4');
    said.push('blocked 4');
    await say('blocked 5');
    await expect.poll(() => texts(rows, /blocked \d/)).toEqual(said);
    expect(sockets).toBe(0);

    front().allowUpgrades();
    const allowed = Date.now();
    for (let number = 1; sockets === 0; number += 1) {
      await say(`between ${number}.`);
      await expect.poll(() => texts(rows, /between \d+\./)).toContain(`between ${number}.`);
    }
    await expect(line(page)).toBeHidden();
    expect(Date.now() - allowed).toBeLessThan(30_000);
    await say('after 1');
    await expect.poll(() => texts(rows, /blocked \d|between \d+\.|after \d/)).toEqual(said);
    expect((await stored()).filter((text) => /blocked|between|after/.test(text))).toEqual(said);
  });
}

test.describe('where the network hangs', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the app still opens, with what was seen before, and continues once it answers', async ({ people, openAs }) => {
    front().allowUpgrades();
    const person = await people.create('hung');
    await share(person, 'Before it hung');
    const page = await openAs(person);
    await page.goto('/feed');
    await expect(page.getByText('Before it hung')).toBeVisible();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    front().hang(true);
    const paints: number[] = [];
    // Other work on the machine can only delay a paint.
    while (paints.length < 8 && !paints.some((ms) => ms < 500)) {
      await page.reload({ waitUntil: 'commit' });
      paints.push(await firstPaintOf(page));
    }
    expect(Math.min(...paints), 'a frame within half a second, however slow the network').toBeLessThan(500);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    front().hang(false);
    await page.reload();
    await expect(page.getByText('Before it hung')).toBeVisible();
  });
});
