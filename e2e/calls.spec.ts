import type { Page } from '@playwright/test';
import { createCommunity, joinCommunity, rolesOf, workspace } from './support/communities.ts';
import { expect, received, tiles, watchConnections } from './support/meetings.ts';
import { conversationOf, field, sendMessage, timeline } from './support/messages.ts';
import { atSize, expectAccessibleAtBothWidths, test } from './support/test.ts';

/** Has the browser say whether it's online, while the call goes on. */
const sayOnline = (page: Page, isOnline: boolean): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value });
    window.dispatchEvent(new Event(value ? 'online' : 'offline'));
  }, isOnline);

/** Duplicates a tab as browsers do, which copy its storage and the state of its history. */
async function duplicate(page: Page): Promise<Page> {
  const copied = await page.evaluate(() => ({
    stored: { ...sessionStorage },
    state: history.state as unknown,
    address: location.href,
  }));
  const copy = await page.context().newPage();
  await copy.goto('/settings');
  await copy.evaluate(({ stored, state, address }) => {
    Object.assign(sessionStorage, stored);
    history.replaceState(state, '', address);
  }, copied);
  await copy.reload();
  return copy;
}

test('a call rings wherever the other person is, is declined, then accepted, continues while he reads, and the conversation says how it ended', async ({
  people,
  openAs,
}) => {
  const [ann, ben] = [await people.create('ann', 'Ann Caller'), await people.create('ben', 'Ben Called')];
  const id = await conversationOf(ann, ben);
  await sendMessage(ann, id, 'Hello Ben');
  const [hers, his] = [await openAs(ann), await openAs(ben)];
  const second = await openAs(ben);
  for (const page of [hers, his]) await watchConnections(page);
  await hers.goto(`/chat?conversation=${id}`);
  await his.goto('/communities');
  await second.goto('/feed');
  await expect(field(hers)).toBeVisible();

  await hers.getByRole('button', { name: 'Call', exact: true }).click();
  await expect(hers.getByText('Calling Ben Called…')).toBeVisible();
  const ringing = his.getByRole('dialog', { name: 'Ann Caller' });
  await expect(ringing).toBeFocused();
  await expect(second.getByRole('dialog', { name: 'Ann Caller' })).toBeVisible();
  await expectAccessibleAtBothWidths(his);
  await ringing.getByRole('button', { name: 'Decline' }).click();
  await expect(second.getByRole('dialog')).toHaveCount(0);
  await expect(timeline(hers).getByText('No answer')).toBeVisible();
  await expectAccessibleAtBothWidths(hers);

  await hers.getByRole('button', { name: 'Call', exact: true }).click();
  for (const shown of [ringing, hers.getByText('Calling Ben Called…')]) await expect(shown).toBeVisible();
  await hers.reload();
  await expect(hers.getByText('Calling Ben Called…')).toBeVisible();
  await ringing.getByRole('button', { name: 'Accept' }).click();
  await expect(second.getByRole('dialog')).toHaveCount(0);
  for (const page of [hers, his]) await expect.poll(async () => (await received(page)).length).toBe(1);
  await second.goto(`/chat?conversation=${id}`);
  await expect(second.getByRole('button', { name: 'Join the call' })).toBeVisible();
  await expectAccessibleAtBothWidths(second);

  const copy = await duplicate(his);
  await expect(copy, 'a copy of the tab leads back to where the call belongs').toHaveURL(`/chat?conversation=${id}`);
  await expect(copy.getByRole('button', { name: 'Join the call' })).toBeVisible();
  await expect(tiles(hers)).toHaveCount(2);
  await copy.close();

  await his.getByRole('button', { name: 'React', exact: true }).click();
  await his.getByRole('button', { name: 'Thumbs up' }).click();
  await expect(tiles(hers).getByText('👍')).toBeVisible();
  await his.getByRole('button', { name: 'Raise hand' }).click();
  await expect(hers.getByRole('listitem', { name: /^Ben Called.*hand raised/ })).toBeVisible();
  await expectAccessibleAtBothWidths(hers);
  await hers.getByRole('button', { name: 'People' }).click();
  await hers.getByRole('button', { name: 'Mute Ben Called' }).click();
  await expect(his.getByText('Ann Caller turned off your microphone')).toBeVisible();
  await his.getByRole('button', { name: 'Turn on microphone' }).click();
  await expect(hers.getByRole('button', { name: 'Mute Ben Called' })).toBeVisible();

  const bar = his.getByRole('region', { name: 'Call' });
  await his.getByRole('link', { name: 'Go on reading' }).click();
  await expect(bar.getByText('Ann Caller')).toHaveCount(2);
  await expect.poll(async () => (await received(his)).length).toBe(1);
  await expectAccessibleAtBothWidths(his);
  await his.goto('/feed');
  await expect(bar.getByRole('status')).toHaveText('Ann Caller');
  await expect.poll(async () => (await received(hers)).length).toBe(1);
  await bar.getByRole('button', { name: 'Open the call' }).click();
  await expect(his.getByRole('group', { name: 'Meeting controls' })).toBeVisible();
  await expect(bar).toHaveCount(0);

  const leave = hers.getByRole('button', { name: 'Leave' });
  for (const size of [
    { width: 320, height: 700 },
    { width: 844, height: 390 },
  ]) {
    await hers.setViewportSize(size);
    await expect(leave).toBeInViewport({ ratio: 1 });
  }
  await leave.click();
  await expect(field(hers)).toBeVisible();
  await his.getByRole('button', { name: 'Leave' }).click();
  await expect(timeline(his).getByText(/^Ann Caller called: \d+ (second|minute)/)).toBeVisible();
  await expect(second.getByRole('button', { name: 'Call', exact: true })).toBeVisible();
});

test('a voice channel continues in a bar while its member reads elsewhere, and after a reload', async ({
  people,
  openAs,
}) => {
  const [ann, ben] = [await people.create('ann', 'Ann Talker'), await people.create('ben', 'Ben Talker')];
  const club = await createCommunity(ann, 'Talkers');
  await joinCommunity(ben, club);
  const data = { name: 'lounge', roles: [(await rolesOf(ann, club)).user], kind: 'voice' };
  expect((await ann.api.post(`/v1/community/${club.community_handle}/channels`, { data })).status()).toBe(201);
  const [hers, his] = [await openAs(ann), await openAs(ben)];
  await watchConnections(his);
  for (const page of [hers, his]) await page.goto(workspace(club));
  await hers.getByRole('button', { name: 'lounge, voice channel' }).click();
  const bar = (page: Page) => page.getByRole('region', { name: 'Voice channel' });
  await expect(bar(hers).getByText("You're the only one here")).toBeVisible();
  await expect(his.getByRole('list', { name: 'Voice channels' }).getByText('Ann Talker')).toBeVisible();
  await his.getByRole('button', { name: 'lounge, voice channel' }).click();
  await expect(bar(hers).getByText('Ben Talker')).toBeVisible();
  await expectAccessibleAtBothWidths(hers);

  await his.getByRole('link', { name: 'Back to the feed' }).click();
  await expect(his).toHaveURL(/\/feed/);
  await expect(bar(his).getByText('Ann Talker')).toBeVisible();
  await expect.poll(async () => (await received(his)).length).toBe(1);
  await expectAccessibleAtBothWidths(his);
  await his.reload();
  await expect(bar(his).getByText('Ann Talker')).toBeVisible();
  await atSize(his, { width: 390, height: 844 }, async () => {
    await sayOnline(his, false);
    const notice = await his.getByText("You're offline. Updates will appear when you reconnect.").boundingBox();
    const call = await bar(his).boundingBox();
    expect((notice?.y ?? 0) + (notice?.height ?? 0), 'the notice stands above the bar').toBeLessThan(call?.y ?? 0);
    await sayOnline(his, true);
  });
  const copy = await duplicate(his);
  await expect.poll(() => copy.evaluate(() => sessionStorage.getItem('call'))).toBeNull();
  await expect(bar(copy)).toHaveCount(0);
  await copy.close();
  await expect(bar(his).getByText('Ann Talker')).toBeVisible();
  await bar(his).getByRole('button', { name: 'Leave the voice channel' }).click();
  await expect(bar(his)).toHaveCount(0);
  await expect(bar(hers).getByText("You're the only one here")).toBeVisible();
});
