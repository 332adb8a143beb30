import { type Act, type ActAnswer, readyActs, withAnswer } from '#features/rooms/acts.rules.ts';
import { withMessage } from '#features/rooms/timeline.rules.ts';
import { type TimelineFlow, withTask, withView } from '#features/rooms/timeline-tasks.rules.ts';

/** Starts what the person has done, in order for each message. */
function startActs(flow: TimelineFlow): TimelineFlow {
  const running = flow.tasks.flatMap((task) => (task.kind === 'act' ? [task.act] : []));
  const waiting = flow.view.acts.filter((act) => !running.includes(act));
  return readyActs(waiting, running).reduce((next, act) => withTask(next, { kind: 'act', act }), flow);
}

/** Shows what the person does to a message right away, and tells the server. */
export function withActed(flow: TimelineFlow, act: Act): TimelineFlow {
  return startActs(withView(flow, { ...flow.view, acts: [...flow.view.acts, act] }));
}

/** The server has agreed, or refused: then there's no answer, and the message is as it was. */
export function afterAct(flow: TimelineFlow, act: Act, answer?: ActAnswer): TimelineFlow {
  const view = { ...flow.view, acts: flow.view.acts.filter((other) => other !== act) };
  if (answer === undefined) return startActs(withView(flow, view));
  return startActs(
    withView(
      flow,
      withMessage(view, act.messageId, (known) => withAnswer(known, act, answer)),
    ),
  );
}
