import { type ReactNode, useState } from 'react';
import { ConvertingVideo, playAlone, UnplayableVideo } from '#features/posts/public.ts';
import { fileBoxes } from '#features/rooms/file-boxes.rules.ts';
import type { ShownFile } from '#features/rooms/shown-files.ts';
import { UploadMark } from '#features/rooms/UploadMark.tsx';
import { useConversion } from '#features/rooms/use-conversion.ts';
import { Spinner } from '#ui/spinner/Spinner.tsx';

/** Space for a video, in which everything is placed. */
function Frame({ file, children }: { file: ShownFile; children: ReactNode }) {
  const [box] = fileBoxes([file]);
  if (box === undefined) return null;
  return (
    <div
      className="relative max-w-full overflow-hidden rounded-control bg-black"
      style={{ width: box.width, aspectRatio: `${box.width} / ${box.height}` }}
    >
      {children}
    </div>
  );
}

/** A video in a message. Its space is reserved; one that the browser can't play is there to download. */
export function VideoBox({ file, by, mine }: { file: ShownFile; by: string; mine: boolean }) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const percent = useConversion(file);
  const { name, poster, download, unplayable = false } = file;
  // One's own file first, which this device may be unable to play until it's converted.
  const src = [file.src, download].find((one) => one !== undefined && !failed.includes(one));
  const fail = (one: string) => setFailed((before) => [...before, one]);
  if (percent !== null) {
    return (
      <Frame file={file}>
        <ConvertingVideo poster={poster} percent={percent} />
      </Frame>
    );
  }
  if (unplayable || (src === undefined && download !== undefined)) {
    return (
      <Frame file={file}>
        <UnplayableVideo poster={poster} href={download} name={name} own={mine && unplayable} />
      </Frame>
    );
  }
  return (
    <Frame file={file}>
      {src === undefined ? (
        <span className="absolute inset-0 flex flex-col items-center justify-center gap-2 text-sm text-white">
          <Spinner />
          Preparing the video…
        </span>
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: people share videos without captions
        <video
          key={src}
          src={src}
          poster={poster}
          aria-label={`Video ${name} from ${by}`}
          controls={file.upload === undefined}
          playsInline
          preload="metadata"
          onPlay={playAlone}
          // A browser that can only decode its sound would play it without a picture.
          onLoadedMetadata={({ currentTarget }) => currentTarget.videoWidth === 0 && fail(src)}
          onError={() => fail(src)}
          className="absolute inset-0 size-full object-contain"
        />
      )}
      <span className="absolute inset-0 m-auto size-11 empty:hidden">
        <UploadMark file={file} overlay />
      </span>
    </Frame>
  );
}
