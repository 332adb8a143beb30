import { Button } from '#ui/button/Button.tsx';
import { cx } from '#ui/cx.ts';

/** An infinite query, as the button needs it. */
export interface MorePages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

interface ShowMoreProps {
  pages: MorePages;
  size?: 'sm' | undefined;
  /** The room around it. */
  className?: string;
  /** What's on the button, if it needs to say of what. */
  children?: string;
}

/** Below a list that's loaded page by page: the button for more, if there is more. */
export function ShowMore({ pages, size, className = 'py-5', children = 'Show more' }: ShowMoreProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  if (!hasNextPage) return null;
  return (
    <div className={cx('flex justify-center', className)}>
      <Button tone="secondary" size={size} pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {children}
      </Button>
    </div>
  );
}
