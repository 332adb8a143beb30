import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { reportsAboutOptions, rulesOptions } from '#features/moderation/moderation.data.ts';
import { QueueFrame } from '#features/moderation/QueueFrame.tsx';
import { ReportCard } from '#features/moderation/ReportCard.tsx';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { EmptyState } from '#ui/states/States.tsx';

/** What somebody was reported for, newest first. What's open can be decided here. */
export function ReportsAbout({ username, onClose }: { username: string; onClose: () => void }) {
  const query = useInfiniteQuery(reportsAboutOptions(username));
  const { data: rules = [] } = useQuery(rulesOptions);
  const reports = query.data?.pages.flat() ?? [];
  return (
    <Dialog open onOpenChange={onClose} title={`Reports about ${username}`} size="lg">
      <QueueFrame query={query} label="Loading reports">
        {reports.length === 0 ? (
          <EmptyState icon={ShieldCheck} title="Never reported">
            Reports about what they write, and about their profile, appear here.
          </EmptyState>
        ) : (
          reports.map((report) => <ReportCard key={report.report_id} report={report} rules={rules} isFirst={false} />)
        )}
      </QueueFrame>
    </Dialog>
  );
}
