import { codePoints, limits } from '@hubbub/contract/platform/limits.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { z } from 'zod';
import { siteOptions } from '#features/site/site.data.ts';
import { postIdIn } from '#features/site/site.rules.ts';
import { useAnnounce, useRemoveAnnouncement } from '#features/site/team.data.ts';
import { formDraft } from '#platform/drafts.ts';
import { refusalOf } from '#platform/errors.ts';
import { pathTo } from '#platform/paths.ts';
import { exactTime } from '#platform/time.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { LengthCount } from '#ui/field/LengthCount.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';
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

const schema = z
  .object({ way: z.enum(['text', 'post']), content: z.string(), link: z.string(), until: z.string() })
  .transform(({ way, content, link, until }, context) => {
    const end = until === '' ? null : new Date(until).toISOString();
    const refuse = (field: string, message: string) => {
      context.addIssue({ code: 'custom', path: [field], message });
      return z.NEVER;
    };
    if (way === 'text') {
      return content.trim() === '' ? refuse('content', messages.contentRequired) : { content, until: end };
    }
    const post_id = postIdIn(link);
    if (post_id !== undefined) return { post_id, until: end };
    return refuse('link', "Paste the post's link. You can copy it with Share, below the post.");
  });
const empty: z.input<typeof schema> = { way: 'text', content: '', link: '', until: '' };
const draft = formDraft('announcement', ['content', 'link']);

/** Announces a text or a post, or takes the announcement back. */
export function AnnouncementForm() {
  const { mutateAsync: announce } = useAnnounce();
  const { submit, field, error, pending, form } = useValidatedForm({
    schema,
    initial: empty,
    carried: ['way'],
    draft,
    fails: 'here',
    explain: refusalOf,
    onSubmit: async (announcement) => {
      await announce(announcement);
      draft.forget();
      form.reset({ ...empty, way: form.getValues('way') });
      toast.success('Announced. Everybody gets a notification');
    },
  });

  return (
    <div className="flex flex-col gap-5">
      <Current />
      <form noValidate onSubmit={submit}>
        <Card className="flex flex-col gap-5 p-5 sm:p-6">
          <p className="text-muted text-sm">
            An announcement is at the top of everyone's feed until it's over, and everybody gets a notification. It
            replaces the previous one. People can dismiss it.
          </p>
          <Segmented
            label="What to announce"
            value={form.watch('way')}
            onValueChange={(way) => {
              form.clearErrors();
              form.setValue('way', way);
            }}
            options={ways}
          />
          {form.watch('way') === 'text' ? (
            <TextArea
              {...field('content')}
              key="content"
              label="Text"
              hint="It becomes a post by you."
              grows
              aside={<LengthCount length={codePoints(form.watch('content'))} max={limits.post.text} />}
            />
          ) : (
            <TextField {...field('link')} key="link" label="Link to the post" inputMode="url" />
          )}
          <TextField
            {...field('until')}
            label="Until"
            type="datetime-local"
            hint="Leave it empty to keep it there until you remove it."
          />
          <FormError text={error} />
          <Button type="submit" size="lg" pending={pending}>
            Announce
          </Button>
        </Card>
      </form>
    </div>
  );
}
