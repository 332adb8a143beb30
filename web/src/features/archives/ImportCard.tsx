import type { Import } from '@hubbub/contract/features/archives/archives.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { ArchiveCard } from '#features/archives/ArchiveCard.tsx';
import { importOptions, useStartImport, useStopImport } from '#features/archives/archives.data.ts';
import { sizeText } from '#platform/size.rules.ts';
import { useUnloadQuestion } from '#platform/unload.ts';
import { Button } from '#ui/button/Button.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { Progress } from '#ui/progress/Progress.tsx';

const posts = (count: number) => (count === 1 ? '1 post' : `${count.toLocaleString()} posts`);

/** Imports what somebody downloaded from here or another site. */
export function ImportCard() {
  return (
    <ArchiveCard
      title="Import your data"
      text="Choose the ZIP you downloaded from another Hubbub. Its posts and their files go on your profile, marked as imported, with the date they had there. They don't appear in feeds, and nobody is notified. Your name, bio and picture only fill what's empty here. Everything else in the ZIP stays behind."
      query={useQuery(importOptions)}
      noun="your import"
    >
      {(current) => <ImportSteps current={current} />}
    </ArchiveCard>
  );
}

function ImportSteps({ current }: { current: Import }) {
  const [percent, setPercent] = useState(0);
  const start = useStartImport(setPercent);
  return (
    <>
      <div aria-live="polite" className="flex flex-col gap-3 empty:hidden">
        {!start.isPending && <ImportState current={current} />}
      </div>
      {current.state !== 'working' && <ChooseArchive start={start} percent={percent} />}
    </>
  );
}

function ImportState({ current }: { current: Import }) {
  const { state, done, total, refused } = current;
  if (state === 'none') return null;
  if (state === 'working') {
    return (
      <>
        <Progress label="Importing…" percent={total === 0 ? null : (done / total) * 100} />
        <p className="text-muted text-sm">
          {total === 0 ? '' : `${done.toLocaleString()} of ${posts(total)}. `}You can leave this page. It goes on
          meanwhile.
        </p>
        <StopButton />
        <Refused texts={refused} />
      </>
    );
  }
  return (
    <>
      {state === 'done' ? (
        <p>Import finished. We went through {posts(total)}.</p>
      ) : (
        <p className="text-danger-text text-sm">
          {done === 0
            ? 'Nothing was imported.'
            : `The import stopped after ${posts(done)}. Import the ZIP again to go on: nothing is imported twice.`}
        </p>
      )}
      <Refused texts={refused} />
    </>
  );
}

function StopButton() {
  const stop = useStopImport();
  return (
    <div>
      <Button tone="secondary" pending={stop.isPending} onClick={() => stop.mutate()}>
        Stop
      </Button>
    </div>
  );
}

/** What wasn't imported, and why. */
function Refused({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <details open={texts.length < 10} className="text-sm">
      <summary className="min-h-6 cursor-pointer rounded-sm font-medium">What wasn't imported</summary>
      <ul className="mt-1.5 flex list-disc flex-col gap-1 pl-5 text-muted">
        {texts.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end, and texts may repeat.
          <li key={index} className="break-words">
            {text}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface ChooseArchiveProps {
  start: ReturnType<typeof useStartImport>;
  /** How much has been sent. */
  percent: number;
}

/** The file stays chosen until it has arrived. */
function ChooseArchive({ start, percent }: ChooseArchiveProps) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const sending = useRef<AbortController>(undefined);
  useUnloadQuestion(start.isPending);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (file === null) return;
    sending.current = new AbortController();
    start.mutate({ file, signal: sending.current.signal }, { onSuccess: () => setFile(null) });
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        aria-label="ZIP to import"
        hidden
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          if (chosen === undefined) return;
          start.reset();
          setFile(chosen);
        }}
      />
      {file !== null && (
        <p className="break-words">
          {file.name} <span className="text-muted text-sm">({sizeText(file.size)})</span>
        </p>
      )}
      {start.isPending && <Progress label="Sending…" percent={percent} />}
      <FormError text={start.fault} />
      <div className="flex flex-wrap gap-3">
        {file !== null && (
          <Button type="submit" pending={start.isPending}>
            Import
          </Button>
        )}
        {start.isPending ? (
          <Button tone="secondary" onClick={() => sending.current?.abort()}>
            Cancel
          </Button>
        ) : (
          <Button
            tone="secondary"
            icon={<FileUp size={18} aria-hidden="true" />}
            onClick={() => input.current?.click()}
          >
            {file === null ? 'Choose a ZIP' : 'Choose another one'}
          </Button>
        )}
      </div>
    </form>
  );
}
