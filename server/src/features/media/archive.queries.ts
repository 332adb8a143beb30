import { sql } from 'kysely';
import type { Row, Value } from '#platform/database/expressions.ts';
import { ownRows } from '#platform/database/pages.ts';
import { noId } from '#platform/ids.ts';
import type { StoredMedia } from './media.queries.ts';
import { keyOf, storedFilesOf } from './media.rules.ts';

interface OwnMediaRow extends Omit<StoredMedia, 'isAttached'> {
  id: string;
  bytes: number;
}

/** The files a person uploaded that are attached to something. */
export const ownMedia = ownRows<OwnMediaRow>(500, async (db, { userId, after, size }) => {
  return await db
    .selectFrom('media_files')
    .select(['id', 'path', 'type', 'purpose', 'metadata', 'poster', 'variants', 'converts_from', 'bytes'])
    .where('owner_id', '=', userId)
    .where('attached_at', 'is not', null)
    .where('id', '>', after?.id ?? noId)
    .orderBy('id')
    .limit(size)
    .execute();
});

/** The path of a person's file in their archive. */
export const archivePathOf = ({ id, path }: { id: string; path: string }): string =>
  `media/${id}${path.slice(path.lastIndexOf('.'))}`;

/** The storage keys that may have the original, the likeliest first. */
export const originalsOf = (media: OwnMediaRow): string[] => [
  keyOf(media.path),
  ...storedFilesOf({ ...media, poster: null, variants: [], isAttached: true }).map(({ key }) => key),
];

/** The same path, as an SQL expression. */
export const archivePath = (media: Row<'media_files'>): Value<string> =>
  sql`'media/' || ${media.id} || substring(${media.path} from '\\.[^.]*$')`;
