import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';
import type { MediaRow } from './media.queries.ts';

/** One entry of `files[]`. */
export function viewMedia(row: MediaRow): MediaFile {
  return {
    file_id: row.id,
    path: row.path,
    type: row.type,
    // The results of the check are only shown once the file is ready.
    is_nsfw: row.is_nsfw || (row.state === 'processing' && row.converts_from !== null),
    state: row.state,
    width: row.width,
    height: row.height,
    duration: row.duration,
    placeholder: row.placeholder,
    poster: row.poster,
    variants: row.variants,
    alt: row.alt,
    // Only its author sees the progress: `files_for_author` adds it.
    progress: null,
    ...(row.unplayable && { unplayable: true }),
    ...(row.name !== null && { name: row.name, size: Number(row.bytes) }),
  };
}
