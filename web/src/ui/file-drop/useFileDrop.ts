import { type DragEvent, useEffect, useState } from 'react';

const hasFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') ?? false;

/** Makes an element accept dropped files: spread `handlers` on it; `over` is true while files are dragged over it. */
export function useFileDrop(onDrop: (files: readonly File[]) => void) {
  const [over, setOver] = useState(false);

  // A file that misses the element must not make the browser navigate to it.
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
  const handlers = {
    onDragEnter: drag,
    onDragOver: drag,
    onDragLeave: (event: DragEvent) => {
      if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return;
      setOver(false);
    },
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      onDrop([...event.dataTransfer.files]);
    },
  };
  return { over, handlers };
}
