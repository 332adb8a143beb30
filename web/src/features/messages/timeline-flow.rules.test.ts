import type { Message } from '@hubbub/contract/features/messages/messages.shapes.ts';
import { describe, expect, it } from 'vitest';
import { pageSize } from '#features/messages/timeline.rules.ts';
import { initialFlow, isUndelivered, timelineReducer } from '#features/messages/timeline-flow.rules.ts';
import type {
  DeliveryTask,
  Failure,
  LoadTask,
  SendTask,
  Task,
  TimelineEvent,
  TimelineFlow,
  WaitTask,
} from '#features/messages/timeline-tasks.rules.ts';
import { draft, idOf, numbered, numberedFrom } from '#test/timeline.ts';

const offline: Failure = { kind: 'error', status: 0, offline: true, retryAfter: null, text: 'No connection.' };
const broken: Failure = { kind: 'error', status: 500, offline: false, retryAfter: null, text: 'It broke.' };
const busy: Failure = { kind: 'error', status: 429, offline: false, retryAfter: 7, text: 'Too many.' };
const missing: Failure = { kind: 'notFound', status: 404, offline: false, retryAfter: null, text: 'Not here.' };
const ended: Failure = { kind: 'sessionEnded', status: 401, offline: false, retryAfter: null, text: 'Log in.' };
const unexpected: Failure = { kind: 'error', offline: false, retryAfter: null, text: 'Something went wrong.' };
const stalled: Failure = { kind: 'aborted', offline: false, retryAfter: null, text: '' };

const apply = (flow: TimelineFlow, ...events: TimelineEvent[]) => events.reduce(timelineReducer, flow);

const find = {
  load: ({ tasks }: TimelineFlow, of: LoadTask['of']) => tasks.find((task) => task.kind === 'load' && task.of === of),
  send: ({ tasks }: TimelineFlow) => tasks.find((task) => task.kind === 'send'),
  wait: ({ tasks }: TimelineFlow, until: WaitTask['until']) =>
    tasks.find((task) => task.kind === 'wait' && task.until === until),
  hear: ({ tasks }: TimelineFlow) => tasks.find((task) => task.kind === 'hear'),
};

const loadOf = (flow: TimelineFlow, of: LoadTask['of']) => find.load(flow, of) as LoadTask;
const sendOf = (flow: TimelineFlow) => find.send(flow) as SendTask;

const loaded = (flow: TimelineFlow, of: LoadTask['of'], page: Message[]) =>
  apply(flow, { type: 'loaded', task: loadOf(flow, of), page });
const loadFailed = (flow: TimelineFlow, of: LoadTask['of'], failure: Failure) =>
  apply(flow, { type: 'loadFailed', task: loadOf(flow, of), failure });
const stored = (flow: TimelineFlow, number: number) =>
  apply(flow, { type: 'stored', task: sendOf(flow), message: numbered(number, sendOf(flow).draft.clientId) });
const sendFailed = (flow: TimelineFlow, failure: Failure) =>
  apply(flow, { type: 'sendFailed', task: sendOf(flow), failure });

/** A timeline that has loaded these messages. */
const ready = (page: Message[]) => loaded(apply(initialFlow([]), { type: 'opened' }), 'newest', page);
/** The same, with the live connection joined. */
const live = (page: Message[]) => loaded(apply(ready(page), { type: 'joined' }), 'missed', []);
const written = (...names: string[]): TimelineEvent[] => names.map((name) => ({ type: 'written', draft: draft(name) }));

describe('the newest page', () => {
  it('is requested once, however often the timeline is opened', () => {
    const flow = apply(initialFlow([]), { type: 'opened' }, { type: 'opened' }, { type: 'reloadWanted' });
    expect(flow.tasks).toEqual([{ kind: 'load', of: 'newest', pages: 0 }]);
    expect(flow.view.status).toBe('loading');
  });

  it.each([
    ["a room that's gone", missing, { status: 'gone' }],
    ['a lost connection', offline, { status: 'failed', error: 'No connection.', offline: true }],
    ['a broken server', broken, { status: 'failed', error: 'It broke.', offline: false }],
    ['an ended session', ended, { status: 'loading' }],
  ])('that fails shows %s', (_, failure, view) => {
    const flow = loadFailed(apply(initialFlow([]), { type: 'opened' }), 'newest', failure);
    expect(flow.view).toMatchObject(view);
    expect(flow.tasks).toEqual([]);
  });

  it('is followed by a catch-up if the connection came first', () => {
    const flow = loaded(apply(initialFlow([]), { type: 'opened' }, { type: 'joined' }), 'newest', numberedFrom(1, 3));
    expect(loadOf(flow, 'missed').after).toBe(idOf(1));
    expect(flow.live).toBe(false);
  });
});

describe('catching up', () => {
  it('loads a page at a time, and after ten pages replaces everything with the newest one', () => {
    let flow = apply(ready([numbered(1)]), { type: 'joined' });
    for (let page = 0; page < 10; page += 1) {
      expect(loadOf(flow, 'missed').after, `page ${page}`).toBeDefined();
      flow = loaded(flow, 'missed', numberedFrom(page * pageSize + 2, (page + 1) * pageSize + 1));
    }
    expect(loadOf(flow, 'missed').after).toBeUndefined();
    flow = loaded(flow, 'missed', numberedFrom(5_001, 5_100));
    expect(flow.view.messages).toEqual(numberedFrom(5_001, 5_100));
    expect(flow).toMatchObject({ live: true, tasks: [] });
  });

  it('retries shortly after a failure, unless the connection is gone', () => {
    const asking = apply(ready([numbered(1)]), { type: 'joined' });
    const failed = loadFailed(asking, 'missed', broken);
    expect(failed.tasks).toEqual([{ kind: 'wait', until: 'catchUp', delay: 2_000 }]);
    expect(failed.view.status).toBe('ready');
    const task = find.wait(failed, 'catchUp') as WaitTask;
    expect(find.load(apply(failed, { type: 'waited', task }), 'missed')).toBeDefined();
    expect(apply(failed, { type: 'lost' }).tasks).toEqual([]);
    expect(apply(failed, { type: 'closed' }).tasks).toEqual([]);
    expect(loadFailed(apply(asking, { type: 'lost' }), 'missed', broken).tasks).toEqual([]);
    expect(loadFailed(asking, 'missed', ended).tasks).toEqual([]);
    expect(loadFailed(asking, 'missed', missing)).toMatchObject({ view: { status: 'gone' }, tasks: [] });
  });
});

describe('messages that arrived while disconnected', () => {
  const opening = apply(ready([numbered(1)]), { type: 'joined' }, { type: 'received', message: numbered(2) });

  it.each([
    ['after a while', loaded(opening, 'missed', [numbered(2)])],
    ['before the first catch-up has ended', opening],
    ['again during a catch-up', apply(opening, { type: 'lost' }, { type: 'joined' })],
    ['before it was known to deliver', apply(ready([numbered(1)]), { type: 'received', message: numbered(2) })],
  ])('count as new when the connection was lost %s', (_, before) => {
    let flow = apply(before, { type: 'lost' }, { type: 'joined' });
    while (find.load(flow, 'missed') !== undefined) flow = loaded(flow, 'missed', numberedFrom(2, 4));
    expect(flow.view.missed).toEqual({ after: idOf(2), upTo: idOf(4) });
  });

  it("don't count as new in a chat whose messages haven't loaded yet", () => {
    const flow = apply(initialFlow([]), { type: 'opened' }, { type: 'joined' }, { type: 'lost' }, { type: 'joined' });
    expect(loaded(loaded(flow, 'newest', numberedFrom(1, 2)), 'missed', [numbered(2)]).view.missed).toBeNull();
  });
});

describe('older messages', () => {
  const full = ready(numberedFrom(101, 200));

  it('are requested once, and only if there are any', () => {
    const asking = apply(full, { type: 'olderWanted' }, { type: 'olderWanted' });
    expect(asking.tasks).toEqual([{ kind: 'load', of: 'older', before: idOf(101), pages: 0 }]);
    expect(asking.view.older).toBe('loading');
    expect(apply(ready([numbered(1)]), { type: 'olderWanted' }).tasks).toEqual([]);
  });

  it('report a failure and can be requested again', () => {
    const failed = loadFailed(apply(full, { type: 'olderWanted' }), 'older', missing);
    expect(failed.view).toMatchObject({ older: 'failed', status: 'ready' });
    expect(find.load(apply(failed, { type: 'olderWanted' }), 'older')).toBeDefined();
  });

  it('are dropped if the newest page replaced everything meanwhile', () => {
    let flow = apply(full, { type: 'olderWanted' }, { type: 'reloadWanted' });
    flow = loaded(flow, 'newest', numberedFrom(901, 1_000));
    // Messages after the page stay, those before it are dropped.
    expect(loaded(flow, 'older', numberedFrom(1, 100)).view.messages[0]?._id).toBe(idOf(901));
  });
});

describe('a send that fails', () => {
  it.each([
    ['for lack of a connection', offline, 'waiting', 1_000],
    ['because it stalled', stalled, 'waiting', 1_000],
    ['because of a rate limit', busy, 'waiting', 7_000],
    ['because the session ended', ended, 'waiting', undefined],
    ['on the server', broken, 'failed', undefined],
    ['because the room is gone', missing, 'failed', undefined],
    ['for an unknown reason', unexpected, 'failed', undefined],
  ])('%s', (_, failure, status, delay) => {
    const flow = sendFailed(apply(ready([]), ...written('a', 'b')), failure);
    expect(flow.view.outgoing[0]).toMatchObject({ status, error: status === 'failed' ? failure.text : null });
    expect((find.wait(flow, 'resend') as WaitTask | undefined)?.delay).toBe(delay);
    // The next message is sent only once this one no longer blocks it.
    expect(find.send(flow)).toEqual(status === 'failed' ? expect.objectContaining({ kind: 'send' }) : undefined);
  });

  it('is retried with growing delays, which reset once a message is stored', () => {
    let flow = apply(ready([]), ...written('a', 'b'));
    const delays: (number | undefined)[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      flow = sendFailed(flow, offline);
      const task = find.wait(flow, 'resend') as WaitTask;
      delays.push(task.delay);
      flow = apply(flow, { type: 'waited', task });
    }
    expect(delays).toEqual([1_000, 2_000, 4_000]);
    flow = sendFailed(stored(flow, 1), offline);
    expect((find.wait(flow, 'resend') as WaitTask).delay).toBe(1_000);
  });

  it("doesn't hold up the next one if it's discarded meanwhile", () => {
    const flow = apply(ready([]), ...written('a', 'b'), { type: 'discarded', clientId: 'a' });
    expect(flow.view.outgoing.map(({ clientId }) => clientId)).toEqual(['b']);
    expect(flow.tasks).toEqual([{ kind: 'send', draft: sendOf(flow).draft }]);
    expect(sendOf(flow).draft.clientId).toBe('b');
  });

  it('starts again without a file that is left out, and is dropped with the last one if it has no text', () => {
    const files = [1, 2].map((id) => ({ id, file: {} as File, name: `${id}.pdf`, type: 'application/pdf', url: '' }));
    const event = { type: 'written', draft: { ...draft('a'), text: '', files } } as const;
    const started = apply(ready([]), event, ...written('b'));
    const first = sendOf(started);
    const smaller = apply(started, { type: 'fileDiscarded', clientId: 'a', fileId: 1 });
    expect(sendOf(smaller)).not.toBe(first);
    expect(sendOf(smaller).draft).toMatchObject({ clientId: 'a', files: [{ id: 2 }] });
    const empty = apply(smaller, { type: 'fileDiscarded', clientId: 'a', fileId: 2 });
    expect(sendOf(empty).draft.clientId).toBe('b');
    // With a text, it's sent without files.
    const told = apply(ready([]), { type: 'written', draft: { ...draft('c'), files } });
    const rest = [1, 2].map((fileId) => ({ type: 'fileDiscarded', clientId: 'c', fileId }) as const);
    expect(sendOf(apply(told, ...rest)).draft).toMatchObject({ clientId: 'c', files: [] });
  });

  it("because the network went down waits and goes out when it's back, and the first attempt's outcome is ignored", () => {
    const before = apply(ready([]), ...written('a'));
    const first = sendOf(before);
    const away = apply(before, { type: 'wentOffline' });
    expect(away.view.outgoing).toMatchObject([{ status: 'waiting' }]);
    expect(apply(away, { type: 'sendFailed', task: first, failure: broken })).toBe(away);
    expect(apply(away, { type: 'progressed', task: first, percent: 50 })).toBe(away);
    const back = apply(away, { type: 'wentOnline' }, { type: 'wentOnline' });
    expect(back.tasks.map(({ kind }) => kind)).toEqual(['send']);
    expect(sendOf(back).draft.clientId).toBe('a');
  });
});

describe('a message that was stored', () => {
  it("is expected on the live connection while that's up", () => {
    const flow = stored(apply(live([]), ...written('a')), 1);
    const task = find.hear(flow) as DeliveryTask;
    expect(isUndelivered(flow, task)).toBe(true);
    expect(isUndelivered(apply(flow, { type: 'received', message: numbered(1, 'a') }), task)).toBe(false);
    expect(isUndelivered(apply(flow, { type: 'lost' }), task)).toBe(false);
    expect(apply(flow, { type: 'waited', task }).tasks).toEqual([]);
    expect(find.hear(stored(apply(ready([]), ...written('a')), 1))).toBeUndefined();
  });
});

/** A server's data, and the answers it gives to a timeline's tasks. */
function makeServer(random: (below: number) => number) {
  const messages: Message[] = numberedFrom(1, 1 + random(150));
  const store = (clientId?: string) => {
    const known = clientId === undefined ? undefined : messages.find(({ client_id }) => client_id === clientId);
    if (known !== undefined) return known;
    const made = numbered(messages.length + 1, clientId);
    messages.push(made);
    return made;
  };
  const page = ({ before, after }: LoadTask) => {
    if (after !== undefined) return messages.filter(({ _id }) => _id > after).slice(0, pageSize);
    return messages.filter(({ _id }) => before === undefined || _id < before).slice(-pageSize);
  };
  return { messages, store, page };
}

function randomFrom(seed: number) {
  let state = seed * 7_919 + 1;
  return (below: number) => {
    state = (state * 16_807) % 2_147_483_647;
    return state % below;
  };
}

/** Ends one of the flow's tasks, with success or failure. */
function finish(task: Task, { store, page }: ReturnType<typeof makeServer>, goesWell: boolean): TimelineEvent {
  if (task.kind === 'wait' || task.kind === 'hear') return { type: 'waited', task };
  if (task.kind === 'load') {
    return goesWell ? { type: 'loaded', task, page: page(task) } : { type: 'loadFailed', task, failure: broken };
  }
  if (task.kind !== 'send') throw new Error('Nothing here asks for more');
  return { type: 'stored', task, message: store(task.draft.clientId) };
}

it("matches the server's history after any order of events and answers, and stores what was written once and in order", () => {
  for (let round = 0; round < 300; round += 1) {
    const random = randomFrom(round);
    const server = makeServer(random);
    let flow = initialFlow([]);
    let isJoined = false;
    let count = 0;
    const dispatch = (event: TimelineEvent) => {
      flow = timelineReducer(flow, event);
    };
    const broadcast = (told: Message) => isJoined && dispatch({ type: 'received', message: told });
    const work = (goesWell: boolean) => {
      const task = flow.tasks[random(Math.max(1, flow.tasks.length))];
      if (task === undefined) return;
      // Stored, but its answer is lost.
      if (task.kind === 'send' && !goesWell) {
        broadcast(server.store(task.draft.clientId));
        dispatch({ type: 'sendFailed', task, failure: offline });
        return;
      }
      const event = finish(task, server, goesWell);
      dispatch(event);
      if (event.type === 'stored') broadcast(event.message);
    };
    const connect = () => {
      isJoined = true;
      dispatch({ type: 'joined' });
    };
    const acts = [
      () => broadcast(server.store()),
      () => broadcast(server.store()),
      () => dispatch(written(`own ${(count += 1)}`)[0] as TimelineEvent),
      () => work(true),
      () => work(true),
      () => work(random(3) > 0),
      () => {
        isJoined = false;
        dispatch({ type: 'lost' });
      },
      connect,
      () => dispatch({ type: 'doubted' }),
      () => dispatch({ type: random(2) === 0 ? 'wentOffline' : 'wentOnline' }),
      () => dispatch({ type: 'olderWanted' }),
    ];
    dispatch({ type: 'opened' });
    for (let step = 0; step < 80; step += 1) acts[random(acts.length)]?.();
    connect();
    for (let step = 0; step < 500 && flow.tasks.length > 0; step += 1) work(true);

    expect(flow.tasks, `round ${round}`).toEqual([]);
    const first = flow.view.messages[0]?._id ?? '';
    expect(flow.view.messages, `round ${round}`).toEqual(server.messages.filter(({ _id }) => _id >= first));
    expect(flow.view.outgoing, `round ${round}`).toEqual([]);
    const own = server.messages.flatMap(({ client_id }) => client_id ?? []);
    expect(own, `round ${round}`).toEqual(Array.from({ length: count }, (_, index) => `own ${index + 1}`));
  }
});
