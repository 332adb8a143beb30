import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';
import type { MediaRow } from './media.queries.ts';

/** One entry of `files[]` (wire contract). */
export function viewMedia(row: MediaRow): MediaFile {
  return {
    file_id: row.id,
    path: row.path,
    type: row.type,
    is_nsfw: row.is_nsfw,
    state: row.state,
    width: row.width,
    height: row.height,
    duration: row.duration,
    placeholder: row.placeholder,
    poster: row.poster,
    variants: row.variants,
    alt: row.alt,
    ...(row.name !== null && { name: row.name, size: Number(row.bytes) }),
  };
}
