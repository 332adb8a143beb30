import { type ClipboardEvent, type DragEvent, type ReactNode, useEffect, useState } from 'react';
import { cx } from '#ui/cx.ts';

interface DropAreaProps {
  onDrop: (files: readonly File[]) => void;
  children: ReactNode;
}

const hasFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') ?? false;

/** Takes files that are dropped on it, or pasted while the focus is in it. */
export function DropArea({ onDrop, children }: DropAreaProps) {
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
    onDrop([...event.dataTransfer.files]);
  };
  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    onDrop(files);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are extras beside the button, which works by keyboard
    <div
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={leave}
      onDrop={drop}
      onPaste={paste}
      className={cx('rounded-card', over && 'outline-2 outline-accent outline-dashed outline-offset-4')}
    >
      {children}
    </div>
  );
}
