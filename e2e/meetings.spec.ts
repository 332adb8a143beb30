import type { Page } from '@playwright/test';
import type { Person } from './support/people.ts';
import { expect as baseExpect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts';

// Several browsers encode and decode moving pictures here, on whatever machine the tests run.
const expect = baseExpect.configure({ timeout: 30_000 });
test.describe.configure({ timeout: 240_000 });

let rooms = 0;
/** A room that no other test is in. */
const freshRoom = () => {
  rooms += 1;
  return `room${process.pid}x${rooms}`;
};

/** Keeps the connections of a page where a test can ask them. */
async function watchConnections(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const made: RTCPeerConnection[] = [];
    Object.assign(window, { connections: made });
    window.RTCPeerConnection = class extends window.RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        made.push(this);
      }
    };
  });
}

interface Received {
  /** Names the connection: a page that had to come in again has others than before. */
  connection: number;
  frames: number;
  width: number;
}

/** Of each connection that is open, the frames of pictures that arrived and were decoded, and how wide they are. */
const received = (page: Page): Promise<Received[]> =>
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

/** Waits until pictures of exactly this many others arrive, one after the other. */
async function expectPictures(page: Page, others: number): Promise<void> {
  const first = new Map<number, number>();
  await expect
    .poll(async () => {
      const now = await received(page);
      for (const { connection, frames } of now) if (!first.has(connection)) first.set(connection, frames);
      const growing = now.filter(({ connection, frames }) => frames > (first.get(connection) ?? 0) + 3);
      return { open: now.length, growing: growing.length };
    })
    .toEqual({ open: others, growing: others });
}

const tiles = (page: Page) => page.getByRole('list', { name: 'People in the meeting' }).getByRole('listitem');
const tileOf = (page: Page, { user }: Person) => page.getByRole('listitem', { name: new RegExp(`^${user.username}`) });

async function join(page: Page, room: string): Promise<void> {
  await watchConnections(page);
  await page.goto(`/vc/join/${room}`);
  await expect(page).toHaveURL(new RegExp(`/meet/join\\?room=${room}&roomPassword=0&name=`));
  await expect(page.getByRole('heading', { name: 'Ready to join?' })).toBeVisible();
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page.getByRole('group', { name: 'Meeting controls' })).toBeVisible();
}

test('the landing: who one is, what time it is, a new meeting, a code, a pasted link', async ({ people, openAs }) => {
  const person = await people.create('host', 'Holly Host');
  const page = await openAs(person);
  await page.goto('/vc');
  await expect(page.getByRole('heading', { name: 'Connect with Friends Now.' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('Holly Host')).toBeVisible();
  await expect(main.getByText(`@${person.user.username}`)).toBeVisible();
  await expect(main.getByText(/^\d{1,2}:\d{2} (AM|PM)$/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const code = main.getByPlaceholder('enter a code');
  const enter = main.getByRole('button', { name: 'Join' });
  await expect(enter).toBeDisabled();
  await code.fill('   ');
  await expect(enter).toBeDisabled();
  await code.fill('https://hubbub.example/vc/join/AbC1234');
  await enter.click();
  await expect(page).toHaveURL(
    /\/meet\/join\?room=AbC1234&roomPassword=0&name=Holly\+Host&avatar=.+duration=unlimited$/,
  );

  await page.goto('/vc');
  await main.getByRole('button', { name: 'New Meeting' }).click();
  await expect(page).toHaveURL(/\/meet\/join\?room=[A-Za-z0-9]{7}&/);
  await expect(page.getByRole('heading', { name: 'Ready to join?' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('a signed-out visitor of a link goes to log-in, and back afterwards', async ({ page }) => {
  await page.goto('/vc/join/AbC1234');
  await expect(page).toHaveURL('/?next=%2Fvc%2Fjoin%2FAbC1234');
});

test('a meeting service that does not answer is named, and can be tried again', async ({ people, openAs }) => {
  const page = await openAs(await people.create('waiting'));
  // The policy of the page is that of a server without such a service: the question is stopped, as a service that is down stops it.
  await page.route('**/v1/meetings/*/address', (route) =>
    route.fulfill({ json: { url: 'https://meet.invalid/join?room=AbC1234', reachable: false } }),
  );
  await page.goto('/vc/join/AbC1234');
  await expect(page.getByText('The meeting service does not answer')).toBeVisible();
  await expect(page.getByText('meet.invalid cannot be reached from here', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectAccessible(page);
});

test('audio=0 and video=0 mean off', async ({ people, openAs }) => {
  const page = await openAs(await people.create('quiet'));
  await page.goto(`/meet/join?room=${freshRoom()}&audio=0&video=0`);
  await expect(page.getByRole('button', { name: 'Turn on microphone' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn on camera' })).toBeVisible();
  await expect(page.getByText('The camera is off')).toBeVisible();
  await page.getByRole('button', { name: 'Turn on camera' }).click();
  await expect(page.getByRole('button', { name: 'Turn off camera' })).toBeVisible();
});

test('two people meet: pictures flow, mute is seen, the screen is shared and given back, the chat is read, one leaves', async ({
  people,
  openAs,
}) => {
  const room = freshRoom();
  const [ann, ben] = [await people.create('ann'), await people.create('ben')];
  const [one, two] = [await openAs(ann), await openAs(ben)];
  await join(one, room);
  await expect(one.getByText('You are the first here.')).toBeVisible();
  await expectAccessible(one);
  await join(two, room);
  await expectPictures(one, 1);
  await expectPictures(two, 1);
  await expect(tileOf(one, ben)).toBeVisible();
  await expectAccessible(two);
  await expectNoSidewaysScroll(two);

  await test.step('mute and camera are seen by the other', async () => {
    await one.getByRole('button', { name: 'Turn off microphone' }).click();
    await expect(tileOf(two, ann)).toHaveAccessibleName(/muted/);
    await one.getByRole('button', { name: 'Turn on microphone' }).click();
    await expect(tileOf(two, ann)).not.toHaveAccessibleName(/muted/);
    await one.getByRole('button', { name: 'Turn off camera' }).click();
    await expect(tileOf(two, ann)).toHaveAccessibleName(/camera off/);
    await one.getByRole('button', { name: 'Turn on camera' }).click();
    await expect(tileOf(two, ann)).not.toHaveAccessibleName(/camera off/);
    await expectPictures(two, 1);
  });

  await test.step('whoever is heard is marked', async () => {
    await expect(tileOf(two, ann)).toHaveAttribute('data-speaking', 'true');
  });

  await test.step('the screen takes the place of the camera, and gives it back', async () => {
    const cameraWidth = (await received(two))[0]?.width;
    await one.getByRole('button', { name: 'Share screen' }).click();
    await expect(tileOf(two, ann)).toHaveAccessibleName(/shares the screen/);
    await expect.poll(async () => (await received(two))[0]?.width).not.toBe(cameraWidth);
    await expectPictures(two, 1);
    await one.getByRole('button', { name: 'Stop sharing' }).click();
    await expect(tileOf(two, ann)).not.toHaveAccessibleName(/shares the screen/);
    await expectPictures(two, 1);
  });

  await test.step('what one writes the other reads', async () => {
    await one.getByRole('button', { name: 'Chat' }).click();
    await one.getByRole('textbox', { name: 'Message to everybody' }).fill('Can you hear me?');
    await one.getByRole('textbox', { name: 'Message to everybody' }).press('Enter');
    await two.getByRole('button', { name: 'Chat, new messages' }).click();
    await expect(two.getByRole('list', { name: 'Messages' }).getByText('Can you hear me?')).toBeVisible();
    await expectAccessible(two);
    await two.getByRole('region', { name: 'Chat' }).getByRole('button', { name: 'Close' }).click();
  });

  await test.step('who is there is listed, and the link can be copied', async () => {
    await two.getByRole('button', { name: 'People' }).click();
    await expect(two.getByRole('list', { name: 'People', exact: true }).getByRole('listitem')).toHaveCount(2);
    await two.getByRole('button', { name: 'Copy link' }).click();
    expect(await two.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`/vc/join/${room}$`));
    await two.getByRole('region', { name: 'People (2)' }).getByRole('button', { name: 'Close' }).click();
  });

  await test.step('a line that drops comes back, and the pictures with it', async () => {
    await two.context().setOffline(true);
    await expect(two.getByText('The line is lost. Coming back.')).toBeVisible();
    await two.context().setOffline(false);
    await expect(two.getByText('The line is lost. Coming back.')).toBeHidden();
    await expect(tiles(one)).toHaveCount(2);
    await expectPictures(one, 1);
    await expectPictures(two, 1);
  });

  await two.getByRole('button', { name: 'Leave' }).click();
  await expect(two.getByRole('heading', { name: 'You left the meeting' })).toBeVisible();
  await expect(tileOf(one, ben)).toBeHidden();
});

test('the first picture of the other comes soon after Join', async ({ people, openAs }) => {
  const room = freshRoom();
  const [one, two] = [await openAs(await people.create('early')), await openAs(await people.create('late'))];
  await join(one, room);
  await watchConnections(two);
  await two.goto(`/vc/join/${room}`);
  await expect(two.getByRole('button', { name: 'Turn off camera' })).toBeVisible();
  const milliseconds = await two.evaluate(async () => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] };
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Join');
    const began = performance.now();
    button?.click();
    for (;;) {
      for (const connection of connections) {
        for (const report of (await connection.getStats()).values()) {
          if (report.type === 'inbound-rtp' && report.framesDecoded > 0) return performance.now() - began;
        }
      }
      await new Promise(requestAnimationFrame);
    }
  });
  test.info().annotations.push({ type: 'join to first frame', description: `${Math.round(milliseconds)} ms` });
  // The figure that is aimed at is 1500 ms, measured alone; here two browsers share the machine with other tests.
  expect(milliseconds).toBeLessThan(15_000);
});

test('four people meet, each sees the three others; a page that is killed leaves', async ({ people, openAs }) => {
  const room = freshRoom();
  const pages: Page[] = [];
  for (const name of ['north', 'east', 'south', 'west']) {
    const page = await openAs(await people.create(name));
    // Four pages draw sixteen pictures without a graphics card.
    await page.setViewportSize({ width: 640, height: 480 });
    await join(page, room);
    pages.push(page);
  }
  for (const page of pages) {
    await expect(tiles(page)).toHaveCount(4);
    await expectPictures(page, 3);
  }
  const killed = pages.pop() as Page;
  const devtools = await killed.context().newCDPSession(killed);
  const began = Date.now();
  void devtools.send('Page.crash').catch(() => undefined);
  for (const page of pages) await expect(tiles(page)).toHaveCount(3);
  test.info().annotations.push({ type: 'killed to gone', description: `${Date.now() - began} ms` });
  for (const page of pages) await expectPictures(page, 2);
});

test('a microphone and a camera that are not allowed: the lobby names both steps, and one can join all the same', async ({
  people,
  openAs,
}) => {
  const page = await openAs(await people.create('denied'));
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  const room = freshRoom();
  await page.goto(`/meet/join?room=${room}`);
  await expect(page.getByText('The microphone is not allowed')).toBeVisible();
  await expect(page.getByText('The camera is not allowed')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page.getByRole('group', { name: 'Meeting controls' })).toBeVisible();
});
