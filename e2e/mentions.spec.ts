import * as communities from './support/communities.ts';
import { field } from './support/messages.ts';
import { expect, expectAccessibleAtBothWidths, expectAccessibleInBothThemes, test } from './support/test.ts';

test('an at sign suggests people who can see the text; the mention leads to their profile and stands out for them', async ({
  people,
  openAs,
}) => {
  const [ann, bob] = [await people.create('ann', 'Ann Host'), await people.create('bob', 'Bob Guest')];
  // A name that no other test's people have.
  const outsider = await people.create('zebulon', 'Zebulon Outside');
  const tea = await communities.createCommunity(ann, 'Tea');
  await communities.joinCommunity(bob, tea);
  const green = await communities.addChannel(ann, tea, 'green');
  const [hers, his] = [await openAs(ann), await openAs(bob)];
  for (const page of [hers, his]) await page.goto(communities.workspace(tea, green));

  await field(hers).pressSequentially('Welcome, @bo');
  const suggested = hers.getByRole('listbox', { name: 'People to mention' });
  await expect(suggested.getByRole('option')).toHaveCount(1);
  await expect(suggested).toContainText('Bob Guest');
  await expectAccessibleInBothThemes(hers);
  await field(hers).press('Enter');
  await expect(field(hers)).toHaveValue(`Welcome, @${bob.user.username} `);
  await field(hers).press('Enter');
  const mention = his.getByRole('main').getByRole('link', { name: `@${bob.user.username}`, exact: true });
  await expect(mention).toBeVisible();
  await expectAccessibleAtBothWidths(his);
  await hers
    .getByRole('main')
    .getByRole('link', { name: `@${bob.user.username}`, exact: true })
    .click();
  await expect(hers).toHaveURL(`/profile/${bob.user.username}`);

  // For everyone in a post.
  await hers.goto('/post/upload');
  await hers.getByRole('textbox', { name: 'Text' }).pressSequentially('Thanks, @zebul');
  await hers.getByRole('option', { name: outsider.user.username }).click();
  await expect(hers.getByRole('textbox', { name: 'Text' })).toHaveValue(`Thanks, @${outsider.user.username} `);
});

test('a hash sign suggests channels; the name leads people who can use the channel to it', async ({
  people,
  openAs,
}) => {
  const [ann, bob] = [await people.create('ann'), await people.create('bob')];
  const tea = await communities.createCommunity(ann, 'Tea');
  await communities.joinCommunity(bob, tea);
  const green = await communities.addChannel(ann, tea, 'green');
  const black = await communities.addChannel(ann, tea, 'Black tea');
  await communities.addChannel(ann, tea, 'black hosts', [await communities.addRole(ann, tea, 'crew')]);
  const [hers, his] = [await openAs(ann), await openAs(bob)];
  for (const page of [hers, his]) await page.goto(communities.workspace(tea, green));

  await field(hers).pressSequentially('Not #black hosts but #bla');
  const suggested = hers.getByRole('listbox', { name: 'Channels to link' });
  await expect(suggested.getByRole('option')).toHaveText(['# Black tea']);
  await expectAccessibleInBothThemes(hers);
  await suggested.getByRole('option').click();
  await expect(field(hers)).toHaveValue('Not #black hosts but #Black tea ');
  await field(hers).press('Enter');
  const link = his.getByRole('main').getByRole('link', { name: '#Black tea', exact: true });
  await expect(link).toBeVisible();
  await expect(his.getByRole('main').getByRole('link', { name: '#black hosts' })).toHaveCount(0);
  await expectAccessibleAtBothWidths(his);
  await link.click();
  await expect(his).toHaveURL(communities.workspace(tea, black));
});
