import { exactTime, longDate } from '#platform/time.ts';

/** Says that a post came from another site, and from when it is if its author is right. */
export function ImportedMark({ imported }: { imported: { created_at: string } }) {
  return (
    <p className="text-muted text-sm">
      Imported · from{' '}
      <time dateTime={imported.created_at} title={exactTime(imported.created_at)}>
        {longDate(imported.created_at)}
      </time>
      , according to its author
    </p>
  );
}
