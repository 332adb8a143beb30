import { useInfiniteQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { DecisionCard } from '#features/moderation/DecisionCard.tsx';
import { decisionsOptions } from '#features/moderation/moderation.data.ts';
import { QueueFrame } from '#features/moderation/QueueFrame.tsx';
import { EmptyState } from '#ui/states/States.tsx';

/** What moderators decided about the caller. */
export function DecisionList() {
  const query = useInfiniteQuery(decisionsOptions);
  const decisions = query.data?.pages.flat() ?? [];
  return (
    <QueueFrame query={query} noun="decisions">
      {decisions.length === 0 ? (
        <EmptyState icon={ShieldCheck} title="Nothing here">
          If moderators remove something of yours or warn you, you'll see it here, with the reason and a way to appeal.
        </EmptyState>
      ) : (
        decisions.map((decision) => <DecisionCard key={decision.decision_id} decision={decision} />)
      )}
    </QueueFrame>
  );
}
