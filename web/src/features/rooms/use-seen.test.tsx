// @vitest-environment happy-dom
import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { emptyTimeline } from '#features/rooms/timeline.rules.ts';
import { useSeen } from '#features/rooms/use-seen.ts';
import { tidy } from '#test/draw.tsx';
import { makeMessage, makeSender } from '#test/factories.ts';
import { idOf } from '#test/timeline.ts';

afterEach(tidy);

const onSeen = vi.fn();

function Said({ messages }: { messages: readonly Message[] }) {
  const state = { ...emptyTimeline, status: 'ready' as const, messages };
  const { announcement } = useSeen({ state, ownId: 'me', atEnd: true, onSeen });
  return <p role="status">{announcement}</p>;
}

/** What screen readers say about messages, one after the other. */
function said(...given: Partial<Message>[]): string[] {
  const messages = [makeMessage({ _id: idOf(0) })];
  const { rerender } = render(<Said messages={messages} />);
  return given.map((one, index) => {
    messages.push(makeMessage({ _id: idOf(index + 1), sender: makeSender('ada'), message: '', ...one }));
    rerender(<Said messages={[...messages]} />);
    return screen.getByRole('status').textContent ?? '';
  });
}

const file = { type: 'application/pdf', name: 'plan.pdf' } as NonNullable<Message['attachments']>[number];

it("screen readers say what has arrived: a message's text, or what it has instead", () => {
  const arrived = said({ message: 'Hi **you**' }, {}, { attachments: [file] }, { deleted: true });
  expect(arrived).toEqual(['ada: Hi you', 'ada: Picture', 'ada: Attachment', 'ada: This message was deleted']);
});

it("screen readers don't say what somebody writes whom the person has blocked", () => {
  expect(said({ message: 'Hi' }, { message: 'Listen!', hidden: true })).toEqual(['ada: Hi', 'ada: Hi']);
});
