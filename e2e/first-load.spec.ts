import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './support/test.ts';

const folder = join(import.meta.dirname, '../web/dist/.vite');

for (const page of ['feed', 'meeting']) {
  test(`the ${page} loads no more JavaScript at first than it may`, async ({ viewport }) => {
    test.skip((viewport?.width ?? 0) > 1000, 'the same for every width');
    const { gzipBytes, most } = JSON.parse(await readFile(join(folder, `initial-javascript-${page}.json`), 'utf8'));
    expect(gzipBytes).toBeLessThanOrEqual(most);
  });
}
