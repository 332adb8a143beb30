/** Where failures that are "only logged" end up. `what` is a sentence; `cause` is whatever was thrown. */
export function logError(what: string, cause: unknown): void {
  console.error(what, cause);
}
