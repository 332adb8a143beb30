import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { shownPart } from '#features/rooms/excerpt.rules.ts';
import { initialFlow, timelineReducer } from '#features/rooms/timeline-flow.rules.ts';
import type { Failure, LoadTask, TimelineEvent, TimelineFlow } from '#features/rooms/timeline-tasks.rules.ts';
import { idOf } from './timeline.ts';

/** Plays a timeline by hand, for tests of its rules. */

export const failure: Failure = { kind: 'error', offline: false, text: 'It broke.' };
export const at = '2026-11-21T12:00:00.000Z';

export const apply = (flow: TimelineFlow, ...events: TimelineEvent[]) => events.reduce(timelineReducer, flow);
export const loadOf = ({ tasks }: TimelineFlow, of: LoadTask['of']) =>
  tasks.find((task) => task.kind === 'load' && task.of === of) as LoadTask;
export const loaded = (flow: TimelineFlow, of: LoadTask['of'], page: Message[], revision?: string) =>
  apply(flow, { type: 'loaded', task: loadOf(flow, of), page, ...(revision !== undefined && { revision }) });

/** A timeline that has loaded these messages, and all changes up to a revision. */
export const ready = (page: Message[], revision = idOf(1_000)) =>
  loaded(apply(initialFlow(), { type: 'opened' }), 'newest', page, revision);

export const shown = (flow: TimelineFlow, number: number) =>
  shownPart(flow.view).messages.find(({ _id }) => _id === idOf(number));
