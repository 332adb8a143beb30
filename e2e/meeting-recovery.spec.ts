import type { Page } from '@playwright/test';
import { clickJoin, expect, expectPictures, freshRoom, tiles, watchConnections } from './support/meetings.ts';
import { test } from './support/test.ts';

test.describe.configure({ timeout: 240_000 });

interface Gate {
  /** Frames that contain one of these words don't reach the page. */
  toPage: string[];
  /** Frames that contain one of these words don't reach the server. */
  toServer: string[];
  /** Changes a frame on its way to the page. */
  alter(frame: string): string;
  /** The frames of the page that reached the server. */
  sent: string[];
  /** Lets everything through from now on. What was held back to the page reaches it first, in order. */
  open(): void;
}

/** Lets a test hold back frames of a page's socket. */
async function gateOf(page: Page): Promise<Gate> {
  const late: (() => void)[] = [];
  const gate: Gate = {
    toPage: [],
    toServer: [],
    alter: (frame) => frame,
    sent: [],
    open() {
      gate.toPage.length = 0;
      gate.toServer.length = 0;
      for (const deliver of late.splice(0)) deliver();
    },
  };
  const isHeld = (words: string[], frame: string | Buffer) => words.some((word) => String(frame).includes(word));
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((frame) => {
      if (isHeld(gate.toServer, frame)) return;
      gate.sent.push(String(frame));
      server.send(frame);
    });
    server.onMessage((frame) => {
      const deliver = () => socket.send(typeof frame === 'string' ? gate.alter(frame) : frame);
      if (isHeld(gate.toPage, frame)) late.push(deliver);
      else deliver();
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

test('an answer that comes late, to an offer of a connection that was replaced, changes nothing', async ({
  people,
  openAs,
}) => {
  const room = freshRoom();
  const [stays, comes] = [await openAs(await people.create('stays')), await openAs(await people.create('comes'))];
  const gate = await gateOf(comes);
  await come(stays, room);
  gate.toPage.push('meetingSignaled');
  gate.toServer.push('meetingBeat');
  // An offer that's sent again, because its answer is held back, counts once: its route's name identifies it.
  const routeOf = (frame: string) => /a=ice-ufrag:([^\\]+)/.exec(frame)?.[1];
  const offers = () => new Set(gate.sent.filter((frame) => frame.includes('"offer"')).map(routeOf)).size;
  await come(comes, room);
  await expect.poll(offers).toBe(1);
  // The server hears nothing from this page and removes it; the page rejoins and makes another offer.
  await expect.poll(() => gate.sent.filter((frame) => frame.includes('meetingJoin')).length).toBe(2);
  gate.toServer.length = 0;
  await expect.poll(offers).toBeGreaterThan(1);
  await expect(tiles(stays)).toHaveCount(2);
  const made = offers();
  gate.open();
  for (const page of [stays, comes]) await expectPictures(page, 1);
  // The connection wasn't renegotiated.
  expect(offers()).toBe(made);
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

test("two people whose keys don't match reconnect", async ({ people, openAs }) => {
  const room = freshRoom();
  const [stays, comes] = [await openAs(await people.create('stays')), await openAs(await people.create('comes'))];
  const gate = await gateOf(comes);
  await come(stays, room);
  let altered = 0;
  gate.alter = (frame) => {
    if (altered > 0 || !frame.includes('"answer"')) return frame;
    altered += 1;
    return frame.replace(/(a=fingerprint:sha-256) (..):(..)/, '$1 $3:$2');
  };
  await come(comes, room);
  for (const page of [stays, comes]) await expectPictures(page, 1);
  expect(altered).toBe(1);
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
