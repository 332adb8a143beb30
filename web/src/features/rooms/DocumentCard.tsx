import { Download } from 'lucide-react';
import { extensionText } from '#features/rooms/files.rules.ts';
import type { ShownFile } from '#features/rooms/shown-files.ts';
import { UploadMark } from '#features/rooms/UploadMark.tsx';
import { sizeText } from '#platform/size.rules.ts';

const classes =
  'flex min-h-16 w-80 max-w-full items-center gap-3 rounded-control border border-line bg-surface px-2.5 py-2 text-start';

/** A file that can't be shown: its name, size and type. Clicking it downloads it. */
export function DocumentCard({ file }: { file: ShownFile }) {
  const { name, size, state, download, upload } = file;
  const kind = extensionText(name);
  const facts = state === 'failed' ? "We couldn't process this file" : `${kind} · ${sizeText(size)}`;
  const words = (
    <>
      <span className="flex min-w-0 flex-1 flex-col">
        <bdi className="truncate font-medium leading-snug" title={name}>
          {name}
        </bdi>
        <span className="text-muted text-sm tabular">{facts}</span>
      </span>
    </>
  );
  const badge = (
    <span
      aria-hidden="true"
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-control bg-accent-soft font-bold text-[0.6875rem] text-accent-text"
    >
      {kind}
    </span>
  );
  if (download === undefined || upload !== undefined) {
    return (
      <div className={classes}>
        {upload === undefined ? badge : <UploadMark file={file} />}
        {words}
      </div>
    );
  }
  return (
    <a href={download} download={name} className={`${classes} transition-colors hover:border-line-strong`}>
      <span className="sr-only">Download</span>
      {badge}
      {words}
      <Download size={20} aria-hidden="true" className="mr-1 shrink-0 text-muted" />
    </a>
  );
}
