import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { expect, it } from 'vitest';
import type { Act, ActAnswer } from '#features/rooms/acts.rules.ts';
import { shownPart } from '#features/rooms/excerpt.rules.ts';
import { initialFlow, timelineReducer } from '#features/rooms/timeline-flow.rules.ts';
import type { ActTask, Failure, Task, TimelineEvent, TimelineFlow } from '#features/rooms/timeline-tasks.rules.ts';
import { changingServer, emojis, randomFrom } from '#test/changing-server.ts';

const failure: Failure = { kind: 'error', offline: false, text: 'It broke.' };
const at = '2026-11-21T12:00:00.000Z';

/** What comes of a task that only reads. */
function outcomeOf(task: Task, server: ReturnType<typeof changingServer>, goesWell: boolean): TimelineEvent {
  switch (task.kind) {
    case 'load':
      return goesWell ? { type: 'loaded', task, ...server.page(task) } : { type: 'loadFailed', task, failure };
    case 'around':
      return { type: 'aroundLoaded', task, around: server.around(task.id) };
    case 'wait':
    case 'hear':
      return { type: 'waited', task };
    default:
      throw new Error('Nothing here asks for more');
  }
}

/** Something the person may do to one of the messages they see. */
function wantedAct({ view }: TimelineFlow, random: (below: number) => number): Act | undefined {
  const known = shownPart(view).messages.filter(({ deleted }) => !deleted);
  const message = known[random(Math.max(1, known.length))];
  if (message === undefined) return undefined;
  const messageId = message._id;
  const emoji = emojis[random(2)] as string;
  const mine = message.reactions?.some((one) => one.emoji === emoji && one.mine) ?? false;
  const kind = random(8);
  if (kind === 0) return { kind: 'delete', messageId, at };
  return kind < 3
    ? { kind: 'edit', messageId, text: `own ${messageId}`, at }
    : { kind: 'react', messageId, emoji, added: !mine, at };
}

/** What the server answers to an act that it agrees with. */
const answerTo = ({ kind, messageId }: Act, message: Message | undefined): ActAnswer => ({
  ...(kind === 'edit' && message && { message }),
  ...(kind === 'react' && { reactions: message?.reactions ?? [], revision: message?.revision ?? messageId }),
});

/** Any of the server's messages; most of the time one of the last. */
function pickRow({ rows }: ReturnType<typeof changingServer>, random: (below: number) => number) {
  return rows[random(3) === 0 ? random(rows.length) : rows.length - 1 - random(Math.min(20, rows.length))];
}

/** Plays a random game between a timeline and a server; returns the flow after everything has settled. */
function play(seed: number) {
  const random = randomFrom(seed);
  const server = changingServer(random);
  const size = 1 + random(700);
  for (let count = 0; count < size; count += 1) server.add();
  let flow = initialFlow();
  let isJoined = false;
  let failsAtTimes = true;
  const events: TimelineEvent[] = [];
  /** Answers on their way, each as the server was when it was asked. */
  const answers: { task: Task; event: TimelineEvent }[] = [];
  const dispatch = (event: TimelineEvent) => {
    flow = timelineReducer(flow, event);
  };
  const pick = () => pickRow(server, random);
  const change = (by: string, act: Act | null = null) => {
    const row = act === null ? pick() : server.rows.find(({ message }) => message._id === act.messageId);
    if (row === undefined || row.message.deleted) return;
    events.push({ type: 'changed', changed: server.change(row, by, act) });
  };
  /** Events of several servers may overtake each other, but a person's own come in order. */
  const deliver = () => {
    if (events.length === 0) return;
    const index = random(Math.min(3, events.length));
    const isOwn = (event: TimelineEvent | undefined) => event?.type === 'changed' && event.changed.own;
    const first = isOwn(events[index]) ? events.findIndex(isOwn) : index;
    const [event] = events.splice(first, 1);
    if (isJoined && event !== undefined) dispatch(event);
  };
  /** The server does what the person wants, or refuses. */
  const obey = (task: ActTask): TimelineEvent => {
    const find = () => server.all().find(({ _id }) => _id === task.act.messageId);
    if (random(6) === 0 || find()?.deleted) return { type: 'refused', task, failure };
    change('me', task.act);
    return { type: 'agreed', task, answer: answerTo(task.act, find()) };
  };
  const ask = () => {
    const open = flow.tasks.filter((task) => !answers.some((answer) => answer.task === task));
    const task = open[random(Math.max(1, open.length))];
    if (task === undefined) return;
    if (task.kind === 'act') answers.push({ task, event: obey(task) });
    else answers.push({ task, event: outcomeOf(task, server, !failsAtTimes || random(6) > 0) });
  };
  const answer = () => {
    const [next] = answers.splice(random(Math.max(1, answers.length)), 1);
    if (next !== undefined) dispatch(next.event);
  };
  const act = () => {
    const wanted = wantedAct(flow, random);
    if (wanted !== undefined) dispatch({ type: 'acted', act: wanted });
  };
  const connect = () => {
    isJoined = true;
    dispatch({ type: 'joined' });
  };
  const steps = [
    () => events.push({ type: 'received', message: server.add() }),
    () => change(`other ${random(3)}`),
    () => change(`other ${random(3)}`),
    // The same person, on another device.
    () => change('me'),
    deliver,
    deliver,
    deliver,
    ask,
    ask,
    answer,
    answer,
    act,
    () => dispatch({ type: 'olderWanted' }),
    () => dispatch({ type: 'newerWanted' }),
    () => random(4) === 0 && dispatch({ type: 'jumpWanted', id: pick()?.message._id ?? '' }),
    () => random(6) === 0 && dispatch({ type: 'newestWanted' }),
    () => {
      if (random(4) > 0) return;
      isJoined = false;
      // What was on its way is lost.
      events.length = 0;
      dispatch({ type: 'lost' });
    },
    () => !isJoined && connect(),
    () => random(4) === 0 && dispatch({ type: 'doubted' }),
  ];
  dispatch({ type: 'opened' });
  for (let step = 0; step < 150; step += 1) steps[random(steps.length)]?.();
  failsAtTimes = false;
  connect();
  while (answers.length > 0) answer();
  // As a person would who sees that nothing has loaded.
  if (flow.view.status === 'failed') dispatch({ type: 'reloadWanted' });
  for (let step = 0; step < 3_000 && (flow.tasks.length > 0 || events.length > 0); step += 1) {
    [ask, answer, deliver][step % 3]?.();
  }
  return { flow, server };
}

/** `TIMELINE_ROUNDS` plays more of them, `TIMELINE_SEED` begins with another: the one a failure names, say. */
const rounds = Number(process.env.TIMELINE_ROUNDS ?? 150);
const firstSeed = Number(process.env.TIMELINE_SEED ?? 0);

it(
  'ends as the server has it, after any order of changes, answers, jumps and lost connections',
  () => {
    for (let seed = firstSeed; seed < firstSeed + rounds; seed += 1) {
      const { flow, server } = play(seed);
      expect(flow.tasks, `seed ${seed}`).toEqual([]);
      expect(flow.view.acts, `seed ${seed}`).toEqual([]);
      const plain = (messages: readonly (Message & { marked?: string })[]) =>
        messages.map(({ reactions = [], marked: _, ...message }) => ({
          ...message,
          reactions: Object.fromEntries(reactions.map(({ emoji, count, mine = false }) => [emoji, { count, mine }])),
        }));
      for (const part of [flow.view.messages, flow.view.excerpt?.messages ?? []]) {
        const [first, last] = [part[0]?._id ?? '', part.at(-1)?._id ?? ''];
        const theirs = server.all().filter(({ _id }) => part.length > 0 && _id >= first && _id <= last);
        expect(plain(part), `seed ${seed}`).toEqual(plain(theirs));
      }
      expect(flow.view.messages.at(-1)?._id, `seed ${seed}`).toBe(server.rows.at(-1)?.message._id);
    }
  },
  60_000 + rounds * 200,
);
