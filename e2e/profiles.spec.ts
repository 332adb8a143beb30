import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messages } from '@hubbub/contract/platform/messages.ts';
import type { Page } from '@playwright/test';
import type { Person } from './support/people.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts';

const fixture = (name: string) => join(import.meta.dirname, '../server/test/fixtures', name);
const types: Record<string, string> = { png: 'image/png', mp4: 'video/mp4', mp3: 'audio/mpeg' };

/** Shares a post through the API; answers its id. */
async function share(person: Person, content: string, file?: string): Promise<string> {
  const multipart: Record<string, string | { name: string; mimeType: string; buffer: Buffer }> = { content };
  if (file !== undefined) {
    const mimeType = types[file.split('.').at(-1) ?? ''] ?? '';
    multipart.files = { name: file, mimeType, buffer: await readFile(fixture(file)) };
  }
  const answer = await person.api.post('/v1/posts', { multipart });
  expect(answer.status()).toBe(201);
  return (await answer.json()).post.post_id;
}

async function saveProfile(person: Person, change: { name?: string; bio?: string }) {
  const answer = await person.api.post('/v1/profile', { multipart: { removedProfile: 'false', ...change } });
  expect(answer.ok()).toBe(true);
  person.user = (await answer.json()).user;
}

async function dismissAlert(page: Page, text: string) {
  const alert = page.getByRole('alertdialog');
  await expect(alert.getByText(text, { exact: true })).toBeVisible();
  await alert.getByRole('button').last().click();
}

const storedUser = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'));
const tiles = (page: Page) => page.getByRole('list', { name: 'Posts' }).getByRole('link');

/** Size and some colours of a picture as the browser shows it. */
function look(page: Page, src: string) {
  return page.evaluate(async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const at = (x: number, y: number) => [
      ...(context?.getImageData(x * (canvas.width - 1), y * (canvas.height - 1), 1, 1).data ?? []),
    ];
    return {
      width: canvas.width,
      height: canvas.height,
      top: at(0.5, 0.02),
      right: at(0.98, 0.5),
      bottom: at(0.5, 0.98),
      corner: at(0, 0),
    };
  }, src);
}

const distance = (one: number[], other: number[]) =>
  Math.max(...one.slice(0, 3).map((value, index) => Math.abs(value - (other[index] ?? 0))));

test('a profile shows the person, the exact count and a square for each post, newest first', async ({
  people,
  openAs,
}) => {
  const author = await people.create('author', 'Grace Hopper');
  const text = await share(author, 'Only words');
  await share(author, 'A picture', 'alpha.png');
  await share(author, 'A film', 'clip.mp4');
  await share(author, 'A sound', 'tone.mp3');
  const viewer = await people.create('viewer');
  await viewer.api.patch('/v1/users', { data: { show_nsfw: true } });
  viewer.user.show_nsfw = true;

  const page = await openAs(viewer);
  await page.goto(`/profile/${author.user.username.toUpperCase()}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Grace Hopper', level: 1 })).toBeVisible();
  await expect(main.getByText(`@${author.user.username}`, { exact: true })).toBeVisible();
  await expect(main.getByText('No bio yet.', { exact: true })).toBeVisible();
  await expect(main.getByText('4 posts', { exact: true })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Edit' })).toHaveCount(0);

  await expect(tiles(page)).toHaveCount(4);
  expect(await tiles(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
    'Sound: A sound',
    'Video: A film',
    'Picture: A picture',
    'Text: Only words',
  ]);
  await expect(tiles(page).nth(1).locator('.lucide-play'), 'a video has a play badge').toBeVisible();
  await expect
    .poll(() =>
      tiles(page)
        .nth(2)
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
  const box = await tiles(page).nth(2).boundingBox();
  expect(Math.abs((box?.width ?? 0) - (box?.height ?? 1))).toBeLessThan(1);

  await tiles(page).nth(3).click();
  await expect(page).toHaveURL(`/posts/${text}`);
});

test('media is blurred for who has not enabled NSFW; other types say that they are unsupported', async ({
  people,
  openAs,
}) => {
  const author = await people.create('author');
  await share(author, 'first');
  await share(author, 'second');
  const viewer = await people.create('viewer');
  const page = await openAs(viewer);
  await page.route(`**/v1/users/${author.user.username}*`, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    Object.assign(body.posts[0], { type: 'image/jpeg', path: '/x.jpg', is_nsfw: true, state: 'ready', file_count: 1 });
    Object.assign(body.posts[1], { type: 'application/pdf', path: '/x.pdf', file_count: 1 });
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto(`/profile/${author.user.username}`);
  await expect(tiles(page).first()).toHaveAccessibleName('Picture, sensitive content: second');
  await expect(tiles(page).first().locator('img'), 'the picture itself is not loaded').toHaveCount(0);
  await expect(page.getByText('Unsupported media type', { exact: true })).toBeVisible();

  await page.goto('/settings');
  await page.getByRole('checkbox', { name: 'Show NSFW Content' }).click();
  await page.getByRole('button', { name: 'Apply Changes' }).click();
  await expect(page.getByText('Changes saved', { exact: true })).toBeVisible();
  await page.goto(`/profile/${author.user.username}`);
  await expect(tiles(page).first()).toHaveAccessibleName('Picture: second');
});

test('the grid is endless by pages, draws only what is near the screen, and keeps its place', async ({
  people,
  openAs,
}) => {
  const author = await people.create('prolific');
  for (let number = 1; number <= 65; number += 1) await share(author, `thought ${number}.`);
  const page = await openAs(author);
  await page.goto('/profile');
  await expect(page.getByText('65 posts', { exact: true })).toBeVisible();
  const first = page.getByRole('link', { name: 'Text: thought 1.', exact: true });
  await expect(async () => {
    await page.mouse.wheel(0, 3000);
    await expect(first).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(await tiles(page).count()).toBeLessThan(50);

  await first.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  await first.click();
  await expect(page).toHaveURL(/\/posts\//);
  await page.goBack();
  await expect(first).toBeVisible();
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - place)).toBeLessThan(100);

  await page.evaluate(() => window.scrollTo(0, 0));
  await page.locator('body').press('j');
  await expect(page.getByRole('link', { name: 'Text: thought 65.', exact: true })).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(page.getByRole('link', { name: 'Text: thought 64.', exact: true })).toBeFocused();
});

test('an unknown person, an empty profile and a lost connection each have a screen', async ({ people, openAs }) => {
  const person = await people.create('empty');
  const page = await openAs(person);
  await page.goto('/profile/nobody_has_this_name');
  await expect(page.getByText('There is nobody by this name')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the feed' }).click();
  await expect(page).toHaveURL('/feed');

  await page.goto('/profile');
  await expect(page.getByText('No posts yet', { exact: true })).toBeVisible();
  await expect(page.getByText('0 posts', { exact: true })).toBeVisible();

  const other = await people.create('other');
  await page.route(`**/v1/users/${other.user.username}*`, (route) => route.abort());
  await page.goto(`/profile/${other.user.username}`);
  await expect(page.getByText('No connection')).toBeVisible({ timeout: 20_000 });
  await page.unroute(`**/v1/users/${other.user.username}*`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(`@${other.user.username}`, { exact: true })).toBeVisible();
});

/** The parts of the profile editor that have to do with the picture. */
async function openEditor(page: Page) {
  await page.goto('/profile/update');
  const file = page.getByLabel('Profile picture file');
  return {
    file,
    crop: page.getByRole('button', { name: 'Crop', exact: true }),
    edit: page.getByRole('button', { name: 'Edit', exact: true }),
    remove: page.getByRole('button', { name: 'Remove picture' }),
    preview: page.getByRole('img', { name: 'Profile picture' }),
    submit: page.getByRole('button', { name: 'Submit' }),
  };
}

test('only pictures are taken, and nothing is sent while the crop view is open', async ({ people, openAs }) => {
  const page = await openAs(await people.create('sitter', 'Sitter'));
  const { file, crop, remove, submit } = await openEditor(page);
  await expect(remove, 'the default picture has no x').toHaveCount(0);
  await file.setInputFiles(fixture('tone.mp3'));
  await dismissAlert(page, 'Please select an image file');
  await file.setInputFiles(fixture('html.jpg'));
  await dismissAlert(page, 'This picture could not be opened. Choose a JPEG, PNG or WebP file.');

  await file.setInputFiles(fixture('phone.jpg'));
  await expect(crop).toBeEnabled();
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/v1/profile')) sent += 1;
  });
  await submit.click();
  await dismissAlert(page, messages.pendingCrop);
  await page.getByLabel('Name', { exact: true }).press('Enter');
  await dismissAlert(page, messages.pendingCrop);
  expect(sent).toBe(0);

  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(crop).toHaveCount(0);
  await expect(remove).toHaveCount(0);
});

test('a picture is cropped upright by keyboard, and turned when it is cropped again', async ({ people, openAs }) => {
  const page = await openAs(await people.create('sitter'));
  const { file, crop, edit, preview, remove } = await openEditor(page);
  await file.setInputFiles(fixture('phone.jpg'));
  await expect(page.getByRole('group', { name: /arrow keys move it/ }), 'the keyboard goes on there').toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('slider', { name: 'Zoom' }).focus();
  await page.keyboard.press('ArrowRight');
  await crop.focus();
  await page.keyboard.press('Enter');
  await expect(edit).toBeFocused();
  await expect(remove).toBeVisible();

  await page.keyboard.press('Enter');
  await expect(crop).toBeEnabled();
  await crop.click();
  await expect(preview).toHaveAttribute('src', /^blob:/);
  const upright = await look(page, (await preview.getAttribute('src')) ?? '');
  expect([upright.width, upright.height]).toEqual([500, 500]);
  // Of the upright picture the middle is kept: sky above, ground below, and each row of one colour.
  expect(distance(upright.top, upright.bottom)).toBeGreaterThan(40);
  expect(distance(upright.top, upright.corner)).toBeLessThan(40);

  await edit.click();
  await expect(crop).toBeEnabled();
  await page.getByRole('button', { name: 'Rotate' }).click();
  await crop.click();
  await expect(preview).toHaveAttribute('src', /^blob:/);
  const turned = await look(page, (await preview.getAttribute('src')) ?? '');
  expect(distance(turned.right, upright.top), 'turned clockwise, the sky is on the right').toBeLessThan(40);
});

test('a cropped picture is saved as 500 × 500, and x goes back to the default', async ({ people, openAs }) => {
  const page = await openAs(await people.create('sitter'));
  const { file, crop, remove, submit } = await openEditor(page);
  await file.setInputFiles(fixture('phone.jpg'));
  await expect(crop).toBeEnabled();
  await crop.click();
  await expect(crop).toHaveCount(0);
  await submit.click();
  await expect.poll(async () => (await storedUser(page)).profile_path).not.toContain('/profiles/default');
  const { profile_path } = await storedUser(page);
  expect(await look(page, `/media${profile_path}`)).toMatchObject({ width: 500, height: 500 });

  const request = page.waitForRequest((each) => each.method() === 'POST' && each.url().endsWith('/v1/profile'));
  await remove.click();
  await expect(remove).toHaveCount(0);
  await submit.click();
  expect((await request).postData()).toMatch(/name="removedProfile"\r\n\r\ntrue/);
  await expect.poll(async () => (await storedUser(page)).profile_path).toContain('/profiles/default');
});

test('a transparent picture is cropped on white', async ({ people, openAs }) => {
  const page = await openAs(await people.create('clear'));
  await page.goto('/users/profile');
  await page.getByLabel('Profile picture file').setInputFiles(fixture('alpha.png'));
  await page.getByRole('button', { name: 'Crop', exact: true }).click();
  const preview = page.getByRole('img', { name: 'Profile picture' });
  await expect(preview).toHaveAttribute('src', /^blob:/);
  const { corner } = await look(page, (await preview.getAttribute('src')) ?? '');
  expect(distance(corner, [0, 0, 0]), 'never black').toBeGreaterThan(40);
});

test('name and bio are saved with Enter, counted, checked, and kept when saving fails', async ({ people, openAs }) => {
  const person = await people.create('writer');
  await share(person, 'Before the new name');
  const page = await openAs(person);
  await page.goto('/users/profile');
  const name = page.getByLabel('Name', { exact: true });
  const bio = page.getByLabel('Bio', { exact: true });

  await name.fill('\u{1F389}'.repeat(51));
  await bio.fill('b'.repeat(151));
  await expect(page.getByText('51 / 50')).toBeVisible();
  await expect(page.getByText('151 / 150')).toBeVisible();
  await name.press('Enter');
  await dismissAlert(page, messages.nameLong);
  await dismissAlert(page, messages.bioLong);

  await name.fill('New Name');
  await bio.fill('A short bio');
  await page.route('**/v1/profile', (route) => route.fulfill({ status: 503, json: { error: 'Come back later.' } }));
  await bio.press('Enter');
  await dismissAlert(page, 'Come back later.');
  await expect(name).toHaveValue('New Name');
  await page.reload();
  await expect(name, 'what was typed outlives a reload').toHaveValue('New Name');
  await expect(bio).toHaveValue('A short bio');

  await page.unroute('**/v1/profile');
  await bio.press('Enter');
  await expect(page.getByText('Profile saved', { exact: true })).toBeVisible();
  expect(await storedUser(page)).toMatchObject({ name: 'New Name', bio: 'A short bio' });

  await page.getByRole('link', { name: 'Settings' }).first().click();
  await expect(page).toHaveURL('/settings');
  await page.goBack();
  await page.getByRole('link', { name: 'Back to the feed' }).click();
  await expect(
    page.getByRole('article').filter({ hasText: 'Before the new name' }).getByText('New Name', { exact: true }),
  ).toBeVisible();
});

const names = {
  long: 'W'.repeat(50),
  emoji: '\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}\u{1F389}\u{1F308}'.repeat(4),
  'right-to-left':
    '\u0645\u062D\u0645\u062F \u0639\u0628\u062F \u0627\u0644\u0644\u0647 \u0627\u0644\u0637\u0648\u064A\u0644',
};
for (const [kind, name] of Object.entries(names)) {
  test(`a ${kind} name and a bio without spaces break nothing`, async ({ people, openAs }) => {
    const person = await people.create('odd');
    await saveProfile(person, { name, bio: kind === 'right-to-left' ? '\u0645'.repeat(150) : 'x'.repeat(150) });
    await share(person, `A post by a ${kind} name`);
    const page = await openAs(person);
    for (const path of ['/profile', `/profile/${person.user.username}`, '/users/profile', '/settings', '/feed']) {
      await page.goto(path);
      if (path === '/feed') await expect(page.getByRole('article').first()).toBeVisible();
      else await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: 320, height: 640 });
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: 768, height: 1024 });
      await expectNoSidewaysScroll(page);
    }
  });
}

/** Each shows one screen to a person, until it is settled. */
const screens: Record<string, (page: Page, person: Person) => Promise<void>> = {
  'an empty profile': async (page) => {
    await page.goto('/profile');
    await expect(page.getByText('No posts yet', { exact: true })).toBeVisible();
  },
  'a profile with posts': async (page, person) => {
    await share(person, 'Only words');
    await share(person, 'A picture', 'alpha.png');
    await share(person, 'A film', 'clip.mp4');
    await share(person, 'A sound', 'tone.mp3');
    await page.goto(`/profile/${person.user.username}`);
    await expect(tiles(page)).toHaveCount(4);
  },
  'a profile of nobody': async (page) => {
    await page.goto('/profile/nobody_has_this_name');
    await expect(page.getByText('There is nobody by this name')).toBeVisible();
  },
  'the profile editor': async (page) => {
    await page.goto('/profile/update');
    await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
  },
  'the crop view': async (page) => {
    await page.goto('/users/profile');
    await page.getByLabel('Profile picture file').setInputFiles(fixture('phone.jpg'));
    await expect(page.getByRole('button', { name: 'Crop', exact: true })).toBeEnabled();
  },
};

for (const colorScheme of ['dark', 'light'] as const) {
  for (const [name, open] of Object.entries(screens)) {
    test(`${name} is accessible and fits in the ${colorScheme} theme`, async ({ people, openAs }) => {
      const person = await people.create('reader', 'Reader');
      const page = await openAs(person, { colorScheme });
      await open(page, person);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: 320, height: 640 });
      await expectNoSidewaysScroll(page);
    });
  }
}
