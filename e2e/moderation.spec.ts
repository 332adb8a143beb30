import { conversationOf, openChat, sendMessage } from './support/messages.ts';
import { ownServerTest } from './support/own-server.ts';
import { createPerson, type Person, password } from './support/people.ts';
import { expect, expectAccessibleAtBothWidths } from './support/test.ts';

/** A site with a team, on a server of its own: who owns it, and which reports are open, is shared by all of a site's people. */

const test = ownServerTest();
let chief: Person;
let moderator: Person;

// Unlike the people of a single test, the team stays logged in for the whole file.
test.beforeEach(async ({ baseURL, dataDir }) => {
  if (chief !== undefined) return;
  const site = { origin: baseURL ?? '', dataDir };
  chief = await createPerson(site, 'chief');
  moderator = await createPerson(site, 'moderator');
  const role = await chief.api.put(`/v1/site/roles/${moderator.user.username}`, { data: { site_role: 'moderator' } });
  expect(role.status()).toBe(200);
  await chief.api.patch('/v1/site', { data: { rules: ['Be kind.', 'No spam or advertising.'] } });
});
test.afterAll(async () => {
  for (const each of [chief, moderator]) await each?.api.dispose();
});

test('a post is reported, removed with two taps and comes back after an appeal; a message goes by keyboard', async ({
  people,
  openAs,
}) => {
  // Four people's pages, each checked by axe.
  test.slow();
  const ada = await people.create('ada', 'Ada');
  const bob = await people.create('bob', 'Bob');
  const made = await ada.api.post('/v1/posts', { multipart: { content: 'Buy my cheap watches, only today!' } });
  const { post } = await made.json();
  const chat = await conversationOf(ada, bob);
  for (const text of ['Hi', 'You are silly', 'Bye']) await sendMessage(ada, chat, text);
  const { messages } = await (await bob.api.get(`/v1/chats/${chat}`)).json();
  const { _id: id } = messages.find(({ message }: { message: string }) => message === 'You are silly');
  await bob.api.post('/v1/reports', { data: { kind: 'message', id, reason: 'harassment' } });

  const bobs = await openAs(bob);
  await bobs.goto(`/posts/${post.post_id}`);
  await bobs.getByRole('button', { name: 'Post menu' }).click();
  await bobs.getByRole('menuitem', { name: 'Report' }).click();
  const dialog = bobs.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^Spam/ }).click();
  await expectAccessibleAtBothWidths(bobs);
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(bobs.getByText(/^Thank you/)).toBeVisible();
  await openChat(bobs, chat);

  const desk = await openAs(moderator);
  await desk.goto('/site/reports');
  const watches = desk.getByRole('article').filter({ hasText: 'watches' });
  const silly = desk.getByRole('article').filter({ hasText: 'You are silly' });
  await expect(silly.getByText('Bye'), 'the messages around it are shown').toBeVisible();
  await expectAccessibleAtBothWidths(desk);

  // The chief has the same report open, and is told that the moderator was faster.
  const chiefs = await openAs(chief, { colorScheme: 'light' });
  await chiefs.goto('/site/reports');
  const same = chiefs.getByRole('article').filter({ hasText: 'watches' });
  await expect(same.getByText(`@${moderator.user.username} has this open, too`)).toBeVisible();
  await expect(watches.getByText(`@${chief.user.username} has this open, too`)).toBeVisible();
  await same.getByRole('button', { name: 'Remove' }).click();
  await expectAccessibleAtBothWidths(chiefs);

  await watches.getByRole('button', { name: 'Remove' }).click();
  await watches.getByRole('button', { name: 'Remove' }).click();
  await expect(watches).toBeHidden();
  await expect(same.getByText('Somebody else has just decided this.')).toBeVisible();
  await expect(same.getByRole('button', { name: 'Remove' })).toBeHidden();
  await same.getByRole('button', { name: "Show what's left" }).click();
  await expect(same).toBeHidden();

  // The next report has the focus, so the keyboard goes on.
  await expect(silly).toBeFocused();
  await desk.keyboard.press('r');
  await desk.keyboard.press('Enter');
  await expect(desk.getByText('Nothing to decide')).toBeVisible();
  await expect(bobs.getByText('This message was deleted')).toBeVisible();

  const adas = await openAs(ada, { colorScheme: 'light' });
  await adas.goto(`/posts/${post.post_id}`);
  await expect(adas.getByText(/Removed by the moderators/)).toBeVisible();
  await expectAccessibleAtBothWidths(adas);
  await adas.goto('/decisions');
  const decided = adas.getByRole('article').filter({ hasText: 'Your post was removed' });
  await expect(decided.getByText('Rule 2:')).toBeVisible();
  await decided.getByRole('button', { name: 'Appeal' }).click();
  await decided.getByRole('textbox').fill('It was a joke.');
  await expectAccessibleAtBothWidths(adas);
  await decided.getByRole('button', { name: 'Send appeal' }).click();
  await expect(decided.getByText("You appealed. You'll find the answer here, or in your email.")).toBeVisible();

  await chiefs.goto('/site/appeals');
  const appeal = chiefs.getByRole('article').filter({ hasText: 'It was a joke.' });
  await expect(appeal).toBeVisible();
  await expectAccessibleAtBothWidths(chiefs);
  await appeal.getByRole('button', { name: 'Overturn' }).click();
  await appeal.getByRole('button', { name: 'Overturn' }).click();
  await expect(chiefs.getByText('No appeals waiting')).toBeVisible();
  await bobs.goto(`/posts/${post.post_id}`);
  await expect(bobs.getByText('Buy my cheap watches, only today!')).toBeVisible();
});

test('a suspended person is taken off the open page right away, and appeals from the log-in', async ({
  people,
  openAs,
  browser,
  baseURL,
  viewport,
}) => {
  const cleo = await people.create('cleo', 'Cleo');
  const page = await openAs(cleo, { colorScheme: 'light' });
  await page.goto('/decisions');
  await expect(page.getByText('Nothing here')).toBeVisible();
  const ended = await moderator.api.put(`/v1/users/${cleo.user.username}/suspension`, {
    data: { days: 3, text: 'Enough.' },
  });
  expect(ended.status()).toBe(200);
  await expect(page.getByLabel('Username or Email')).toBeVisible();

  const context = await browser.newContext({ baseURL: baseURL ?? '', viewport });
  const outside = await context.newPage();
  await outside.goto('/');
  await outside.getByLabel('Username or Email').fill(cleo.user.username);
  await outside.getByLabel('Password', { exact: true }).fill(password);
  await outside.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(outside.getByRole('alertdialog')).toContainText('Enough.');
  await outside.getByRole('alertdialog').getByRole('button').click();
  await expectAccessibleAtBothWidths(outside);
  await outside.getByRole('link', { name: 'See the decision and appeal' }).click();
  await outside.getByRole('button', { name: 'Appeal' }).click();
  await outside.getByRole('textbox').fill('It was not me.');
  await expectAccessibleAtBothWidths(outside);
  await outside.getByRole('button', { name: 'Send appeal' }).click();
  await expect(outside.getByText(/^You appealed/)).toBeVisible();
  await context.close();
});
