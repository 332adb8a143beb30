import { late } from '#ui/late/late.tsx';
import { Skeleton } from '#ui/skeleton/Skeleton.tsx';

const waiting = () => <Skeleton className="h-28 w-full rounded-control" />;

/** A post's poll. Most posts have none. */
export const LatePoll = late(async () => (await import('#features/posts/PollBlock.tsx')).default, {
  name: 'The poll',
  whenIdle: true,
  waiting,
});

/** The post that a post quotes. */
export const LateQuote = late(async () => (await import('#features/posts/QuoteCard.tsx')).default, {
  name: 'The quoted post',
  whenIdle: true,
  waiting,
});
