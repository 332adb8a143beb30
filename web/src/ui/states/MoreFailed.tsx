import { Button } from '#ui/button/Button.tsx';

/** The next page of a list couldn't be loaded: a sentence and a retry button, for the row below the list. */
export function MoreFailed({ what, onRetry }: { what?: string; onRetry: () => void }) {
  return (
    <>
      Couldn't load more{what !== undefined && ` ${what}`}.
      <Button tone="secondary" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </>
  );
}
