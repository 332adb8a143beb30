import { describe, expect, it } from 'vitest';
import { fixtureFile, formOf } from '../../../test/forms.ts';
import { testWorld } from '../../../test/harness.ts';

/** A call that takes JSON and forms and checks the session in its statement, using a direct message as the example. */

const world = await testWorld();
const ada = await world.person('ada');
await world.person('bob');
const conversation = (await ada.post('/v1/conversations', { username: 'bob' })).body.newConversation._id;

const picture = async (name = 'image') => [name, await fixtureFile('still.webp')] as const;

describe('a call that takes JSON and forms', () => {
  it('takes the same fields in both formats', async () => {
    const json = await ada.post('/v1/chats', { conversation, content: 'Hello\nthere', client_id: 'one' });
    const form = await ada.upload(
      '/v1/chats',
      formOf(['conversation', conversation], ['content', 'Hello\r\nthere'], ['client_id', 'two']),
    );
    for (const { status, body } of [json, form]) {
      expect(status).toBe(201);
      expect(body.message.message).toBe('Hello\nthere');
    }
    expect(form.body.message.client_id).toBe('two');
  });

  it('accepts files, in whatever order the parts arrive', async () => {
    const file = await picture();
    for (const parts of [
      [file, ['conversation', conversation] as const],
      [['conversation', conversation] as const, file],
    ]) {
      const { status, body } = await ada.upload('/v1/chats', formOf(...parts));
      expect(status).toBe(201);
      expect((await ada.get(`/media${body.message.imageUrl}`)).status).toBe(200);
    }
  });

  it('checks the contract: wrong types are 400, broken rules 422, and so is one file too many', async () => {
    const answers = [
      await ada.post('/v1/chats', { conversation, content: 5 }),
      await ada.post('/v1/chats', [conversation]),
      await ada.fetch('/v1/chats', { method: 'POST', body: 'text', headers: { 'content-type': 'text/plain' } }),
      await ada.post('/v1/chats', { conversation, content: 'x'.repeat(4001) }),
      await ada.post('/v1/chats', { content: 'Hello' }),
      await ada.upload('/v1/chats', formOf(['conversation', conversation], await picture(), await picture())),
      await ada.upload(
        '/v1/chats',
        formOf(['conversation', conversation], ['content', 'x'.repeat(4001)], await picture()),
      ),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 422, 422, 422, 422]);
    expect(await world.sql('select from media_files where attached_at is null')).toEqual([]);
  });

  it('is 401 without a session, with or without a file, and keeps nothing', async () => {
    for (const nobody of [world.stranger(), world.withCookie('hubbub=none')]) {
      const answers = [
        await nobody.post('/v1/chats', { conversation, content: 'Hello' }),
        await nobody.upload('/v1/chats', formOf(['conversation', conversation], ['content', 'Hello'])),
        await nobody.upload('/v1/chats', formOf(['conversation', conversation], await picture())),
      ];
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    }
    expect(await world.sql('select from media_files where attached_at is null')).toEqual([]);
  });

  it('sends the cookie again when the session was extended', async () => {
    await world.sql(`update sessions set last_seen_at = now() - interval '2 hours'`);
    const answer = await ada.post('/v1/chats', { conversation, content: 'Long ago' });
    expect(answer.headers.get('set-cookie')).toContain('hubbub=');
    const next = await ada.post('/v1/chats', { conversation, content: 'And now' });
    expect(next.headers.get('set-cookie')).toBeNull();
  });
});
