/**
 * Lets those who ask the same at the same time share an answer. While one run for a key is under way, whoever asks waits for the next one,
 * so nobody gets an answer that was begun before they asked.
 */
export function shareRuns<Result>(run: (key: string) => Promise<Result>): (key: string) => Promise<Result> {
  const running = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, Promise<Result>>();

  const start = (key: string): Promise<Result> => {
    const result = run(key);
    const ended = result.then(
      () => undefined,
      () => undefined,
    );
    running.set(key, ended);
    void ended.then(() => {
      if (running.get(key) === ended) running.delete(key);
    });
    return result;
  };

  return (key) => {
    const current = running.get(key);
    if (!current) return start(key);
    const known = waiting.get(key);
    if (known) return known;
    const next = current.then(() => {
      waiting.delete(key);
      return start(key);
    });
    waiting.set(key, next);
    return next;
  };
}
