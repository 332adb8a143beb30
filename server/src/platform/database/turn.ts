const tasks: (() => void)[] = [];

function runAll(): void {
  // Includes those that are added meanwhile.
  for (const task of tasks) task();
  tasks.length = 0;
}

/** Runs a task once the events of this event loop turn are handled, in the order of the calls. @param task doesn't throw */
export function atEndOfTurn(task: () => void): void {
  if (tasks.push(task) === 1) setImmediate(runAll);
}
