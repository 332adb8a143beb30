import { use, useState } from 'react';
import { kindOfFile } from '#features/rooms/file-boxes.rules.ts';
import { HeldPictures } from '#features/rooms/held-pictures.ts';
import { LateMessageFiles } from '#features/rooms/late-files.tsx';
import type { MessageRow } from '#features/rooms/rows.rules.ts';
import { Button } from '#ui/button/Button.tsx';
import { useSavesData } from '#ui/data-saver/data-saver.ts';

interface MessageAttachmentsProps {
  row: MessageRow;
  /** Who sent it. */
  by: string;
}

/** The files of a stored message, or of one that's being sent. */
export function MessageAttachments({ row, by }: MessageAttachmentsProps) {
  const { stored, outgoing } = row;
  const isFromStranger = use(HeldPictures);
  const savesData = useSavesData();
  const [isWanted, setIsWanted] = useState(false);
  const files = stored?.attachments ?? outgoing?.files ?? [];
  // Documents load only when they're opened, and what's being sent is here already.
  const isHeld =
    isFromStranger || (savesData && outgoing === null && files.some((file) => kindOfFile(file) !== 'document'));
  if (files.length === 0) return null;
  if (isHeld && !isWanted) {
    return (
      <Button tone="secondary" size="sm" onClick={() => setIsWanted(true)}>
        Show {files.length === 1 ? 'file' : `${files.length} files`}
      </Button>
    );
  }
  return <LateMessageFiles files={files} stored={stored} outgoing={outgoing} by={by} />;
}
