import type { Export } from '@hubbub/contract/features/archives/archives.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { ArchiveCard } from '#features/archives/ArchiveCard.tsx';
import { exportOptions, useDownloadExport, useStartExport } from '#features/archives/archives.data.ts';
import { sizeText } from '#platform/size.rules.ts';
import { longDate } from '#platform/time.ts';
import { Button } from '#ui/button/Button.tsx';
import { Progress } from '#ui/progress/Progress.tsx';

/** Downloads all of the person's data. */
export function ExportCard() {
  return (
    <ArchiveCard
      title="Download your data"
      text="Your profile, posts, comments, pictures and the messages you sent, in a ZIP that opens in your browser. You can also bring it along to another Hubbub."
      query={useQuery(exportOptions)}
      noun="your download"
    >
      {(current) => <OwnExport current={current} />}
    </ArchiveCard>
  );
}

function OwnExport({ current }: { current: Export }) {
  const words = {
    start: 'Put my data together',
    working: 'Putting your data together…',
    failed: "We couldn't put your data together.",
  };
  return <ExportState current={current} start={useStartExport()} download={useDownloadExport()} words={words} />;
}

interface Doing {
  isPending: boolean;
  mutate: () => void;
}

interface ExportStateProps {
  current: Export;
  start: Doing;
  download: Doing;
  words: { start: string; working: string; failed: string };
}

/** How far an export is, and its buttons. */
export function ExportState({ current, start, download, words }: ExportStateProps) {
  const { state, size, created_at, expires_at, done } = current;
  if (state === 'working') {
    return (
      <div className="flex flex-col gap-2" aria-live="polite">
        <Progress label={words.working} percent={null} />
        <p className="text-muted text-sm">
          {done === 0 ? '' : `${done === 1 ? '1 thing' : `${done.toLocaleString()} things`} so far. `}You can leave this
          page. It goes on meanwhile.
        </p>
      </div>
    );
  }
  const startLabel = { working: '', none: words.start, failed: 'Try again', ready: 'Make a new one' }[state];
  const isReady = state === 'ready' && created_at !== null && expires_at !== null;
  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      {state === 'failed' && (
        <p className="text-danger text-sm">
          {words.failed} Try again; if it still doesn't work, tell whoever runs the site.
        </p>
      )}
      {isReady && (
        <p>
          Ready: {sizeText(size ?? 0)}, as of {longDate(created_at)}. You can download it until {longDate(expires_at)}.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {isReady && (
          <Button pending={download.isPending} onClick={() => download.mutate()}>
            <span className="inline-flex items-center gap-2">
              <Download size={18} aria-hidden="true" />
              Download
            </span>
          </Button>
        )}
        <Button tone="secondary" pending={start.isPending} onClick={() => start.mutate()}>
          {startLabel}
        </Button>
      </div>
    </div>
  );
}
