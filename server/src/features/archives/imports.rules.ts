/** Hubbub is younger than this. */
const earliest = Date.UTC(2000, 0, 1);
/** How much of a post is shown where it's named, in code points. */
const shownLength = 40;

/** What's wrong with the date an archive claims for a post; undefined: nothing. */
export function claimFault(claimed: Date, now: Date): string | undefined {
  const time = claimed.getTime();
  if (Number.isNaN(time) || time < earliest) return "its date can't be right.";
  return time > now.getTime() ? 'its date is in the future.' : undefined;
}

/** How a post of an archive is described to people. */
export function describeItem({ content, created_at }: { content: string; created_at: string }): string {
  const words = content.trim().replaceAll(/\s+/g, ' ');
  const shown = [...words];
  const text = shown.length > shownLength ? `${shown.slice(0, shownLength).join('')}…` : words;
  const day = created_at.slice(0, 10);
  return text === '' ? `The post of ${day}` : `The post of ${day}, “${text}”,`;
}
