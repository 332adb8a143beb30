import { expect, test, vi } from 'vitest';
import { type Person, testWorld } from './harness.ts';
import { setSiteRole } from './site.ts';

const world = await testWorld();
const owner = await world.person('owner');
await setSiteRole(world, owner.user_id, 'owner');

/** Sends a form of texts whose last bytes wait until something else has happened. */
async function sendLate(by: Person, method: string, path: string, fields: object, meanwhile: () => Promise<unknown>) {
  const boundary = 'xxxxxxxxxxxxxxxx';
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const encode = (text: string) => new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(encode(parts.join('')));
      await meanwhile();
      controller.enqueue(encode(`--${boundary}--\r\n`));
      controller.close();
    },
  });
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return await by.fetch(path, { method, headers, body, duplex: 'half' } as RequestInit);
}

test.each([
  ['a post', 'POST', '/v1/posts', { content: 'Too late' }, 'select from posts'],
  ['a community', 'POST', '/v1/communities', { name: 'Late', handle: 'too_late' }, 'select from communities'],
  ['a profile', 'POST', '/v1/profile', { bio: 'Too late' }, "select from users where bio = 'Too late'"],
  ['the site', 'PATCH', '/v1/site', { name: 'Late' }, "select from site where name = 'Late'"],
])('A form that ends after its sender was suspended changes nothing: %s', async (what, method, path, fields, trace) => {
  const person = await world.person(`late_${what.slice(-4)}`);
  if (path === '/v1/site') await setSiteRole(world, person.user_id, 'admin');
  const found = vi.spyOn(world.platform.sessions, 'find');
  const suspend = async () => {
    await vi.waitFor(() => expect(found).toHaveBeenCalled());
    expect(await found.mock.results[0]?.value, 'the form was let in').toBeDefined();
    found.mockRestore();
    const { status } = await owner.put(`/v1/users/${person.user.username}/suspension`, { text: 'Stop.' });
    expect(status).toBe(200);
  };
  const answer = await sendLate(person, method, path, fields, suspend);
  expect(answer.status).toBe(401);
  expect(await world.sql(trace)).toEqual([]);
});
