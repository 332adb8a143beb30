import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { describe, expect, it } from 'vitest';
import { pageSize } from '#features/rooms/timeline.rules.ts';
import { initialFlow, isUndelivered, timelineReducer } from '#features/rooms/timeline-flow.rules.ts';
import type {
  DeliveryTask,
  Failure,
  LoadTask,
  Task,
  TimelineEvent,
  TimelineFlow,
  WaitTask,
} from '#features/rooms/timeline-tasks.rules.ts';
import { draft, idOf, numbered, numberedFrom } from '#test/timeline.ts';

const offline: Failure = { kind: 'error', offline: true, text: 'No connection.' };
const broken: Failure = { kind: 'error', offline: false, text: 'It broke.' };
const missing: Failure = { kind: 'notFound', offline: false, text: 'Not here.' };
const ended: Failure = { kind: 'sessionEnded', offline: false, text: 'Log in.' };

const apply = (flow: TimelineFlow, ...events: TimelineEvent[]) => events.reduce(timelineReducer, flow);

const find = {
  load: ({ tasks }: TimelineFlow, of: LoadTask['of']) => tasks.find((task) => task.kind === 'load' && task.of === of),
  wait: ({ tasks }: TimelineFlow) => tasks.find((task) => task.kind === 'wait'),
  hear: ({ tasks }: TimelineFlow) => tasks.find((task) => task.kind === 'hear'),
};

const loadOf = (flow: TimelineFlow, of: LoadTask['of']) => find.load(flow, of) as LoadTask;

const loaded = (flow: TimelineFlow, of: LoadTask['of'], page: Message[]) =>
  apply(flow, { type: 'loaded', task: loadOf(flow, of), page });
const loadFailed = (flow: TimelineFlow, of: LoadTask['of'], failure: Failure) =>
  apply(flow, { type: 'loadFailed', task: loadOf(flow, of), failure });
const stored = (flow: TimelineFlow, number: number, clientId: string) =>
  apply(flow, { type: 'stored', message: numbered(number, clientId) });

/** A timeline that has loaded these messages. */
const ready = (page: Message[]) => loaded(apply(initialFlow(), { type: 'opened' }), 'newest', page);
/** The same, with the live connection joined. */
const live = (page: Message[]) => loaded(apply(ready(page), { type: 'joined' }), 'missed', []);
const outgoing = (...names: string[]): TimelineEvent => ({ type: 'outgoing', outgoing: names.map(draft) });

describe('the newest page', () => {
  it('is requested once, however often the timeline is opened', () => {
    const flow = apply(initialFlow(), { type: 'opened' }, { type: 'opened' }, { type: 'reloadWanted' });
    expect(flow.tasks).toEqual([{ kind: 'load', of: 'newest', pages: 0 }]);
    expect(flow.view.status).toBe('loading');
  });

  it.each([
    ["a room that's gone", missing, { status: 'gone' }],
    ['a lost connection', offline, { status: 'failed', error: 'No connection.', offline: true }],
    ['a broken server', broken, { status: 'failed', error: 'It broke.', offline: false }],
    ['an ended session', ended, { status: 'loading' }],
  ])('that fails shows %s', (_, failure, view) => {
    const flow = loadFailed(apply(initialFlow(), { type: 'opened' }), 'newest', failure);
    expect(flow.view).toMatchObject(view);
    expect(flow.tasks).toEqual([]);
  });

  it('is followed by a catch-up if the connection came first', () => {
    const flow = loaded(apply(initialFlow(), { type: 'opened' }, { type: 'joined' }), 'newest', numberedFrom(1, 3));
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
    expect(failed.tasks).toEqual([{ kind: 'wait', delay: 2_000 }]);
    expect(failed.view.status).toBe('ready');
    const task = find.wait(failed) as WaitTask;
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
    const flow = apply(initialFlow(), { type: 'opened' }, { type: 'joined' }, { type: 'lost' }, { type: 'joined' });
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

describe("what's written and not stored yet", () => {
  it("stands at the end, without what's stored by now", () => {
    const flow = apply(ready([numbered(1), numbered(2, 'a')]), outgoing('a', 'b'));
    expect(flow.view.outgoing.map(({ clientId }) => clientId)).toEqual(['b']);
    expect(apply(flow, { type: 'received', message: numbered(3, 'b') }, outgoing('a', 'b')).view.outgoing).toEqual([]);
    expect(apply(flow, outgoing()).view.outgoing).toEqual([]);
  });

  it('leaves a timeline without any as it is', () => {
    const flow = ready([numbered(1)]);
    expect(apply(flow, outgoing())).toBe(flow);
  });
});

describe('a message that was stored', () => {
  it("is expected on the live connection while that's up", () => {
    const flow = stored(apply(live([]), outgoing('a')), 1, 'a');
    const task = find.hear(flow) as DeliveryTask;
    expect(isUndelivered(flow, task)).toBe(true);
    expect(isUndelivered(apply(flow, { type: 'received', message: numbered(1, 'a') }), task)).toBe(false);
    expect(isUndelivered(apply(flow, { type: 'lost' }), task)).toBe(false);
    expect(apply(flow, { type: 'waited', task }).tasks).toEqual([]);
    expect(find.hear(stored(apply(ready([]), outgoing('a')), 1, 'a'))).toBeUndefined();
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
function finish(task: Task, { page }: ReturnType<typeof makeServer>, goesWell: boolean): TimelineEvent {
  if (task.kind === 'wait' || task.kind === 'hear') return { type: 'waited', task };
  if (task.kind === 'load') {
    return goesWell ? { type: 'loaded', task, page: page(task) } : { type: 'loadFailed', task, failure: broken };
  }
  throw new Error('Nothing here asks for more');
}

it("matches the server's history after any order of events and answers, and shows what was written once", () => {
  for (let round = 0; round < 300; round += 1) {
    const random = randomFrom(round);
    const server = makeServer(random);
    let flow = initialFlow();
    let isJoined = false;
    let count = 0;
    let unsent: string[] = [];
    const dispatch = (event: TimelineEvent) => {
      flow = timelineReducer(flow, event);
      const ids = [
        ...flow.view.messages.map(({ client_id }) => client_id),
        ...flow.view.outgoing.map((one) => one.clientId),
      ];
      const own = ids.filter((id) => id !== undefined);
      expect(new Set(own).size, `round ${round}`).toBe(own.length);
    };
    const show = (next: string[]) => {
      unsent = next;
      dispatch(outgoing(...unsent));
    };
    const broadcast = (told: Message) => isJoined && dispatch({ type: 'received', message: told });
    const work = (goesWell: boolean) => {
      const task = flow.tasks[random(Math.max(1, flow.tasks.length))];
      if (task === undefined) return;
      dispatch(finish(task, server, goesWell));
    };
    /** The outbox sends what's first in it; the answer may be lost, or overtaken by the live connection. */
    const send = (isAnswered: boolean) => {
      const [first, ...others] = unsent;
      if (first === undefined) return;
      const message = server.store(first);
      if (random(2) === 0 || !isAnswered) broadcast(message);
      if (!isAnswered) return;
      dispatch({ type: 'stored', message });
      show(others);
      broadcast(message);
    };
    const connect = () => {
      isJoined = true;
      dispatch({ type: 'joined' });
    };
    const acts = [
      () => broadcast(server.store()),
      () => broadcast(server.store()),
      () => show([...unsent, `own ${(count += 1)}`]),
      () => send(random(3) > 0),
      () => work(true),
      () => work(true),
      () => work(random(3) > 0),
      () => {
        isJoined = false;
        dispatch({ type: 'lost' });
      },
      connect,
      () => dispatch({ type: 'doubted' }),
      () => dispatch({ type: 'olderWanted' }),
    ];
    dispatch({ type: 'opened' });
    for (let step = 0; step < 80; step += 1) acts[random(acts.length)]?.();
    while (unsent.length > 0) send(true);
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
