const dayMs = 86_400_000;

/** Why a post can't be published at a time: it isn't in the future, or too far ahead. */
export function obstacleToPublishingAt(time: Date, now: Date, mostDays: number): 'past' | 'far' | undefined {
  const ahead = time.getTime() - now.getTime();
  if (ahead <= 0) return 'past';
  return ahead > mostDays * dayMs ? 'far' : undefined;
}
