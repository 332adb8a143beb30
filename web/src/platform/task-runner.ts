/**
 * Runs the tasks that a reducer asks for. The returned function takes all of a state's tasks: it starts new ones and ends those that
 * are gone, compared by identity.
 * @param begin starts a task and returns a function that ends it
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

/** A task that ends after a delay. */
export function startTimer(onEnd: () => void, delay: number): () => void {
  const timer = setTimeout(onEnd, delay);
  return () => clearTimeout(timer);
}
