/**
 * Startup can't continue. The message is for the person at the terminal: sentences that say what's wrong and what to do. It's printed
 * without a stack trace.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
