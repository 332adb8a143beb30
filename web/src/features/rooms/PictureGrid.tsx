import { useState } from 'react';
import { FramedImage } from '#features/rooms/FramedImage.tsx';
import { fileBoxes } from '#features/rooms/file-boxes.rules.ts';
import { gridSize } from '#features/rooms/files.rules.ts';
import type { ShownFile } from '#features/rooms/shown-files.ts';
import { UploadMark } from '#features/rooms/UploadMark.tsx';
import { cx } from '#ui/cx.ts';
import { LateGallery } from '#ui/gallery/late-gallery.ts';
import type { ImageState } from '#ui/loading-image/LoadingImage.tsx';

interface CellProps {
  file: ShownFile;
  alt: string;
  /** How many pictures the grid doesn't show. */
  more: number;
  className: string | false;
  onOpen: () => void;
}

function Cell({ file, alt, more, className, onOpen }: CellProps) {
  const [state, setState] = useState<ImageState>('loading');
  const { upload } = file;
  return (
    <div className={cx('relative min-h-0 min-w-0 overflow-hidden bg-line', className)}>
      <button
        type="button"
        aria-label={more > 0 ? `Open ${alt}, and ${more} more` : `Open ${alt}`}
        disabled={state === 'failed'}
        onClick={onOpen}
        className="absolute inset-0 cursor-zoom-in focus-visible:-outline-offset-4 disabled:cursor-default"
      >
        <FramedImage
          src={file.src}
          alt={alt}
          width={file.width}
          height={file.height}
          sources={file.sources}
          placeholder={file.placeholder}
          state={state}
          onState={setState}
        />
        {more > 0 && (
          <span
            aria-hidden="true"
            className="absolute inset-0 flex items-center justify-center bg-black/60 font-semibold text-2xl text-white tabular"
          >
            +{more}
          </span>
        )}
      </button>
      {upload !== undefined && (
        <span className="absolute inset-0 m-auto size-11">
          <UploadMark file={file} overlay />
        </span>
      )}
    </div>
  );
}

/** A message's pictures: one as it is, several in a grid, which shows four of them. Clicking one opens all of them in full size. */
export function PictureGrid({ pictures, by }: { pictures: readonly ShownFile[]; by: string }) {
  const [open, setOpen] = useState<number>();
  const [box] = fileBoxes(pictures);
  const count = pictures.length;
  // While they're sent, each one has a button of its own.
  const isSending = pictures.some(({ upload }) => upload !== undefined);
  const shown = pictures.slice(0, gridSize);
  const nameOf = (index: number) =>
    count === 1 ? `picture from ${by}` : `picture ${index + 1} of ${count} from ${by}`;
  if (box === undefined) return null;
  return (
    <>
      <div
        data-picture=""
        className={cx(
          'grid max-w-full gap-0.5 overflow-hidden rounded-control',
          count > 1 && 'grid-cols-2',
          count > 2 && 'grid-rows-2',
        )}
        style={{ width: box.width, maxHeight: box.height, aspectRatio: `${box.width} / ${box.height}` }}
      >
        {shown.map((file, index) => (
          <Cell
            key={file.key}
            file={file}
            alt={nameOf(index)}
            more={index === gridSize - 1 ? count - gridSize : 0}
            className={count === 3 && index === 0 && 'row-span-2'}
            onOpen={() => setOpen(index)}
          />
        ))}
      </div>
      {isSending && count > gridSize && (
        <ul className="flex max-w-full flex-wrap gap-1.5">
          {pictures.slice(gridSize).map((file) => (
            <li key={file.key} className="flex items-center gap-1 text-muted text-sm">
              <UploadMark file={file} />
              <bdi className="max-w-40 truncate">{file.name}</bdi>
            </li>
          ))}
        </ul>
      )}
      {open !== undefined && (
        <LateGallery
          pictures={pictures.map((file, index) => ({
            src: file.full,
            alt: nameOf(index),
            name: file.name,
            placeholder: file.placeholder,
          }))}
          start={open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
