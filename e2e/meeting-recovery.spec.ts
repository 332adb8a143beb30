import type { Page } from '@playwright/test';
import { clickJoin, expect, expectPictures, freshRoom, tiles, watchConnections } from './support/meetings.ts';
import { test } from './support/test.ts';

test.describe.configure({ timeout: 240_000 });

interface Gate {
  /** Frames that contain one of these words don't reach the page. */
  toPage: string[];
  /** Frames that contain one of these words don't reach the server. */
  toServer: string[];
  /** The frames of the page that reached the server. */
  sent: string[];
}

/** Lets a test hold back frames of a page's socket. */
async function gateOf(page: Page): Promise<Gate> {
  const gate: Gate = { toPage: [], toServer: [], sent: [] };
  const isHeld = (words: string[], frame: string | Buffer) => words.some((word) => String(frame).includes(word));
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((frame) => {
      if (isHeld(gate.toServer, frame)) return;
      gate.sent.push(String(frame));
      server.send(frame);
    });
    server.onMessage((frame) => {
      if (!isHeld(gate.toPage, frame)) socket.send(frame);
    });
  });
  return gate;
}

async function come(page: Page, room: string): Promise<void> {
  await watchConnections(page);
  await page.goto(`/meet/join?room=${room}&audio=0`);
  await clickJoin(page);
}

test('an offer that gets lost is sent again', async ({ people, openAs }) => {
  const room = freshRoom();
  const [stays, comes] = [await openAs(await people.create('stays')), await openAs(await people.create('comes'))];
  const gate = await gateOf(stays);
  await come(stays, room);
  gate.toPage.push('"offer"');
  await come(comes, room);
  await expect(tiles(stays)).toHaveCount(2);
  await expect(stays.getByText(/^Connecting/).first()).toBeVisible();
  gate.toPage.length = 0;
  for (const page of [stays, comes]) await expectPictures(page, 1);
});

test('someone removed from the room while connecting comes back and connects', async ({ people, openAs }) => {
  const room = freshRoom();
  const [stalls, comes] = [await openAs(await people.create('stalls')), await openAs(await people.create('comes'))];
  const gate = await gateOf(stalls);
  await come(stalls, room);
  gate.toPage.push('meetingSignaled');
  gate.toServer.push('meetingBeat', 'meetingSignal');
  const joins = () => gate.sent.filter((frame) => frame.includes('meetingJoin')).length;
  await come(comes, room);
  await expect(tiles(stalls)).toHaveCount(2);
  // The server hears nothing from this page and removes it; the page rejoins by itself.
  await expect.poll(joins).toBeGreaterThan(1);
  gate.toPage.length = 0;
  gate.toServer.length = 0;
  for (const page of [stalls, comes]) {
    await expect(tiles(page)).toHaveCount(2);
    await expectPictures(page, 1);
  }
});

test('someone whose arrival was missed becomes known as soon as they signal', async ({ people, openAs }) => {
  const room = freshRoom();
  const [deaf, comes] = [await openAs(await people.create('deaf')), await openAs(await people.create('comes'))];
  const gate = await gateOf(deaf);
  await come(deaf, room);
  gate.toPage.push('meetingPeerJoined');
  await come(comes, room);
  await expect(tiles(comes)).toHaveCount(2);
  for (const page of [deaf, comes]) {
    await expect(tiles(page)).toHaveCount(2);
    await expectPictures(page, 1);
  }
});
