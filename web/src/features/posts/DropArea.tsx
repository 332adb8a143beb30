import type { ClipboardEvent, ReactNode } from 'react';
import { cx } from '#ui/cx.ts';
import { pastedFiles } from '#ui/file-drop/pasted-files.ts';
import { useFileDrop } from '#ui/file-drop/useFileDrop.ts';

interface DropAreaProps {
  onDrop: (files: readonly File[]) => void;
  children: ReactNode;
}

/** Accepts files dropped on it, or pasted while it has focus. */
export function DropArea({ onDrop, children }: DropAreaProps) {
  const { over, handlers } = useFileDrop(onDrop);
  const paste = (event: ClipboardEvent) => {
    const files = pastedFiles(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    onDrop(files);
  };
  return (
    <div
      {...handlers}
      onPaste={paste}
      className={cx('rounded-card', over && 'outline-2 outline-accent outline-dashed outline-offset-4')}
    >
      {children}
    </div>
  );
}
