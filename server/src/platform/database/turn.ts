const tasks: (() => void)[] = [];

function runAll(): void {
  // Also those that are added meanwhile.
  for (const task of tasks) task();
  tasks.length = 0;
}

/** Does something as soon as the events of this turn of the event loop are handled, in the order of the calls. @param task doesn't throw */
export function atEndOfTurn(task: () => void): void {
  if (tasks.push(task) === 1) setImmediate(runAll);
}
