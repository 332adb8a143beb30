import type { Page } from '@playwright/test';
import type { Person } from './people.ts';
import { expect as baseExpect } from './test.ts';

/** Several browsers encode and decode video, on whatever machine runs the tests. */
export const expect = baseExpect.configure({ timeout: 120_000 });

let rooms = 0;
/** A room no other test is in. */
export const freshRoom = () => {
  rooms += 1;
  return `room${process.pid}x${rooms}`;
};

/** Keeps a page's peer connections where a test can inspect them. With `relayOnly` they may only use a relay. */
export async function watchConnections(page: Page, { relayOnly = false } = {}): Promise<void> {
  await page.addInitScript((isRelayOnly) => {
    const made: RTCPeerConnection[] = [];
    Object.assign(window, { connections: made });
    window.RTCPeerConnection = class extends window.RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super({ ...configuration, ...(isRelayOnly && { iceTransportPolicy: 'relay' }) });
        made.push(this);
      }
    };
  }, relayOnly);
}

interface Received {
  /** Identifies the connection: a page that had to rejoin has different ones. */
  connection: number;
  frames: number;
  width: number;
}

/** For each open connection, how many video frames were received and decoded, and how wide they are. */
export const received = (page: Page): Promise<Received[]> =>
  page.evaluate(async () => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] };
    const all = connections.map(async (connection, index) => {
      const video = [...(await connection.getStats()).values()].find(
        ({ type, kind }) => type === 'inbound-rtp' && kind === 'video',
      );
      return {
        connection: index,
        isOpen: connection.connectionState === 'connected',
        frames: video?.framesDecoded ?? 0,
        width: video?.frameWidth ?? 0,
      };
    });
    return (await Promise.all(all)).filter(({ isOpen }) => isOpen);
  });

/** What a page's connections say of the video they send and receive: to be read when a test fails. */
const videoOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] };
    const told = ['type', 'mid', 'active', 'framesSent', 'framesReceived', 'framesDecoded', 'pliCount', 'packetsLost'];
    const all = connections.map(async (connection) => {
      const stats = [...(await connection.getStats()).values()].filter(
        ({ type, kind }) => /bound-rtp$/.test(type) && kind === 'video',
      );
      const senders = connection.getSenders().map(({ track }) => track && `${track.kind} ${track.readyState}`);
      return JSON.stringify([connection.connectionState, connection.signalingState, senders, stats], (key, value) =>
        key === '' || /^\d+$/.test(key) || told.includes(key) ? value : undefined,
      );
    });
    return (await Promise.all(all)).join('\n');
  });

/** Waits until this many others are connected, and this many of them keep sending video. */
export async function expectPictures(page: Page, others: number, withCamera = others): Promise<void> {
  try {
    await waitForPictures(page, others, withCamera);
  } catch (error) {
    const pages =
      page
        .context()
        .browser()
        ?.contexts()
        .flatMap((each) => each.pages()) ?? [];
    for (const each of pages) console.error(each.url(), await videoOf(each).catch(String));
    throw error;
  }
}

async function waitForPictures(page: Page, others: number, withCamera: number): Promise<void> {
  const first = new Map<number, number>();
  await expect
    .poll(async () => {
      const now = await received(page);
      for (const { connection, frames } of now) if (!first.has(connection)) first.set(connection, frames);
      const growing = now.filter(({ connection, frames }) => frames > (first.get(connection) ?? 0) + 3);
      return { open: now.length, growing: growing.length };
    })
    .toEqual({ open: others, growing: withCamera });
}

export const tiles = (page: Page) => page.getByRole('list', { name: 'People in the meeting' }).getByRole('listitem');
export const tileOf = (page: Page, { user }: Person) =>
  page.getByRole('listitem', { name: new RegExp(`^${user.username}`) });

/** Presses Join in the lobby and waits until the page is in the meeting. */
export async function clickJoin(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page.getByRole('group', { name: 'Meeting controls' })).toBeVisible();
}

/** Joins a room by its link, as a person does. */
export async function join(page: Page, room: string): Promise<void> {
  await watchConnections(page);
  await page.goto(`/vc/join/${room}`);
  await expect(page).toHaveURL(new RegExp(`/meet/join\\?room=${room}&roomPassword=0&name=`));
  await expect(page.getByRole('heading', { name: 'Ready to join?' })).toBeVisible();
  await clickJoin(page);
}
