import {
  addChannel,
  addRole,
  createCommunity,
  joinCommunity,
  sendFromComposer,
  setRole,
  showChannels,
  workspace,
} from './support/communities.ts';
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts';

test("a reply in a thread isn't in the channel, where the message counts it and leads to it", async ({
  people,
  openAs,
}) => {
  const ada = await people.create('ada');
  const bob = await people.create('bob');
  const community = await createCommunity(ada, 'Lunch Club');
  const crew = await addRole(ada, community, 'crew');
  await joinCommunity(bob, community);
  for (const person of [ada, bob]) await setRole(ada, community, crew, person, true);
  const channel = await addChannel(ada, community, 'lunch', [crew]);
  const [adas, bobs] = await Promise.all([ada, bob].map((person) => openAs(person)));
  if (!adas || !bobs) throw new Error('two pages');
  for (const page of [adas, bobs]) await page.goto(workspace(community, channel));
  await sendFromComposer(adas, 'Where do we eat?');
  const asked = bobs.getByRole('listitem').filter({ hasText: 'Where do we eat?' });
  await asked.hover();
  await asked.getByRole('button', { name: /^Menu of/ }).click();
  await bobs.getByRole('menuitem', { name: 'Reply in thread' }).click();
  const panel = bobs.getByRole('region', { name: 'Thread' });
  await expect(panel.getByText('No replies yet')).toBeVisible();
  await panel.getByPlaceholder('Reply').fill('At the harbour');
  await panel.getByPlaceholder('Reply').press('Enter');
  await expect(panel.getByRole('listitem').filter({ hasText: 'At the harbour' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Unfollow' })).toBeVisible();
  await expect(asked.getByRole('button', { name: '1 reply' })).toBeVisible();
  await expectAccessibleInBothThemes(bobs);
  await adas.getByRole('button', { name: '1 reply' }).click();
  await expect(adas.getByRole('listitem').filter({ hasText: 'At the harbour' })).toBeVisible();
  await adas.getByRole('button', { name: 'Follow' }).click();
  await adas.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(adas);
  await expectAccessibleInBothThemes(adas);
  await adas.getByRole('link', { name: 'Back to # lunch' }).click();
  await expect(adas.getByRole('button', { name: '1 reply' })).toBeVisible();
  await expect(adas.getByRole('listitem').filter({ hasText: 'At the harbour' })).toBeHidden();
  await panel.getByPlaceholder('Reply').fill('Or in the park');
  await panel.getByPlaceholder('Reply').press('Enter');
  await showChannels(adas);
  await adas.getByRole('link', { name: /^Threads.*1 unread$/ }).click();
  await adas.getByRole('link', { name: /Where do we eat.*2 replies.*1 new/ }).click();
  await expect(adas.getByRole('listitem').filter({ hasText: 'Or in the park' })).toBeVisible();
  await adas.getByRole('link', { name: 'Back to # lunch' }).click();
  await showChannels(adas);
  await expect(adas.getByRole('link', { name: 'Threads', exact: true })).toBeVisible();
});
