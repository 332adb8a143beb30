import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { siteOptions } from '#features/site/site.data.ts';
import { postIdIn } from '#features/site/site.rules.ts';
import { useAnnounce, useRemoveAnnouncement } from '#features/site/team.data.ts';
import { faultOf } from '#platform/errors.ts';
import { pathTo } from '#platform/paths.ts';
import { exactTime } from '#platform/time.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { FormError } from '#ui/form/FormError.tsx';
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
        is at the top of every feed{until === null ? ' until you remove it.' : ` until ${exactTime(until)}.`}
      </p>
      <Button tone="secondary" pending={remove.isPending} onClick={() => remove.mutate(undefined)}>
        Remove announcement
      </Button>
    </Card>
  );
}

/** Puts a post on top of every feed, or takes it back. */
export function AnnouncementForm() {
  const [link, setLink] = useState('');
  const [until, setUntil] = useState('');
  const [fault, setFault] = useState<string>();
  const announce = useAnnounce();

  function save(event: FormEvent): void {
    event.preventDefault();
    const post_id = postIdIn(link);
    setFault(post_id === undefined ? "Paste the post's link. You can copy it with Share, below the post." : undefined);
    if (post_id === undefined) return;
    announce.mutate(
      { post_id, until: until === '' ? null : new Date(until).toISOString() },
      {
        onSuccess: () => {
          setLink('');
          setUntil('');
          toast.success("It's now at the top of every feed");
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
            Write a post first, then paste its link here to put it at the top of every feed. It replaces the previous
            announcement. People can dismiss it.
          </p>
          <TextField
            label="Link to the post"
            value={link}
            error={fault}
            inputMode="url"
            onChange={(event) => setLink(event.target.value)}
          />
          <TextField
            label="Until"
            type="datetime-local"
            hint="Leave it empty to keep it there until you remove it."
            value={until}
            onChange={(event) => setUntil(event.target.value)}
          />
          <FormError text={faultOf(announce.error)} />
          <Button type="submit" size="lg" pending={announce.isPending}>
            Announce
          </Button>
        </Card>
      </form>
    </div>
  );
}
