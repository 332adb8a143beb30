import { addChannel, createCommunity, joinCommunity, rolesOf, workspace } from './support/communities.ts';
import { expect, expectAccessibleAtBothWidths, expectAccessibleInBothThemes, test } from './support/test.ts';

test("people who run a community can look up why somebody can't see a channel, there and in Roles", async ({
  people,
  openAs,
}) => {
  const owner = await people.create('owner');
  const member = await people.create('kwame', 'Kwame');
  const community = await createCommunity(owner, 'Club');
  const { admin = '' } = await rolesOf(owner, community);
  const keys = await addChannel(owner, community, 'keys', [admin]);
  await joinCommunity(member, community);

  const page = await openAs(owner);
  await page.goto(workspace(community, keys));
  await page.getByRole('button', { name: "Why can't someone use # keys?" }).click();
  const dialog = page.getByRole('dialog', { name: "Why can't someone use #keys?" });
  await expect(dialog.getByLabel('Username')).toBeFocused();
  await dialog.getByLabel('Username').fill(member.user.username);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toContainText(
    "Kwame doesn't have a role that can see #keys. Give them one in Roles.",
  );
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: "Why can't someone use # keys?" })).toBeFocused();

  await page.goto(`/community/${community.community_handle}/settings?tab=roles`);
  await page.getByRole('button', { name: "Why can't someone…?" }).click();
  const asking = page.getByRole('dialog', { name: "Why can't someone…?" });
  await asking.getByLabel('Username').fill(owner.user.username);
  await asking.getByLabel('Where').selectOption({ label: '#keys' });
  await asking.getByRole('button', { name: 'Find out' }).click();
  await expect(asking.getByRole('status')).toContainText('Yes, they can.');
  await expectAccessibleAtBothWidths(page);
});
