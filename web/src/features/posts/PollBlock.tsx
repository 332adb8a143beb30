import type { Poll } from '@hubbub/contract/features/posts/polls.shapes.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { isOver, shareOf, timeLeft, voteCount } from '#features/posts/polls.rules.ts';
import { postOptions, useAnswerPoll } from '#features/posts/posts.data.ts';
import { useNow } from '#platform/now.ts';
import { Button } from '#ui/button/Button.tsx';
import { cx } from '#ui/cx.ts';

interface PollBlockProps {
  postId: string;
  poll: Poll;
}

/** Counts as bars. */
function Results({ poll: { choices, mine, total } }: { poll: Poll }) {
  const most = Math.max(...choices.map(({ votes }) => votes ?? 0));
  return (
    <ul aria-label="Poll results" className="flex flex-col gap-2">
      {choices.map(({ text, votes }, index) => {
        const share = shareOf(votes ?? 0, total);
        const isMine = mine.includes(index);
        return (
          <li
            key={text}
            className="relative flex min-h-11 items-center gap-3 overflow-hidden rounded-control border border-line px-3 py-2"
          >
            <span
              aria-hidden="true"
              className={cx('absolute inset-y-0 start-0', votes === most && most > 0 ? 'bg-accent-soft' : 'bg-raised')}
              style={{ width: `${share}%` }}
            />
            <span className="relative flex min-w-0 flex-1 items-center gap-2">
              <bdi className={cx('min-w-0 [overflow-wrap:anywhere]', isMine && 'font-semibold')}>{text}</bdi>
              {isMine && (
                <>
                  <CircleCheck size={18} aria-hidden="true" className="shrink-0 text-accent-text" />
                  <span className="sr-only">, your vote</span>
                </>
              )}
            </span>
            <span className={cx('relative shrink-0 text-sm tabular', isMine ? 'font-semibold' : 'text-text')}>
              {share}%<span className="sr-only">, {voteCount(votes ?? 0)}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The choices, and the button that sends what was chosen. */
function Ballot({ postId, poll: { choices, multiple } }: PollBlockProps) {
  const name = useId();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const { mutate, isPending } = useAnswerPoll(postId);
  const choose = (index: number, checked: boolean) => {
    if (!multiple) setChosen([index]);
    else setChosen((before) => (checked ? [...before, index] : before.filter((one) => one !== index)));
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length > 0) mutate(chosen);
  };
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-2">
      <fieldset disabled={isPending} className="flex flex-col gap-2">
        <legend className="sr-only">{multiple ? 'Poll: choose one or more' : 'Poll: choose one'}</legend>
        {choices.map(({ text }, index) => (
          <label
            key={text}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control border border-line-strong px-3 py-2 transition-colors hover:bg-raised has-checked:border-accent-text has-checked:bg-accent-soft"
          >
            <input
              type={multiple ? 'checkbox' : 'radio'}
              name={name}
              checked={chosen.includes(index)}
              onChange={(event) => choose(index, event.currentTarget.checked)}
              className="size-5 shrink-0 accent-accent"
            />
            <bdi className="min-w-0 [overflow-wrap:anywhere]">{text}</bdi>
          </label>
        ))}
      </fieldset>
      <Button type="submit" size="sm" disabled={chosen.length === 0} pending={isPending}>
        Vote
      </Button>
    </form>
  );
}

/** Fetches the counts of a poll that has ended while it was on screen. Renders nothing. */
function Ended({ postId }: { postId: string }) {
  useQuery({ ...postOptions(postId), refetchInterval: (query) => (query.state.dataUpdateCount < 5 ? 3000 : false) });
  return null;
}

/** A post's poll: its choices until the person has voted or it's over, then the results. */
export default function PollBlock({ postId, poll }: PollBlockProps) {
  const now = useNow();
  const over = isOver(poll, now);
  const known = poll.choices.every(({ votes }) => votes !== null);
  return (
    <div className="flex flex-col gap-2">
      {known || over ? <Results poll={poll} /> : <Ballot postId={postId} poll={poll} />}
      {over && !known && <Ended postId={postId} />}
      <p role="status" className="text-muted text-sm tabular">
        {voteCount(poll.total)} · {timeLeft(poll, now)}
        {poll.multiple && !known && !over && ' · Choose one or more'}
      </p>
    </div>
  );
}
