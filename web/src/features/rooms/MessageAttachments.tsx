import { use, useState } from 'react';
import { HeldPictures } from '#features/rooms/held-pictures.ts';
import { LateMessageFiles } from '#features/rooms/late-files.tsx';
import type { MessageRow } from '#features/rooms/rows.rules.ts';
import { Button } from '#ui/button/Button.tsx';

interface MessageAttachmentsProps {
  row: MessageRow;
  /** Who sent it. */
  by: string;
}

/** The files of a stored message, or of one that's being sent. */
export function MessageAttachments({ row, by }: MessageAttachmentsProps) {
  const { stored, outgoing } = row;
  const isHeld = use(HeldPictures);
  const [isWanted, setIsWanted] = useState(false);
  const files = stored?.attachments ?? outgoing?.files ?? [];
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
