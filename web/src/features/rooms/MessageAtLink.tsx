import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { messagePath } from '#features/rooms/message-path.ts';
import { messageOptions } from '#features/rooms/messages.data.ts';
import { errorTexts, NotFound } from '#platform/errors.ts';
import { EmptyState, ErrorState } from '#ui/states/States.tsx';

/** Leads from a message's link to the message, for people who may see it. */
export function MessageAtLink({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useQuery(messageOptions(id));
  if (data) return <Navigate to={messagePath(id, data.room)} replace />;
  if (error instanceof NotFound) {
    return (
      <EmptyState title="Message not found">It may have been deleted, or it's in a room that you can't see.</EmptyState>
    );
  }
  if (error) {
    return (
      <ErrorState title="Couldn't open the message" onRetry={() => void refetch()} pending={isFetching}>
        {errorTexts(error).join(' ')}
      </ErrorState>
    );
  }
  return (
    <p role="status" className="p-6 text-center text-muted">
      Opening the message…
    </p>
  );
}
