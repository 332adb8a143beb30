import { codePoints, limits } from '@hubbub/contract/platform/limits.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { siteOptions } from '#features/site/site.data.ts';
import { postIdIn } from '#features/site/site.rules.ts';
import { useAnnounce, useRemoveAnnouncement } from '#features/site/team.data.ts';
import { useTextDraft } from '#platform/drafts.ts';
import { pathTo } from '#platform/paths.ts';
import { exactTime } from '#platform/time.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { LengthCount } from '#ui/field/LengthCount.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { Segmented } from '#ui/segmented/Segmented.tsx';
import { toast } from '#ui/toast/toasts.ts';

function Current() {
  const { data: site } = useQuery(siteOptions);
  const remove = useRemoveAnnouncement();
  const announcement = site?.announcement ?? null;
  if (announcement === null) return null;
  const { post_id, until } = announcement;
  return (
    <Card className="flex flex-wrap items-center gap-3 p-4">
      <p className="min-w-48 flex-1">
        <Link
          to={pathTo('post', { post_id })}
          className="font-semibold text-accent-text underline-offset-4 hover:underline"
        >
          This post
        </Link>{' '}
        is at the top of everyone's feed{until === null ? ' until you remove it.' : ` until ${exactTime(until)}.`}
      </p>
      <Button tone="secondary" pending={remove.isPending} onClick={() => remove.mutate(undefined)}>
        Remove announcement
      </Button>
    </Card>
  );
}

const ways = [
  { value: 'text', label: 'Write it here' },
  { value: 'post', label: 'Choose a post' },
] as const;

type Way = (typeof ways)[number]['value'];

/** What's announced, as far as it's filled in. */
function useNewAnnouncement() {
  const [way, setWay] = useState<Way>('text');
  const [content, setContent] = useTextDraft('announcement');
  const [link, setLink] = useState('');
  const [fault, setFault] = useState<string>();

  /** Undefined, and a fault beside the field, if something's missing. */
  function read(): { post_id: string } | { content: string } | undefined {
    const post_id = postIdIn(link);
    if (way === 'post') {
      const missing = "Paste the post's link. You can copy it with Share, below the post.";
      setFault(post_id === undefined ? missing : undefined);
      return post_id === undefined ? undefined : { post_id };
    }
    const isBlank = content.trim() === '';
    setFault(isBlank ? messages.contentRequired : undefined);
    return isBlank ? undefined : { content };
  }

  return {
    way,
    content,
    link,
    fault,
    setContent,
    setLink,
    read,
    choose(next: Way): void {
      setWay(next);
      setFault(undefined);
    },
    empty(): void {
      setContent('');
      setLink('');
    },
  };
}

/** Announces a text or a post, or takes the announcement back. */
export function AnnouncementForm() {
  const { way, content, link, fault, setContent, setLink, read, choose, empty } = useNewAnnouncement();
  const [until, setUntil] = useState('');
  const announce = useAnnounce();

  function save(event: FormEvent): void {
    event.preventDefault();
    const given = read();
    if (given === undefined) return;
    announce.mutate(
      { ...given, until: until === '' ? null : new Date(until).toISOString() },
      {
        onSuccess: () => {
          empty();
          setUntil('');
          toast.success('Announced. Everybody gets a notification');
        },
      },
    );
  }

  return (
    <div className="flex flex-col gap-5">
      <Current />
      <form noValidate onSubmit={save}>
        <Card className="flex flex-col gap-5 p-5 sm:p-6">
          <p className="text-muted text-sm">
            An announcement is at the top of everyone's feed until it's over, and everybody gets a notification. It
            replaces the previous one. People can dismiss it.
          </p>
          <Segmented label="What to announce" value={way} onValueChange={choose} options={ways} />
          {way === 'text' ? (
            <TextArea
              label="Text"
              hint="It becomes a post by you."
              grows
              aside={<LengthCount length={codePoints(content)} max={limits.post.text} />}
              value={content}
              error={fault}
              onChange={(event) => setContent(event.target.value)}
            />
          ) : (
            <TextField
              label="Link to the post"
              value={link}
              error={fault}
              inputMode="url"
              onChange={(event) => setLink(event.target.value)}
            />
          )}
          <TextField
            label="Until"
            type="datetime-local"
            hint="Leave it empty to keep it there until you remove it."
            value={until}
            onChange={(event) => setUntil(event.target.value)}
          />
          <FormError text={announce.fault} />
          <Button type="submit" size="lg" pending={announce.isPending}>
            Announce
          </Button>
        </Card>
      </form>
    </div>
  );
}
