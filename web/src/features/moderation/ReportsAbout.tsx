import { useInfiniteQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { reportsAboutOptions } from '#features/moderation/moderation.data.ts';
import { QueueFrame } from '#features/moderation/QueueFrame.tsx';
import { ReportList } from '#features/moderation/ReportList.tsx';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { EmptyState } from '#ui/states/States.tsx';

/** What somebody was reported for, newest first. What's open can be decided here. */
export function ReportsAbout({ username, onClose }: { username: string; onClose: () => void }) {
  const query = useInfiniteQuery(reportsAboutOptions(username));
  const reports = query.data?.pages.flat() ?? [];
  return (
    <Dialog open onOpenChange={onClose} title={`Reports about ${username}`} size="lg">
      <QueueFrame query={query} noun="reports">
        {reports.length === 0 ? (
          <EmptyState icon={ShieldCheck} title="Never reported">
            Reports about their profile and what they write appear here.
          </EmptyState>
        ) : (
          <ReportList reports={reports} firstIsOpen={false} />
        )}
      </QueueFrame>
    </Dialog>
  );
}
