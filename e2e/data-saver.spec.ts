import { readFile } from 'node:fs/promises';
import { fixture, share } from './support/actions.ts';
import { addChannel, createCommunity, joinCommunity, workspace } from './support/communities.ts';
import { conversationOf } from './support/messages.ts';
import type { Person } from './support/people.ts';
import { expect, test } from './support/test.ts';

const picture = async () => ({
  name: 'picture.png',
  mimeType: 'image/png',
  buffer: await readFile(fixture('alpha.png')),
});
const film = async () => ({ name: 'film.mp4', mimeType: 'video/mp4', buffer: await readFile(fixture('clip.mp4')) });

/** A person with a picture. */
async function showFace({ api }: Person): Promise<void> {
  await api.post('/v1/profile', { multipart: { removedProfile: 'false', profile_pic: await picture() } });
}

async function write({ api }: Person, path: string, conversation: string, content: string): Promise<void> {
  for (const files of [await picture(), await film()]) {
    const answer = await api.post(path, { multipart: { conversation, content, files } });
    expect(answer.status()).toBe(201);
  }
}

test('with the data saver on, nothing loads in chats, channels, notifications, search, saved posts and on profiles before it is tapped', async ({
  people,
  openAs,
}) => {
  const [person, friend] = [await people.create('saver'), await people.create('sender')];
  await showFace(friend);
  const community = await createCommunity(friend, 'Pictures');
  const multipart = { profile_pic: await picture() };
  expect((await friend.api.patch(`/v1/communities/${community.community_handle}`, { multipart })).ok()).toBe(true);
  await joinCommunity(person, community);
  const channel = await addChannel(friend, community, 'photos');
  await write(friend, '/v1/channel/chats', channel.channel_id, 'In the channel');
  const conversation = await conversationOf(friend, person);
  await person.api.post(`/v1/conversations/${conversation}/accept`);
  await write(friend, '/v1/chats', conversation, 'In the chat');
  const word = `word${conversation.replace(/\D/g, '')}`;
  const shared = await share(friend, `A picture ${word}`, 'alpha.png');
  await person.api.put(`/v1/posts/${shared}/bookmark`);
  const own = await share(person, 'Mine', 'clip.mp4');
  await friend.api.post(`/v1/posts/${own}/comments`, { data: { content: 'A comment' } });
  const page = await openAs(person);
  await page.addInitScript(() => localStorage.setItem('data-saver', 'on'));
  const loaded: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/media/')) loaded.push(`${pathname} on ${page.url()}`);
  });
  const name = friend.user.name ?? friend.user.username;
  const places: [string, string][] = [
    [`/chat?conversation=${conversation}`, 'In the chat'],
    [workspace(community, channel), 'In the channel'],
    ['/notifications', name],
    [`/search?query=${word}`, word],
    ['/bookmarks', word],
    [`/profile/${friend.user.username}`, friend.user.username],
    [`/posts/${own}`, 'A comment'],
  ];
  for (const [place, text] of places) {
    await page.goto(place);
    await expect(page.getByText(text).first(), place).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  expect(loaded).toEqual([]);
  await page.goto(`/chat?conversation=${conversation}`);
  await page.getByRole('button', { name: 'Show file' }).first().click();
  await expect.poll(() => loaded.length).toBeGreaterThan(0);
});
