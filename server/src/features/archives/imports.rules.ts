/** A date before Hubbub existed. */
const earliest = Date.UTC(2000, 0, 1);
/** How much of a post is quoted to identify it, in code points. */
const shownLength = 40;

/** What's wrong with a post's date in an archive; undefined: nothing. */
export function claimFault(claimed: Date, now: Date): string | undefined {
  const time = claimed.getTime();
  if (Number.isNaN(time) || time < earliest) return "its date can't be right.";
  return time > now.getTime() ? 'its date is in the future.' : undefined;
}

/** How messages to people refer to a post of an archive. */
export function describeItem({ content, created_at }: { content: string; created_at: string }): string {
  const words = content.trim().replaceAll(/\s+/g, ' ');
  const shown = [...words];
  const text = shown.length > shownLength ? `${shown.slice(0, shownLength).join('')}…` : words;
  const day = created_at.slice(0, 10);
  return text === '' ? `The post of ${day}` : `The post of ${day}, “${text}”,`;
}
