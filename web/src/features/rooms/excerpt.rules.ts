import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { withActs } from '#features/rooms/acts.rules.ts';
import { type Excerpt, merged, pageSize, type TimelineState } from '#features/rooms/timeline.rules.ts';

/** A page around a message. */
export interface Around {
  messages: readonly Message[];
  has_earlier: boolean;
  has_later: boolean;
  /** It has all changes up to this one. */
  revision: string;
}

const has = (messages: readonly Message[], id: string) => messages.some(({ _id }) => _id === id);

/** What decides which messages are shown, and how. */
export type ShownState = Pick<TimelineState, 'messages' | 'older' | 'excerpt' | 'acts' | 'kept'>;

/** The part of the history that's shown: what somebody has jumped to, or else the newest messages. */
export function shownPart(state: ShownState): Pick<Excerpt, 'messages' | 'older'> {
  const { messages, older } = state.excerpt ?? state;
  return { messages: withActs(messages, state), older };
}

/** Back to the newest messages, which have been kept up to date meanwhile. */
export function withoutExcerpt(state: TimelineState): TimelineState {
  return state.excerpt === null ? state : { ...state, excerpt: null, jump: null, part: state.part + 1 };
}

/** Somebody wants to see a message. Unless it's known already, it's to be loaded. */
export function withJump(state: TimelineState, id: string): TimelineState {
  const count = (state.jump?.count ?? 0) + 1;
  const found: TimelineState = { ...state, jump: { id, status: 'found', count } };
  if (has((state.excerpt ?? state).messages, id)) return found;
  if (has(state.messages, id)) return { ...found, excerpt: null, part: state.part + 1 };
  return { ...state, jump: { id, status: 'loading', count } };
}

/** Shows the page around a message, joined with the newest messages if it reaches them. */
export function withAround(state: TimelineState, id: string, page: Around): TimelineState {
  const { jump } = state;
  if (jump?.id !== id || jump.status !== 'loading') return state;
  if (!has(page.messages, id)) return { ...state, jump: { ...jump, status: 'missing' } };
  const older = page.has_earlier ? 'some' : 'none';
  const excerpt: Excerpt = { messages: page.messages, older, newer: 'some' };
  return joined({ ...state, excerpt, part: state.part + 1, jump: { ...jump, status: 'found' } }, !page.has_later);
}

/** Adds the page after an excerpt. */
export function withNewer(state: TimelineState, page: readonly Message[]): TimelineState {
  if (state.excerpt === null) return state;
  const excerpt: Excerpt = { ...state.excerpt, messages: merged(state.excerpt.messages, page), newer: 'some' };
  return joined({ ...state, excerpt }, page.length < pageSize);
}

/** Makes an excerpt that reaches the newest messages one with them. `isLast`: the server has nothing after it. */
function joined(state: TimelineState, isLast: boolean): TimelineState {
  const { excerpt, messages } = state;
  const [first] = messages;
  const last = excerpt?.messages.at(-1);
  if (excerpt === null || last === undefined) return state;
  if (!isLast && (first === undefined || last._id < first._id)) return state;
  return { ...state, messages: merged(excerpt.messages, messages), older: excerpt.older, excerpt: null };
}
