import type { FileFacts } from '#features/rooms/file-boxes.rules.ts';
import { fileBoxes } from '#features/rooms/file-boxes.rules.ts';
import { late } from '#ui/late/late.tsx';

/** Holds the place of a message's files until they can be drawn, so that nothing moves then. */
function Places({ files }: { files: readonly FileFacts[] }) {
  return (
    <div aria-hidden="true" className="flex flex-col gap-1.5">
      {fileBoxes(files).map(({ width, height }, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
          key={index}
          className="max-w-full rounded-control bg-line"
          style={{ width, aspectRatio: `${width} / ${height}` }}
        />
      ))}
    </div>
  );
}

/** The files of a message. Most messages have none. */
export const LateMessageFiles = late(async () => (await import('#features/rooms/MessageFiles.tsx')).MessageFiles, {
  name: 'The files',
  whenIdle: true,
  waiting: ({ files }) => <Places files={files} />,
  failed: (_, { files }) => <Places files={files} />,
});

/** The files chosen for a message. */
export const LateFileTray = late(async () => (await import('#features/rooms/FileTray.tsx')).FileTray, {
  name: 'The chosen files',
  whenIdle: true,
  waiting: () => <div className="h-30" />,
});
