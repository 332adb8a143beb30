import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { messagePath } from '#features/rooms/message-path.ts';
import { messageOptions } from '#features/rooms/messages.data.ts';
import { NotFound } from '#platform/errors.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { EmptyState, ErrorState } from '#ui/states/States.tsx';

/** Leads from a message's link to the message, for people who may see it. */
export function MessageAtLink({ id }: { id: string }) {
  const query = useQuery(messageOptions(id));
  const { data, error } = query;
  const failure = useLoadFailure(query, 'the message');
  if (data) return <Navigate to={messagePath(id, data.room)} replace />;
  if (error instanceof NotFound) {
    return (
      <EmptyState title="Message not found">It may have been deleted, or it's in a room that you can't see.</EmptyState>
    );
  }
  if (failure !== null) return <ErrorState {...failure}>{failure.text}</ErrorState>;
  return (
    <p role="status" className="p-6 text-center text-muted">
      Opening the message…
    </p>
  );
}
