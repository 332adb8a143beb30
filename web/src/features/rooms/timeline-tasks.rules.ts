import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import type { Act, ActAnswer } from '#features/rooms/acts.rules.ts';
import type { Around } from '#features/rooms/excerpt.rules.ts';
import type { Outgoing, TimelineState } from '#features/rooms/timeline.rules.ts';
import type { Changed } from '#features/rooms/versions.rules.ts';

/** Requests a page of messages; without `before`, `after` and `since`, the newest. */
export interface LoadTask {
  kind: 'load';
  of: 'newest' | 'missed' | 'older' | 'newer' | 'changes';
  before?: string;
  after?: string;
  /** The revision after which messages have changed. */
  since?: string;
  /** How many pages of missed messages or changes came before this one. */
  pages: number;
}

/** Waits for a while before it catches up again. */
export interface WaitTask {
  kind: 'wait';
  delay: number;
}

/** Waits for the live connection to deliver a message that the server has stored. */
export interface DeliveryTask {
  kind: 'hear';
  messageId: string;
}

/** Tells the server what the person does to a message. */
export interface ActTask {
  kind: 'act';
  act: Act;
}

/** Requests the messages around one. */
export interface AroundTask {
  kind: 'around';
  id: string;
}

/** Work that's in progress for as long as it's in the flow. */
export type Task = LoadTask | WaitTask | DeliveryTask | ActTask | AroundTask;

/** Why a load or an act failed. */
export interface Failure {
  kind: 'notFound' | 'sessionEnded' | 'waiting' | 'error';
  offline: boolean;
  text: string;
}

/** A timeline's full state: its data and its running tasks. */
export interface TimelineFlow {
  /** The part that's shown. */
  view: TimelineState;
  /** The live connection delivers new messages. */
  joined: boolean;
  /** Caught up: no stored message can be missed from now on. */
  live: boolean;
  /** How far the timeline had got when the connection was lost; undefined: nothing was missed since. */
  lostAt: string | undefined;
  /** All changes up to this revision are known; undefined as long as nothing has loaded. */
  changedTo: string | undefined;
  /** The live connection came back, or was in doubt, during a catch-up. */
  catchUpAgain: boolean;
  tasks: readonly Task[];
}

export type TimelineEvent =
  /** It's shown on screen. */
  | { type: 'opened' }
  /** It's no longer shown. */
  | { type: 'closed' }
  /** The live connection delivers new messages from now on. */
  | { type: 'joined' }
  /** The live connection is up, but may have missed something. */
  | { type: 'doubted' }
  /** The live connection is down. */
  | { type: 'lost' }
  /** A message was broadcast. */
  | { type: 'received'; message: Message }
  /** A stored message has changed. */
  | { type: 'changed'; changed: Changed }
  | { type: 'accountDeleted'; userId: string }
  | { type: 'reloadWanted' }
  | { type: 'olderWanted' }
  | { type: 'newerWanted' }
  /** Somebody wants to see a message, which may be far up. */
  | { type: 'jumpWanted'; id: string }
  /** Back to the newest messages. */
  | { type: 'newestWanted' }
  | { type: 'aroundLoaded'; task: AroundTask; around: Around }
  | { type: 'aroundFailed'; task: AroundTask; failure: Failure }
  /** What the person has written here and isn't stored yet has changed. */
  | { type: 'outgoing'; outgoing: readonly Outgoing[] }
  /** The answer to the person's own send. */
  | { type: 'stored'; message: Message }
  /** The person reacts to a stored message, edits or deletes it. */
  | { type: 'acted'; act: Act }
  /** What the person has done to stored messages and waits in the outbox has changed. */
  | { type: 'kept'; acts: readonly Act[] }
  /** The outbox has sent one of them. */
  | { type: 'answered'; act: Act; answer: ActAnswer }
  | { type: 'agreed'; task: ActTask; answer: ActAnswer }
  | { type: 'refused'; task: ActTask; failure: Failure }
  | { type: 'loaded'; task: LoadTask; page: readonly Message[]; revision?: string }
  | { type: 'loadFailed'; task: LoadTask; failure: Failure }
  | { type: 'waited'; task: WaitTask | DeliveryTask };

export const withView = (flow: TimelineFlow, view: TimelineState): TimelineFlow =>
  view === flow.view ? flow : { ...flow, view };

export const withTask = (flow: TimelineFlow, task: Task): TimelineFlow => ({ ...flow, tasks: [...flow.tasks, task] });

export function without(flow: TimelineFlow, isOver: (task: Task) => boolean): TimelineFlow {
  const tasks = flow.tasks.filter((task) => !isOver(task));
  return tasks.length === flow.tasks.length ? flow : { ...flow, tasks };
}
