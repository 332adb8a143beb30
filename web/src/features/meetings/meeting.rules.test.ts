import type { MeetingMedia, MeetingPeer } from '@hubbub/contract/features/meetings/meetings.events.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { describe, expect, it } from 'vitest';
import {
  type AwaitJoinTask,
  initialMeeting,
  type JoinTask,
  type Link,
  linkState,
  linksOf,
  type MeetingEvent,
  type MeetingFlow,
  type MeetingTask,
  meetingReducer,
  peerOf,
  type RestTask,
} from '#features/meetings/meeting.rules.ts';

const media: MeetingMedia = { audio: true, video: true, screen: false };
const muted: MeetingMedia = { ...media, audio: false };

const person = (peer_id: string, username = peer_id): MeetingPeer => ({
  peer_id,
  user: { username, name: null, profile_path: '/p.png' },
  media,
});

const apply = (flow: MeetingFlow, ...events: MeetingEvent[]) => events.reduce(meetingReducer, flow);
const entered = (ownId: string, ...peers: MeetingPeer[]): MeetingEvent => ({ type: 'entered', ownId, peers });
const online: MeetingEvent = { type: 'connectionChanged', isOnline: true };
const offline: MeetingEvent = { type: 'connectionChanged', isOnline: false };
const joined = (peer: MeetingPeer): MeetingEvent => ({ type: 'peerJoined', peer });
const left = (peerId: string): MeetingEvent => ({ type: 'peerLeft', peerId });
const signal = (from: string): MeetingEvent => ({ type: 'signaled', from });

const kinds = ({ tasks }: MeetingFlow) => tasks.map(({ kind }) => kind);
const taskOf = <Kind extends MeetingTask['kind']>({ tasks }: MeetingFlow, kind: Kind) =>
  tasks.find((task) => task.kind === kind) as Extract<MeetingTask, { kind: Kind }>;
const linkTo = (flow: MeetingFlow, peerId: string) => peerOf(flow, peerId)?.link;
const answered = (flow: MeetingFlow, error?: string) =>
  apply(flow, { type: 'joinAnswered', task: taskOf(flow, 'join'), error });
const connected = (flow: MeetingFlow, peerId: string) => {
  const link = linkTo(flow, peerId);
  if (link === undefined) throw new Error(`${peerId} is not here`);
  return apply(flow, { type: 'linkChanged', link, state: 'connected' });
};

const entering = apply(initialMeeting(media), online);
/** In the room as `m`, with others. */
const inside = (...peers: MeetingPeer[]) => apply(answered(entering), entered('m', ...peers));

describe('joining', () => {
  it("asks to join once there's a connection, and says what this page sends", () => {
    expect(initialMeeting(media).tasks).toEqual([]);
    expect(apply(initialMeeting(media), { type: 'mediaChanged', media: muted }, online).tasks).toEqual([
      { kind: 'join', media: muted },
    ]);
  });

  it('makes an offer to everyone already there; those who come later make theirs to this page', () => {
    const flow = apply(inside(person('a'), person('z')), joined(person('b')));
    expect(flow.peers.map(({ peer_id, link: { isInitiator, polite } }) => [peer_id, isInitiator, polite])).toEqual([
      ['a', true, false],
      ['z', true, true],
      ['b', false, false],
    ]);
  });

  it("ends with the reason if it's refused, and ignores later events", () => {
    const flow = answered(entering, 'The room is full.');
    expect(flow).toMatchObject({ phase: 'refused', refusal: 'The room is full.', tasks: [] });
    expect(apply(flow, entered('m', person('a')))).toBe(flow);
  });

  it('is tried again with the next connection if it failed for lack of one', () => {
    const flow = answered(apply(entering, offline), 'The connection is lost.');
    expect(flow).toMatchObject({ phase: 'entering', refusal: undefined });
    expect(kinds(apply(flow, online))).toEqual(['join']);
  });

  it("again only shows a notice if it's refused while inside", () => {
    const flow = answered(apply(inside(person('a')), { type: 'closed', peerId: 'm' }), 'Try later.');
    expect(flow).toMatchObject({ phase: 'inside', notice: { text: 'Try later.' } });
    expect(flow.peers).toHaveLength(1);
  });

  it('again happens when this page was silent for too long, but not when another page was', () => {
    expect(kinds(apply(inside(), { type: 'closed', peerId: 'm' }))).toEqual(['join']);
    expect(kinds(apply(inside(), { type: 'closed', peerId: 'a' }))).toEqual([]);
  });
});

describe('what this page sends', () => {
  it('is sent once for each change, once this page is inside', () => {
    const changed: MeetingEvent = { type: 'mediaChanged', media: muted };
    expect(kinds(apply(entering, changed))).toEqual(['join']);
    expect(kinds(apply(answered(entering), changed, entered('m')))).toEqual(['announce']);
    const announcedMedia = apply(inside(), changed, changed);
    expect(announcedMedia.tasks).toEqual([{ kind: 'announce', media: muted }]);
    expect(apply(announcedMedia, { type: 'ended', task: taskOf(announcedMedia, 'announce') }).tasks).toEqual([]);
  });
});

describe('someone who leaves', () => {
  it('is announced, and the connection is kept for a while', () => {
    const flow = apply(inside(person('a')), left('a'));
    expect(flow).toMatchObject({ peers: [], notice: { text: 'a left' }, hasMet: true });
    expect(linksOf(flow)).toHaveLength(1);
    expect(linksOf(apply(flow, { type: 'ended', task: taskOf(flow, 'rest') }))).toEqual([]);
  });

  it.each([
    ['keeps a connection that still works', true],
    ['gets a new connection otherwise', false],
  ])('and comes back %s', (_, isUsable) => {
    const here = inside(person('a'));
    const before = isUsable ? connected(here, 'a') : here;
    const after = apply(before, left('a'), joined(person('a')));
    expect(linkTo(after, 'a') === linkTo(before, 'a')).toBe(isUsable);
    expect(linksOf(after)).toHaveLength(1);
    expect(after.notice?.text).toBe('a joined');
  });

  it("is announced only as long as it's true: with a second page they are still here", () => {
    const twice = inside(person('a1', 'ada'), person('a2', 'ada'));
    expect(apply(twice, left('a1')).notice).toBeUndefined();
    expect(apply(twice, left('a1'), left('a2')).notice?.text).toBe('ada left');
    expect(apply(twice, left('a1'), left('a2'), joined(person('a3', 'ada'))).notice?.text).toBe('ada joined');
  });

  it("and isn't known changes nothing", () => {
    const flow = inside(person('a'));
    expect(apply(flow, left('b'))).toBe(flow);
  });
});

describe('a refreshed list of the room', () => {
  it('keeps working connections, makes new ones for the rest, and drops people who left', () => {
    const before = connected(inside(person('a'), person('b'), person('c')), 'a');
    const after = apply(before, offline, online, entered('m', { ...person('a'), media: muted }, person('b')));
    expect(linkTo(after, 'a')).toBe(linkTo(before, 'a'));
    expect(peerOf(after, 'a')?.media).toEqual(muted);
    expect(linkTo(after, 'b')).not.toBe(linkTo(before, 'b'));
    expect(linkTo(after, 'b')?.isInitiator).toBe(true);
    expect(peerOf(after, 'c')).toBeUndefined();
  });

  it('keeps working connections even if this page has a new id', () => {
    const before = connected(inside(person('a')), 'a');
    const after = apply(before, entered('n', person('a')));
    expect(after.ownId).toBe('n');
    expect(linkTo(after, 'a')).toBe(linkTo(before, 'a'));
  });
});

describe('a signal or a change from an unknown page', () => {
  const change: MeetingEvent = { type: 'peerChanged', peerId: 'b', media: muted };
  it.each([
    ['a signal', signal('b')],
    ['a change', change],
  ])('%s asks who is in the room, unless the join event follows shortly', (_, event) => {
    const flow = apply(inside(person('a')), event, event, signal('c'));
    expect(flow.tasks).toEqual([{ kind: 'awaitJoin', peerId: 'b' }]);
    const task = taskOf(flow, 'awaitJoin') as AwaitJoinTask;
    expect(kinds(apply(flow, { type: 'ended', task }))).toEqual(['join']);
    expect(kinds(apply(flow, joined(person('b')), { type: 'ended', task }))).toEqual([]);
    expect(kinds(apply(flow, offline, { type: 'ended', task }))).toEqual([]);
  });
});

it('a signal of someone who is here changes nothing', () => {
  const flow = inside(person('a'));
  expect(apply(flow, signal('a'))).toBe(flow);
});

describe('a connection that one side starts over', () => {
  const replaced = (flow: MeetingFlow, isInitiator: boolean): MeetingEvent => {
    const link = linkTo(flow, 'a');
    if (link === undefined) throw new Error('a is not here');
    return { type: 'linkReplaced', link, isInitiator };
  };

  it.each([
    ['this one', true],
    ['the other', false],
  ])('is replaced once: %s', (_, isInitiator) => {
    const before = connected(inside(person('a')), 'a');
    const event = replaced(before, isInitiator);
    const after = apply(before, event);
    const [old, link] = [linkTo(before, 'a') as Link, linkTo(after, 'a') as Link];
    expect(link).toMatchObject({ isInitiator });
    expect(link).not.toBe(old);
    expect(linkState(after, link)).toBe('connecting');
    expect(apply(after, event)).toBe(after);
    expect(apply(after, { type: 'linkChanged', link: old, state: 'failed' })).toBe(after);
  });

  it('counts as failed until it works, if the previous one failed', () => {
    const here = inside(person('a'));
    const failed = apply(here, { type: 'linkChanged', link: linkTo(here, 'a') as Link, state: 'failed' });
    const again = apply(failed, replaced(failed, true));
    expect(linkState(again, linkTo(again, 'a') as Link)).toBe('failed');
    const working = connected(again, 'a');
    expect(linkState(working, linkTo(working, 'a') as Link)).toBe('connected');
  });
});

it('keeps the latest messages, each with its own id', () => {
  const say = (text: string): MeetingEvent => ({
    type: 'said',
    message: { from: 'a', user: person('a').user, text, at: '2026-11-20T12:00:00.000Z' },
  });
  const count = limits.meeting.messages + 5;
  const flow = apply(inside(person('a')), ...Array.from({ length: count }, (_, index) => say(`${index}`)));
  expect(flow.messages.at(-1)?.text).toBe(`${count - 1}`);
  expect(new Set(flow.messages.map(({ id }) => id)).size).toBe(limits.meeting.messages);
});

it('leaving drops all connections, and later events are ignored', () => {
  const flow = apply(inside(person('a'), person('b')), left('b'), { type: 'left' });
  expect(flow).toMatchObject({ phase: 'left', peers: [], tasks: [] });
  expect(linksOf(flow)).toEqual([]);
  expect(apply(flow, online, joined(person('c')))).toBe(flow);
});

it('matches the room after any order of events, however many were missed', () => {
  for (let round = 0; round < 300; round += 1) {
    let seed = round * 7_919 + 1;
    const random = (below: number) => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed % below;
    };
    const room = new Map<string, MeetingPeer>();
    let flow = inside();
    let isHeard = true;
    const sendDescription = (event: MeetingEvent) => {
      flow = meetingReducer(flow, event);
    };
    const broadcast = (event: MeetingEvent) => isHeard && random(8) > 0 && sendDescription(event);
    const anybody = () => [...room.keys()][random(Math.max(1, room.size))];
    const acts = [
      () => {
        const number = random(12);
        const peer = person(`p${number}`, `user${number % 4}`);
        if (room.has(peer.peer_id)) return;
        room.set(peer.peer_id, peer);
        broadcast(joined(peer));
      },
      () => {
        const id = anybody();
        if (id !== undefined && room.delete(id)) broadcast(left(id));
      },
      () => {
        const peer = room.get(anybody() ?? '');
        if (peer === undefined) return;
        const next = { ...peer, media: { audio: random(2) > 0, video: random(2) > 0, screen: false } };
        room.set(peer.peer_id, next);
        broadcast({ type: 'peerChanged', peerId: peer.peer_id, media: next.media });
      },
      () => {
        const id = anybody();
        if (id !== undefined) broadcast(signal(id));
      },
      () => {
        const link = linksOf(flow)[random(Math.max(1, flow.peers.length))];
        const states = ['connecting', 'connected', 'interrupted', 'failed'] as const;
        if (link !== undefined) sendDescription({ type: 'linkChanged', link, state: states[random(4)] ?? 'failed' });
      },
      () => {
        const task = flow.tasks.find(
          (one): one is RestTask | AwaitJoinTask => one.kind === 'rest' || one.kind === 'awaitJoin',
        );
        if (task !== undefined) sendDescription({ type: 'ended', task });
      },
      () => {
        isHeard = !isHeard;
        sendDescription(isHeard ? online : offline);
        if (isHeard) sendDescription(entered('m', ...room.values()));
      },
    ];
    for (let step = 0; step < 60; step += 1) {
      acts[random(acts.length)]?.();
      const links = linksOf(flow).map(({ id }) => id);
      expect(new Set(links).size, `round ${round}: one connection each`).toBe(links.length);
      const about = flow.notice?.about;
      const isHere = flow.peers.some(({ user }) => user.username === about?.username);
      expect(about === undefined || about.isHere === isHere, `round ${round}: what is said is so`).toBe(true);
    }
    sendDescription(online);
    while (flow.tasks.some(({ kind }) => kind === 'join')) {
      sendDescription({ type: 'joinAnswered', task: taskOf(flow, 'join') as JoinTask, error: undefined });
    }
    sendDescription(entered('m', ...room.values()));
    const known = flow.peers.map(({ link: _, ...peer }) => peer).sort((a, b) => a.peer_id.localeCompare(b.peer_id));
    const announcedMedia = [...room.values()].sort((a, b) => a.peer_id.localeCompare(b.peer_id));
    expect(known, `round ${round}`).toEqual(announcedMedia);
    expect(
      flow.peers.every(({ link }) => linkState(flow, link) !== 'failed'),
      `round ${round}`,
    ).toBe(true);
  }
});

describe('gestures', () => {
  const handTask = (flow: MeetingFlow) => taskOf(flow, 'hand');

  it('a raised hand is sent to the others, and again to a server that may have forgotten it', () => {
    const raised = apply(inside(person('b')), { type: 'handMoved', raised: true });
    expect([raised.hand, handTask(raised).raised]).toEqual([true, true]);
    const told = apply(raised, { type: 'handAnswered', task: handTask(raised), error: undefined });
    expect(kinds(told)).toEqual([]);
    expect(kinds(apply(told, entered('m', person('b'))))).toEqual(['hand']);
    const refused = apply(raised, { type: 'handAnswered', task: handTask(raised), error: 'Too often' });
    expect([refused.hand, refused.notice?.text]).toEqual([false, 'Too often']);
  });

  it("others' hands are seen, announced when raised, and kept by a new connection", () => {
    const raised = apply(inside(person('b')), { type: 'handChanged', peerId: 'b', raised: true });
    expect([peerOf(raised, 'b')?.hand, raised.notice?.text]).toEqual([true, 'b raised their hand']);
    const link = linkTo(raised, 'b') as Link;
    expect(peerOf(apply(raised, { type: 'linkReplaced', link, isInitiator: true }), 'b')?.hand).toBe(true);
    expect(peerOf(apply(raised, { type: 'handChanged', peerId: 'b', raised: false }), 'b')?.hand).toBeUndefined();
    expect(peerOf(inside({ ...person('b'), hand: true }), 'b')?.hand).toBe(true);
  });

  it('reactions, the host, and who has turned off the microphone are known', () => {
    const flow = apply(
      inside(person('b')),
      { type: 'reacted', peerId: 'b', emoji: '🎉' },
      { type: 'reacted', peerId: 'm', emoji: '👍' },
      { type: 'hostChanged', username: 'b' },
      { type: 'muted', by: person('b').user },
    );
    expect(flow.reactions.map(({ peerId, emoji }) => [peerId, emoji])).toEqual([
      ['b', '🎉'],
      [undefined, '👍'],
    ]);
    expect([flow.host, flow.notice?.text]).toEqual(['b', 'b turned off your microphone']);
  });
});
