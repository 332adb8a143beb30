import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import type { Act } from '#features/rooms/acts.rules.ts';
import { pageSize } from '#features/rooms/timeline.rules.ts';
import type { LoadTask } from '#features/rooms/timeline-tasks.rules.ts';
import type { Changed } from '#features/rooms/versions.rules.ts';
import { idOf, numbered } from './timeline.ts';

const at = '2026-11-21T12:00:00.000Z';

export function randomFrom(seed: number) {
  let state = seed * 7_919 + 1;
  return (below: number) => {
    state = (state * 16_807) % 2_147_483_647;
    return state % below;
  };
}

export const emojis = ['👍', '❤️'];

/** A server whose messages change. People are `me`, who watches, and three others. */
export function changingServer(random: (below: number) => number) {
  let clock = 0;
  const tick = () => idOf((clock += 1));
  const rows: { message: Message; reactions: Map<string, Set<string>> }[] = [];
  const view = ({ message, reactions }: (typeof rows)[number], isMine: boolean): Message => ({
    ...message,
    reactions: [...reactions].map(([emoji, people]) => ({
      emoji,
      count: people.size,
      ...(isMine && { mine: people.has('me') }),
    })),
  });
  const add = () => {
    const id = tick();
    rows.push({ message: { ...numbered(Number(id)), sender: { ...numbered(1).sender } }, reactions: new Map() });
    return view(rows.at(-1) as (typeof rows)[number], true);
  };
  const react = (row: (typeof rows)[number], by: string, act: Act | null): Changed => {
    const emoji = act?.kind === 'react' ? act.emoji : (emojis[random(2)] as string);
    const people = row.reactions.get(emoji) ?? new Set();
    const added = act?.kind === 'react' ? act.added : !people.has(by);
    if (people.has(by) !== added) row.message = { ...row.message, revision: tick() };
    if (added) people.add(by);
    else people.delete(by);
    row.reactions.set(emoji, people);
    if (people.size === 0) row.reactions.delete(emoji);
    return { message: view(row, false), change: { kind: 'reaction', username: by, emoji, added }, own: by === 'me' };
  };
  const change = (row: (typeof rows)[number], by: string, act: Act | null): Changed => {
    const kind = act?.kind ?? (['edit', 'react', 'react', 'react', 'delete'] as const)[random(5)];
    const own = by === 'me';
    if (kind === 'react') return react(row, by, act);
    if (kind === 'edit') {
      const text = act?.kind === 'edit' ? act.text : `edit ${clock}`;
      row.message = { ...row.message, message: text, edited_at: at, revision: tick() };
      return { message: view(row, false), change: { kind: 'edited', username: by }, own };
    }
    row.reactions.clear();
    row.message = { ...row.message, message: '', deleted: true, mentions: [], revision: tick() };
    return { message: view(row, false), change: { kind: 'deleted', username: by }, own };
  };
  const all = () => rows.map((row) => view(row, true));
  const page = ({ before, after, since }: LoadTask): { page: Message[]; revision: string } => {
    const revision = idOf(clock);
    if (since !== undefined) {
      const news = all().filter(({ revision: changedAt }) => changedAt !== undefined && changedAt > since);
      const sorted = news.sort((a, b) => ((a.revision ?? '') < (b.revision ?? '') ? -1 : 1)).slice(0, pageSize);
      return { page: sorted, revision: sorted.length === pageSize ? (sorted.at(-1)?.revision ?? revision) : revision };
    }
    if (after !== undefined)
      return {
        page: all()
          .filter(({ _id }) => _id > after)
          .slice(0, pageSize),
        revision,
      };
    return {
      page: all()
        .filter(({ _id }) => before === undefined || _id < before)
        .slice(-pageSize),
      revision,
    };
  };
  const around = (id: string) => {
    const index = Math.max(
      0,
      rows.findIndex(({ message }) => message._id === id),
    );
    const [first, last] = [Math.max(0, index - 10), index + 11];
    return {
      messages: all().slice(first, last),
      has_earlier: first > 0,
      has_later: last < rows.length,
      revision: idOf(clock),
    };
  };
  return { rows, add, change, all, page, around, clock: () => clock };
}
