import { bubble, conversationOf, field, line, list, openChat, sendMessage, timeline } from './support/messages.ts';
import { expect, expectAccessibleAtBothWidths, test } from './support/test.ts';

test("a stranger's first message waits as a request, until it's accepted on one device and shows on all", async ({
  people,
  openAs,
}) => {
  const [ann, bob] = [await people.create('ann', 'Ann Strange'), await people.create('bob', 'Bob Careful')];
  const his = await openAs(bob);
  await his.goto('/settings/privacy');
  await his.getByRole('radio', { name: 'People you know' }).click();
  await expect(his.getByRole('main').getByText('Saved', { exact: true })).toBeVisible();
  await expectAccessibleAtBothWidths(his);
  await his.reload();
  await expect(his.getByRole('radio', { name: 'People you know' })).toBeChecked();

  await his.goto('/chat');
  await expect(his.getByText('No conversations yet')).toBeVisible();
  const conversation = await conversationOf(ann, bob);
  const hers = await openAs(ann);
  await openChat(hers, conversation);
  await field(hers).fill('We met on the train');
  await field(hers).press('Enter');
  await expect(bubble(hers, 'We met on the train')).toBeVisible();

  const door = his.getByRole('button', { name: /^Message requests/ });
  await expect(door).toHaveText(/1$/);
  await expect(his, "requests don't count").toHaveTitle('Messages · Hubbub');
  await expect(line(his, ann)).toHaveCount(0);
  await expectAccessibleAtBothWidths(his);
  await door.click();
  const requests = his.getByRole('list', { name: 'Message requests' });
  await requests.getByRole('link').click();
  await expect(bubble(his, 'We met on the train')).toBeVisible();
  await expect(field(his)).toHaveCount(0);
  await expectAccessibleAtBothWidths(his);
  await expect(timeline(hers).getByText('Read by')).toHaveCount(0);

  const second = await openAs(bob);
  await second.goto('/chat');
  await expect(second.getByRole('button', { name: /^Message requests/ })).toBeVisible();
  await his.getByRole('region', { name: 'Message request' }).getByRole('button', { name: 'Accept' }).click();
  await field(his).fill('I remember');
  await field(his).press('Enter');
  await expect(bubble(hers, 'I remember')).toBeVisible();
  await expect(line(second, ann).getByText('I remember')).toBeVisible();
  await expect(second.getByRole('button', { name: /^Message requests/ })).toHaveCount(0);
});

test('people who take messages from nobody new keep the conversations they have', async ({ people, openAs }) => {
  const [ann, bob, cat] = [await people.create('ann'), await people.create('bob'), await people.create('cat')];
  const known = await conversationOf(ann, bob);
  await sendMessage(ann, known, 'Before');
  const his = await openAs(bob);
  await his.goto('/settings/privacy');
  await his.getByRole('radio', { name: 'Nobody new' }).click();
  await expect(his.getByRole('main').getByText('Saved', { exact: true })).toBeVisible();
  const refused = await cat.api.post('/v1/conversations', { data: { username: bob.user.username } });
  expect(refused.status()).toBe(422);
  await sendMessage(ann, known, 'After');
  await his.goto('/chat');
  await expect(list(his).getByText('After')).toBeVisible();
});
