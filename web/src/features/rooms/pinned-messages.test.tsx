// @vitest-environment happy-dom
import { sendMessage } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import 'fake-indexeddb/auto';
import * as endpoints from '@hubbub/contract/features/rooms/messages.endpoints.ts';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MessageAtLink, PinsDialog } from '#features/rooms/public.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeMessage } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  signIn();
});
afterEach(tidy);

it('the pinned messages of a room say who pinned them', async () => {
  const by = { username: 'ada', name: null, profile_path: '' };
  const message = makeMessage({ message: 'Read the rules', pinned: { by, at: '2026-11-28T12:00:00.000Z' } });
  api.answer(endpoints.listPins, { messages: [message] });
  draw(
    <PinsDialog
      room={{ id: 'r', load: async () => ({ messages: [] }), endpoint: sendMessage }}
      onClose={() => undefined}
    />,
  );
  expect(await screen.findByRole('button', { name: /Read the rules/ })).toBeDefined();
  expect(screen.getByText('pinned by ada')).toBeDefined();
});

it("a link to a message that the reader can't see says so", async () => {
  api.refuse(endpoints.getMessage, 404, 'Message not found.');
  draw(<MessageAtLink id="0000000000000001" />);
  expect(await screen.findByText('Message not found')).toBeDefined();
});
