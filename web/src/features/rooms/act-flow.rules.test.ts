import { describe, expect, it } from 'vitest';
import type { Act } from '#features/rooms/acts.rules.ts';
import type { ActTask, TimelineEvent, TimelineFlow } from '#features/rooms/timeline-tasks.rules.ts';
import { idOf, numbered, numberedFrom } from '#test/timeline.ts';
import { apply, at, failure, ready, shown } from '#test/timeline-play.ts';

const actsOf = ({ tasks }: TimelineFlow) => tasks.filter((task): task is ActTask => task.kind === 'act');
const react = (number: number, emoji: string, added: boolean): TimelineEvent => ({
  type: 'acted',
  act: { kind: 'react', messageId: idOf(number), emoji, added, at },
});

describe('what a person does to a message', () => {
  const flow = ready(numberedFrom(1, 3));

  it('shows right away, and stays once the server agrees', () => {
    const acting = apply(flow, react(2, '👍', true));
    expect(shown(acting, 2)?.reactions).toEqual([{ emoji: '👍', count: 1, mine: true }]);
    const [task] = actsOf(acting) as [ActTask];
    const reactions = [{ emoji: '👍', count: 4, mine: true }];
    const agreed = apply(acting, { type: 'agreed', task, answer: { reactions, revision: idOf(9) } });
    expect(shown(agreed, 2)?.reactions).toEqual(reactions);
    expect(agreed).toMatchObject({ tasks: [], view: { acts: [] } });
  });

  it('is undone if the server refuses', () => {
    const acts: Act[] = [
      { kind: 'edit', messageId: idOf(2), text: 'mistake', at },
      { kind: 'delete', messageId: idOf(2), at },
    ];
    for (const act of acts) {
      const acting = apply(flow, { type: 'acted', act });
      expect(shown(acting, 2)).not.toEqual(numbered(2));
      const [task] = actsOf(acting) as [ActTask];
      expect(apply(acting, { type: 'refused', task, failure }).view).toEqual(flow.view);
    }
  });

  it('reaches the server in order, one at a time for each message', () => {
    const acting = apply(flow, react(2, '👍', true), react(2, '👍', false), react(3, '👍', true));
    expect(actsOf(acting).map(({ act }) => act.messageId)).toEqual([idOf(2), idOf(3)]);
    const [task] = actsOf(acting) as [ActTask];
    const next = apply(acting, {
      type: 'agreed',
      task,
      answer: { reactions: [{ emoji: '👍', count: 1, mine: true }], revision: idOf(9) },
    });
    expect(actsOf(next).map(({ act }) => act)).toContainEqual(expect.objectContaining({ added: false }));
    expect(shown(next, 2)?.reactions).toEqual([]);
  });
});
