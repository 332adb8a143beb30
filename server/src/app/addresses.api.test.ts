import { expect, test } from 'vitest';
import { testWorld } from '../../test/harness.ts';

const world = await testWorld({ settings: { CORS_ORIGINS: 'https://client.example' } });

test.each([
  ['/login', '/'],
  ['/login/', '/'],
  ['/login?next=%2Fchat', '/?next=%2Fchat'],
])('%s leads to the log-in page', async (path, page) => {
  const { status, headers } = await world.stranger().fetch(path, { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([302, page]);
});

test('/openapi.json describes the calls', async () => {
  const { status, body, headers } = await world.stranger().get('/openapi.json');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('application/json');
  expect(body.openapi).toMatch(/^3\./);
  expect(body.paths).toHaveProperty(['/v1/posts']);
  expect(body.paths).not.toHaveProperty(['/openapi.json']);
});

test('pages of allowed origins can read the response headers they need', async () => {
  const { headers } = await world.stranger().get('/v1/site', { origin: 'https://client.example' });
  expect(headers.get('access-control-expose-headers')?.split(', ').sort()).toEqual([
    'etag',
    'location',
    'retry-after',
    'upload-length',
    'upload-offset',
    'x-appeal-token',
    'x-decision-id',
    'x-request-id',
  ]);
});
