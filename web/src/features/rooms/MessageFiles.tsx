import type { Attachment, Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { RotateCcw } from 'lucide-react';
import { use } from 'react';
import { AudioPlayer, renderings, smallestPath } from '#features/posts/public.ts';
import { DocumentCard } from '#features/rooms/DocumentCard.tsx';
import { type FileFacts, kindOfFile } from '#features/rooms/file-boxes.rules.ts';
import { progressOfFiles } from '#features/rooms/files.rules.ts';
import { Actions } from '#features/rooms/message-actions.ts';
import { PictureGrid } from '#features/rooms/PictureGrid.tsx';
import { sentFile } from '#features/rooms/sent-files.ts';
import type { ShownFile } from '#features/rooms/shown-files.ts';
import type { Outgoing } from '#features/rooms/timeline.rules.ts';
import { VideoBox } from '#features/rooms/VideoBox.tsx';
import { VoiceMessage } from '#features/rooms/VoiceMessage.tsx';
import { mediaUrl } from '#platform/media.ts';
import { useStoredUser } from '#platform/session.ts';

function storedFile(file: Attachment, index: number, message: Message | null, mine: boolean): ShownFile {
  const own = sentFile(message?.client_id, index);
  const isAwaited = file.state !== 'ready';
  const isDownload = file.unplayable === true && file.state === 'failed';
  const url = mediaUrl(file.path);
  const isPicture = kindOfFile(file) === 'image';
  return {
    ...file,
    key: file.file_id,
    src: own?.url ?? (isAwaited && !isPicture ? undefined : mediaUrl(smallestPath(file.variants ?? [], file.path))),
    full: own?.url ?? url,
    sources: own === undefined ? renderings(file.variants ?? []) : [],
    download: isAwaited && !isDownload && kindOfFile(file) !== 'document' ? undefined : url,
    poster: file.poster ? mediaUrl(file.poster) : undefined,
    converting:
      mine && message !== null && file.state === 'processing' && kindOfFile(file) === 'video'
        ? { messageId: message._id, percent: file.progress ?? null }
        : undefined,
  };
}

function outgoingFiles(draft: Outgoing, discardFile: (clientId: string, fileId: number) => void): ShownFile[] {
  const { clientId, files, percent, status } = draft;
  const progress = progressOfFiles(
    files.map(({ file }) => file.size),
    percent,
  );
  // Once everything has been uploaded, the server may have stored it.
  const isOver = status === 'sending' && percent !== null && percent >= 100;
  return files.map((file, index) => ({
    ...file,
    key: `${file.id}`,
    size: file.file.size,
    state: 'ready',
    src: file.url,
    full: file.url,
    sources: [],
    upload: {
      percent: progress[index] ?? 0,
      isActive: status === 'sending',
      cancel: isOver ? undefined : () => discardFile(clientId, file.id),
    },
  }));
}

function OneFile({ file, by, mine }: { file: ShownFile; by: string; mine: boolean }) {
  const kind = kindOfFile(file);
  if (kind === 'video' && (file.state !== 'failed' || file.unplayable))
    return <VideoBox file={file} by={by} mine={mine} />;
  if (file.state === 'failed') return <DocumentCard file={file} />;
  if (kind === 'voice' && file.upload === undefined) return <VoiceMessage file={file} by={by} />;
  if (kind === 'audio' && file.upload === undefined) {
    return (
      <div className="w-80 max-w-full">
        <AudioPlayer key={file.src} src={file.src} duration={file.duration ?? null} title={file.name} />
      </div>
    );
  }
  return <DocumentCard file={file} />;
}

interface MessageFilesProps {
  files: readonly FileFacts[];
  stored: Message | null;
  outgoing: Outgoing | null;
  /** Who sent them. */
  by: string;
}

/** A message's files: its pictures in a grid, and below it everything else. */
export function MessageFiles({ stored, outgoing, by }: MessageFilesProps) {
  const { discardFile, retry } = use(Actions);
  const viewer = useStoredUser();
  const mine = stored === null || viewer?.user_id === stored.sender._id;
  const files = [
    ...(outgoing === null ? [] : outgoingFiles(outgoing, discardFile)),
    ...(stored?.attachments ?? []).map((file, index) => storedFile(file, index, stored, mine)),
  ];
  const pictures = files.filter((file) => kindOfFile(file) === 'image' && file.state !== 'failed');
  const others = files.filter((file) => !pictures.includes(file));
  return (
    <div className="flex min-w-0 max-w-full flex-col gap-1.5">
      {pictures.length > 0 && <PictureGrid pictures={pictures} by={stored === null ? 'you' : by} />}
      {others.map((file) => (
        <OneFile key={file.key} file={file} by={stored === null ? 'you' : by} mine={mine} />
      ))}
      {outgoing?.status === 'waiting' && (
        <button
          type="button"
          onClick={() => retry(outgoing.clientId)}
          className="inline-flex min-h-9 items-center gap-1.5 self-start rounded-sm px-1.5 font-semibold text-accent-text text-sm underline-offset-4 hover:underline pointer-coarse:min-h-11"
        >
          <RotateCcw size={15} aria-hidden="true" />
          Retry
        </button>
      )}
    </div>
  );
}
