import type { MeetingSignal } from '@hubbub/contract/features/meetings/meetings.events.ts';
import { expect, it } from 'vitest';
import { type End, reactionTo } from '#features/meetings/signals.rules.ts';

/** What may still go wrong, each as many times as it says. */
interface Trouble {
  /** A page connects anew with an offer of its own. */
  restarts: number;
  lost: number;
  /** A page makes another offer for the same connection. */
  renewals: number;
  /** An offer is sent again although something is under way. */
  repeats: number;
}

/** Two pages, and what each has sent that the other hasn't got yet, in order. */
interface Pair {
  ends: readonly [End, End];
  underWay: readonly [readonly MeetingSignal[], readonly MeetingSignal[]];
  /** How many ends there have been. */
  made: number;
  left: Trouble;
}

type Side = 0 | 1;
const sides: readonly Side[] = [0, 1];
const set = <Of>(pair: readonly [Of, Of], side: Side, value: Of): readonly [Of, Of] =>
  side === 0 ? [value, pair[1]] : [pair[0], value];

const newEnd = (side: Side, made: number, isOffering: boolean): End => {
  return { id: `${side} ${made}`, other: undefined, isAgreed: false, isOffering, polite: side === 1 };
};

function send(pair: Pair, side: Side, type: 'offer' | 'answer'): Pair {
  const { id, other } = pair.ends[side];
  const signal = {
    connection: id,
    ...(other !== undefined && { to_connection: other }),
    description: { type, sdp: '' },
  };
  return { ...pair, underWay: set(pair.underWay, side, [...pair.underWay[side], signal]) };
}

const change = (pair: Pair, side: Side, end: End): Pair => ({ ...pair, ends: set(pair.ends, side, end) });

function replace(pair: Pair, side: Side, isOffering: boolean): Pair {
  const next = change({ ...pair, made: pair.made + 1 }, side, newEnd(side, pair.made, isOffering));
  return isOffering ? send(next, side, 'offer') : next;
}

/** What `peer-link.ts` and `meeting.ts` do with a signal. */
function receive(pair: Pair, side: Side, signal: MeetingSignal): Pair {
  const end = pair.ends[side];
  const reaction = reactionTo(signal, end);
  if (reaction === 'ignored') return pair;
  if (reaction === 'restart') return replace(pair, side, true);
  if (reaction === 'anew') return receive(replace(pair, side, false), side, signal);
  const agreed = change(pair, side, { ...end, other: signal.connection, isAgreed: true, isOffering: false });
  if (signal.description?.type === 'offer') return send(agreed, side, 'answer');
  return end.isOffering ? agreed : pair;
}

/** Whatever may happen next. */
function nexts(pair: Pair): Pair[] {
  const { ends, underWay, left } = pair;
  const isQuiet = underWay.every((signals) => signals.length === 0);
  const after = (what: keyof Trouble): Pair => ({ ...pair, left: { ...left, [what]: left[what] - 1 } });
  return sides.flatMap((side) => {
    const end = ends[side];
    const found: Pair[] = [];
    const [signal, ...rest] = underWay[side];
    const got = (from: Pair): Pair => ({ ...from, underWay: set(underWay, side, rest) });
    if (signal !== undefined) {
      found.push(receive(got(pair), side === 0 ? 1 : 0, signal));
      if (left.lost > 0) found.push(got(after('lost')));
    }
    if (end.isOffering && isQuiet) found.push(send(pair, side, 'offer'));
    if (end.isOffering && left.repeats > 0) found.push(send(after('repeats'), side, 'offer'));
    if (left.restarts > 0) found.push(replace(after('restarts'), side, true));
    if (left.renewals > 0 && end.isAgreed && !end.isOffering) {
      found.push(send(change(after('renewals'), side, { ...end, isOffering: true }), side, 'offer'));
    }
    return found;
  });
}

/** Nothing happens anymore, and the ends aren't each other's. */
const isDeadEnd = ({ ends: [one, other], underWay }: Pair) =>
  underWay.every((signals) => signals.length === 0) &&
  !(one.isOffering || other.isOffering) &&
  !(one.other === other.id && other.other === one.id);

const noTrouble: Trouble = { restarts: 0, lost: 0, renewals: 0, repeats: 0 };

it.each([
  ['start over', { restarts: 3 }],
  ['start over while signals get lost', { restarts: 2, lost: 2 }],
  ['start over after offers that were sent twice', { restarts: 2, repeats: 2 }],
  ['start over and renew what they have', { restarts: 2, renewals: 2 }],
  ['do all of that', { restarts: 2, lost: 1, renewals: 1, repeats: 1 }],
] as const)('two pages that %s end with each other, in every order', (_, given) => {
  for (const offering of [[0], [1], [0, 1]] as const) {
    let start: Pair = {
      ends: [newEnd(0, 0, false), newEnd(1, 1, false)],
      underWay: [[], []],
      made: 2,
      left: { ...noTrouble, ...given },
    };
    for (const side of offering) start = replace(start, side, true);
    const seen = new Set<string>();
    const open = [start];
    for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
      const name = JSON.stringify({ ...pair, made: undefined });
      if (seen.has(name)) continue;
      seen.add(name);
      // More would be a loop of starting over.
      expect(seen.size).toBeLessThan(200_000);
      expect(isDeadEnd(pair), name).toBe(false);
      open.push(...nexts(pair));
    }
  }
});
