import { cx } from '#ui/cx.ts';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';

const bubbles = ['h-10 w-48', 'h-16 w-64', 'own h-10 w-40', 'own h-10 w-56', 'h-10 w-36', 'own h-22 w-60'];
const lines = ['w-3/5', 'w-2/5', 'w-4/5', 'w-1/2', 'w-2/3'];

/** Shown while messages are loading. */
export function TimelineSkeleton({ bubbles: asBubbles }: { bubbles: boolean }) {
  return (
    <Loading
      label="Loading messages"
      className={cx(
        'flex min-h-0 w-full flex-1 flex-col justify-end gap-2 overflow-hidden px-3 pb-4 sm:px-5',
        asBubbles && 'mx-auto max-w-[56rem]',
      )}
    >
      {asBubbles
        ? bubbles.map((look) => (
            <div key={look} className={cx('flex', look.startsWith('own') && 'justify-end')}>
              <Skeleton className={`rounded-card max-w-[80%] ${look.replace('own ', '')}`} />
            </div>
          ))
        : lines.map((width) => (
            <div key={width} className="flex gap-3 py-1.5">
              <Skeleton className="size-10 rounded-full" />
              <div className="flex flex-1 flex-col gap-2 pt-1">
                <Skeleton className="h-3.5 w-28" />
                <Skeleton className={cx('h-3.5', width)} />
              </div>
            </div>
          ))}
    </Loading>
  );
}
