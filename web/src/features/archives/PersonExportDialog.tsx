import { useQuery } from '@tanstack/react-query';
import {
  personExportOptions,
  useDownloadPersonExport,
  useStartPersonExport,
} from '#features/archives/archives.data.ts';
import { ExportState } from '#features/archives/ExportCard.tsx';
import { useLoadFailure } from '#platform/load-failure.ts';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { InlineErrorState } from '#ui/states/States.tsx';

/** Downloads somebody's data, for an admin. */
export function PersonExportDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const query = useQuery(personExportOptions(username));
  const start = useStartPersonExport(username);
  const download = useDownloadPersonExport(username);
  const noun = `the data of ${username}`;
  const failure = useLoadFailure(query, noun);
  const words = {
    start: 'Put it together',
    working: 'Putting it together…',
    failed: `We couldn't put ${noun} together.`,
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Download ${username}'s data`}
      description="A ZIP of their account, posts, comments and memberships, with the files of their posts and profile. Messages, votes and settings aren't in it. We'll tell them."
    >
      {failure !== null && <InlineErrorState {...failure}>{failure.text}</InlineErrorState>}
      {query.data === undefined && failure === null && (
        <Loading label={`Loading ${noun}`}>
          <Skeleton className="h-11 w-full rounded-control" />
        </Loading>
      )}
      {query.data !== undefined && <ExportState current={query.data} start={start} download={download} words={words} />}
    </Dialog>
  );
}
