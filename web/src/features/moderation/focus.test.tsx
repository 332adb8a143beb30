// @vitest-environment happy-dom
import type { Report } from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ReportCard } from '#features/moderation/ReportCard.tsx';
import { ReportDialog } from '#features/moderation/ReportDialog.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { fakeApi } from '#test/fake-api.ts';

afterEach(tidy);

const report: Report = {
  report_id: '1',
  kind: 'user',
  id: 'eve',
  reason: 'spam',
  text: '',
  state: 'open',
  escalated: false,
  reporters: 1,
  created_at: '2026-11-22T12:00:00.000Z',
  subject: { author: null, content: '', files: [], gone: false, context: [] },
  community_handle: null,
  history: { warnings: 0, removals: 0, bans: 0, suspensions: 0 },
  actions: ['dismiss', 'warn'],
  viewers: [],
  decision: null,
} as unknown as Report;

it.each([
  ['Esc', () => fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' })],
  ['Cancel', () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
])('a decision that is given up with %s gives the focus back to its report, whose keys decide', async (_, leave) => {
  fakeApi();
  signIn();
  draw(<ReportCard report={report} rules={[]} isOpen={false} onOpen={vi.fn()} onDeciding={vi.fn()} />);
  fireEvent.click(screen.getByRole('button', { name: 'Warn' }));
  screen.getByRole('textbox').focus();
  leave();
  expect(document.activeElement).toBe(screen.getByRole('article'));
});

it("what's missing in a form is scrolled to, because it may be below what's in view", async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  fakeApi();
  signIn();
  draw(<ReportDialog reported={{ kind: 'post', id: '1', username: 'eve' }} onClose={vi.fn()} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Send report' }));
  await waitFor(() =>
    expect(scroll.mock.contexts).toContain(screen.getByText('Choose a reason.').closest('[role=alert]')),
  );
});
