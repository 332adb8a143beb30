import { clickJoin, expect, freshRoom, tileOf, tiles } from './support/meetings.ts';
import { expectAccessibleAtBothWidths, test } from './support/test.ts';

test.describe.configure({ timeout: 480_000 });

test('the landing page: who you are, the time, a new meeting, a code, a pasted link', async ({ people, openAs }) => {
  const person = await people.create('host', 'Holly Host');
  const page = await openAs(person);
  await page.goto('/vc');
  await expect(page.getByRole('heading', { name: 'Connect with Friends Now.' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('Holly Host')).toBeVisible();
  await expect(main.getByText(`@${person.user.username}`)).toBeVisible();
  await expect(main.getByText(/^\d{1,2}:\d{2} (AM|PM)$/)).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  const code = main.getByPlaceholder('enter a code');
  const clickJoin = main.getByRole('button', { name: 'Join' });
  await expect(clickJoin).toBeDisabled();
  await code.fill('   ');
  await expect(clickJoin).toBeDisabled();
  await code.fill('https://hubbub.example/vc/join/AbC1234');
  await clickJoin.click();
  await expect(page).toHaveURL(
    /\/meet\/join\?room=AbC1234&roomPassword=0&name=Holly\+Host&avatar=.+duration=unlimited$/,
  );

  await page.goto('/vc');
  await main.getByRole('button', { name: 'New Meeting' }).click();
  await expect(page).toHaveURL(/\/meet\/join\?room=[A-Za-z0-9]{7}&/);
  await expect(page.getByRole('heading', { name: 'Ready to join?' })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
});

test("a meeting service that doesn't answer is named, and can be retried", async ({ people, openAs }) => {
  const page = await openAs(await people.create('waiting'));
  // The page's policy is that of a server without such a service: the request is blocked, like one to a service that's down.
  await page.route('**/v1/meetings/*/address', (route) =>
    route.fulfill({ json: { url: 'https://meet.invalid/join?room=AbC1234', reachable: false } }),
  );
  await page.goto('/vc/join/AbC1234');
  await expect(page.getByText("The meeting service isn't answering")).toBeVisible();
  await expect(page.getByText("meet.invalid can't be reached from here", { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
});

test("the lobby explains each device's problem and what to do, and joining still works", async ({ people, openAs }) => {
  for (const [error, microphone, camera] of [
    ['NotAllowedError', 'The microphone is blocked', 'The camera is blocked'],
    ['NotFoundError', 'No microphone found', 'No camera found'],
  ] as const) {
    const page = await openAs(await people.create('denied'));
    await page.addInitScript((name) => {
      const real = navigator.mediaDevices.getUserMedia;
      Object.assign(window, { allow: () => Object.assign(navigator.mediaDevices, { getUserMedia: real }) });
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', name));
    }, error);
    await page.goto(`/meet/join?room=${freshRoom()}`);
    await expect(page.getByText(microphone)).toBeVisible();
    const fault = page.getByRole('alert').locator('> div').filter({ hasText: camera });
    await expect(fault).toContainText('"Try again"');
    await expectAccessibleAtBothWidths(page);
    await clickJoin(page);
    // In the meeting you can retry, as in the lobby.
    await page.evaluate(() => (window as unknown as { allow(): void }).allow());
    await fault.getByRole('button', { name: 'Try again' }).click();
    await expect(fault).toBeHidden();
    await expect(page.getByRole('button', { name: 'Turn off camera' })).toBeVisible();
    await expect(page.getByText(microphone)).toBeVisible();
    await page.close();
  }
});

test('devices in the call: another camera and microphone, one unplugged, one blocked', async ({ people, openAs }) => {
  const page = await openAs(await people.create('switch'));
  await page.addInitScript(() => {
    const given: MediaStreamTrack[] = [];
    const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await real(wanted);
      given.push(...stream.getTracks());
      return stream;
    };
    // The test browser grants devices and reports that it doesn't.
    navigator.permissions.query = () => Promise.resolve({ state: 'granted' } as PermissionStatus);
    // The event a browser sends when a device was unplugged or blocked.
    const lose = (kind: string) => {
      const track = given.findLast((each) => each.kind === kind);
      track?.stop();
      track?.dispatchEvent(new Event('ended'));
    };
    const forbid = () => {
      navigator.permissions.query = () => Promise.resolve({ state: 'denied' } as PermissionStatus);
    };
    Object.assign(window, { given, lose, forbid });
  });
  type Hooks = { given: MediaStreamTrack[]; lose(kind: string): void; forbid(): void };
  await page.goto(`/meet/join?room=${freshRoom()}`);
  await clickJoin(page);
  await page.getByRole('button', { name: 'Devices', exact: true }).click();
  for (const name of ['Camera', 'Microphone']) {
    const choice = page.getByRole('combobox', { name });
    const second = await choice.locator('option').last().getAttribute('value');
    await expect(choice).not.toHaveValue(second ?? '');
    await choice.selectOption(second);
    await expect(choice).toHaveValue(second ?? '');
    const used = () =>
      page.evaluate(
        (kind) => {
          const live = (window as unknown as Hooks).given.filter((track) => track.readyState === 'live');
          return live.filter((track) => track.kind === kind).map((track) => track.getSettings().deviceId);
        },
        name === 'Camera' ? 'video' : 'audio',
      );
    // The previous one was released.
    await expect.poll(used).toEqual([second]);
  }
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('button', { name: 'Close devices' }).click();

  await page.evaluate(() => (window as unknown as Hooks).lose('video'));
  await expect(page.getByText('The camera was disconnected')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Switched to');
  await expect(page.getByRole('button', { name: 'Turn off camera' })).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('The camera was disconnected')).toBeHidden();

  await page.evaluate(() => (window as unknown as Hooks).forbid());
  await page.evaluate(() => (window as unknown as Hooks).lose('audio'));
  await expect(page.getByText('The microphone is blocked')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn on microphone' })).toBeVisible();
});

test('the link sets how you join: name and picture stay those of the session, audio, video, screen, hide, notify, duration', async ({
  people,
  openAs,
}) => {
  const room = freshRoom();
  const [ann, ben] = [await people.create('ann'), await people.create('ben')];
  const [one, two] = [await openAs(ann), await openAs(ben)];
  await one.goto(`/meet/join?room=${room}&roomPassword=secret&name=Somebody%20Else&avatar=x&notify=0&audio=0&video=0`);
  await expect(one.getByRole('button', { name: 'Turn on microphone' })).toBeVisible();
  await expect(one.getByText('The camera is off')).toBeVisible();
  await one.getByRole('button', { name: 'Turn on camera' }).click();
  await expect(one.getByRole('button', { name: 'Turn off camera' })).toBeVisible();
  await clickJoin(one);
  await two.goto(`/meet/join?room=${room}&screen=1&hide=1&duration=00:00:08`);
  await clickJoin(two);
  // The screen is shared from the start; the person's own tile is hidden.
  await expect(tileOf(one, ben)).toHaveAccessibleName(/is sharing their screen/);
  await expect(tiles(two)).toHaveCount(1);
  await expect(tileOf(two, ann)).toBeVisible();
  await expect(two.getByText('Somebody Else')).toHaveCount(0);
  // Arrivals aren't announced, and the page leaves when its time is up.
  await expect(one.getByText(/joined$/)).toHaveCount(0);
  await expect(two.getByRole('heading', { name: "This meeting's time is up" })).toBeVisible();
  await expect(tiles(one)).toHaveCount(1);
});
