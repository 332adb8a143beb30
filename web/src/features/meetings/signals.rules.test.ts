import type { MeetingSignal } from '@hubbub/contract/features/meetings/meetings.events.ts';
import { describe, expect, it } from 'vitest';
import { type End, reactionTo } from '#features/meetings/signals.rules.ts';

const end: End = { id: 'mine', other: undefined, isAgreed: false, isOffering: false, polite: false };
const offering: End = { ...end, isOffering: true };
const agreed: End = { ...end, other: 'theirs', isAgreed: true };

const offer = { description: { type: 'offer', sdp: '' } } as const;
const answer = { description: { type: 'answer', sdp: '' } } as const;
const candidate = { candidate: { candidate: '' } };
const from = (connection: string, signal: MeetingSignal, to_connection?: string): MeetingSignal => ({
  ...signal,
  connection,
  ...(to_connection !== undefined && { to_connection }),
});

describe('before anything is agreed', () => {
  it('the first offer is taken', () => {
    expect(reactionTo(from('theirs', offer), end)).toBe('taken');
  });

  it('the answer to an offer is taken, and one to an end that is gone is ignored', () => {
    expect(reactionTo(from('theirs', answer, 'mine'), offering)).toBe('taken');
    expect(reactionTo(from('theirs', answer, 'my last one'), offering)).toBe('ignored');
    expect(reactionTo(from('theirs', answer, 'mine'), end)).toBe('ignored');
  });

  it('if both sides make an offer at the same time, one of them reconnects', () => {
    expect(reactionTo(from('theirs', offer), { ...offering, polite: true })).toBe('anew');
    expect(reactionTo(from('theirs', offer), offering)).toBe('ignored');
  });

  it('an offer to an end that is gone is a reason to start over, unless that has begun', () => {
    expect(reactionTo(from('theirs', offer, 'my last one'), end)).toBe('restart');
    expect(reactionTo(from('theirs', offer, 'my last one'), offering)).toBe('ignored');
  });

  it('a candidate leads nowhere', () => {
    expect(reactionTo(from('theirs', candidate), end)).toBe('ignored');
    expect(reactionTo(from('theirs', candidate), offering)).toBe('ignored');
  });
});

describe('once something is agreed', () => {
  it.each([
    ['an offer', offer],
    ['an answer', answer],
    ['a candidate', candidate],
  ])('%s from the same end is taken', (_, signal) => {
    expect(reactionTo(from('theirs', signal, 'mine'), agreed)).toBe('taken');
  });

  it('an offer from a new end is a reason to reconnect, whoever is polite and whatever this end is waiting for', () => {
    for (const polite of [true, false]) {
      for (const isOffering of [true, false]) {
        expect(reactionTo(from('their new one', offer), { ...agreed, polite, isOffering })).toBe('anew');
      }
    }
  });

  it('whatever else comes from another end, or is for one, is ignored', () => {
    expect(reactionTo(from('their last one', candidate, 'mine'), agreed)).toBe('ignored');
    for (const signal of [offer, answer, candidate]) {
      expect(reactionTo(from('theirs', signal, 'my last one'), agreed)).toBe('ignored');
    }
  });

  it('an answer from another end than the agreed one is a reason to start over, whichever end it is for', () => {
    expect(reactionTo(from('their new one', answer, 'mine'), agreed)).toBe('restart');
    expect(reactionTo(from('their new one', answer, 'my last one'), agreed)).toBe('restart');
  });

  it('the polite side gives way when both make an offer', () => {
    const renewing = { ...agreed, isOffering: true };
    expect(reactionTo(from('theirs', offer, 'mine'), { ...renewing, polite: true })).toBe('taken');
    expect(reactionTo(from('theirs', offer, 'mine'), renewing)).toBe('ignored');
  });
});

it('a page that names no ends is understood', () => {
  expect(reactionTo(offer, end)).toBe('taken');
  expect(reactionTo(answer, offering)).toBe('taken');
  for (const signal of [offer, answer, candidate])
    expect(reactionTo(signal, { ...agreed, other: undefined })).toBe('taken');
});
