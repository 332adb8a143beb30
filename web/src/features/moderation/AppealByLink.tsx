import { useQuery } from '@tanstack/react-query';
import { DecisionCard } from '#features/moderation/DecisionCard.tsx';
import { decisionByTokenOptions } from '#features/moderation/moderation.data.ts';
import { ApiError, errorTexts } from '#platform/errors.ts';
import { Spinner } from '#ui/spinner/Spinner.tsx';
import { ErrorState } from '#ui/states/States.tsx';

/** A decision about someone who can't log in, and the way to appeal it. */
export function AppealByLink({ token }: { token: string }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(decisionByTokenOptions(token));
  if (isPending) {
    return (
      <div className="flex justify-center py-12">
        <Spinner label="Loading the decision" />
      </div>
    );
  }
  if (data === undefined) {
    const offline = error instanceof ApiError && error.isOffline;
    return (
      <ErrorState
        title="We couldn't open this"
        offline={offline}
        onRetry={offline ? () => void refetch() : undefined}
        pending={isFetching}
      >
        {errorTexts(error).join(' ')}
      </ErrorState>
    );
  }
  return <DecisionCard decision={data} token={token} />;
}
