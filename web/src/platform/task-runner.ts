/**
 * Does what a reducer asks for. The returned function takes all tasks of a state: it begins those that are new and ends those that are gone,
 * compared by identity.
 * @param begin begins a task and returns what ends it
 */
export function createTaskRunner<Task extends object>(begin: (task: Task) => () => void) {
  const running = new Map<Task, () => void>();
  return (tasks: readonly Task[]): void => {
    for (const [task, end] of running) {
      if (tasks.includes(task)) continue;
      running.delete(task);
      end();
    }
    for (const task of tasks) if (!running.has(task)) running.set(task, begin(task));
  };
}

/** A task that waits. */
export function begunTimer(onEnd: () => void, delay: number): () => void {
  const timer = setTimeout(onEnd, delay);
  return () => clearTimeout(timer);
}
