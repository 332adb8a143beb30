import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { deleteDraftsOf, draftsOf, putDrafts } from '#platform/draft-store.ts';

const valuesOf = async (owner: string) => (await draftsOf(owner)).map(({ value }) => value);

it('keeps drafts by person and name, deletes those without a value, and drops those older than a month', async () => {
  await putDrafts([
    { owner: '1', name: 'post', value: 'Mine' },
    { owner: '1', name: 'profile', value: { name: 'Ada' } },
    { owner: '2', name: 'post', value: 'Theirs' },
  ]);
  expect(await valuesOf('1')).toEqual(['Mine', { name: 'Ada' }]);
  await putDrafts([{ owner: '1', name: 'profile', value: undefined }]);
  await deleteDraftsOf('2');
  expect(await valuesOf('1')).toEqual(['Mine']);
  expect(await valuesOf('2')).toEqual([]);

  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31 * 24 * 60 * 60 * 1000);
  expect(await valuesOf('1')).toEqual([]);
});
