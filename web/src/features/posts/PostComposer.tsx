import { codePoints, limits } from '@hubbub/contract/platform/limits.ts';
import { ArrowLeft, CalendarClock, ChartBarBig, X } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ComposerPreview } from '#features/posts/ComposerPreview.tsx';
import { DropArea } from '#features/posts/DropArea.tsx';
import { saveFeedPosition } from '#features/posts/feed-position.ts';
import { MediaPicker } from '#features/posts/MediaPicker.tsx';
import { PlaceChoice } from '#features/posts/PlaceChoice.tsx';
import { freshPoll } from '#features/posts/polls.rules.ts';
import { proposedTime } from '#features/posts/schedule.rules.ts';
import { TimeField } from '#features/posts/TimeField.tsx';
import { type Composer, type ComposerPlaces, useComposer } from '#features/posts/use-composer.ts';
import { useLeaveGuard } from '#features/posts/use-leave-guard.ts';
import { WritingAids } from '#features/rich-text/public.ts';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { cx } from '#ui/cx.ts';
import { EmojiPicker } from '#ui/emoji-picker/EmojiPicker.tsx';
import { insertAtCaret } from '#ui/emoji-picker/insert-at-caret.ts';
import { TextArea } from '#ui/field/TextArea.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { late } from '#ui/late/late.tsx';
import { Progress } from '#ui/progress/Progress.tsx';

const PollEditor = late(async () => (await import('#features/posts/PollEditor.tsx')).default, { name: 'The poll' });
const SavedDrafts = late(async () => (await import('#features/posts/SavedDrafts.tsx')).default, { name: 'Drafts' });
const ScheduledPosts = late(async () => (await import('#features/posts/ScheduledPosts.tsx')).default, {
  name: 'Scheduled posts',
});
const QuotedInComposer = late(async () => (await import('#features/posts/QuotedInComposer.tsx')).default, {
  name: 'The quoted post',
});

/** The counter appears when this many code points are left. */
const nearLimit = 100;

/** Share and Cancel. On a phone they stay in view, over its bottom bar, however much is above them. */
function Actions({ composer, mayShare }: { composer: Composer; mayShare: boolean }) {
  const sending = composer.percent !== undefined;
  return (
    <div className="sticky bottom-[calc(57px+env(safe-area-inset-bottom))] z-10 -mx-4 -mb-4 flex justify-end gap-2 rounded-b-card border-line border-t bg-surface px-4 py-3 md:static">
      {sending && (
        <Button tone="secondary" onClick={composer.cancel}>
          Cancel
        </Button>
      )}
      <Button type="submit" pending={sending} disabled={!mayShare}>
        {composer.written.time === '' ? 'Share Post' : 'Schedule Post'}
      </Button>
    </div>
  );
}

/** The post's text, with what can be added to it. */
function Words({ composer, left, community }: { composer: Composer; left: number; community: string | undefined }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { written, write, poll, setPoll, percent } = composer;
  const { text, time } = written;
  const setText = (next: string) => write({ text: next });
  const sending = percent !== undefined;
  return (
    <div>
      <TextArea
        ref={field}
        label="Text"
        hideLabel
        grows
        rows={4}
        dir="auto"
        placeholder="Type here..."
        value={text}
        readOnly={sending}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <WritingAids field={field} text={text} onText={setText} place={{ community }} below />
      <div className="mt-1 flex min-h-11 items-center justify-between gap-3">
        <div className="flex">
          <EmojiPicker
            onPick={(emoji) => setText(insertAtCaret(field.current, text, emoji))}
            disabled={sending}
            align="start"
          />
          {poll === undefined && (
            <IconButton label="Add a poll" disabled={sending} onClick={() => setPoll(freshPoll)}>
              <ChartBarBig size={22} aria-hidden="true" />
            </IconButton>
          )}
          {time === '' && (
            <IconButton label="Schedule" disabled={sending} onClick={() => write({ time: proposedTime(Date.now()) })}>
              <CalendarClock size={22} aria-hidden="true" />
            </IconButton>
          )}
        </div>
        <p aria-live="polite" className={cx('text-sm tabular', left < 0 ? 'text-danger-text' : 'text-muted')}>
          {left <= nearLimit && (left < 0 ? `${-left} over the limit` : `${left} left`)}
        </p>
      </div>
    </div>
  );
}

/** When the post is published, and a way to publish it now instead. */
function Schedule({ composer: { written, write, percent } }: { composer: Composer }) {
  const disabled = percent !== undefined;
  return (
    <div className="flex items-start gap-2 rounded-control border border-line p-3">
      <div className="min-w-0 flex-1">
        <TimeField value={written.time} disabled={disabled} onChange={(time) => write({ time })} />
      </div>
      <IconButton label="Publish it now instead" disabled={disabled} onClick={() => write({ time: '' })}>
        <X size={20} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/** Creates a post. Success leads to the feed, with the new post at the top. */
function Writing({ onScheduled, ...given }: ComposerPlaces & { onScheduled: () => void }) {
  const navigate = useNavigate();
  const shared = useRef(false);
  const composer = useComposer(given, (isScheduled) => {
    shared.current = true;
    if (isScheduled) return onScheduled();
    saveFeedPosition(undefined);
    void navigate(pathTo('feed'));
  });
  useLeaveGuard(composer, shared);

  const { written, write, target, poll, setPoll, items, percent, processing } = composer;
  const { text, time, quote } = written;
  const left = limits.post.text - codePoints(text);
  const sending = percent !== undefined;
  const editable = !sending && processing === undefined;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    composer.share();
  };

  return (
    <>
      <DropArea onDrop={composer.add}>
        <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
          <div className="flex items-center gap-2">
            <IconButton asChild label="Back to the feed">
              <Link to={pathTo('feed')}>
                <ArrowLeft size={22} aria-hidden="true" />
              </Link>
            </IconButton>
            <h1 className="font-bold text-xl">Create a New Post</h1>
          </div>
          <Card className="flex flex-col gap-4 p-4">
            <PlaceChoice chosen={target} disabled={sending} onChange={composer.setPlace} />
            <Words composer={composer} left={left} community={target.place?.handle} />
            {time !== '' && <Schedule composer={composer} />}
            {poll !== undefined && <PollEditor poll={poll} disabled={sending} onChange={setPoll} />}
            {quote !== '' && (
              <QuotedInComposer postId={quote} disabled={sending} onRemove={() => write({ quote: '' })} />
            )}
            <ComposerPreview composer={composer} editable={editable} />
            <MediaPicker
              compact={items.length > 0}
              disabled={!editable}
              processing={processing}
              onPick={composer.add}
            />
            {sending && (
              <Progress
                label={percent < 100 ? 'Uploading' : 'Almost there'}
                percent={items.length === 0 ? null : percent}
              />
            )}
            <Actions composer={composer} mayShare={processing === undefined && left >= 0} />
          </Card>
        </form>
      </DropArea>
      <SavedDrafts disabled={!editable} onOpen={composer.open} />
    </>
  );
}

/** Creates a post, for now or for later, and lists those that are scheduled. */
export function PostComposer(props: ComposerPlaces) {
  /** How many have been scheduled here: each begins with an empty form. */
  const [scheduled, setScheduled] = useState(0);
  const quote = scheduled === 0 ? props.initialQuote : undefined;
  return (
    <div className="flex flex-col gap-4">
      <Writing key={scheduled} {...props} initialQuote={quote} onScheduled={() => setScheduled(scheduled + 1)} />
      <ScheduledPosts />
    </div>
  );
}
