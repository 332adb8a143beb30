import { messages } from '@hubbub/contract/platform/messages.ts';
import { type APIRequestContext, type Page, request } from '@playwright/test';
import { ownServerTest } from './support/own-server.ts';
import { linkIn, mailTo, password } from './support/people.ts';
import { expect, expectAccessibleAtBothWidths } from './support/test.ts';

/** How people join a site that others can reach: the owner by the set-up link, the others by invite, by request and as a class. */

const test = ownServerTest({ HOST: '0.0.0.0' });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function expectSound(page: Page): Promise<void> {
  await expectAccessibleAtBothWidths(page);
}

async function dismiss(page: Page, text: string): Promise<void> {
  const alert = page.getByRole('alertdialog');
  await expect(alert.getByText(text, { exact: true })).toBeVisible();
  await alert.getByRole('button').last().click();
}

/** The three steps, from the first. */
async function register(page: Page, username: string, reason?: string): Promise<void> {
  await field(page, 'Email').fill(`${username}@example.org`);
  await page.getByRole('button', { name: 'Next' }).click();
  await field(page, 'Username').fill(username);
  await page.getByRole('button', { name: 'Next' }).click();
  await field(page, 'Password').fill(password);
  await field(page, 'Confirm Password').fill(password);
  if (reason !== undefined) await page.getByLabel('Why would you like to join?').fill(reason);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await dismiss(page, messages.accountCreated);
  await expect(page).toHaveURL('/');
}

async function activate(page: Page, username: string, dataDir: string | undefined): Promise<void> {
  await page.goto(linkIn(await mailTo(`${username}@example.org`, /activate/i, dataDir)));
  await page.getByRole('button', { name: 'Click Here' }).click();
}

async function logIn(page: Page, username: string): Promise<void> {
  await field(page, 'Username or Email').fill(username);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

let owner: APIRequestContext | undefined;
test.afterAll(() => owner?.dispose());

/** The owner's session, outside the browser. */
function owning(): APIRequestContext {
  if (!owner) throw new Error('nobody owns the site');
  return owner;
}

test('Opening the set-up link signed out leads to registration, and back to owning the site', async ({
  page,
  baseURL,
  dataDir,
  printed,
}) => {
  test.slow();
  await page.goto(/\S+\/setup\?code=\S+/.exec(printed())?.[0] ?? '');
  await expect(page.getByRole('heading', { name: 'Set up this site' })).toBeVisible();
  const create = page.getByRole('link', { name: 'Create Account' });
  await expect(create).toBeVisible();
  await expectSound(page);
  await create.click();
  await register(page, 'olive');
  await activate(page, 'olive', dataDir);
  await dismiss(page, messages.accountActivated);
  await logIn(page, 'olive');
  await expect(page).toHaveURL(/\/setup\?code=/);
  await expect(page.getByRole('heading', { name: 'This site is yours' })).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Become the owner' }).click();
  await expect(page.getByRole('heading', { name: 'Name and logo' })).toBeVisible();

  owner = await request.newContext({ baseURL: baseURL ?? '' });
  await owner.post('/v1/tokens/authentication', { data: { username: 'olive', password } });
  expect((await owner.patch('/v1/site', { data: { name: 'Elm Street', first_steps_done: true } })).ok()).toBe(true);
});

test('People join by invite, ask to join, or learn that nobody can', async ({ page, browser, dataDir }) => {
  test.slow();
  const setRegistration = (registration: string) => owning().patch('/v1/site', { data: { registration } });
  await setRegistration('closed');
  const { invite } = await (await owning().post('/v1/invites', { data: { uses: 3 } })).json();

  await page.goto('/register');
  await expect(page.getByRole('heading', { name: 'Registration is closed' })).toBeVisible();
  await expectSound(page);
  await page.goto(invite.url);
  await expect(page.getByRole('heading', { name: 'Join Elm Street' })).toBeVisible();
  await expect(page.getByText('olive invites you')).toBeVisible();
  await expectSound(page);
  for (const username of ['amina', 'bo_lin', 'chidi']) {
    await page.goto(invite.url);
    await page.getByRole('link', { name: 'Create Account' }).click();
    await register(page, username);
    await activate(page, username, dataDir);
    await dismiss(page, messages.accountActivated);
  }
  await logIn(page, 'chidi');
  await expect(page).toHaveURL('/feed');
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(invite.url);
  await expect(stranger.getByRole('heading', { name: 'This invite no longer works' })).toBeVisible();

  await setRegistration('approval');
  await stranger.goto('/register');
  await expect(stranger.getByText('The team looks at every request.')).toBeVisible();
  await register(stranger, 'dana', 'I live at number 12.');
  await activate(stranger, 'dana', dataDir);
  await expect(stranger.getByRole('heading', { name: "You're almost in" })).toBeVisible();
  await stranger.getByRole('link', { name: 'Back to login' }).click();
  await logIn(stranger, 'dana');
  await dismiss(stranger, messages.waitingForApproval);

  await owning().put('/v1/site/roles/chidi', { data: { site_role: 'moderator' } });
  await page.goto('/site/requests');
  await expect(page.getByText('I live at number 12.')).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Accept dana' }).click();
  await expect(page.getByText('Nobody is waiting')).toBeVisible();
  await logIn(stranger, 'dana');
  await expect(stranger).toHaveURL('/feed');
  await stranger.context().close();
});

test('A class is added in one go, its slips are printed, and each log-in link works once', async ({
  page,
  browser,
}) => {
  test.slow();
  await page.goto('/');
  await logIn(page, 'olive');
  await expect(page).toHaveURL('/feed');
  await page.goto('/site/people');
  await page.getByRole('button', { name: 'Add people' }).click();
  await page.getByLabel('One person per line').fill('Émilie Åström-Nguyen, emilie\nKwame, kwame, kwame@example.org');
  await expectSound(page);
  await page.getByRole('button', { name: 'Check the list' }).click();
  await expect(page.getByRole('heading', { name: 'Check 2 people' })).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Add 2 people' }).click();
  await expect(page.getByRole('heading', { name: '2 people added' })).toBeVisible();
  const codes = page.getByRole('img', { name: /^QR code for / });
  await expect(codes).toHaveCount(2);
  await expectSound(page);
  await page.getByRole('button', { name: 'Copy all' }).click();
  const [first = ''] = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');

  await page.emulateMedia({ media: 'print' });
  const slips = page.locator('.print-slip');
  await expect(slips).toHaveCount(2);
  await expect(slips.first()).toContainText('Émilie Åström-Nguyen');
  await expect(slips.first()).toContainText(/\/w\/\w{10}/);
  await expect(slips.first().getByRole('img', { includeHidden: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: '2 people added' })).toBeHidden();
  await expect(page.getByRole('navigation').first()).toBeHidden();

  const pupil = await (await browser.newContext()).newPage();
  await pupil.goto(first.split('\t')[1] ?? '');
  await expect(pupil.getByRole('heading', { name: 'Welcome, Émilie Åström-Nguyen' })).toBeVisible();
  await expectSound(pupil);
  await field(pupil, 'Password').fill(password);
  await field(pupil, 'Confirm Password').fill(password);
  await pupil.getByRole('button', { name: 'Save password and log in' }).click();
  await expect(pupil).toHaveURL('/feed');
  await pupil.context().clearCookies();
  await pupil.goto(first.split('\t')[1] ?? '');
  await expect(pupil.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await pupil.context().close();
});
