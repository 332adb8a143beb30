// @vitest-environment happy-dom
import * as endpoints from '@hubbub/contract/features/archives/archives.endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ImportCard } from '#features/archives/public.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  signIn();
});
afterEach(tidy);

const none = { state: 'none' as const, created_at: null, done: 0, total: 0, refused: [] };
const working = { ...none, state: 'working' as const, created_at: new Date().toISOString(), done: 30, total: 1200 };
const done = { ...working, state: 'done' as const, done: 1200, refused: ["Post 7 wasn't imported: it has no text."] };

const choose = async () => {
  const zip = new File(['zip'], 'hubbub-2026-01-01.zip');
  await screen.findByRole('button', { name: 'Choose a ZIP' });
  fireEvent.change(screen.getByLabelText('ZIP to import'), { target: { files: [zip] } });
  return screen.findByRole('button', { name: 'Import' });
};

it("sends the chosen file, shows how far the import is, and then what didn't come along", async () => {
  api.answer(endpoints.readImport, { import: none });
  api.answer(endpoints.startImport, { import: working });
  draw(<ImportCard />);
  const button = await choose();
  api.answer(endpoints.readImport, { import: working });
  fireEvent.click(button);
  expect(await screen.findByText(/30 of 1,200 posts/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Choose a ZIP' })).toBeNull();
  const [sent] = api.asked(endpoints.startImport);
  expect(sent?.body.file).toMatchObject([{ name: 'hubbub-2026-01-01.zip' }]);
  api.answer(endpoints.readImport, { import: done });
  expect(await screen.findByText(/We went through 1,200 posts/, undefined, { timeout: 5000 })).toBeTruthy();
  expect(screen.getByText(/it has no text/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Choose a ZIP' })).toBeTruthy();
});

it('keeps the chosen file if it is refused, and says why', async () => {
  api.answer(endpoints.readImport, { import: none });
  api.refuse(endpoints.startImport, 422, { file: "This isn't a ZIP we can read." });
  draw(<ImportCard />);
  fireEvent.click(await choose());
  expect(await screen.findByText("This isn't a ZIP we can read.")).toBeTruthy();
  expect(screen.getByText(/hubbub-2026-01-01\.zip/)).toBeTruthy();
  api.answer(endpoints.startImport, { import: working });
  api.answer(endpoints.readImport, { import: working });
  fireEvent.click(screen.getByRole('button', { name: 'Import' }));
  await waitFor(() => expect(screen.queryByText("This isn't a ZIP we can read.")).toBeNull());
});

it('stops a running import', async () => {
  api.answer(endpoints.readImport, { import: working });
  draw(<ImportCard />);
  api.answer(endpoints.stopImport, { import: { ...working, state: 'failed', refused: ['You stopped the import.'] } });
  fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('You stopped the import.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Choose a ZIP' })).toBeTruthy();
});

it('Cancel stops the upload and keeps the file; the outcome of an earlier import is hidden meanwhile', async () => {
  api.answer(endpoints.readImport, { import: done });
  const arrive = api.hold(endpoints.startImport, { import: working });
  draw(<ImportCard />);
  await screen.findByText(/Import finished/);
  fireEvent.click(await choose());
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(screen.queryByText(/Import finished/)).toBeNull();
  await screen.findByText(/Import finished/);
  expect(screen.getByText(/hubbub-2026-01-01\.zip/)).toBeTruthy();
  expect(screen.queryByRole('alert')?.textContent ?? '').toBe('');
  arrive();
});

it('says when an import stopped, and offers another try', async () => {
  api.answer(endpoints.readImport, {
    import: { ...working, state: 'failed', refused: ['data/posts.json is damaged.'] },
  });
  draw(<ImportCard />);
  expect(await screen.findByText(/stopped after 30 posts/)).toBeTruthy();
  expect(screen.getByText('data/posts.json is damaged.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Choose a ZIP' })).toBeTruthy();
});
