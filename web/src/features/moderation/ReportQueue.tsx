import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { reportsOptions, rulesOptions } from '#features/moderation/moderation.data.ts';
import { QueueFrame } from '#features/moderation/QueueFrame.tsx';
import { ReportCard } from '#features/moderation/ReportCard.tsx';
import { Segmented } from '#ui/segmented/Segmented.tsx';
import { EmptyState } from '#ui/states/States.tsx';

/** What people reported, newest first, for the site's team. */
export function ReportQueue() {
  const [state, setState] = useState<'open' | 'decided'>('open');
  const query = useInfiniteQuery(reportsOptions(state));
  const { data: rules = [] } = useQuery(rulesOptions);
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
      <QueueFrame query={query} label="Loading reports">
        {reports.length === 0 ? (
          <EmptyState icon={ShieldCheck} title={state === 'open' ? 'Nothing to decide' : 'Nothing decided yet'}>
            Reports from people on the site appear here.
          </EmptyState>
        ) : (
          reports.map((report, index) => (
            <ReportCard key={report.report_id} report={report} rules={rules} isFirst={index === 0} />
          ))
        )}
      </QueueFrame>
    </div>
  );
}
