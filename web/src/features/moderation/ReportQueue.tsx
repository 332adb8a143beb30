import { useInfiniteQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { reportsOptions } from '#features/moderation/moderation.data.ts';
import { QueueFrame } from '#features/moderation/QueueFrame.tsx';
import { ReportList } from '#features/moderation/ReportList.tsx';
import { Segmented } from '#ui/segmented/Segmented.tsx';
import { EmptyState } from '#ui/states/States.tsx';

/** What people reported, newest first: for the site's team, or for a community's moderators. */
export function ReportQueue({ community }: { community?: string }) {
  const [state, setState] = useState<'open' | 'decided'>('open');
  const query = useInfiniteQuery(reportsOptions(state, community));
  const reports = query.data?.pages.flat() ?? [];
  return (
    <div className="flex flex-col gap-4">
      <Segmented
        label="Reports"
        value={state}
        onValueChange={setState}
        options={[
          { value: 'open', label: 'Open' },
          { value: 'decided', label: 'Decided' },
        ]}
      />
      <QueueFrame query={query} noun="reports">
        {reports.length === 0 ? (
          <EmptyState icon={ShieldCheck} title={state === 'open' ? 'Nothing to decide' : 'Nothing decided yet'}>
            {community === undefined
              ? 'Reports from people on the site appear here.'
              : "Reports of this community's posts, comments and messages appear here."}
          </EmptyState>
        ) : (
          <ReportList reports={reports} firstIsOpen />
        )}
      </QueueFrame>
    </div>
  );
}
