// @vitest-environment happy-dom
import { type Report, readDecisionByToken } from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppealByLink } from '#features/moderation/AppealByLink.tsx';
import { DecisionForm } from '#features/moderation/DecisionForm.tsx';
import { ReportDialog } from '#features/moderation/ReportDialog.tsx';
import { ReportHost } from '#features/moderation/ReportHost.tsx';
import { openReport } from '#features/moderation/report-store.ts';
import { SuspendDialog } from '#features/moderation/SuspendDialog.tsx';
import { clearSession } from '#platform/session.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
});
afterEach(tidy);

const type = async (label: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

/** Draws the same again, as after a reload. */
function again(what: ReactNode, drawn: { unmount: () => void }): void {
  drawn.unmount();
  draw(what);
}

it('keeps what a suspended person typed into an appeal, who has no session', async () => {
  clearSession();
  const decided = { action: 'suspend' as const, text: 'No.', until: null, rule: null, rule_text: null };
  const subject = { author: null, content: '', files: [], gone: false, kind: null, id: null };
  const decision = { ...decided, decision_id: '1', created_at: '2026-11-22T12:00:00.000Z', state: 'standing' as const };
  const rest = { subject, community_handle: null, appeal: null, can_appeal: true };
  api.answer(readDecisionByToken, { decision: { ...decision, ...rest } });
  const drawn = draw(<AppealByLink token="a-token" />);
  fireEvent.click(await screen.findByRole('button', { name: 'Appeal' }));
  await type(/^Why/, "It wasn't me.");
  again(<AppealByLink token="a-token" />, drawn);
  expect(await screen.findByDisplayValue("It wasn't me.")).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Appeal' }));
  fireEvent.click(screen.getByRole('button', { name: 'Send appeal' }));
  await waitFor(() => expect(screen.getByLabelText(/^Why/).getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(screen.getByLabelText(/^Why/));
});

const form = (
  <DecisionForm
    report={{ report_id: '1', reason: 'spam' } as Report}
    action="warn"
    rules={[]}
    onDecide={vi.fn()}
    onCancel={vi.fn()}
  />
);
const suspension = <SuspendDialog username="eve" onDone={vi.fn()} onClose={vi.fn()} />;
const report = <ReportDialog reported={{ kind: 'post', id: '1', username: 'eve' }} onClose={vi.fn()} />;

it.each([
  ['decides about a report', form, /^What they're told/],
  ['suspends somebody', suspension, /^What they're told/],
  ['reports something', report, /^Anything else/],
])('keeps what somebody typed who %s', async (_who, what, label) => {
  signIn();
  const drawn = draw(what);
  await type(label, 'A text that took a while.');
  again(what, drawn);
  expect(await screen.findByDisplayValue('A text that took a while.')).toBeTruthy();
});

it("a report that somebody began isn't shown once their session is over", async () => {
  signIn();
  draw(<ReportHost />);
  act(() => openReport({ kind: 'post', id: '1', username: 'eve' }));
  await screen.findByRole('dialog', { name: 'Report this post' });
  act(clearSession);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
