import type { Manifest } from '#operations/backup/folder.ts';

/** What a backup's summary counts, by table. */
const counted = { users: 'people', posts: 'posts', messages: 'messages' };

/** A backup's contents, such as `3 people, 7 posts, 12 messages, 9 files of 1.4 MB`. */
export function inWords({ tables, files }: Manifest): string {
  const counts = Object.entries(counted).map(
    ([name, noun]) => `${tables.find((table) => table.name === name)?.rows ?? 0} ${noun}`,
  );
  return [...counts, `${files.count} files of ${(files.totalBytes / 1e6).toFixed(1)} MB`].join(', ');
}
