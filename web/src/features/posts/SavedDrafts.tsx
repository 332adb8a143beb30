import { FilePen, X } from 'lucide-react';
import { filesText } from '#features/posts/composer.rules.ts';
import { pollIn } from '#features/posts/polls.rules.ts';
import { deleteDraft, type SavedDraft, useSavedDrafts } from '#features/posts/saved-drafts.ts';
import { momentOf } from '#features/posts/schedule.rules.ts';
import { useNow } from '#platform/now.ts';
import { exactTime, relativeTime } from '#platform/time.ts';
import { confirm } from '#ui/alerts/alerts.ts';
import { Card } from '#ui/card/Card.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

/** A draft in one line: its text, or what it has instead. */
function summaryOf({ text, poll }: SavedDraft): string {
  if (text.trim() !== '') return text;
  return pollIn(poll) === undefined ? 'No text' : 'A poll';
}

/** What else it has, for the line below. */
function detailsOf({ files, placeName, quote, time }: SavedDraft): string[] {
  const moment = momentOf(time);
  return [
    files.length > 0 ? filesText(files.length) : '',
    placeName === '' ? '' : `for ${placeName}`,
    quote === '' ? '' : 'with a quoted post',
    moment === null ? '' : `planned for ${exactTime(moment)}`,
  ].filter((text) => text !== '');
}

function Draft({ draft, disabled, onOpen }: { draft: SavedDraft; disabled: boolean; onOpen: () => void }) {
  const now = useNow();
  const at = new Date(draft.at).toISOString();
  const summary = summaryOf(draft);
  const ask = async () => {
    const isSure = await confirm("Delete this draft? You can't get its text and files back.", {
      confirmLabel: 'Delete',
      cancelLabel: 'Keep it',
      danger: true,
    });
    if (isSure) deleteDraft(draft.id);
  };
  return (
    <li className="flex items-center gap-1 py-1">
      <button
        type="button"
        disabled={disabled}
        onClick={onOpen}
        className="min-h-11 min-w-0 flex-1 rounded-sm py-1 text-start hover:bg-raised disabled:opacity-60"
      >
        <span className="sr-only">Go on with </span>
        <span dir="auto" className="line-clamp-2 break-words">
          {summary}
        </span>
        <span className="flex items-center gap-1.5 text-muted text-sm">
          <FilePen size={14} aria-hidden="true" className="shrink-0" />
          <span>
            <time dateTime={at} title={exactTime(at)}>
              {relativeTime(at, now)}
            </time>
            {detailsOf(draft)
              .map((detail) => ` · ${detail}`)
              .join('')}
          </span>
        </span>
      </button>
      <IconButton label={`Delete the draft ${summary.slice(0, 40)}`} disabled={disabled} onClick={() => void ask()}>
        <X size={20} aria-hidden="true" />
      </IconButton>
    </li>
  );
}

interface SavedDraftsProps {
  /** A post is being sent. */
  disabled: boolean;
  onOpen: (draft: SavedDraft) => void;
}

/** The posts that somebody has put aside, below the composer; nothing if there are none. */
export default function SavedDrafts({ disabled, onOpen }: SavedDraftsProps) {
  const drafts = useSavedDrafts();
  if (drafts.length === 0) return null;
  return (
    <Card className="p-4">
      <h2 className="font-semibold text-lg">Drafts</h2>
      <p className="text-muted text-sm">Kept in this browser for 30 days.</p>
      <ul aria-label="Drafts" className="mt-1 divide-y divide-line">
        {drafts.map((draft) => (
          <Draft key={draft.id} draft={draft} disabled={disabled} onOpen={() => onOpen(draft)} />
        ))}
      </ul>
    </Card>
  );
}
