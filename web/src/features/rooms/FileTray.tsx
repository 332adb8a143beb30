import { FileText, Music, X } from 'lucide-react';
import type { DraftFile } from '#features/rooms/chosen-files.ts';
import { removeFile } from '#features/rooms/draft-files.ts';
import { type FileKind, kindOfFile } from '#features/rooms/file-boxes.rules.ts';
import { sizeText } from '#platform/size.rules.ts';
import { Button } from '#ui/button/Button.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';

const icons = { audio: Music, voice: Music, document: FileText };

interface TileProps {
  file: DraftFile;
  /** It's the only one. */
  alone: boolean;
  onRemove: () => void;
}

function Preparing({ kind }: { kind: FileKind }) {
  return (
    <span className="flex size-28 items-center justify-center text-muted">
      <Spinner label={kind === 'image' ? 'Preparing picture' : 'Preparing file'} />
    </span>
  );
}

function Tile({ file: { name, type, ready }, alone, onRemove }: TileProps) {
  const kind = kindOfFile({ name, type });
  const isPicture = kind === 'image';
  const Icon = kind === 'image' || kind === 'video' ? undefined : icons[kind];
  return (
    <li className="relative shrink-0 overflow-hidden rounded-control border border-line bg-raised">
      {ready === null && <Preparing kind={kind} />}
      {ready !== null && isPicture && (
        <img
          src={ready.url}
          alt={alone ? 'Attached to this message' : name}
          className={alone ? 'block h-28 max-w-60 object-cover' : 'block size-28 object-cover'}
        />
      )}
      {ready !== null && kind === 'video' && (
        <video
          src={ready.url}
          aria-label={name}
          muted
          playsInline
          preload="metadata"
          className="block h-28 max-w-60 bg-black object-cover"
        />
      )}
      {ready !== null && Icon && (
        <span className="flex h-28 w-36 flex-col justify-end gap-0.5 p-2.5 text-sm">
          <Icon size={22} aria-hidden="true" className="mb-auto text-accent-text" />
          <bdi className="line-clamp-2 font-medium [overflow-wrap:anywhere] leading-snug">{name}</bdi>
          <span className="text-muted text-xs tabular">{sizeText(ready.file.size)}</span>
        </span>
      )}
      <span className="absolute top-1 right-1">
        <IconButton
          label={alone && isPicture ? 'Cancel image' : `Remove ${name}`}
          size="sm"
          tone="overlay"
          onClick={onRemove}
        >
          <X size={18} aria-hidden="true" />
        </IconButton>
      </span>
    </li>
  );
}

interface FileTrayProps {
  roomId: string;
  files: readonly DraftFile[];
  /** The message is sent as soon as they're ready. */
  isWaiting: boolean;
  onHold: () => void;
  onRemoved: () => void;
}

/** The files chosen for the message, possibly still being prepared. */
export function FileTray({ roomId, files, isWaiting, onHold, onRemoved }: FileTrayProps) {
  const alone = files.length === 1;
  const isPicture = files.every((file) => kindOfFile(file) === 'image');
  const what = isPicture && alone ? 'the picture is' : 'everything is';
  return (
    <div className="flex flex-wrap items-end gap-3 pt-1">
      <ul aria-label="Files of this message" className="flex min-w-0 max-w-full gap-2 overflow-x-auto p-1">
        {files.map((file) => (
          <Tile
            key={file.id}
            file={file}
            alone={alone}
            onRemove={() => {
              removeFile(roomId, file.id);
              onRemoved();
            }}
          />
        ))}
      </ul>
      <p role="status" className="text-muted text-sm empty:hidden">
        {isWaiting && `We'll send this as soon as ${what} ready.`}
      </p>
      {isWaiting && (
        <Button tone="secondary" size="sm" onClick={onHold}>
          Don't send yet
        </Button>
      )}
    </div>
  );
}
