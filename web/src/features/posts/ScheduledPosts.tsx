import type { ScheduledPost } from '@hubbub/contract/features/posts/scheduled.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, CircleAlert, Pencil, X } from 'lucide-react';
import { useState } from 'react';
import { filesText } from '#features/posts/composer.rules.ts';
import { fieldTime, momentOf, proposedTime, zoneName } from '#features/posts/schedule.rules.ts';
import { scheduledOptions, useCancelScheduled, useUpdateScheduled } from '#features/posts/scheduled.data.ts';
import { TimeField } from '#features/posts/TimeField.tsx';
import { errorTexts, isHandled } from '#platform/errors.ts';
import { exactTime } from '#platform/time.ts';
import { confirm } from '#ui/alerts/alerts.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

/** Changes a scheduled post's text and time. Its files, its poll and what it quotes stay. */
function EditScheduled({ draft, onClose }: { draft: ScheduledPost; onClose: () => void }) {
  const [text, setText] = useState(draft.content);
  const [time, setTime] = useState(
    draft.fault === null ? fieldTime(new Date(draft.publish_at)) : proposedTime(Date.now()),
  );
  const { mutate, isPending, error } = useUpdateScheduled(draft.draft_id, onClose);
  const moment = momentOf(time);
  const isChanged = text !== draft.content;
  const save = () => {
    if (moment !== null) mutate({ ...(isChanged && { content: text }), publish_at: moment });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Edit scheduled post"
      footer={
        <Button
          wide
          size="lg"
          pending={isPending}
          disabled={moment === null || (isChanged && text.trim() === '')}
          onClick={save}
        >
          Save
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <TextArea
          label="Text"
          rows={4}
          grows
          dir="auto"
          maxLength={limits.post.text}
          value={text}
          onChange={(event) => setText(event.target.value)}
          data-autofocus
        />
        <TimeField value={time} onChange={setTime} />
        {error !== null && !isHandled(error) && <FormError text={errorTexts(error).join(' ')} />}
      </div>
    </Dialog>
  );
}

/** A scheduled post in one line: its text, or what it has instead. */
function summaryOf({ content, files, poll }: ScheduledPost): string {
  if (content.trim() !== '') return content;
  if (poll !== null) return `Poll: ${poll.choices.join(', ')}`;
  return files.length === 0 ? 'A quote' : 'No text';
}

function Draft({ draft, onEdit }: { draft: ScheduledPost; onEdit: () => void }) {
  const { mutate: cancel, isPending } = useCancelScheduled();
  const { draft_id, publish_at, fault, files, community } = draft;
  const time = exactTime(publish_at);
  const about = [community?.name, files.length > 0 && filesText(files.length)].filter(Boolean).join(' · ');
  const ask = async () => {
    const isSure = await confirm('Cancel this scheduled post? Its text and files are deleted.', {
      confirmLabel: 'Cancel post',
      cancelLabel: 'Keep it',
    });
    if (isSure) cancel(draft_id);
  };
  return (
    <li className="flex items-start gap-1 py-2">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="line-clamp-2 break-words">
          {summaryOf(draft)}
        </p>
        {fault === null ? (
          <p className="flex items-center gap-1.5 text-muted text-sm">
            <CalendarClock size={14} aria-hidden="true" className="shrink-0" />
            <span>
              <time dateTime={publish_at}>{time}</time>
              {about !== '' && ` · ${about}`}
            </span>
          </p>
        ) : (
          <p className="flex items-start gap-1.5 text-danger-text text-sm">
            <CircleAlert size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
            <span>
              Not published on {time}. {fault}
            </span>
          </p>
        )}
      </div>
      <IconButton label={`Edit the post for ${time}`} onClick={onEdit}>
        <Pencil size={18} aria-hidden="true" />
      </IconButton>
      <IconButton label={`Cancel the post for ${time}`} disabled={isPending} onClick={() => void ask()}>
        <X size={20} aria-hidden="true" />
      </IconButton>
    </li>
  );
}

/** The person's scheduled posts, below the composer; nothing if there are none. */
export default function ScheduledPosts() {
  const { data: drafts = [] } = useQuery(scheduledOptions);
  const [editing, setEditing] = useState<ScheduledPost>();
  if (drafts.length === 0) return null;
  return (
    <Card className="p-4">
      <h2 className="font-semibold text-lg">Scheduled posts</h2>
      <p className="text-muted text-sm">Time zone: {zoneName(new Date())}</p>
      <ul aria-label="Scheduled posts" className="mt-1 divide-y divide-line">
        {drafts.map((draft) => (
          <Draft key={draft.draft_id} draft={draft} onEdit={() => setEditing(draft)} />
        ))}
      </ul>
      {editing !== undefined && <EditScheduled draft={editing} onClose={() => setEditing(undefined)} />}
    </Card>
  );
}
