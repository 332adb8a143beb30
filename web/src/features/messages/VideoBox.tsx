import { useState } from 'react';
import { DocumentCard } from '#features/messages/DocumentCard.tsx';
import { fileBoxes } from '#features/messages/file-boxes.rules.ts';
import type { ShownFile } from '#features/messages/shown-files.ts';
import { UploadMark } from '#features/messages/UploadMark.tsx';
import { playAlone } from '#features/posts/public.ts';
import { Spinner } from '#ui/spinner/Spinner.tsx';

/** A video in a message. Its space is reserved; one that the browser can't play is there to download. */
export function VideoBox({ file, by }: { file: ShownFile; by: string }) {
  const [failed, setFailed] = useState(false);
  const [box] = fileBoxes([file]);
  if (failed || box === undefined) return <DocumentCard file={file} />;
  return (
    <div
      className="relative max-w-full overflow-hidden rounded-control bg-black"
      style={{ width: box.width, aspectRatio: `${box.width} / ${box.height}` }}
    >
      {file.src === undefined ? (
        <span className="absolute inset-0 flex flex-col items-center justify-center gap-2 text-sm text-white">
          <Spinner />
          Preparing the video…
        </span>
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: people share videos without captions
        <video
          src={file.src}
          poster={file.poster}
          aria-label={`Video ${file.name} from ${by}`}
          controls={file.upload === undefined}
          playsInline
          preload="metadata"
          onPlay={playAlone}
          onError={() => setFailed(true)}
          className="absolute inset-0 size-full object-contain"
        />
      )}
      <span className="absolute inset-0 m-auto size-11 empty:hidden">
        <UploadMark file={file} overlay />
      </span>
    </div>
  );
}
