// @vitest-environment happy-dom
import { File as ClonableFile } from 'node:buffer';
import 'fake-indexeddb/auto';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { draftFilesOf } from '#features/rooms/chosen-files.ts';
import { chooseFiles, removeFile } from '#features/rooms/draft-files.ts';
import { answerAlert, currentAlert } from '#ui/alerts/alerts.ts';

beforeEach(() => {
  // happy-dom's files can't be stored.
  vi.stubGlobal('File', ClonableFile);
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  localStorage.setItem('user', JSON.stringify({ user_id: '1', username: 'ada' }));
});

const pdfs = (count: number, from = 1) =>
  Array.from({ length: count }, (_, n) => new File(['text'], `${from + n}.pdf`, { type: 'application/pdf' }));
/** Reads and closes the alert that's open. */
const readAlert = () => {
  const alert = currentAlert();
  if (alert) answerAlert(alert, 'confirmed');
  return alert?.text;
};
const namesIn = (room: string) => draftFilesOf(room).map(({ name }) => name);

it('has chosen files in the message at once, so that sending it right away waits for them', async () => {
  const chosen = chooseFiles('one', pdfs(2));
  expect(draftFilesOf('one').map(({ name, ready }) => [name, ready])).toEqual([
    ['1.pdf', null],
    ['2.pdf', null],
  ]);
  await chosen;
  expect(draftFilesOf('one').map(({ name, ready }) => [name, ready?.name])).toEqual([
    ['1.pdf', '1.pdf'],
    ['2.pdf', '2.pdf'],
  ]);
});

it('takes ten files in the order in which they were chosen, also of two choices at the same time', async () => {
  const both = [chooseFiles('two', pdfs(6)), chooseFiles('two', pdfs(6, 7))];
  await vi.waitFor(() => expect(namesIn('two')).toEqual(pdfs(10).map(({ name }) => name)));
  expect(readAlert()).toBe('A message can have up to 10 files, so the last 2 were left out.');
  await Promise.all(both);
});

it('prepares no file that was taken out meanwhile', async () => {
  const chosen = chooseFiles('three', pdfs(2));
  removeFile('three', draftFilesOf('three')[0]?.id ?? 0);
  await chosen;
  expect(namesIn('three')).toEqual(['2.pdf']);
});

it('removes everything but pictures where only pictures are allowed, and says so', async () => {
  void chooseFiles('four', pdfs(1), 'pictures');
  await vi.waitFor(() => expect(namesIn('four')).toEqual([]));
  expect(readAlert()).toBe(messages.imageOnly);
});
