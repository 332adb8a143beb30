const things = (count: number): string => (count === 1 ? '1 thing' : `${count} things`);

/** How many things haven't been sent, as a sentence. */
export const unsentCount = (count: number): string =>
  `${things(count)} ${count === 1 ? "hasn't" : "haven't"} been sent.`;

/** What's said about things that haven't reached the server; null if there are none. */
export function unsentText(writes: readonly { refusal?: string | undefined }[], isOnline: boolean): string | null {
  const refused = writes.filter(({ refusal }) => refusal !== undefined).length;
  const waiting = writes.length - refused;
  if (refused > 0) return `${things(refused)} couldn't be sent.`;
  if (waiting === 0) return null;
  if (isOnline) return unsentCount(waiting);
  return `You're offline. ${things(waiting)} will be sent when you reconnect.`;
}

/** What's said offline in a browser that deletes what a site has stored if nobody comes, before something is written there. */
export const forgetsText =
  'This browser deletes unsent changes after seven days without a visit. Install the app to keep them longer.';
