import { ImagePlus } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useState } from 'react';
import { chooseImage } from '#features/messages/draft-images.ts';

const hasFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') ?? false;

interface ImageDropProps {
  roomId: string;
  children: ReactNode;
}

/** Takes a picture for a room that is dropped anywhere on it. */
export function ImageDrop({ roomId, children }: ImageDropProps) {
  const [over, setOver] = useState(false);

  // A file that misses the area must not replace the page with itself.
  useEffect(() => {
    const keepPage = (event: globalThis.DragEvent) => {
      if (hasFiles(event.dataTransfer)) event.preventDefault();
    };
    window.addEventListener('dragover', keepPage);
    window.addEventListener('drop', keepPage);
    return () => {
      window.removeEventListener('dragover', keepPage);
      window.removeEventListener('drop', keepPage);
    };
  }, []);

  const drag = (event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    setOver(true);
  };
  const leave = (event: DragEvent) => {
    if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return;
    setOver(false);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    void chooseImage(roomId, [...event.dataTransfer.files]);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra beside the button, which works by keyboard
    <div
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={leave}
      onDrop={drop}
      className="relative flex min-h-0 flex-1 flex-col"
    >
      {children}
      {over && (
        <div className="pointer-events-none absolute inset-2 z-20 flex items-center justify-center gap-3 rounded-card border-2 border-accent border-dashed bg-bg/85 font-semibold">
          <ImagePlus size={24} aria-hidden="true" />
          Drop the picture here
        </div>
      )}
    </div>
  );
}
