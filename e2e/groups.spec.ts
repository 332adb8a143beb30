import { bubble, conversationOf, field, list, openChat, sendMessage, timeline, type } from './support/messages.ts';
import { expect, expectAccessibleAtBothWidths, test } from './support/test.ts';

test('three people make a group, write in it and change it, live on every page', async ({ people, openAs }) => {
  const [ann, bob, cyd] = [
    await people.create('ann', 'Ann Group'),
    await people.create('bob', 'Bob Group'),
    await people.create('cyd', 'Cyd Group'),
  ];
  await sendMessage(ann, await conversationOf(ann, bob), 'Hello Bob');
  const [hers, his, theirs] = [await openAs(ann), await openAs(bob), await openAs(cyd)];
  await his.goto('/chat');
  await theirs.goto('/chat');
  await hers.goto('/chat');
  const name = `Trip of ${ann.user.username}`;

  await hers.getByRole('button', { name: 'New group' }).click();
  const form = hers.getByRole('dialog', { name: 'New group' });
  await form.getByRole('button', { name: /Bob Group/ }).click();
  await form.getByRole('textbox', { name: 'Search for people' }).fill(cyd.user.username);
  await form.getByRole('button', { name: /Cyd Group/ }).click();
  await expectAccessibleAtBothWidths(hers);
  await form.getByRole('button', { name: 'Next' }).click();
  await form.getByRole('textbox', { name: 'Group name' }).fill(name);
  await expectAccessibleAtBothWidths(hers);
  await form.getByRole('button', { name: 'Create group' }).click();
  await expect(timeline(hers).getByText('You created the group')).toBeVisible();
  await type(hers, 'Where to?');
  await expect(bubble(hers, 'Where to?')).toBeVisible();

  const row = list(his).getByRole('listitem').filter({ hasText: name });
  await expect(row.getByText('Ann Group: Where to?')).toBeVisible();
  await row.getByRole('link').click();
  await expect(timeline(his).getByText('Ann Group created the group')).toBeVisible();
  await expect(bubble(his, 'Where to?')).toBeVisible();
  await expect(timeline(hers).getByText(`Read by ${bob.user.username}`)).toBeAttached();
  await expectAccessibleAtBothWidths(his);
  await type(his, 'To the sea');
  await expect(bubble(hers, 'To the sea')).toBeVisible();

  await list(theirs).getByRole('listitem').filter({ hasText: name }).getByRole('link').click();
  await expect(bubble(theirs, 'To the sea')).toBeVisible();
  await his.getByRole('button', { name: /3 members/ }).click();
  await his.getByRole('dialog', { name }).getByRole('button', { name: 'Edit' }).click();
  await his.getByRole('textbox', { name: 'Group name' }).fill(`Sea ${name}`);
  await his.getByRole('button', { name: 'Save' }).click();
  await expect(hers.getByRole('heading', { name: `Sea ${name}` })).toBeVisible();
  await expect(timeline(theirs).getByText(`Bob Group renamed the group to “Sea ${name}”`)).toBeVisible();

  await hers.getByRole('button', { name: /3 members/ }).click();
  const members = hers.getByRole('dialog', { name: `Sea ${name}` });
  await expect(members.getByText('Owner')).toBeVisible();
  await expectAccessibleAtBothWidths(hers);
  await members.getByRole('button', { name: `Remove ${cyd.user.username}` }).click();
  await hers.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(list(theirs).or(theirs.getByText('No conversations yet'))).toBeVisible();
  await expect(theirs.getByText(`Sea ${name}`)).toHaveCount(0);
  await members.getByRole('button', { name: 'Close' }).click();
  await expect(timeline(hers).getByText('You removed Cyd Group')).toBeVisible();
  await expect(field(hers)).toBeVisible();
});

test('people who leave a group no longer see anything of it', async ({ people, openAs }) => {
  const [ann, bob, cyd] = [await people.create('ann'), await people.create('bob'), await people.create('cyd')];
  const answer = await ann.api.post('/v1/conversations', {
    data: { usernames: [bob.user.username, cyd.user.username], name: `Club of ${ann.user.username}` },
  });
  const id = (await answer.json()).newConversation._id;
  const page = await openAs(bob);
  await openChat(page, id);
  await page.getByRole('button', { name: 'Conversation menu' }).click();
  await page.getByRole('menuitem', { name: 'Leave group' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page.getByText(`Club of ${ann.user.username}`)).toHaveCount(0);
  expect((await bob.api.get(`/v1/chats/${id}`)).status()).toBe(404);
});
