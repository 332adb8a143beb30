import { ImagePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { chooseImage } from '#features/messages/draft-images.ts';
import { useFileDrop } from '#ui/file-drop/useFileDrop.ts';

interface ImageDropProps {
  roomId: string;
  children: ReactNode;
}

/** Accepts a picture dropped anywhere on a chat. */
export function ImageDrop({ roomId, children }: ImageDropProps) {
  const { over, handlers } = useFileDrop((files) => void chooseImage(roomId, files));
  return (
    <div {...handlers} className="relative flex min-h-0 flex-1 flex-col">
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
