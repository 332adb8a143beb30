/**
 * The start cannot go on. The message is for the person at the terminal: sentences that say what is wrong and what to do.
 * It is printed without a stack.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
