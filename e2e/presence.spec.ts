import * as communities from './support/communities.ts';
import { bubble, conversationOf, field, line, openChat, sendMessage, timeline } from './support/messages.ts';
import { expect, expectAccessibleAtBothWidths, expectAccessibleInBothThemes, test } from './support/test.ts';

test('in a conversation, each sees that the other is online, that they are typing, and what they have read', async ({
  people,
  openAs,
}) => {
  const [ann, bob] = [await people.create('ann', 'Ann Near'), await people.create('bob', 'Bob Near')];
  const conversation = await conversationOf(ann, bob);
  await sendMessage(ann, conversation, 'Are you there?');
  const hers = await openAs(ann);
  await openChat(hers, conversation);
  await expect(bubble(hers, 'Are you there?')).toBeVisible();
  await expect(timeline(hers).getByText(`Read by ${bob.user.username}`)).toHaveCount(0);

  const his = await openAs(bob);
  await his.goto('/chat');
  await expect(line(his, ann).getByText('Online')).toBeAttached();
  await expect(hers.getByRole('region', { name: 'Conversation' }).getByText('Online')).toBeAttached();
  await line(his, ann).getByRole('link').click();
  await expect(timeline(hers).getByText(`Read by ${bob.user.username}`)).toHaveCount(1);

  await field(his).pressSequentially('Yes, ');
  await expect(hers.getByText(`${bob.user.username} is typing…`)).toBeVisible();
  await expectAccessibleAtBothWidths(hers);
  await field(his).pressSequentially('I am');
  await field(his).press('Enter');
  await expect(bubble(hers, 'Yes, I am')).toBeVisible();
  await expect(hers.getByText('is typing…')).toHaveCount(0);
  // A reply shows that the message was read, so the mark goes.
  await expect(timeline(hers).getByText('Read by')).toHaveCount(0);

  await his.close();
  await expect(hers.getByRole('region', { name: 'Conversation' }).getByText('Online')).toHaveCount(0);
});

test('in a channel, members see who is typing, and who of them is online', async ({ people, openAs }) => {
  const [ann, bob] = [await people.create('ann'), await people.create('bob')];
  const tea = await communities.createCommunity(ann, 'Tea');
  await communities.joinCommunity(bob, tea);
  const green = await communities.addChannel(ann, tea, 'green');
  const [hers, his] = [await openAs(ann), await openAs(bob)];
  for (const page of [hers, his]) await page.goto(communities.workspace(tea, green));
  // What he types before her page listens isn't shown to her.
  await expect(async () => {
    await field(his).pressSequentially('Good morn');
    await expect(hers.getByText(`${bob.user.username} is typing…`)).toBeVisible({ timeout: 3_500 });
  }).toPass();
  const row = communities
    .partsOf(hers)
    .members.getByRole('listitem')
    .filter({ hasText: `@${bob.user.username}` });
  await expect(row.getByText('Online')).toBeAttached();
  await expectAccessibleInBothThemes(hers);
});
