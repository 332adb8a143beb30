import { messages } from '@hubbub/contract/platform/messages.ts';
import type { Page } from '@playwright/test';
import { dismissAlert, fixture, share, storedUser } from './support/actions.ts';
import {
  atSize,
  expect,
  expectAccessibleAtBothWidths,
  expectNoSidewaysScroll,
  narrowest,
  test,
} from './support/test.ts';

/** Size and some colors of a picture as the browser shows it. */
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

/** The picture's part of the profile editor. */
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

test('only pictures are accepted, nothing is sent while the crop view is open, and a transparent picture is cropped onto white', async ({
  people,
  openAs,
}) => {
  const page = await openAs(await people.create('sitter', 'Sitter'));
  const { file, crop, preview, remove, submit } = await openEditor(page);
  await expect(remove, 'the default picture has no x').toHaveCount(0);
  await file.setInputFiles(fixture('tone.mp3'));
  await dismissAlert(page, 'Please select an image file');
  await file.setInputFiles(fixture('html.jpg'));
  await dismissAlert(page, "We couldn't open this picture. Choose a JPEG, PNG or WebP file.");

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

  await file.setInputFiles(fixture('alpha.png'));
  await crop.click();
  await expect(preview).toHaveAttribute('src', /^blob:/);
  const { corner } = await look(page, (await preview.getAttribute('src')) ?? '');
  expect(distance(corner, [0, 0, 0]), 'never black').toBeGreaterThan(40);
});

test('a picture is cropped upright by keyboard, and rotated when cropped again', async ({ people, openAs }) => {
  const page = await openAs(await people.create('sitter'));
  const { file, crop, edit, preview, remove } = await openEditor(page);
  await file.setInputFiles(fixture('phone.jpg'));
  await expect(page.getByRole('group', { name: /arrow keys to move it/ }), 'the keyboard goes on there').toBeFocused();
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
  // The crop keeps the middle of the upright picture: sky above, ground below, and each row in one color.
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

test(
  'Edit after a crop continues with the original file where it was left, also by touch',
  { tag: '@phone' },
  async ({ people, openAs }, { project }) => {
    const page = await openAs(await people.create('sitter'));
    const { file, crop, edit, preview } = await openEditor(page);
    await file.setInputFiles(fixture('phone.jpg'));
    const frame = page.getByRole('group', { name: /arrow keys to move it/ });
    await expect(frame).toBeFocused();
    const zoom = page.getByRole('slider', { name: 'Zoom' });
    await zoom.focus();
    for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Rotate' }).click();
    const box = await frame.boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    if (project.name === 'phone') {
      const finger = await page.context().newCDPSession(page);
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
      await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + 30, y }] });
      await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + 60, y }] });
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    } else {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 60, y, { steps: 3 });
      await page.mouse.up();
    }
    const moved = page.getByTestId('container').locator('img');
    await expect(moved).not.toHaveCSS('transform', /, 0, 0\)$/);
    await crop.click();
    await expect(preview).toHaveAttribute('src', /^blob:/);
    const before = await look(page, (await preview.getAttribute('src')) ?? '');

    await edit.click();
    await expect(zoom).toHaveAttribute('aria-valuetext', '150%');
    await expect(crop).toBeEnabled();
    await crop.click();
    await expect(preview).toHaveAttribute('src', /^blob:/);
    const after = await look(page, (await preview.getAttribute('src')) ?? '');
    for (const place of ['top', 'right', 'bottom', 'corner'] as const) {
      expect(distance(after[place], before[place]), `the same picture: ${place}`).toBeLessThan(16);
    }

    await edit.click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(preview, 'the earlier crop is back').toHaveAttribute('src', /^blob:/);
  },
);

test('a cropped picture is saved as 500 × 500, and x restores the default', async ({ people, openAs }) => {
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
    page
      .getByRole('article')
      .filter({ hasText: `@${person.user.username}` })
      .getByText('New Name', { exact: true }),
  ).toBeVisible();
});

test('a connection lost while saving the profile loses neither text nor picture, and the next try saves them', async ({
  people,
  openAs,
}) => {
  const page = await openAs(await people.create('broken', 'Broken Line'));
  const { file, crop, edit, submit } = await openEditor(page);
  await page.getByLabel('Name', { exact: true }).fill('Mended Line');
  await page.getByLabel('Bio', { exact: true }).fill('Still here');
  await file.setInputFiles(fixture('phone.jpg'));
  await crop.click();
  await expect(edit).toBeVisible();

  await page.route('**/v1/profile', (route) => route.abort('connectionreset'));
  await submit.click();
  await dismissAlert(page, "We couldn't reach Hubbub. Check your connection and try again.");
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Mended Line');
  await expect(page.getByLabel('Bio', { exact: true })).toHaveValue('Still here');
  await expect(edit, 'the crop is kept, too').toBeVisible();
  await expect(submit).toBeEnabled();

  await page.unroute('**/v1/profile');
  await submit.click();
  await expect(page.getByText('Profile saved', { exact: true })).toBeVisible();
  expect(await storedUser(page)).toMatchObject({ name: 'Mended Line', bio: 'Still here' });
  expect((await storedUser(page)).profile_path).not.toMatch(/default/);
});

/** Each shows one screen, once it has settled. */
const screens: Record<string, (page: Page) => Promise<void>> = {
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

test('the profile editor and the crop view are accessible and fit in both themes', async ({ people, openAs }) => {
  const page = await openAs(await people.create('reader', 'Reader'));
  for (const [name, open] of Object.entries(screens)) {
    await test.step(name, async () => {
      await open(page);
      await expectAccessibleAtBothWidths(page);
      await atSize(page, narrowest, () => expectNoSidewaysScroll(page));
    });
  }
});
