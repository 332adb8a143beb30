// @vitest-environment happy-dom
import { File as ClonableFile } from 'node:buffer';
import type { Message } from '@hubbub/contract/features/messages/messages.shapes.ts';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Outgoing } from '#features/messages/timeline.rules.ts';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  // happy-dom's files can't be stored, and Node's can't be sent to other tabs.
  vi.stubGlobal('File', ClonableFile);
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage = () => undefined;
    },
  );
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('user', JSON.stringify({ user_id: '1', username: 'ada' }));
});

/** The outbox as a freshly loaded page has it. */
async function load() {
  vi.resetModules();
  const drafts = await import('#platform/drafts.ts');
  return { ...drafts, ...(await import('#features/messages/outbox.ts')) };
}

const none: readonly Outgoing[] = [];
const written = (clientId: string, text: string, names: readonly string[] = []): Outgoing => ({
  clientId,
  text,
  files: names.map((name, index) => ({
    id: index + 1,
    file: new File([name], name),
    name,
    type: '',
    url: '',
    width: 4,
  })),
  createdAt: '2026-01-01T10:00:00.000Z',
  status: 'waiting',
  error: null,
  percent: 40,
});

/** Resolves once a freshly loaded page would find files under this attempt. */
const areKept = (clientId: string, count: number) =>
  vi.waitFor(async () => {
    const value = await (await load()).readDraft(`sending:${clientId}`);
    expect(Array.isArray(value) ? value.length : 0).toBe(count);
  });

it('a message has its files again after a reload, in its place among the others', async () => {
  const page = await load();
  const list = [written('a', 'first'), written('b', '', ['plan.pdf', 'song.mp3']), written('c', 'last')];
  page.writeOutbox('room', list, none);
  await areKept('b', 2);

  const next = await load();
  const { texts, rest } = next.readOutbox('room');
  expect(texts.map(({ text }) => text)).toEqual(['first']);
  // Something is written before the files have been read.
  next.writeOutbox('room', texts, none);
  const restored = (await rest) ?? [];
  expect(restored.map(({ clientId }) => clientId)).toEqual(['b', 'c']);
  expect(restored[0]?.files).toMatchObject([{ name: 'plan.pdf', width: 4 }, { name: 'song.mp3' }]);
  expect(await restored[0]?.files[0]?.file.text()).toBe('plan.pdf');
  expect((await load()).hasOutbox('room')).toBe(true);
});

it('files that are sent, left out or forgotten are kept no longer', async () => {
  const page = await load();
  const [two, one] = [written('a', '', ['plan.pdf', 'song.mp3']), written('b', '', ['plan.pdf'])];
  page.writeOutbox('room', [two, one], none);
  await areKept('a', 2);
  const fewer = { ...two, files: two.files.slice(1) };
  page.writeOutbox('room', [fewer, one], [two, one]);
  await areKept('a', 1);
  page.writeOutbox('room', [one], [fewer, one]);
  await areKept('a', 0);
  page.forgetOutbox('room');
  await areKept('b', 0);
  expect((await load()).hasOutbox('room')).toBe(false);
});

it("a text whose files weren't kept isn't sent without them until somebody says so", async () => {
  const page = await load();
  page.writeOutbox('room', [written('a', 'Both plans', ['plan.pdf']), written('b', '', ['song.mp3'])], none);
  await areKept('b', 1);
  page.writeDraft('sending:a', []);
  page.writeDraft('sending:b', []);
  await areKept('b', 0);
  const restored = await (await load()).readOutbox('room').rest;
  expect(restored).toMatchObject([{ text: 'Both plans', files: [], status: 'failed', error: expect.any(String) }]);
});

it('a message that turns out to be stored before its files have been read leaves nothing behind', async () => {
  (await load()).writeOutbox('room', [written('b', '', ['plan.pdf'])], none);
  await areKept('b', 1);
  const page = await load();
  const { timelineOf } = await import('#features/messages/timelines.ts');
  const message = { _id: '1', conversation: 'room', client_id: 'b', createdAt: '2026-01-01T10:00:00.000Z' } as Message;
  const send = vi.fn();
  timelineOf({ id: 'room', load: async () => ({ messages: [message] }), send }).open();
  await vi.waitFor(() => expect(page.hasOutbox('room')).toBe(false));
  await areKept('b', 0);
  expect(send).not.toHaveBeenCalled();
});
