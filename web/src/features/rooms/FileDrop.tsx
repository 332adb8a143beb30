import { Paperclip } from 'lucide-react';
import type { ReactNode } from 'react';
import { chooseFiles } from '#features/rooms/draft-files.ts';
import { useFileDrop } from '#ui/file-drop/useFileDrop.ts';

interface FileDropProps {
  roomId: string;
  /** Nobody can write here. */
  disabled?: boolean;
  children: ReactNode;
}

/** Accepts files dropped anywhere on a chat. */
export function FileDrop({ roomId, disabled = false, children }: FileDropProps) {
  const { over, handlers } = useFileDrop((files) => void (disabled || chooseFiles(roomId, files)));
  return (
    <div {...handlers} className="relative flex min-h-0 flex-1 flex-col">
      {children}
      {over && !disabled && (
        <div className="pointer-events-none absolute inset-2 z-20 flex items-center justify-center gap-3 rounded-card border-2 border-accent border-dashed bg-bg/85 font-semibold">
          <Paperclip size={24} aria-hidden="true" />
          Drop files to send them
        </div>
      )}
    </div>
  );
}
