// @vitest-environment happy-dom
import * as endpoints from '@hubbub/contract/features/archives/archives.endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ExportCard } from '#features/archives/public.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  signIn();
});
afterEach(tidy);

const none = { state: 'none' as const, created_at: null, size: null, expires_at: null, done: 0 };
const working = { ...none, state: 'working' as const, created_at: new Date().toISOString(), done: 1200 };
const ready = { ...working, state: 'ready' as const, size: 2_440_000, expires_at: '2026-01-08T10:00:00.000Z' };

it("starts an export, shows how far it is, and then what's ready and until when", async () => {
  api.answer(endpoints.readExport, { export: none });
  api.answer(endpoints.startExport, { export: working });
  draw(<ExportCard />);
  const button = await screen.findByRole('button', { name: 'Put my data together' });
  api.answer(endpoints.readExport, { export: working });
  fireEvent.click(button);
  expect(await screen.findByText(/1,200 things so far/)).toBeTruthy();
  api.answer(endpoints.readExport, { export: ready });
  expect(await screen.findByText(/2\.4 MB/, undefined, { timeout: 5000 })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Make a new one' })).toBeTruthy();
});

it('checks that the download is still there before the browser begins it', async () => {
  api.answer(endpoints.readExport, { export: ready });
  api.refuse(endpoints.downloadExport, 404, "There's no export to download.");
  draw(<ExportCard />);
  const button = await screen.findByRole('button', { name: 'Download' });
  api.answer(endpoints.readExport, { export: none });
  fireEvent.click(button);
  expect(await screen.findByRole('button', { name: 'Put my data together' })).toBeTruthy();
  await waitFor(() => expect(api.asked(endpoints.downloadExport)).toMatchObject([{ query: { check: 'true' } }]));
});

it('offers another try after a failure', async () => {
  api.answer(endpoints.readExport, { export: { ...none, state: 'failed' } });
  draw(<ExportCard />);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
