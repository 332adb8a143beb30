import type { OwnDecision } from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { draw, tidy } from '#test/draw.tsx';

afterEach(tidy);

/** The language is read once, when the page loads. */
async function inGerman() {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE');
  vi.resetModules();
  const [{ SecondFactorNotice }, { DecisionCard }] = await Promise.all([
    import('#features/site/public.ts'),
    import('#features/moderation/DecisionCard.tsx'),
  ]);
  return { SecondFactorNotice, DecisionCard };
}

it("dates are in the browser's language", async () => {
  const { SecondFactorNotice, DecisionCard } = await inGerman();
  const { unmount } = draw(<SecondFactorNotice due_at="2026-12-08T12:00:00.000Z" paused={false} />);
  expect(screen.getByText(/by 08\.12\.2026, \d\d:00;/)).toBeTruthy();
  unmount();
  const decision: OwnDecision = {
    decision_id: '1',
    action: 'ban',
    text: 'Be kind.',
    rule: null,
    rule_text: null,
    until: '2026-12-20T12:00:00.000Z',
    created_at: '2026-12-13T12:00:00.000Z',
    state: 'standing',
    subject: { kind: null, id: null, content: '', files: [], author: null, gone: true },
    community_handle: 'garden',
    appeal: null,
    can_appeal: false,
  };
  draw(<DecisionCard decision={decision} />);
  expect(screen.getByText(/13\. Dezember 2026/).closest('p')?.textContent).toContain('until 20. Dezember 2026');
});
