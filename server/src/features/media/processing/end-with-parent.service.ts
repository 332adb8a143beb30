/**
 * Makes a media program exit when its parent process ends, for whatever reason, and ignore signals: service managers
 * and terminals signal all of a server's processes, but the server first finishes the jobs that need this one.
 */
export function endWithParent(): void {
  process.once('disconnect', () => process.exit());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
}
