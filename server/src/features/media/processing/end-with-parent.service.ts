/**
 * A media program exits with the process that started it, however that ends, and on nothing else: service managers and terminals signal
 * all of a server's processes when they stop it, but the server first finishes the jobs that need this one.
 */
export function endWithParent(): void {
  process.once('disconnect', () => process.exit());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
}
