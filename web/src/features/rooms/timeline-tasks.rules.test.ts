import { expect, it } from 'vitest';
import { initialFlow } from '#features/rooms/timeline-flow.rules.ts';
import { type Task, without, withTask, withView } from '#features/rooms/timeline-tasks.rules.ts';

const task: Task = { kind: 'around', id: '1' };

it('a flow that nothing changes stays the same object', () => {
  const flow = initialFlow();
  expect(withView(flow, flow.view)).toBe(flow);
  expect(without(flow, () => true)).toBe(flow);
});

it('a task is in the flow from its start to its end', () => {
  const working = withTask(initialFlow(), task);
  expect(working.tasks).toEqual([task]);
  expect(without(working, (one) => one === task).tasks).toEqual([]);
});
