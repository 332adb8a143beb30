import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';
import { mediaUrl } from '#platform/media.ts';
import { useSavesData } from '#ui/data-saver/data-saver.ts';

/** The pictures and other files of what was reported or decided on; links to them with the data saver on. */
export function Attachments({ files }: { files: readonly MediaFile[] }) {
  const savesData = useSavesData();
  if (files.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {files.map((file, index) => (
        <li key={file.file_id}>
          {!savesData && (file.type.startsWith('image/') || file.poster !== null) ? (
            <img
              src={mediaUrl(file.poster ?? file.variants[0]?.path ?? file.path)}
              alt={file.alt || `Attachment ${index + 1}`}
              className="size-24 rounded-control border border-line object-cover"
            />
          ) : (
            <a href={mediaUrl(file.path)} className="font-medium text-accent-text text-sm hover:underline">
              Attachment {index + 1}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
