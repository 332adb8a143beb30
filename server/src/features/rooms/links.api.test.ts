import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { message as messageShape } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '../../../test/harness.ts';

const site = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>Page ${request.url}</title>`);
});
await new Promise<void>((resolve) => {
  site.listen(0, '127.0.0.1', resolve);
});
afterAll(() => site.close());
const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
const world = await testWorld({
  settings: { LINK_PREVIEWS: 'on', LINK_PREVIEWS_INSIDE: origin.slice('http://'.length) },
});
const [ann, ben] = [await world.person('ann_links'), await world.person('ben_links')];
const { newConversation } = (await ann.post('/v1/conversations', { username: 'ben_links' })).body;
const conversation = newConversation._id;
const send = async (content: string) => (await ann.post('/v1/chats', { conversation, content })).body.message;
const linkTo = (path: string) => ({
  url: `${origin}${path}`,
  title: `Page ${path}`,
  description: '',
  image_path: null,
});
const last = async () =>
  messageShape.parse((await ben.get(`/v1/chats/${conversation}?mark=false`)).body.messages.at(-1));

test('a message gets a preview of its link, live and in the history; editing the text replaces or removes it', async () => {
  const socket = await ben.socket();
  const message = await send(`See ${origin}/tea`);
  expect(message.link).toBeNull();
  const change = await socket.first('messageChanged');
  expect(change).toMatchObject({ _id: message._id, change: { kind: 'link' }, link: linkTo('/tea') });
  expect((await last()).link).toEqual(linkTo('/tea'));

  await ann.patch(`/v1/messages/${message._id}`, { content: `See ${origin}/cake` });
  await world.runJobs();
  expect((await last()).link).toEqual(linkTo('/cake'));
  await ann.patch(`/v1/messages/${message._id}`, { content: 'See nothing' });
  expect((await last()).link).toBeNull();
});

test('a deleted message has no preview', async () => {
  const message = await send(`${origin}/gone`);
  await world.runJobs();
  expect((await last()).link).toEqual(linkTo('/gone'));
  expect((await ann.delete(`/v1/messages/${message._id}`)).status).toBe(200);
  expect(await last()).toMatchObject({ deleted: true, link: null });
});
